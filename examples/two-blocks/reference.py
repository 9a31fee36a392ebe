"""Makes the input and the expected result of the example: softmax of one row in double precision."""
import math
import random
import struct


def save(name, values):
    header = "{'descr': '<f4', 'fortran_order': False, 'shape': (%d,), }" % len(values)
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(name, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
        file.write(struct.pack("<%df" % len(values), *values))


random.seed(7)
# The parts differ in size: the sums of all but the second block hardly count.
x = [struct.unpack("<f", struct.pack("<f", random.gauss(3 * (i // 1024), 1)))[0] for i in range(2048)]
largest = max(x)
total = math.fsum(math.exp(each - largest) for each in x)
save("x.npy", x)
save("expected.npy", [math.exp(each - largest) / total for each in x])
