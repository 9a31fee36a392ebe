"""The examples of docs/python.md, in a directory that looks like a checkout."""

import doctest
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import ptoc
from kernels import ROOT

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"# (\w+\.py)\n")


class PageTest(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(directory.name)
        os.symlink(ROOT / "examples", "examples")
        self.blocks = BLOCK.findall((ROOT / "docs/python.md").read_text(encoding="utf-8"))

    def test_sessions(self):
        sessions = [block for block in self.blocks if block.startswith(">>>")]
        self.assertEqual(len(sessions), 6)
        if ptoc.command("sweep", "--help").status:
            sessions = [block for block in sessions if "ptoc.sweep" not in block]
        flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
        test = doctest.DocTestParser().get_doctest(
            "\n".join(sessions), {}, "docs/python.md", "docs/python.md", 0
        )
        runner = doctest.DocTestRunner(optionflags=flags)
        said = []
        runner.run(test, out=said.append)
        self.assertEqual(runner.failures, 0, "".join(said))

    def test_files(self):
        files = [block for block in self.blocks if NAMED.match(block)]
        self.assertEqual(len(files), 1)
        try:
            import pytest
        except ImportError:
            self.skipTest("pytest is not there")
        for block in files:
            name = NAMED.match(block).group(1)
            Path(name).write_text(block)
            done = subprocess.run(
                [sys.executable, "-m", "pytest", "-q", "-p", "ptoc.pytest_plugin",
                 "-p", "no:cacheprovider", name],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                universal_newlines=True,
            )
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertIn("3 passed", done.stdout)


if __name__ == "__main__":
    unittest.main()
