"""The Java process: killed, missing, shared, left behind."""

import os
import signal
import subprocess
import sys
import threading
import time
import unittest
from unittest import mock

import numpy

import ptoc
from ptoc._server import server
from kernels import LOOP, VADD, alive, double

#: Calls and restarts; more in the profile of long tests.
LONG = os.environ.get("PTOC_LONG_TESTS") == "1"

ARRAYS = "import numpy, os, sys, ptoc\nfrom ptoc._server import server\nfrom kernels import *\n"


def run_python(script: str, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-c", ARRAYS + script],
        cwd=os.path.dirname(os.path.abspath(__file__)),
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        universal_newlines=True,
        timeout=120,
    )


def wait_until(condition, seconds: float = 20) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return condition()


class LifetimeTest(unittest.TestCase):
    def test_a_killed_process_is_replaced(self):
        twice = ptoc.compile(double("f32"), "a5")
        x, y = ptoc.array(numpy.ones(1024, "float32")), ptoc.zeros(1024)
        for round in range(200 if LONG else 2):
            pid = server()._process.pid
            os.killpg(pid, signal.SIGKILL)
            self.assertTrue(wait_until(lambda: server()._process.poll() is not None))
            y[:] = 0
            twice(x, y)
            numpy.testing.assert_array_equal(y, 2)
            self.assertNotEqual(server()._process.pid, pid)

    def test_a_process_killed_during_a_call(self):
        loop = ptoc.compile(LOOP, "a5")
        y = numpy.zeros(16, "int32")
        pid = server()._process.pid
        threading.Timer(0.5, os.killpg, (pid, signal.SIGKILL)).start()
        with self.assertRaisesRegex(ptoc.ToolchainError, "ended .signal 9"):
            loop(y, 1 << 40, timeout_insns=0)
        self.assertEqual(int(y[0]), 0)
        loop(y, 3)
        self.assertEqual(int(y[0]), 3)

    def test_a_call_that_takes_too_long(self):
        loop = ptoc.compile(LOOP, "a5")
        y = numpy.zeros(16, "int32")
        with self.assertRaisesRegex(ptoc.CallTimeout, "within 0.5 s"):
            loop(y, 1 << 40, timeout_insns=0, timeout=0.5)
        loop(y, 3, timeout=60)
        self.assertEqual(int(y[0]), 3)

    def test_an_interrupt_ends_the_run(self):
        def interrupt(*_):
            raise KeyboardInterrupt

        loop = ptoc.compile(LOOP, "a5")
        y = numpy.zeros(16, "int32")
        before = signal.signal(signal.SIGALRM, interrupt)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        with self.assertRaises(KeyboardInterrupt):
            loop(y, 1 << 40, timeout_insns=0)
        loop(y, 3)
        self.assertEqual(int(y[0]), 3)

    def test_reports_of_a_process_that_has_ended(self):
        result = ptoc.compile(LOOP, "a5")(numpy.zeros(16, "int32"), 3)
        ptoc.shutdown()
        with self.assertRaisesRegex(ptoc.ToolchainError, "run it again"):
            result.report

    def test_a_command_that_is_not_ptoc(self):
        for command in ("echo {}", "echo []", "echo garbage", 'ptoc "'):
            with mock.patch.dict(os.environ, PTOC_COMMAND=command):
                ptoc.shutdown()
                with self.assertRaises(ptoc.ToolchainError):
                    ptoc.command("--version")

    def test_a_missing_command(self):
        for command, message in [
            ("/nowhere/java", "cannot start /nowhere/java"),
            ("sh -c 'echo no Java 25 found >&2; exit 2'", r"ended .status 2.*no Java 25 found"),
        ]:
            with self.subTest(command):
                done = run_python(
                    "try: ptoc.compile(VADD)\n"
                    "except ptoc.ToolchainError as e: print('caught', e)",
                    PTOC_COMMAND=command,
                )
                self.assertRegex(done.stdout, "caught .*" + message)

    def test_threads(self):
        vadd = ptoc.compile(VADD)["vadd"]
        wrong = []

        def calls(seed):
            random = numpy.random.default_rng(seed)
            for _ in range(10):
                a, b = random.random((2, 256), "float32")
                c = numpy.zeros(256, "float32")
                vadd(a, b, c, 256)
                if not (c == a + b).all():
                    wrong.append(seed)

        threads = [threading.Thread(target=calls, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        self.assertEqual(wrong, [])

    def test_fork_after_first_use(self):
        script = """
k = ptoc.compile(VADD)["vadd"]
a, c = ptoc.array(numpy.ones(64, "float32")), ptoc.zeros(64)
k(a, a, c, 64)
parent = server()._process.pid
child = os.fork()
mine = numpy.zeros(64, "float32")
k(a, a, mine, 32 if child else 64)
assert mine.sum() == (64 if child else 128), mine
assert (server()._process.pid == parent) == (child != 0)
if not child: sys.exit(0)
status = os.waitpid(child, 0)[1]
k(a, a, c, 64)
print("status", status, server()._process.pid == parent)
"""
        done = run_python(script)
        self.assertIn("status 0 True", done.stdout)

    def test_nothing_stays(self):
        endings = {
            "end": "pass",
            "exit": "sys.exit(3)",
            "error": "raise ValueError",
            "during a run": "import threading, time\n"
            "k = ptoc.compile(LOOP, 'a5')\n"
            "y = numpy.zeros(16, 'int32')\n"
            "run = lambda: k(y, 1 << 40, timeout_insns=0)\n"
            "threading.Thread(target=run, daemon=True).start()\n"
            "time.sleep(0.5)",
            "killed": "import signal; os.kill(os.getpid(), signal.SIGKILL)",
        }
        for name, ending in endings.items():
            with self.subTest(name):
                done = run_python(
                    "k = ptoc.compile(VADD)\n"
                    "x = ptoc.zeros(16)\n"
                    "print('java', server()._process.pid, server().scratch, flush=True)\n" + ending
                )
                _, pid, scratch = done.stdout.splitlines()[0].split()
                self.assertTrue(wait_until(lambda: not alive(int(pid))), done.stdout)
                self.assertTrue(wait_until(lambda: not os.path.exists(scratch)), scratch)

    def test_memory_does_not_grow(self):
        vadd = ptoc.compile(VADD)["vadd"]
        files = lambda: len(os.listdir(server().scratch))
        for _ in range(10_000 if LONG else 50):
            a, c = ptoc.array(numpy.ones(64, "float32")), numpy.zeros(64, "float32")
            vadd(a, a, c, 64)
        before = files()
        for _ in range(50):
            a, c = ptoc.array(numpy.ones(64, "float32")), numpy.zeros(64, "float32")
            vadd(a, a, c, 64)
        self.assertLessEqual(files(), before)


if __name__ == "__main__":
    unittest.main()
