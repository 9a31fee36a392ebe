"""Kernels as a model framework exports them: text and, beside it, a model of bytes.

Every tile has an address and the long spelling of its type, many tiles share an address, and there are no flags. UB and the
buffers of a kernel are bytes; an operation reads all of its operands and then writes its result, whatever overlaps."""
import numpy

UB_BYTES = 248 * 1024
TYPES = {"f32": "<f4", "f16": "<f2", "i64": "<i8", "i32": "<i4", "i16": "<i2", "i8": "<i1", "ui8": "<u1", "bf16": "<u2"}


def bf16(values):
    """The bits of single-precision numbers rounded to bfloat16, to nearest even."""
    bits = numpy.ascontiguousarray(values, "<f4").view("<u4")
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype("<u2")


def widened(bits):
    """The numbers of bfloat16 bits."""
    return (bits.astype("<u4") << 16).view("<f4")


class Machine:
    """One block: bytes of UB, values of scalars; the buffers belong to all blocks."""

    def __init__(self, buffers, values):
        self.ub, self.buffers, self.values = numpy.zeros(UB_BYTES, "u1"), buffers, dict(values)


class Scalar:
    def __init__(self, name, type_name, constant=None):
        self.name, self.type, self.constant = name, type_name, constant

    def of(self, machine):
        return self.constant if self.constant is not None else machine.values[self.name]

    def __str__(self):
        return self.name


class View:
    """A buffer with shape and strides in elements."""

    def __init__(self, name, type_name, buffer, strides):
        self.name, self.type, self.buffer, self.strides = name, type_name, buffer, strides


class Part:
    """A window of a view."""

    def __init__(self, name, type_name, view, offsets, sizes):
        self.name, self.type, self.view, self.offsets, self.sizes = name, type_name, view, offsets, sizes

    def elements(self, machine, rows, columns):
        (top, left), (down, right) = self.offsets, self.view.strides
        row = (top.of(machine) + numpy.arange(rows)) * down.of(machine)
        column = (left.of(machine) + numpy.arange(columns)) * right.of(machine)
        return row[:, None] + column[None, :]


class Tile:
    """Storage of rows x columns elements at a byte address; valid extents are scalars."""

    def __init__(self, name, type_name, element, rows, columns, extents, address, by_columns):
        self.name, self.type, self.element, self.dtype = name, type_name, element, numpy.dtype(TYPES[element])
        self.rows, self.columns, self.valid, self.address, self.by_columns = rows, columns, extents, address, by_columns

    def extents(self, machine):
        return tuple(extent.of(machine) for extent in machine.values.get(self.name, self.valid))

    def places(self, rows, columns):
        row, column = numpy.arange(rows)[:, None], numpy.arange(columns)[None, :]
        element = column * self.rows + row if self.by_columns else row * self.columns + column
        return self.address + (element * self.dtype.itemsize)[..., None] + numpy.arange(self.dtype.itemsize)

    def read(self, machine, rows=None, columns=None):
        if rows is None:
            rows, columns = self.extents(machine)
        data = machine.ub[self.places(rows, columns)].reshape(rows, columns * self.dtype.itemsize)
        return numpy.ascontiguousarray(data).view(self.dtype).reshape(rows, columns)

    def write(self, machine, values):
        values = numpy.ascontiguousarray(values, self.dtype)
        machine.ub[self.places(*values.shape)] = values.view("u1").reshape(values.shape + (self.dtype.itemsize,))


