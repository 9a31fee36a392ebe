package org.ptoc.ir.object;

/**
 * Why a file was refused.
 *
 * @param offset byte offset in the file
 * @param message what is wrong, half a sentence
 */
public record ObjectProblem(long offset, String message) {
  @Override
  public String toString() {
    return "offset 0x" + Long.toHexString(offset) + ": " + message;
  }
}
