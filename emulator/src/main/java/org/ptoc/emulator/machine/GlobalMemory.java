package org.ptoc.emulator.machine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.ptoc.emulator.unit.LittleEndian;
import org.ptoc.ir.isa.TrapCode;

/**
 * Global memory: the argument buffers of a launch, each in an address window of its own. Behind the
 * data of a buffer lie zero bytes, which kernels may touch where the launch allows it (spec/00,
 * 1.1); every other access traps. Shared by all blocks. A page of a buffer is made when it is first
 * touched, so that a launch takes the memory that its kernel uses, whatever the buffers hold.
 */
public final class GlobalMemory {
  /** Zero bytes behind the data of a buffer. */
  public static final int SLACK_BYTES = 65_536;

  private static final int WINDOW_SHIFT = 36;

  private static final int PAGE_SHIFT = 14;
  private static final int PAGE_BYTES = 1 << PAGE_SHIFT;
  private static final byte[] ABSENT = {};
  private static final VarHandle PAGES = MethodHandles.arrayElementVarHandle(byte[][].class);

  /** The size of a buffer that this rank may not touch. */
  private static final int CLOSED = Integer.MIN_VALUE / 2;

  private final List<Contents> contents;
  private final int[] sizes;
  private final boolean slack;

  /** The buffers of the own rank: from the first to the one in front of the last. */
  private final int first;

  private final int last;

  /** True if other addresses are those of other ranks. */
  private final boolean isOfRank;

  /** The pages of each buffer and of the zero bytes behind it, those not touched being absent. */
  private final byte[][][] pages;

  /**
   * Pages that a {@link Shared} copy has, which are cloned when they are written; none at first.
   */
  private final boolean[][] frozen;

  /** Buffers with {@code contents}, whose zero bytes may be touched. */
  public GlobalMemory(List<Contents> contents) {
    this(contents, true);
  }

  /**
   * Buffers with {@code contents}.
   *
   * @param slack whether the zero bytes behind the data may be touched
   */
  public GlobalMemory(List<Contents> contents, boolean slack) {
    this.contents = List.copyOf(contents);
    this.slack = slack;
    this.first = 0;
    this.last = contents.size();
    this.isOfRank = false;
    pages = new byte[contents.size()][][];
    frozen = new boolean[contents.size()][0];
    sizes = new int[contents.size()];
    for (int i = 0; i < pages.length; i++) {
      sizes[i] = Math.toIntExact(contents.get(i).size());
      pages[i] = new byte[(Math.addExact(sizes[i], SLACK_BYTES - 1) >>> PAGE_SHIFT) + 1][];
      Arrays.fill(pages[i], ABSENT);
    }
  }