class Kernel:
    """Text of a function, and the same as functions of a machine."""

    def __init__(self, name, comment, blocks=1):
        self.name, self.comment, self.blocks = name, comment, blocks
        self.parameters, self.data, self.arguments = [], {}, []
        self.helpers, self.constants, self.lines, self.steps, self.stack = [], {}, [], [], []
        self.count, self.tolerance, self.options = 0, {}, ""

    # Text.

    def fresh(self, stem):
        self.count += 1
        return "%%%s_%d" % (stem, self.count)

    def emit(self, line, step=None):
        self.lines.append("  " * (2 + len(self.stack)) + line)
        if step:
            self.steps.append(step)

    # Parameters and scalars.

    def buffer(self, name, element, array):
        """A parameter with its data: an array of numbers, or of bits for bf16."""
        array = numpy.ascontiguousarray(array, TYPES[element])
        self.parameters.append("%%%s: !pto.ptr<%s>" % (name, element))
        self.data[name] = (element, array)
        self.arguments.append(name)
        return name

    def block_numbers(self):
        """The parameters that the launcher binds, as index values; call it behind all other parameters."""
        names = ["%__pypto_spmd_block_idx", "%__pypto_spmd_block_num"]
        self.parameters += [name + ": i32" for name in names]
        return [self.cast(Scalar(name, "i32"), "index") for name in names]

    def number(self, name, type_name, value):
        self.parameters.append("%%%s: %s" % (name, type_name))
        self.arguments.append((name, type_name, value))
        return Scalar("%" + name, type_name)

    def constant(self, value, type_name="index"):
        if isinstance(value, Scalar):
            return value
        text = "%.17e" % value if isinstance(value, float) else str(value)
        name = "%%c%s%s" % (str(value).replace("-", "m").replace(".", "p").replace("+", ""), "" if type_name == "index" else "_" + type_name)
        self.constants[name] = "    %s = arith.constant %s : %s" % (name, text, type_name)
        return Scalar(name, type_name, value)

    def compute(self, operation, left, right, function):
        right = self.constant(right, left.type)
        result = Scalar(self.fresh("v"), left.type)
        self.emit("%s = arith.%s %s, %s : %s" % (result, operation, left, right, left.type),
                  lambda m: m.values.__setitem__(result.name, function(left.of(m), right.of(m))))
        return result

    def times(self, left, right):
        return self.compute("muli", left, right, lambda a, b: a * b)

    def plus(self, left, right):
        return self.compute("addi", left, right, lambda a, b: a + b)

    def at_least_zero(self, value):
        """The clamp in front of offsets."""
        return value if value.constant is not None else self.compute("maxsi", value, 0, max)

    def compare(self, predicate, left, right, function):
        right = self.constant(right, left.type)
        result = Scalar(self.fresh("is"), "i1")
        self.emit("%s = arith.cmpi %s, %s, %s : %s" % (result, predicate, left, right, left.type),
                  lambda m: m.values.__setitem__(result.name, int(function(left.of(m), right.of(m)))))
        return result

    def cast(self, value, type_name):
        result = Scalar(self.fresh("as"), type_name)
        self.emit("%s = arith.index_cast %s : %s to %s" % (result, value, value.type, type_name),
                  lambda m: m.values.__setitem__(result.name, int(value.of(m))))
        return result

    def scalar(self, type_name, text, function):
        """A scalar that some operation gives: the text behind the equals sign and its value in a machine."""
        result = Scalar(self.fresh("s"), type_name)
        self.emit("%s = %s" % (result, text), lambda m: m.values.__setitem__(result.name, function(m)))
        return result

    # Control flow.

    def loop(self, first, last, step=1):
        return Loop(self, *(self.constant(bound) for bound in (first, last, step)))

    def when(self, condition):
        return Branch(self, condition)

    # Views and tiles.

    def view(self, name, shape, strides=None):
        element = self.data[name][0]
        shape = [self.constant(extent) for extent in shape]
        strides = [self.constant(stride) for stride in strides or (shape[1], 1)]
        view = View(self.fresh(name), "!pto.tensor_view<?x?x%s>" % element, name, strides)
        self.emit("%s = pto.make_tensor_view %%%s, shape = [%s, %s], strides = [%s, %s] : %s"
                  % (view.name, name, *shape, *strides, view.type))
        return view

    def part(self, view, offsets, sizes):
        offsets = [self.at_least_zero(self.constant(offset)) for offset in offsets]
        sizes = [self.constant(size) for size in sizes]
        dimensions = "x".join("?" if size.constant is None else str(size.constant) for size in sizes)
        part = Part(self.fresh("w"), "!pto.partition_tensor_view<%sx%s>" % (dimensions, self.data[view.buffer][0]), view, offsets, sizes)
        self.emit("%s = pto.partition_view %s, offsets = [%s, %s], sizes = [%s, %s] : %s -> %s"
                  % (part.name, view.name, *offsets, *sizes, view.type, part.type))
        return part

    def tile(self, element, address, rows, columns, valid_rows=None, valid_columns=None, by_columns=False):
        valid = [self.constant(rows if valid_rows is None else valid_rows),
                 self.constant(columns if valid_columns is None else valid_columns)]
        layout = "col_major" if by_columns else "row_major"
        text = ("!pto.tile_buf<loc=vec, dtype=%s, rows=%d, cols=%d, v_row=?, v_col=?, blayout=%s, slayout=none_box, fractal=512, pad=0>"
                % (element, rows, columns, layout))
        tile = Tile(self.fresh("t"), text, element, rows, columns, valid, address, by_columns)
        self.emit("%s = pto.alloc_tile addr = %s valid_row = %s valid_col = %s : %s"
                  % (tile.name, self.constant(address, "i64"), *valid, text), lambda m: m.values.pop(tile.name, None))
        return tile

    def column(self, address, rows, valid=None):
        """One number for each row: a column of f32."""
        return self.tile("f32", address, rows, 1, valid, 1, by_columns=True)

    def reshape(self, tile, rows, columns, valid_rows, valid_columns):
        """Another handle, by rows, of the same bytes."""
        text = ("!pto.tile_buf<loc=vec, dtype=%s, rows=%d, cols=%d, v_row=%d, v_col=%d, blayout=row_major, slayout=none_box, fractal=512, pad=0>"
                % (tile.element, rows, columns, valid_rows, valid_columns))
        valid = [Scalar("", "index", valid_rows), Scalar("", "index", valid_columns)]
        handle = Tile(self.fresh("t"), text, tile.element, rows, columns, valid, tile.address, False)
        self.emit("%s = pto.treshape %s : %s -> %s" % (handle.name, tile.name, tile.type, text))
        return handle

    def set_valid(self, tile, rows, columns):
        extents = [self.constant(rows), self.constant(columns)]
        self.emit("pto.set_validshape %s, %s, %s : %s" % (tile.name, *extents, tile.type),
                  lambda m: m.values.__setitem__(tile.name, [Scalar("", "index", extent.of(m)) for extent in extents]))

    # Tile operations.

    def operation(self, name, inputs, output, function, attributes="", behind="", scratch=None):
        """Writes function(arrays of the inputs) over the valid region of the first input, or of the output."""
        written = inputs + [scratch] if scratch else inputs
        self.emit("pto.%s ins(%s%s : %s) outs(%s : %s)%s"
                  % (name, ", ".join(value.name for value in written), attributes, ", ".join(value.type for value in written),
                     output.name, output.type, behind))

        def step(machine):
            if 0 not in output.extents(machine):
                output.write(machine, function(*(self.value(value, output, machine) for value in inputs)))
        self.steps.append(step)

    @staticmethod
    def value(operand, output, machine):
        if isinstance(operand, Scalar):
            return numpy.full(output.extents(machine), operand.of(machine), output.dtype)
        return operand.read(machine)

    def load(self, part, tile):
        self.emit("pto.tload ins(%s : %s) outs(%s : %s)" % (part.name, part.type, tile.name, tile.type),
                  lambda m: tile.write(m, m.buffers[part.view.buffer][part.elements(m, *tile.extents(m))]))

    def store(self, tile, part, atomic=None):
        def step(machine):
            buffer, places = machine.buffers[part.view.buffer], part.elements(machine, *tile.extents(machine))
            values = tile.read(machine)
            buffer[places] = atomic(buffer[places], values) if atomic else values
        behind = " {atomicType = #pto<atomic_type atomic_add>}" if atomic else ""
        self.emit("pto.tstore ins(%s : %s) outs(%s : %s)%s" % (tile.name, tile.type, part.name, part.type, behind), step)

    def load_scalar(self, name, index):
        element, array = self.data[name]
        return self.scalar(element, "pto.load_scalar %%%s[%s] : !pto.ptr<%s> -> %s" % (name, index, element, element),
                           lambda m: int(m.buffers[name][index.of(m)]))

    def get(self, tile, index):
        return self.scalar(tile.element, "pto.tgetval ins(%s, %s : %s, index) outs : %s" % (tile.name, index, tile.type, tile.element),
                           lambda m: tile.read(m, tile.rows, tile.columns).flat[index.of(m)])

    def set(self, tile, index, value):
        def step(machine):
            start = tile.address + index.of(machine) * tile.dtype.itemsize
            machine.ub[start:start + tile.dtype.itemsize] = numpy.array([value.of(machine)], tile.dtype).view("u1")
        self.emit("pto.tsetval ins(%s, %s : index, %s) outs(%s : %s)" % (index, value, tile.element, tile.name, tile.type), step)

    # The whole.

    def text(self):
        head = "  func.func @%s(%s) attributes {pto.kernel_kind = #pto.kernel_kind<vector>} {" % (self.name, ", ".join(self.parameters))
        return "\n".join(["module {"] + self.helpers + [head] + list(self.constants.values()) + self.lines + ["    return", "  }", "}", ""])

    def run(self):
        """The buffers after all blocks, one after another."""
        buffers = {name: array.reshape(-1).copy() for name, (_, array) in self.data.items()}
        for block in range(self.blocks):
            values = {"%__pypto_spmd_block_idx": block, "%__pypto_spmd_block_num": self.blocks}
            values.update(("%" + argument[0], argument[2]) for argument in self.arguments if isinstance(argument, tuple))
            machine = Machine(buffers, values)
            for step in self.steps:
                step(machine)
        return buffers


