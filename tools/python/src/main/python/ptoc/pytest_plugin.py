"""A plug-in of pytest: the fixture ``assert_kernel``."""

from __future__ import annotations

import pytest

from . import _testing


@pytest.fixture
def assert_kernel():
    """See :func:`ptoc.assert_kernel`."""
    return _testing.assert_kernel