  private GlobalMemory(GlobalMemory all, int first, int last, IntPredicate isOpen) {
    this.contents = all.contents;
    this.slack = all.slack;
    this.pages = all.pages;
    this.frozen = all.frozen;
    this.first = first;
    this.last = last;
    this.isOfRank = true;
    this.sizes = all.sizes.clone();
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = isOpen.test(i) ? sizes[i] : CLOSED;
    }
  }

  /**
   * The same memory as one rank of several sees it (spec/70, 4.3).
   *
   * @param first the first of its own buffers
   * @param last the one behind them
   * @param isOpen the buffers that it may touch
   */
  public GlobalMemory ofRank(int first, int last, IntPredicate isOpen) {
    return new GlobalMemory(this, first, last, isOpen);
  }

  /** The address of the first byte of buffer {@code index}. */
  public static long address(int index) {
    return (index + 1L) << WINDOW_SHIFT;
  }

  /** A copy of the data of buffer {@code index}, without the slack. */
  public byte[] contents(int index) {
    byte[] all = new byte[sizes[index]];
    for (int start = 0; start < all.length; start += PAGE_BYTES) {
      int bytes = Math.min(PAGE_BYTES, all.length - start);
      byte[] page = pages[index][start >>> PAGE_SHIFT];
      if (page == ABSENT) {
        contents.get(index).read(start, all, start, bytes);
      } else {
        System.arraycopy(page, 0, all, start, bytes);
      }
    }
    return all;
  }

  /** True if the data of buffer {@code index} is not what it was at launch. */
  public boolean isChanged(int index) {
    byte[] before = new byte[PAGE_BYTES];
    for (int number = 0; number << PAGE_SHIFT < sizes[index]; number++) {
      byte[] page = pages[index][number];
      if (page != ABSENT) {
        int bytes = dataBytes(index, number);
        contents.get(index).read((long) number << PAGE_SHIFT, before, 0, bytes);
        if (!Arrays.equals(page, 0, bytes, before, 0, bytes)) {
          return true;
        }
      }
    }
    return false;
  }

  /** A copy of the pages that were made. */
  public record Copy(byte[][][] pages) {}

  /** A copy, unless its bytes exceed {@code most}. */
  public Optional<Copy> copy(long most) {
    long bytes = 0;
    byte[][][] copy = new byte[pages.length][][];
    for (int i = 0; i < pages.length; i++) {
      copy[i] = pages[i].clone();
      for (int number = 0; number < copy[i].length; number++) {
        bytes += copy[i][number].length;
        if (bytes > most) {
          return Optional.empty();
        }
        copy[i][number] = copy[i][number] == ABSENT ? ABSENT : copy[i][number].clone();
      }
    }
    return Optional.of(new Copy(copy));
  }

  /** True if memory has the same pages with the same bytes as a copy. */
  public boolean isSame(Copy copy) {
    return Arrays.deepEquals(pages, copy.pages());
  }

  /** The pages at one moment, shared with the memory and with other copies: not to be changed. */
  public record Shared(byte[][][] pages) {}

  /** A copy that takes no more memory than what is written from now on; one thread may write. */
  public Shared share() {
    byte[][][] copy = new byte[pages.length][][];
    for (int i = 0; i < pages.length; i++) {
      copy[i] = pages[i].clone();
      freeze(i);
    }
    return new Shared(copy);
  }

  /** Puts a copy back; one thread may read and write. */
  public void restore(Shared copy) {
    for (int i = 0; i < pages.length; i++) {
      System.arraycopy(copy.pages()[i], 0, pages[i], 0, pages[i].length);
      freeze(i);
    }
  }

  private void freeze(int index) {
    if (frozen[index].length == 0) {
      frozen[index] = new boolean[pages[index].length];
    }
    Arrays.fill(frozen[index], true);
  }

  /** Copies the pages of buffer {@code index} that were made to the memory of its contents. */
  public void copyTo(int index, MemorySegment target) {
    for (int number = 0; number << PAGE_SHIFT < sizes[index]; number++) {
      byte[] page = pages[index][number];
      if (page != ABSENT) {
        long start = (long) number << PAGE_SHIFT;
        MemorySegment.copy(page, 0, target, ValueLayout.JAVA_BYTE, start, dataBytes(index, number));
      }
    }
  }

  /** Bytes of the data of buffer {@code index} that lie in a page; the rest of it is slack. */
  private int dataBytes(int index, int number) {
    return Math.clamp(sizes[index] - ((long) number << PAGE_SHIFT), 0, PAGE_BYTES);
  }

  /** Reads {@code bytes} bytes from {@code address} on into an array. */
  public void read(long address, byte[] to, int at, int bytes) {
    check(address, bytes);
    int index = index(address);
    int offset = offset(address);
    for (int done = 0; done < bytes; ) {
      int number = offset + done >>> PAGE_SHIFT;
      int place = offset + done & PAGE_BYTES - 1;
      int count = Math.min(bytes - done, PAGE_BYTES - place);
      if (isStored(index, number, place + count)) {
        contents.get(index).read(offset + done, to, at + done, count);
      } else {
        System.arraycopy(page(index, number), place, to, at + done, count);
      }
      done += count;
    }
  }

  /** True if the first bytes of a page that was not made can be read where they lie. */
  private boolean isStored(int index, int number, int bytes) {
    return PAGES.getAcquire(pages[index], number) == ABSENT
        && contents.get(index).isStored()
        && bytes <= dataBytes(index, number);
  }

  /** Writes {@code bytes} bytes of an array from {@code address} on. */
  public void write(long address, byte[] from, int at, int bytes) {
    check(address, bytes);
    int offset = offset(address);
    for (int done = 0; done < bytes; ) {
      int place = offset + done & PAGE_BYTES - 1;
      int count = Math.min(bytes - done, PAGE_BYTES - place);
      byte[] page = writable(index(address), offset + done >>> PAGE_SHIFT);
      System.arraycopy(from, at + done, page, place, count);
      done += count;
    }
  }

  /** The little-endian number of 1, 2, 4 or 8 bytes at {@code address}. */
  public long get(long address, int bytes) {
    check(address, bytes);
    int place = offset(address) & PAGE_BYTES - 1;
    if (place + bytes > PAGE_BYTES) {
      byte[] parts = new byte[bytes];
      read(address, parts, 0, bytes);
      return LittleEndian.get(parts, 0, bytes);
    }
    return LittleEndian.get(page(index(address), offset(address) >>> PAGE_SHIFT), place, bytes);
  }

  /** Writes the low 1, 2, 4 or 8 bytes of a number. */
  public void put(long address, int bytes, long value) {
    check(address, bytes);
    int place = offset(address) & PAGE_BYTES - 1;
    if (place + bytes > PAGE_BYTES) {
      byte[] parts = new byte[bytes];
      LittleEndian.put(parts, 0, bytes, value);
      write(address, parts, 0, bytes);
    } else {
      byte[] page = writable(index(address), offset(address) >>> PAGE_SHIFT);
      LittleEndian.put(page, place, bytes, value);
    }
  }

  private byte[] page(int index, int number) {
    byte[] page = (byte[]) PAGES.getAcquire(pages[index], number);
    return page == ABSENT ? make(index, number) : page;
  }

  /** A page that no copy shares. */
  private byte[] writable(int index, int number) {
    byte[] page = page(index, number);
    if (frozen[index].length > 0 && frozen[index][number]) {
      page = page.clone();
      pages[index][number] = page;
      frozen[index][number] = false;
    }
    return page;
  }

  /** Makes a page, unless another core does so at the same time. */
  private byte[] make(int index, int number) {
    int data = dataBytes(index, number);
    long left = (long) sizes[index] + SLACK_BYTES - ((long) number << PAGE_SHIFT);
    byte[] page = new byte[(int) Math.min(PAGE_BYTES, left)];
    if (data > 0) {
      contents.get(index).read((long) number << PAGE_SHIFT, page, 0, data);
    }
    byte[] other = (byte[]) PAGES.compareAndExchange(pages[index], number, ABSENT, page);
    return other == ABSENT ? page : other;
  }

  /** Traps unless one buffer holds {@code bytes} bytes from {@code address} on. */
  public void check(long address, long bytes) {
    long index = (address >>> WINDOW_SHIFT) - 1;
    if (index < 0
        || index >= sizes.length
        || bytes < 0
        || (long) offset(address) + bytes > end((int) index, bytes)) {
      throw outside(address, bytes);
    }
  }

  /** One past the last legal byte of a buffer; an access of no bytes touches none. */
  private int end(int index, long bytes) {
    return slack || bytes == 0 ? sizes[index] + SLACK_BYTES : sizes[index];
  }

  /** The trap of an access outside of the buffers, with the buffer that lies nearest. */
  private MachineTrap outside(long address, long bytes) {
    long index = (address >>> WINDOW_SHIFT) - 1;
    if (isOfRank && index >= 0 && (index < first || index >= last)) {
      return MachineTrap.of(
          TrapCode.REMOTE_MEMORY,
          "GM access of "
              + bytes
              + " bytes at 0x"
              + Long.toHexString(address)
              + " is memory of another rank outside of its windows");
    }
    String message =
        "GM access of "
            + bytes
            + " bytes at 0x"
            + Long.toHexString(address)
            + " is outside every argument buffer";
    long nearest = (address + (1L << WINDOW_SHIFT - 1) >> WINDOW_SHIFT) - 1;
    return bytes > 0 && nearest >= 0 && nearest < sizes.length && sizes[(int) nearest] != CLOSED
        ? MachineTrap.outOfRange(message, (int) nearest, address - address((int) nearest), bytes)
        : MachineTrap.of(TrapCode.GM_ACCESS, message);
  }

  /** The number of the buffer of a checked address. */
  public static int index(long address) {
    return (int) (address >>> WINDOW_SHIFT) - 1;
  }

  /** The data bytes of buffer {@code index}, without the slack. */
  public int size(int index) {
    return sizes[index];
  }

  /** The number of buffers. */
  int count() {
    return sizes.length;
  }

  /** The place of {@code address} in its buffer. */
  public static int offset(long address) {
    long offset = address & (1L << WINDOW_SHIFT) - 1;
    return offset > Integer.MAX_VALUE ? Integer.MAX_VALUE : (int) offset;
  }
}