class Loop:
    """A counted loop; carried scalars are given to carry() before it is entered."""

    def __init__(self, kernel, first, last, step):
        self.kernel, self.bounds, self.index = kernel, (first, last, step), Scalar(kernel.fresh("i"), "index")
        self.begins, self.values, self.results, self.next = [], [], [], []

    def carry(self, *begins):
        self.begins = begins
        self.values = [Scalar(self.kernel.fresh("a"), begin.type) for begin in begins]
        self.results = [Scalar(self.kernel.fresh("r"), begin.type) for begin in begins]
        return self

    def give(self, *values):
        self.next = values
        self.kernel.emit("scf.yield %s : %s" % (", ".join(map(str, values)), ", ".join(value.type for value in values)))

    def __enter__(self):
        kernel, head = self.kernel, "scf.for %s = %s to %s step %s" % (self.index, *self.bounds)
        if self.begins:
            pairs = ", ".join("%s = %s" % pair for pair in zip(self.values, self.begins))
            head = "%s = %s iter_args(%s) -> (%s)" % (", ".join(map(str, self.results)), head, pairs, ", ".join(v.type for v in self.values))
        kernel.emit(head + " {")
        kernel.stack.append(kernel.steps)
        kernel.steps = []
        return self if self.begins else self.index

    def __exit__(self, *failure):
        kernel, body = self.kernel, self.kernel.steps
        kernel.steps = kernel.stack.pop()

        def run(machine):
            values = machine.values
            values.update((a.name, b.of(machine)) for a, b in zip(self.values, self.begins))
            for index in range(*(bound.of(machine) for bound in self.bounds)):
                values[self.index.name] = index
                for step in body:
                    step(machine)
                values.update([(a.name, b.of(machine)) for a, b in zip(self.values, self.next)])
            values.update((a.name, values[b.name]) for a, b in zip(self.results, self.values))
        kernel.emit("}", run)


class Branch:
    """A conditional with one or two arms."""

    def __init__(self, kernel, condition):
        self.kernel, self.condition, self.arms = kernel, condition, []

    def __enter__(self):
        self.kernel.emit("scf.if %s {" % self.condition)
        self.begin()
        return self

    def begin(self):
        self.kernel.stack.append(self.kernel.steps)
        self.kernel.steps = []

    def end(self):
        self.arms.append(self.kernel.steps)
        self.kernel.steps = self.kernel.stack.pop()

    def otherwise(self):
        self.end()
        self.kernel.emit("} else {")
        self.begin()

    def __exit__(self, *failure):
        self.end()
        self.kernel.emit("}", lambda m: [step(m) for step in (self.arms + [[]])[0 if self.condition.of(m) else 1]])
