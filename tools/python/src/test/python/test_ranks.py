"""Several devices that run a kernel together."""

import struct
import unittest

import numpy

import ptoc
from kernels import ROOT

SOURCE = str(ROOT / "examples/ranks/ranks.pto")
RANKS = 4
ELEMENTS = 128


def rounded(value: float) -> float:
    """The nearest f32."""
    return struct.unpack("f", struct.pack("f", value))[0]


def sums(values):
    """The sums of the ranks, one after the other, each rounded to f32."""
    result = list(values[0])
    for other in values[1:]:
        result = [rounded(a + b) for a, b in zip(result, other)]
    return result


class RanksTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.programs = [ptoc.compile(SOURCE, profile) for profile in ("a5", "a2a3")]
        values = [[rounded(1 / (1 + 7 * r + i)) for i in range(ELEMENTS)] for r in range(RANKS)]
        cls.values = values
        cls.x = numpy.array(values, "float32").reshape(RANKS, 8, 16)

    def test_a_token_goes_around_a_ring(self):
        for program in self.programs:
            token = numpy.zeros((RANKS, 8, 16), "float32")
            out = ptoc.zeros((RANKS, 8, 16))
            bell = numpy.zeros((RANKS, 1), "int32")
            result = program["ring"](
                self.x, ptoc.window(token), out, ptoc.window(bell), ptoc.context,
                ranks=RANKS, check=True,
            )
            self.assertTrue(result.ok)
            self.assertGreater(result.cycles, 0)
            for rank in range(RANKS):
                wanted = sums(self.values[: rank + 1])
                self.assertEqual(out[rank].ravel().tolist(), wanted)
                self.assertEqual(token[(rank + 1) % RANKS].ravel().tolist(), wanted)
            self.assertEqual(bell.ravel().tolist(), [1] * RANKS)

    def test_all_ranks_have_the_sum_of_all(self):
        for program in self.programs:
            slots = [numpy.zeros((RANKS, 8, 16), "float32") for _ in range(RANKS)]
            total = numpy.zeros((RANKS, 8, 16), "float32")
            program["allreduce"](
                list(self.x), sum=total, slots=ptoc.window(slots),
                bell=ptoc.window(numpy.zeros((RANKS, 1), "int32")), ctx=ptoc.context, ranks=RANKS,
            )
            for rank in range(RANKS):
                self.assertEqual(total[rank].ravel().tolist(), sums(self.values))
                numpy.testing.assert_array_equal(slots[rank], self.x)

    def test_one_device_needs_no_ranks(self):
        out = numpy.zeros((8, 16), "float32")
        bell = numpy.zeros(1, "int32")
        arguments = [ptoc.window(numpy.zeros((8, 16), "float32")), out, ptoc.window(bell)]
        self.programs[0]["ring"](self.x[0], *arguments, ptoc.context)
        numpy.testing.assert_array_equal(out, self.x[0])

    def test_arrays_are_compared_by_rank(self):
        token = numpy.zeros((RANKS, 8, 16), "float32")
        ptoc.assert_kernel(
            self.programs[0]["ring"],
            numpy.ones((RANKS, 8, 16), "float32"),
            ptoc.window(token),
            numpy.zeros((RANKS, 8, 16), "float32"),
            ptoc.window(numpy.zeros((RANKS, 1), "int32")),
            ptoc.context,
            expect={
                "token": numpy.array([4.0, 1, 2, 3])[:, None, None] * numpy.ones((RANKS, 8, 16))
            },
            ranks=RANKS,
        )

    def call(self, x, bell=None, **options):
        token = options.pop("token", ptoc.window(numpy.zeros((RANKS, 8, 16), "float32")))
        bell = numpy.zeros((RANKS, 1), "int32") if bell is None else bell
        out = numpy.zeros((RANKS, 8, 16), "float32")
        options.setdefault("ranks", RANKS)
        return self.programs[0]["ring"](
            x, token, out, ptoc.window(bell), ptoc.context, **options
        )

    def test_what_does_not_fit_is_refused(self):
        device = ptoc.device("a5")
        row = numpy.zeros((8, 16), "float32")
        for arguments, options, message in [
            ((self.x[:3],), {}, r"parameter 0 \(x\): has 3 parts for 4 ranks; the first dimension"),
            (([row] * 5,), {}, r"has 5 parts for 4 ranks"),
            (([row, row, row, 5],), {}, r"parameter 0 \(x\): is an array of f32, not int"),
            ((self.x,), {"ranks": 0}, r"ranks= is a number from 1 on, not 0"),
            (([device.put(each) for each in self.x],), {}, r"of one device, not of ranks"),
        ]:
            with self.subTest(message), self.assertRaisesRegex(ptoc.ArgumentError, message):
                self.call(*arguments, **options)
        add = ptoc.compile(str(ROOT / "examples/vadd/vadd.pto"), "a5")["vadd"]
        arrays = [numpy.zeros(4, "float32") for _ in range(3)]
        with self.assertRaisesRegex(ptoc.ArgumentError, r"N_i32\): is a number, which is no window"):
            add(*arrays, ptoc.window(4))
        rows = [numpy.zeros((2, 4), "float32") for _ in range(3)]
        many = [numpy.zeros((65, 4), "float32") for _ in range(3)]
        with self.assertRaisesRegex(ptoc.ArgumentError, "65. is no value of ranks=; it takes a whole number from 1 to 64"):
            add(*many, 4, ranks=65)
        with self.assertRaisesRegex(ptoc.ArgumentError, "ranks= and grid= exclude each other"):
            add(*rows, ranks=2, grid={"N_i32": [1, 2]})
        # Numbers are the same for all ranks, or one for each.
        rows[0][:] = 1
        add(*rows, [2, 4], ranks=2)
        self.assertEqual(rows[2].tolist(), [[1, 1, 0, 0], [1, 1, 1, 1]])
        add(*rows, 3, ranks=2)

    def test_messages_speak_python(self):
        closed = numpy.zeros((RANKS, 8, 16), "float32")
        with self.assertRaisesRegex(ptoc.TrapError, "memory of another rank outside of its windows"):
            self.call(self.x, token=closed)
        self.assertEqual(closed.max(), 0)
        collectives = ptoc.compile(
            str(ROOT / "tests/lit/cases/multicore/rank-collectives.pto"), "a5"
        )
        arrays = numpy.zeros((3, 10), "int32"), ptoc.window(numpy.zeros((3, 10), "int32"))
        with self.assertRaisesRegex(ptoc.TrapError, "needs that rank: run with ranks=N"):
            collectives["spread"](*arrays, ptoc.context)
        with self.assertRaisesRegex(ptoc.TrapError, "rank 0, block 0 waits for the i32"):
            self.call(self.x, numpy.array([[-5], [0], [0], [0]], "int32"))


if __name__ == "__main__":
    unittest.main()
