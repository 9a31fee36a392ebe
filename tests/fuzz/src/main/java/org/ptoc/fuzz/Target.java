package org.ptoc.fuzz;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.ObjectReader;
import org.ptoc.ir.object.ObjectWriter;
import org.ptoc.tools.cli.Ptoc;
import org.ptoc.tools.data.DataArray;
import org.ptoc.tools.data.DataResult;
import org.ptoc.tools.data.NpyReader;
import org.ptoc.tools.data.NpyWriter;

/** A kind of input, and what must hold whatever the bytes are. */
public enum Target {
  /** Source text, for both profiles: compiled or rejected with a message. */
  TEXT {
    @Override
    public void accept(byte[] input) {
      for (Profile profile : Profile.values()) {
        command(input, "compile", "-", "--profile", profile.spelling(), "-o", "-");
      }
    }
  },

  /**
   * One byte that chooses the profile, then instruction words, little-endian: they end or trap, the
   * same in every engine.
   */
  WORDS {
    @Override
    public void accept(byte[] input) {
      if (input.length > 0) {
        Profile[] profiles = Profile.values();
        WordProgram.of(
                profiles[(input[0] & 0xFF) % profiles.length],
                Arrays.copyOfRange(input, 1, input.length))
            .check();
      }
    }
  },

  /**
   * An object file: rejected with a reason, or read, written and read again as the same, and
   * disassembled.
   */
  OBJECT {
    @Override
    public void accept(byte[] input) {
      if (ObjectReader.read(input) instanceof ObjectReader.Loaded(var object)) {
        byte[] written = ObjectWriter.write(object);
        require(
            ObjectReader.read(written) instanceof ObjectReader.Loaded,
            "what was written cannot be read");
        require(Arrays.equals(ObjectWriter.write(object), written), "two writes differ");
      }
      command(input, "objdump", "-d", "-");
    }
  },

  /**
   * Assembly text: assembled or rejected with a message; what was assembled comes back from its
   * disassembly.
   */
  ASSEMBLY {
    @Override
    public void accept(byte[] input) {
      Outcome first = command(input, "asm", "-", "-o", "-");
      if (first.status == OK) {
        Outcome text = command(first.output, "objdump", "--asm", "-");
        require(text.status == OK, "the object cannot be disassembled: " + text.messages);
        Outcome second = command(text.output, "asm", "-", "-o", "-");
        require(second.status == OK, "the disassembly cannot be assembled: " + second.messages);
        require(
            Arrays.equals(first.output, second.output),
            "the object changes on its way through assembly");
      }
    }
  },

  /** A {@code .npy} file: rejected with a reason, or read, written and read again as the same. */
  ARRAY {
    @Override
    public void accept(byte[] input) {
      if (NpyReader.read(input) instanceof DataResult.Value<DataArray>(DataArray array)) {
        byte[] written = NpyWriter.write(array);
        require(
            NpyReader.read(written) instanceof DataResult.Value<DataArray>(DataArray again)
                && Arrays.equals(NpyWriter.write(again), written),
            "the array changes when it is written and read");
      }
    }
  },

  /** The plan of a sweep: its items are counted, or it is rejected with a message. */
  PLAN {
    @Override
    public void accept(byte[] input) {
      command(input, "sweep", "-", "--dry-run");
    }
  },

  /** Words of a command line, one on each line, and behind an empty line standard input. */
  COMMAND_LINE {
    @Override
    public void accept(byte[] input) {
      String text = new String(input, StandardCharsets.UTF_8);
      int end = text.indexOf("\n\n");
      String words = end < 0 ? text : text.substring(0, end);
      String rest = end < 0 ? "" : text.substring(end + 2);
      command(rest.getBytes(StandardCharsets.UTF_8), HarmlessWords.of(words));
    }
  };

  private static final int OK = 0;
  private static final int INTERNAL_ERROR = 70;

  /** Throws an {@link AssertionError} when something does not hold. */
  public abstract void accept(byte[] input);

  private record Outcome(int status, byte[] output, String messages) {}

  /** One call of the command; an internal error or a rejection without words is a finding. */
  private static Outcome command(byte[] input, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Ptoc.run(
            List.of(arguments),
            new ByteArrayInputStream(input),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    String messages = err.toString(StandardCharsets.UTF_8);
    require(status != INTERNAL_ERROR, String.join(" ", arguments) + ": " + messages);
    require(status == OK || !messages.isBlank(), "status " + status + " without a message");
    return new Outcome(status, out.toByteArray(), messages);
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new AssertionError(message);
    }
  }
}
