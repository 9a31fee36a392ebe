"""Memory that stays between launches, grids of tasks and what chains cost."""

import os
import sys
import tempfile
import unittest

import numpy

import ptoc
from kernels import EXAMPLES, ROOT, double

#: y[row] = y[row] + x[row] for one row of four.
ADD = """
!V = !pto.tile_buf<vec, 1x64xf32>
module {
  func.func @add(%arg0: !pto.ptr<f32>, %arg1: !pto.ptr<f32>, %row: index) attributes {pto.aicore} {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %more = pto.make_tensor_view %arg0, shape = [%c4, %c64], strides = [%c64, %c1] : !pto.tensor_view<4x64xf32>
    %sums = pto.make_tensor_view %arg1, shape = [%c4, %c64], strides = [%c64, %c1] : !pto.tensor_view<4x64xf32>
    %px = pto.partition_view %more, offsets = [%row, 0], sizes = [1, 64] : !pto.tensor_view<4x64xf32>
    %py = pto.partition_view %sums, offsets = [%row, 0], sizes = [1, 64] : !pto.tensor_view<4x64xf32>
    %a = pto.alloc_tile : !V
    %b = pto.alloc_tile : !V
    pto.tload ins(%px) outs(%a)
    pto.tload ins(%py) outs(%b)
    pto.tadd ins(%a, %b) outs(%b)
    pto.tstore ins(%b) outs(%py)
    return
  }
}
"""


class DeviceTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.add = ptoc.compile(ADD, "a5")["add"]
        cls.values = numpy.arange(256, dtype="float32").reshape(4, 64)

    def test_buffers_stay_between_launches(self):
        dev = ptoc.device("a5")
        x, y = dev.put(self.values), dev.zeros((4, 64))
        for _ in range(3):
            self.add(x, y, grid={"row": range(4)})
        self.add(y, x, 1)
        numpy.testing.assert_array_equal(y.get(), 3 * self.values)
        numpy.testing.assert_array_equal(x.get()[1], 4 * self.values[1])
        x.put(7)
        self.assertEqual(float(x.get().min()), 7)
        self.assertEqual((x.shape, str(x.dtype), x.size, x.nbytes, len(x)), ((4, 64), "float32", 256, 1024, 4))

    def test_parts_share_the_memory_of_their_buffer(self):
        dev = ptoc.device()
        whole = dev.zeros((8, 64))
        whole[4:].put(self.values)
        # Both parameters are parts of one buffer.
        self.add(whole[4:], whole[:4], grid={"row": range(4)})
        numpy.testing.assert_array_equal(whole.get()[:4], self.values)
        self.assertEqual(whole[3].shape, (64,))
        self.assertEqual((whole[3, 5].shape, float(whole[1, 5].get())), ((), 69.0))
        self.assertEqual(whole[-1].get()[0], self.values[-1][0])
        self.assertEqual(whole.reshape(512)[256:].get()[5], 5)
        with self.assertRaisesRegex(ptoc.ArgumentError, "not lie in one piece"):
            whole[:, :32]
        with self.assertRaisesRegex(ptoc.ArgumentError, r"shape \(8, 64\), not \(4, 64\)"):
            whole.put(self.values)

    def test_the_tasks_of_a_grid_take_as_long_as_the_longest_core(self):
        dev = ptoc.device("a5")
        x, y = dev.put(self.values), dev.zeros((4, 64))
        one = self.add(x, y, 0).cycles
        self.assertEqual(self.add(x, y, grid={"row": range(4)}).cycles, one)
        self.assertEqual(self.add(x, y, grid={"row": [3, 1, 2]}, cores=2).cycles, 2 * one)
        self.assertEqual(self.add(x, y, grid={"row": range(4)}, cores=1).cycles, 4 * one)
        for grid, message in [
            ({"column": range(4)}, "no number 'column' for grid=; it has row"),
            ({"row": []}, "no task"),
            ([1], "maps names"),
        ]:
            with self.assertRaisesRegex(ptoc.ArgumentError, message):
                self.add(x, y, grid=grid)

    def test_a_record_adds_up_launches_by_kernel(self):
        dev = ptoc.device("a5")
        twice = dev.compile(double("f32"))["double"]
        x, y = dev.put(self.values), dev.zeros((16, 64))
        with dev.record("A layer") as layer:
            single = self.add(x, y[:4], 0).cycles
            self.add(x, y[:4], grid={"row": range(4)}, cores=2)
            other = twice(y, y).cycles
        self.add(x, y, 0)  # not recorded
        self.assertEqual([each["kernel"] for each in layer.kernels], ["add", "double"])
        self.assertEqual([each["launches"] for each in layer.kernels], [2, 1])
        self.assertEqual([each["tasks"] for each in layer.kernels], [5, 1])
        self.assertEqual((len(layer.results), layer.ok, layer.findings), (3, True, ()))
        self.assertEqual(layer.cycles, 3 * single + other)
        self.assertEqual(layer.serial, 5 * single + other)
        self.assertEqual(layer.parallel, 2 * single + other)
        self.assertEqual(layer.total["calibrated"]["cycles"] > 0, True)
        self.assertIn("bounds (documented)", str(layer))
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "layer.html")
            layer.save(path)
            with open(path, encoding="utf-8") as page:
                self.assertIn("<h1>A layer</h1>", page.read())

    def test_parameters_are_described_by_their_views(self):
        first, second, row = self.add.parameters
        self.assertEqual((first.view, first.shape, first.strides), ("more", (4, 64), (64, 1)))
        self.assertEqual((first.read, first.written), (True, False))
        self.assertEqual((second.view, second.read, second.written), ("sums", True, True))
        self.assertEqual((row.view, row.shape, row.pointer), ("", (), False))
        dev = ptoc.device()
        x, y = dev.put(self.values), dev.zeros((4, 64))
        self.add(sums=y, more=x, row=2)
        numpy.testing.assert_array_equal(y.get()[2], self.values[2])
        with self.assertRaisesRegex(ptoc.ArgumentError, "no parameter or view 'rest'.*more, sums"):
            self.add(rest=y, more=x, row=2)
        with self.assertRaisesRegex(ptoc.ArgumentError, r"more has the shape \(4, 64\).*has 64"):
            self.add(x[1], y, 0)

    def test_checks_follow_bytes_across_launches(self):
        dev = ptoc.device("a5", check=True)
        x, y, z = dev.put(self.values), dev.empty((4, 64)), dev.zeros((4, 64))
        y[1].put(1)
        self.assertTrue(self.add(y, z, 1).ok)
        found = self.add(y, z, 2).findings
        self.assertEqual(len(found), 1)
        self.assertIn("reads byte 512 of parameter 0 (arg0), which neither", found[0].message)
        self.assertTrue(self.add(x, z, grid={"row": range(4)}).ok)
        twice = self.add(x, z, grid={"row": [1, 1]}).findings
        self.assertIn("nothing orders the two", twice[0].message)
        whole = dev.zeros((8, 64))
        flat = whole.reshape(512)
        small = ptoc.compile(ADD.replace("%c4, %c64], strides", "%row, %c64], strides")
                             .replace("4x64xf32> attr", "?x64xf32>").replace("view<4x64", "view<?x64"), "a5")["add"]
        self.assertIsNone(small.parameters[0].shape[0])
        outside = small(flat[64:128], x, 1).findings
        self.assertTrue(any("stays in the buffer behind the view" in f.message for f in outside))

    def test_a_kernel_of_both_kinds_of_cores_is_one_function(self):
        source = ROOT / "tools/junit/src/test/resources/org/ptoc/junit/product_and_sum.pto"
        for profile in ("a5", "a2a3"):
            dev = ptoc.device(profile, check=True)
            (product,) = dev.compile(source)
            x = dev.put(numpy.ones((16, 16)), "float16")
            between, out = dev.empty((2, 16, 16)), dev.empty((2, 16, 16))
            with dev.record() as record:
                product(x, between, out, 16, blocks=2)
            self.assertEqual(record.findings, ())
            numpy.testing.assert_array_equal(out.get(), 17)
            out.put(0)
            product(x, between, out[:1], grid={"n": [16, 16]}, check=False)
            numpy.testing.assert_array_equal(out.get()[:, 0, 0], [17, 0])

    def test_assert_kernel_takes_buffers(self):
        dev = ptoc.device("a5")
        x, y = dev.put(self.values), dev.zeros((4, 64))
        want = numpy.zeros((4, 64))
        want[2] = self.values[2]
        ptoc.assert_kernel(self.add, x, y, 2, expect={"arg1": want})
        with self.assertRaises(AssertionError):
            ptoc.assert_kernel(self.add, x, y, 1, expect={"arg1": want})

    def test_buffers_of_two_devices_do_not_mix(self):
        with self.assertRaisesRegex(ptoc.ArgumentError, "lie on 2 devices"):
            self.add(ptoc.device().zeros((4, 64)), ptoc.device().zeros((4, 64)), 0)

    def test_buffers_outlive_the_java_process(self):
        dev = ptoc.device()
        x, y = dev.put(self.values), dev.zeros((4, 64))
        self.add(x, y, 1)
        ptoc.shutdown()
        self.add(x, y, 1)
        numpy.testing.assert_array_equal(y.get()[1], 2 * self.values[1])

    def test_traps_leave_buffers_as_they_were(self):
        dev = ptoc.device()
        x, y = dev.put(self.values), dev.zeros((4, 64))
        with self.assertRaises(ptoc.TrapError):
            self.add(x, y, 9, runtime_checks=False)
        self.assertEqual(float(numpy.abs(y.get()).sum()), 0)


