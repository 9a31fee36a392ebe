package org.ptoc.ir.object;

/**
 * Why a file was rejected.
 *
 * @param offset byte offset in the file
 * @param message what is wrong, half a sentence
 * @param kind whether the file is bad or only too new
 */
public record ObjectProblem(long offset, String message, Kind kind) {
  /** What a refusal says about the file. */
  public enum Kind {
    /** The file is damaged, or no object file of this project. */
    DAMAGED,
    /** The file is for a version of the instruction set that this program does not know. */
    OTHER_VERSION
  }

  @Override
  public String toString() {
    return "offset 0x" + Long.toHexString(offset) + ": " + message;
  }
}
