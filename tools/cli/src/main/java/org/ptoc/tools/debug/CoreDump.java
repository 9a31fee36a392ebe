package org.ptoc.tools.debug;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.ptoc.emulator.Argument;
import org.ptoc.emulator.KernelLaunch;
import org.ptoc.emulator.machine.StateVisitor;
import org.ptoc.emulator.session.DebugSession;

/**
 * The state of a launch in a file: {@code PTOCORE1}, then deflated, numbers with the first byte
 * first: why it stopped, kernel, blocks and vector cores of a block; the arguments with the bytes
 * of their buffers; the cores that ran, each array with its length in front.
 *
 * @param reason why the run stopped
 * @param kernel its kernel
 * @param state the rest of the file
 */
public record CoreDump(
    String reason,
    String kernel,
    int blocks,
    int subblocks,
    List<Argument> arguments,
    byte[] state) {
  private static final byte[] MAGIC = {'P', 'T', 'O', 'C', 'O', 'R', 'E', '1'};
  private static final int MOST_ARGUMENTS = 1 << 16;
  private static final int MOST_BYTES = Integer.MAX_VALUE - 64;

  /** Kinds of arguments in the order of their numbers in files. */
  private enum Kind {
    SCALAR,
    BUFFER
  }

  /**
   * Writes the state of a session.
   *
   * @throws DebugProblem if a launch of its kind cannot be written
   */
  static void write(Debugger debugger, Path file) throws IOException, DebugProblem {
    write(debugger.session(), debugger.reason(), file);
  }

  /** As {@link #write(Debugger, Path)}. */
  public static void write(DebugSession session, String reason, Path file)
      throws IOException, DebugProblem {
    KernelLaunch launch = session.launch().launch();
    if (launch.ranks() > 1) {
      throw new DebugProblem("a core dump has room for one device, but the launch has several");
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(MAGIC);
    try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
      out.writeUTF(reason.length() > 10_000 ? reason.substring(0, 10_000) : reason);
      out.writeUTF(launch.kernel().name());
      out.writeInt(launch.blocks());
      out.writeInt(launch.subblocks());
      writeArguments(out, session, launch);
      session.visit(new Writer(out));
    } catch (UncheckedIOException failure) {
      throw failure.getCause();
    }
    Files.write(file, bytes.toByteArray());
  }

  private static void writeArguments(
      DataOutputStream out, DebugSession session, KernelLaunch launch)
      throws IOException, DebugProblem {
    int[] buffers = Argument.buffers(launch.arguments());
    List<Integer> seen = new ArrayList<>();
    out.writeInt(buffers.length);
    for (int i = 0; i < buffers.length; i++) {
      switch (launch.arguments().get(i)) {
        case Argument.Scalar(long bits) -> {
          out.writeByte(Kind.SCALAR.ordinal());
          out.writeLong(bits);
        }
        case Argument.FromLaunch _, Argument.Grid _ -> {
          // The parameter blocks of the cores have the numbers.
          out.writeByte(Kind.SCALAR.ordinal());
          out.writeLong(0);
        }
        case Argument.Memory memory -> {
          if (seen.contains(buffers[i])) {
            throw new DebugProblem("a core dump has no room for views of one buffer");
          }
          seen.add(buffers[i]);
          out.writeByte(Kind.BUFFER.ordinal());
          byte[] contents = session.launch().memory().contents(buffers[i]);
          out.writeInt(contents.length);
          out.write(contents);
        }
      }
    }
  }

  /**
   * Reads a file.
   *
   * @throws DebugProblem if it is not a core dump
   */
  public static CoreDump read(byte[] bytes) throws DebugProblem {
    if (bytes.length < MAGIC.length
        || !Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
      throw new DebugProblem("the file is not a core dump: it does not begin with PTOCORE1");
    }
    try (DataInputStream in =
        new DataInputStream(
            new InflaterInputStream(
                new ByteArrayInputStream(bytes, MAGIC.length, bytes.length - MAGIC.length)))) {
      String reason = in.readUTF();
      String kernel = in.readUTF();
      int blocks = in.readInt();
      int subblocks = in.readInt();
      int count = in.readInt();
      if (count < 0 || count > MOST_ARGUMENTS) {
        throw new EOFException();
      }
      List<Argument> arguments = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        arguments.add(argument(in));
      }
      return new CoreDump(
          reason, kernel, blocks, subblocks, List.copyOf(arguments), in.readAllBytes());
    } catch (IOException damaged) {
      throw new DebugProblem("the core dump is damaged");
    }
  }

  private static Argument argument(DataInputStream in) throws IOException {
    int kind = in.readUnsignedByte();
    if (kind == Kind.SCALAR.ordinal()) {
      return new Argument.Scalar(in.readLong());
    }
    if (kind != Kind.BUFFER.ordinal()) {
      throw new EOFException();
    }
    int length = in.readInt();
    if (length < 0 || length > MOST_BYTES) {
      throw new EOFException();
    }
    return new Argument.Buffer(in.readNBytes(length));
  }

  /**
   * Puts the cores of a session into the state of the dump.
   *
   * @throws DebugProblem if the dump is of another launch
   */
  void restore(DebugSession session) throws DebugProblem {
    try {
      session.visit(new Reader(new DataInputStream(new ByteArrayInputStream(state))));
    } catch (UncheckedIOException | IndexOutOfBoundsException damaged) {
      throw new DebugProblem("the core dump is damaged, or of another object");
    }
  }

  private record Writer(DataOutputStream out) implements StateVisitor {
    @Override
    public void bytes(byte[] memory) {
      try {
        out.writeInt(memory.length);
        out.write(memory);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    @Override
    public void longs(long[] values) {
      number(values.length);
      for (long value : values) {
        number(value);
      }
    }

    @Override
    public void ints(int[] values) {
      number(values.length);
      for (int value : values) {
        number(value);
      }
    }

    @Override
    public long number(long value) {
      try {
        out.writeLong(value);
        return value;
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    @Override
    public <T> T value(T value) {
      return value;
    }
  }

  private record Reader(DataInputStream in) implements StateVisitor {
    private void expect(long found, int wanted) {
      if (found != wanted) {
        throw new UncheckedIOException(new EOFException());
      }
    }

    @Override
    public void bytes(byte[] memory) {
      try {
        expect(in.readInt(), memory.length);
        in.readFully(memory);
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    @Override
    public void longs(long[] values) {
      expect(number(0), values.length);
      Arrays.setAll(values, _ -> number(0));
    }

    @Override
    public void ints(int[] values) {
      expect(number(0), values.length);
      Arrays.setAll(values, _ -> (int) number(0));
    }

    @Override
    public long number(long value) {
      try {
        return in.readLong();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    }

    @Override
    public <T> T value(T value) {
      return value;
    }
  }
}
