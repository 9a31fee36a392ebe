"""Calls with arrays, and what is wrong with them."""

import os
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

import numpy

import ptoc
from kernels import COPY, EXAMPLES, LOOP, RACE, ROWS, VADD, double


class CallTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.vadd = ptoc.compile(VADD)["vadd"]
        cls.a = numpy.arange(1024, dtype="float32")
        cls.b = numpy.full(1024, 0.5, "float32")

    def test_arrays_are_changed_in_place(self):
        c = numpy.zeros(1024, "float32")
        result = self.vadd(self.a, self.b, c, 1000)
        numpy.testing.assert_array_equal(c[:1000], self.a[:1000] + self.b[:1000])
        numpy.testing.assert_array_equal(c[1000:], 0)
        self.assertGreater(result.cycles, 0)
        self.assertEqual(list(result.totals), ["calibrated", "documented"])
        self.assertTrue(result.ok)

    def test_names_out_and_options(self):
        for out in ({"out": numpy.zeros(1024, "float32")}, {}):
            c = out.get("out", numpy.zeros(1024, "float32"))
            arguments = out or {"b": self.b}
            if out:
                self.vadd(self.a, self.b, N_i32=64, blocks=2, check=True, threads=1, **arguments)
            else:
                self.vadd(self.a, c, 64, timing="none", **arguments)
            numpy.testing.assert_array_equal(c[:64], self.a[:64] + 0.5)

    def test_checks_know_how_the_program_was_compiled(self):
        x = numpy.arange(1024, dtype="float32")
        for options in ({}, {"f": ["no-double-buffer"]}):
            y = numpy.zeros(1024, "float32")
            result = ptoc.compile(ROWS, profile="a5", **options)(x, y, check="tiles")
            self.assertEqual(result.findings, ())
            numpy.testing.assert_array_equal(y, x + x)

    def test_floats_of_eight_bits_come_as_bytes(self):
        x = numpy.arange(1024, dtype="uint8").reshape(16, 64)
        for kind in ("f8E4M3FN", "f8E5M2", "!pto.hif8"):
            y = numpy.zeros((16, 64), "uint8")
            ptoc.compile(COPY.replace("TYPE", kind), profile="a5")(x, y)
            numpy.testing.assert_array_equal(y, x)

    def test_truth_values_are_numbers(self):
        text = "func.func @k(%o: !pto.ptr<i32>, %t: i1) attributes {pto.entry} {\n"
        text += "  %c0 = arith.constant 0 : index\n  %v = arith.extui %t : i1 to i32\n"
        text += "  pto.store_scalar %v, %o[%c0] : !pto.ptr<i32>, i32\n  return\n}"
        kernel = ptoc.compile(text, "a5")
        for value in (True, 0, numpy.bool_(True)):
            o = numpy.full(1, 7, "int32")
            kernel(o, t=value)
            self.assertEqual(o[0], int(value))

    def test_out_takes_the_last_arrays_that_are_left(self):
        twice = ptoc.compile(double("f32"), profile="a5")
        x, y = numpy.ones((16, 64), "float32"), numpy.zeros((16, 64), "float32")
        twice(x, out=y)
        twice(out=(x, y))
        numpy.testing.assert_array_equal(y, 2)

    def test_mapped_arrays_and_their_slices(self):
        a, c = ptoc.array(self.a), ptoc.zeros(4096)
        self.vadd(a[512:], self.b, c[2048:3072], 512)
        numpy.testing.assert_array_equal(c[2048:2560], self.a[512:] + 0.5)
        self.assertEqual(float(c[:2048].sum() + c[2560:].sum()), 0)
        self.assertNotIsInstance(a + 1, ptoc.ndarray)

    def test_element_types(self):
        for kind, dtype in [
            ("f16", "float16"),
            ("f32", "float32"),
            ("i16", "int16"),
            ("i32", "int32"),
            ("i32", "uint32"),
        ]:
            with self.subTest(kind, dtype=dtype):
                x = numpy.arange(1024).astype(dtype)
                y = numpy.zeros_like(x)
                ptoc.compile(double(kind), profile="a5")(x, y)
                numpy.testing.assert_array_equal(y, x + x)

    def test_a_kernel_of_both_kinds_of_cores(self):
        data = EXAMPLES / "attention"
        q, k, v, expected = (numpy.load(data / f"{name}.npy") for name in ("q", "k", "v", "expected"))
        attention = ptoc.compile(data / "attention-a5.pto", "a5")["attention"]
        out = numpy.zeros((64, 64), "float32")
        result = attention(q, k, v, out, keys=256, check=True)
        numpy.testing.assert_allclose(out, expected, rtol=1e-2, atol=1e-4)
        self.assertEqual(result.findings, ())
        self.assertEqual(result.cycles, result.report["total"])
        self.assertEqual([pipe["pipe"] for pipe in result.report["cube"]["pipes"]][3], "M")
        with self.assertRaisesRegex(ptoc.TrapError, "(?s)none can go on.*AIC waits"):
            text = (data / "attention-a5.pto").read_text().replace("pto.tpush_to_aic(", "// (", 1)
            ptoc.compile(text, "a5")["attention"](q, k, v, out, 256)

    def test_bfloat16_as_bits(self):
        bits = lambda values: (values.astype("float32").view("uint32") >> 16).astype("uint16")
        x = numpy.arange(64).repeat(16)
        y = numpy.zeros(1024, "uint16")
        ptoc.compile(double("bf16"), profile="a5")(bits(x), y)
        numpy.testing.assert_array_equal(y, bits(2 * x))

    def test_types_of_extension_packages_by_their_names(self):
        kernel = ptoc.compile(double("bf16"), profile="a5")["double"]
        self.assertEqual(dict(kernel.parameters[0].accepts)["bfloat16"], "bf16")
        self.assertNotIn("float16", kernel.parameters[0].accepts)

    def test_blocks(self):
        y = numpy.zeros(16, "int32")
        result = ptoc.compile(LOOP, profile="a5")(y, 5, blocks=3, threads=1)
        self.assertEqual(int(y[0]), 15)
        self.assertEqual(len(result.report["blocks"]), 3)

    def test_findings_of_checks(self):
        x, y = numpy.ones((16, 64), "float32"), numpy.zeros((16, 64), "float32")
        race = ptoc.compile(RACE, profile="a5", name="race.pto")
        self.assertTrue(race(x, y).ok)
        result = race(x, y, check="sync")
        self.assertFalse(result.ok)
        self.assertIn("pipe MTE3 reads UB bytes", result.findings[0].message)
        self.assertEqual((result.findings[0].file, result.findings[0].line), ("race.pto", 17))
        with self.assertRaisesRegex(AssertionError, "race.pto:17"):
            ptoc.assert_kernel(race, x, y, expect={"y": 2 * x})

    def test_assert_kernel(self):
        c = numpy.zeros(1024, "float32")
        arguments = (self.vadd, self.a, self.b, c, 1024)
        ptoc.assert_kernel(*arguments, expect={"out": self.a + self.b}, cycles=10_000)
        ptoc.assert_kernel(*arguments, expect={2: self.a + self.b + 1e-3}, atol=2e-3)
        with self.assertRaisesRegex(AssertionError, "out of vadd"):
            ptoc.assert_kernel(*arguments, expect={"out": self.a})
        with self.assertRaisesRegex(AssertionError, "cycles, 10 are allowed"):
            ptoc.assert_kernel(*arguments, expect={}, cycles=10)
        with self.assertRaisesRegex(ptoc.ArgumentError, "no array 'd'"):
            ptoc.assert_kernel(*arguments, expect={"d": self.a})

    def test_reports(self):
        c = numpy.zeros(1024, "float32")
        result = self.vadd(self.a, self.b, c, 1024, html=True)
        self.assertEqual(result.report["total"], result.cycles)
        self.assertIn("pto.vadd %lhs", result.html)
        self.assertIn("<iframe srcdoc=", result._repr_html_())
        plain = self.vadd(self.a, self.b, c, 1024)
        self.assertIn("<td>MTE2</td>", plain._repr_html_())

    def test_objects(self):
        with tempfile.TemporaryDirectory() as directory:
            file = Path(directory) / "vadd.o"
            self.vadd.program.save(file)
            for program in (ptoc.compile(file), ptoc.compile(file.read_bytes())):
                self.assertEqual(list(program.functions), ["vadd", "vadd_flags"])
                c = numpy.zeros(1024, "float32")
                program["vadd_flags"](self.a, self.b, c, 1024)
                numpy.testing.assert_array_equal(c, self.a + self.b)

    def test_commands_where_python_is(self):
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as directory:
            os.chdir(directory)
            try:
                Path("k.pto").write_text(double("f32"))
                done = ptoc.command("compile", "k.pto", "--profile", "a5")
                self.assertEqual((done.status, done.err), (0, ""))
                self.assertTrue(Path("k.o").exists())
                self.assertEqual(ptoc.compile("k.pto", "a5").object, Path("k.o").read_bytes())
            finally:
                os.chdir(before)
        self.assertIn("grün", ptoc.command("compile", "grün.pto").err)


class MistakeTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.vadd = ptoc.compile(VADD)["vadd"]

    def arrays(self):
        return [numpy.ones(64, "float32") for _ in range(3)]

    def rejects(self, message, *args, error=ptoc.ArgumentError, **options):
        with self.assertRaisesRegex(error, message) as caught:
            self.vadd(*args, **options)
        return caught.exception

    def test_arguments(self):
        a, b, c = self.arrays()
        big = c.astype(">f4")
        readonly = c.copy()
        readonly.flags.writeable = False
        wide = numpy.ones((8, 16), "float32")
        self.rejects(r"takes 4 arguments \(a: array of f32", a, b, c)
        self.rejects(r"takes 4 arguments .* 5 are given", a, b, c, 1, 2)
        self.rejects(r"parameter 2 \(out\): .*float32.*not of float64", a, b, c.astype("f8"), 1)
        self.rejects(r"not of int32", a, b, c.astype("i4"), 1)
        self.rejects("Fortran order", a, b, numpy.asfortranarray(wide), 1)
        self.rejects("not contiguous", a, b, wide[:, :8], 1)
        self.rejects("not list", a, b, [1.0], 1)
        self.rejects("big-endian", a, b, big, 1)
        self.rejects("i32, not float", a, b, c, 1.5)
        self.rejects("does not fit i32", a, b, c, 1 << 40)
        with self.assertRaisesRegex(ptoc.ArgumentError, "no 3 arrays left"):
            ptoc.compile(double("f32"), "a5")(out=(a, b, c))
        error = self.rejects("read-only, but the kernel changes it", a, b, readonly, 64)
        self.assertEqual(error.diagnostics[0].code, "PTO6004")
        numpy.testing.assert_array_equal(readonly, 1)

    def test_mapped_readonly_arrays_stay(self):
        a, b, _ = self.arrays()
        c = ptoc.zeros(64)
        c.flags.writeable = False
        self.rejects("parameter 2 is read-only", a, b, c, 64)
        numpy.testing.assert_array_equal(c, 0)

    def test_short_arrays(self):
        a, b, c = self.arrays()
        error = self.rejects("which holds 32 bytes: 224 bytes past its end", a, b, c[:8], 64,
                             error=ptoc.BoundsError)
        self.assertEqual(error.diagnostics[0].file, VADD)
        self.assertGreater(error.diagnostics[0].line, 0)
        numpy.testing.assert_array_equal(c, 1)
        self.vadd(a, b, c[:8], 64, bounds=False)
        self.vadd(a, b, c[:8], 64, allow_out_of_range=True)

    def test_options(self):
        a, b, c = self.arrays()
        error = self.rejects("did you mean 'blocks='", a, b, c, 1, blokcs=2)
        self.assertEqual(error.diagnostics[0].code, "PTO6001")
        self.assertIn('ptoc.command("run", "--help").out', str(error))
        self.rejects("'0' is no value of blocks=", a, b, c, 1, blocks=0)
        self.rejects("there is no check 'synk'", a, b, c, 1, check="synk")
        for seconds in (float("nan"), -1, 0, "soon"):
            self.rejects("timeout= is a positive number", a, b, c, 1, timeout=seconds)
        for seconds in (1e300, float("inf")):
            self.vadd(a, b, c, 1, timeout=seconds)

    def test_a_trap_changes_nothing(self):
        a, b, c = self.arrays()
        mapped = ptoc.array(c)
        for out in (c, mapped):
            error = self.rejects("trap 0x", a, b, out, 1 << 20, error=ptoc.TrapError)
            self.assertEqual(error.diagnostics[0].file, VADD)
            numpy.testing.assert_array_equal(out, 1)

    def test_a_kernel_that_does_not_end(self):
        loop = ptoc.compile(LOOP, "a5")
        y = numpy.zeros(16, "int32")
        with self.assertRaisesRegex(ptoc.TrapError, "work limit of 1000"):
            loop(y, 1 << 40, timeout_insns=1000)
        self.assertEqual(int(y[0]), 0)

    def test_choice_of_a_function(self):
        with self.assertRaisesRegex(ptoc.ArgumentError, "vadd, vadd_flags"):
            self.vadd.program(*self.arrays(), 1)
        with self.assertRaisesRegex(KeyError, "there are vadd"):
            self.vadd.program["nope"]

    def test_programs(self):
        text = "func.func @k(%a: i32) {\n  %b = arith.addi %c, %a : i32\n  return\n}"
        with self.assertRaisesRegex(ptoc.CompileError, r"k\.py:2:.*\n.*\n *\^") as caught:
            ptoc.compile(text, "a5", name="k.py")
        found = caught.exception.diagnostics[0]
        self.assertEqual((found.code, found.file, found.line), ("PTO1105", "k.py", 2))
        self.assertEqual(ptoc.check(text, "a5", name="k.py"), [found])
        wrong = 'module attributes {pto.target_arch = "a3"} {\n' + double("f32") + "}"
        with self.assertRaises(ptoc.CompileError) as caught:
            ptoc.compile(wrong, "a5")
        self.assertEqual(caught.exception.diagnostics[0].fixes[0].replacement, '"a5"')
        with self.assertRaisesRegex(ptoc.ArgumentError, "cannot read nofile.pto"):
            ptoc.compile("nofile.pto", "a5")
        with self.assertRaisesRegex(ptoc.ArgumentError, "no option 'bogus='") as caught:
            ptoc.compile(VADD, bogus=True)
        self.assertEqual(caught.exception.diagnostics[0].code, "PTO6001")
        with self.assertRaisesRegex(ptoc.ArgumentError, "no profile 'a9'"):
            ptoc.check(VADD, "a9")
        (note,) = [each for each in ptoc.check(double("f32")) if each.code == "PTO4012"]
        self.assertIn('a5 is taken; profile="a2a3", or the module attribute', note.message)
        self.assertEqual(ptoc.compile(double("f32")).profile, "a5")

    def test_what_is_no_source(self):
        wrong = {
            "": "is empty",
            "\0": "'.x00' is not a file name",
            "\ud800": "is not a file name",
            "/": "is a directory",
            b"\xff{": "not a text in UTF-8",
        }
        for source, message in wrong.items():
            for call in (ptoc.compile, ptoc.check):
                with self.assertRaisesRegex(ptoc.ArgumentError, message):
                    call(source, "a5")
        with self.assertRaisesRegex(ptoc.ArgumentError, "cannot read no.o"):
            ptoc.compile("no.o")
        with self.assertRaisesRegex(ptoc.CompileError, "<object>: error"):
            ptoc.compile(b"\x7fELF")
        for source in ("{\0", "{\ud800", "{\x1b[31m"):
            with self.assertRaises(ptoc.CompileError) as caught:
                ptoc.compile(source, "a5", name="\x1b[31m\n\ud800\0k.pto")
            self.assertTrue(str(caught.exception).replace("\n", "").isprintable())
            self.assertIn(r"\x1b[31m\n\ud800\x00k.pto:1:2: error", str(caught.exception))

    def test_plans_that_are_wrong(self):
        wrong = {
            "<plan>:1:13: error: the list of kernels is empty": {"kernels": []},
            "cannot be written as JSON": {"kernels": object()},
            "is no file name": {"kernels": "\ud800"},
            "is not a file name": "\0",
        }
        for message, plan in wrong.items():
            with self.assertRaisesRegex(ptoc.ArgumentError, message):
                ptoc.sweep(plan)
        with self.assertRaisesRegex(ptoc.ArgumentError, "where=: '...' is no condition"):
            ptoc.sweep({"kernels": VADD}, where="(((")

    def test_shared_arrays_that_cannot_be(self):
        for shape, kind in ((-1, "f4"), ((4, -2), "f4"), (2, object), (2, [("a", object)])):
            with self.assertRaises(ptoc.ArgumentError):
                ptoc.ndarray(shape, kind)


class NotebookTest(unittest.TestCase):
    def setUp(self):
        self.magics = {}
        self.shell = SimpleNamespace(
            user_ns={},
            register_magic_function=lambda call, magic_kind, magic_name: self.magics.update(
                {(magic_kind, magic_name): call}
            ),
        )
        ptoc.load_ipython_extension(self.shell)

    def test_a_cell_becomes_a_program(self):
        pto = self.magics["cell", "pto"]
        self.assertIsNone(pto("twice --profile a5 --no-fuse", double("f32")))
        x, y = numpy.ones(1024, "float32"), numpy.zeros(1024, "float32")
        self.shell.user_ns["twice"](x, y)
        numpy.testing.assert_array_equal(y, 2)
        self.assertEqual(pto("--profile=a2a3", double("f32")).profile, "a2a3")
        with self.assertRaisesRegex(ptoc.ArgumentError, "'a5' is no option"):
            pto("twice a5", double("f32"))


if __name__ == "__main__":
    unittest.main()
