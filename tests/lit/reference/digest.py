"""A digest of what the expected words and cycles depend on, for builds without Python: expected.sha256.

It covers the rows of tables in the documents and the files of expected words and cycles. words.py and cycles.py write it; the build compares it.
"""
import hashlib
import os

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", "..", ".."))
DIGEST = os.path.join(HERE, "expected.sha256")
DOCUMENTS = ("30-cycle-model.md", "40-binary-encoding.md", "60-cube.md")


def words_file(profile):
    return os.path.join(ROOT, "tests", "lit", "src", "test", "resources", "org", "ptoc", "encoding", "words-%s.txt" % profile)


def cycles_file(name):
    return os.path.join(ROOT, "emulator", "src", "test", "resources", "org", "ptoc", "emulator", "timing", "cycles-%s.txt" % name)


def compute():
    digest = hashlib.sha256()
    for name in DOCUMENTS:
        with open(os.path.join(ROOT, "docs", "spec", name), encoding="utf-8") as file:
            digest.update("".join(line.rstrip() + "\n" for line in file if line.startswith("|")).encode())
    words = [words_file(profile) for profile in ("a5", "a2a3")]
    for path in words + [cycles_file(name) for name in ("a5", "a2a3", "cube-a5", "cube-a2a3")]:
        with open(path, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()


def end(check, different):
    """The status of a program that found so many differences; writes the digest unless it only checks."""
    if not check:
        with open(DIGEST, "w", encoding="utf-8") as file:
            file.write(compute() + "\n")
        return 0
    return 1 if different else 0
