package org.ptoc.ir.object;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The first 8 bytes of the SHA-256 of a source text, first byte lowest, as an object file stores it
 * (spec/40, 12.3). It is computed once and only when it is asked for: the first digest of a process
 * takes 20 ms, and most objects are run or checked, not written.
 */
public final class SourceDigest {
  private String text;
  private long value;
  private boolean isComputed;

  private SourceDigest(String text, long value, boolean isComputed) {
    this.text = text;
    this.value = value;
    this.isComputed = isComputed;
  }

  /** The digest of a text. */
  public static SourceDigest of(String text) {
    return new SourceDigest(text, 0, false);
  }

  /** A digest that an object has. */
  public static SourceDigest of(long value) {
    return new SourceDigest("", value, true);
  }

  /** The digest as a number. */
  public synchronized long value() {
    if (!isComputed) {
      value = compute(text.getBytes(StandardCharsets.UTF_8));
      isComputed = true;
      text = "";
    }
    return value;
  }

  private static long compute(byte[] source) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(source);
      long digest = 0;
      for (int i = 7; i >= 0; i--) {
        digest = digest << 8 | hash[i] & 0xFF;
      }
      return digest;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SourceDigest digest && digest.value() == value();
  }

  @Override
  public int hashCode() {
    return Long.hashCode(value());
  }

  @Override
  public String toString() {
    return Long.toHexString(value());
  }
}