class ExampleTest(unittest.TestCase):
    def test_the_decoder_layer_equals_its_reference_on_both_profiles(self):
        sys.path.insert(0, str(EXAMPLES / "decoder-layer"))
        self.addCleanup(sys.path.remove, str(EXAMPLES / "decoder-layer"))
        import layer

        data = layer.inputs()
        want = layer.reference(data)
        for profile in ("a5", "a2a3"):
            dev = ptoc.device(profile, check=True)
            buffers = {name: dev.put(array) for name, array in data.items()}
            kernels = dev.compile(layer.HERE / "decoder-layer.pto")
            with dev.record() as record:
                layer.layer(dev, kernels, buffers)
            self.assertEqual(record.findings, ())
            self.assertEqual(record.total["launches"], 19)
            ptoc.compare(buffers["x"], want, 0.004)
            with self.assertRaises(AssertionError):
                ptoc.compare(buffers["x"], data["x"], 0.01)


class CompareTest(unittest.TestCase):
    def test_either_neighbour_of_a_rounding_is_right(self):
        # Halfway between 1 and the next f16, give or take.
        exact = numpy.array([1 + 2.0**-11])
        for got in (1.0, 1 + 2.0**-10):
            ptoc.compare(numpy.array([got], "float16"), exact, 1e-6)
        with self.assertRaisesRegex(AssertionError, r"\[0\] got .*1.002"):
            ptoc.compare(numpy.array([1 + 2.0**-9], "float16"), exact, 1e-6)
        with self.assertRaises(AssertionError):
            ptoc.compare(numpy.array([1.0], "float16"), numpy.array([1 + 2.0**-10.9]))

    def test_integers_and_shapes(self):
        ptoc.compare(numpy.array([2, 3], "int8"), [2.5, 2.5], 0.1)
        ptoc.compare(numpy.array([127], "int8"), [300.0])
        ptoc.compare(numpy.array([numpy.nan], "float32"), [numpy.nan])
        with self.assertRaisesRegex(AssertionError, "1 of 2 elements"):
            ptoc.compare(numpy.array([2, 5], "int8"), [2.5, 2.5], 0.1)
        with self.assertRaisesRegex(AssertionError, "shape"):
            ptoc.compare(numpy.zeros(2), numpy.zeros(3))


if __name__ == "__main__":
    unittest.main()
