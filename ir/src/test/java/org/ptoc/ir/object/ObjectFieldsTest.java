package org.ptoc.ir.object;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every field of an object file by spec/40, 12: what is written there, and what is refused. */
class ObjectFieldsTest {
  private static final byte[] SOUND = ObjectWriter.write(SmallObject.object());

  private final byte[] bytes = SOUND.clone();

  @Test
  void theObjectComesBack() {
    assertThat(ObjectReader.read(bytes)).isEqualTo(new ObjectReader.Loaded(SmallObject.object()));
    assertThat(ObjectReader.looksLikeObject(bytes)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          file          | 0  | 4 | 0x464C457F
          file          | 4  | 4 | 0x00010102
          file          | 8  | 8 | 0
          file          | 16 | 2 | 2
          file          | 18 | 2 | 0xB7C3
          file          | 20 | 4 | 1
          file          | 24 | 8 | 0
          file          | 32 | 8 | 64
          file          | 48 | 4 | 0x00010101
          file          | 52 | 2 | 64
          file          | 54 | 2 | 56
          file          | 56 | 2 | 3
          file          | 58 | 2 | 64
          file          | 60 | 2 | 12
          file          | 62 | 2 | 11
          program 0     | 0  | 4 | 1
          program 0     | 4  | 4 | 5
          program 0     | 16 | 8 | 0x1000
          program 0     | 24 | 8 | 0x1000
          program 0     | 32 | 8 | 24
          program 0     | 40 | 8 | 24
          program 0     | 48 | 8 | 64
          program 1     | 16 | 8 | 0x1040
          program 1     | 32 | 8 | 16
          program 2     | 0  | 4 | 4
          program 2     | 4  | 4 | 4
          program 2     | 32 | 8 | 48
          program 2     | 48 | 8 | 4
          header .text.alpha   | 4  | 4 | 1
          header .text.alpha   | 8  | 8 | 6
          header .text.alpha   | 16 | 8 | 0x1000
          header .text.alpha   | 48 | 8 | 64
          header .rodata.alpha | 8  | 8 | 2
          header .rodata.alpha | 16 | 8 | 0
          header .rodata.alpha | 32 | 8 | 5
          header .pto.kernels  | 48 | 8 | 8
          header .pto.kernels  | 56 | 8 | 64
          header .pto.args     | 56 | 8 | 16
          header .symtab       | 4  | 4 | 2
          header .symtab       | 40 | 4 | 10
          header .symtab       | 44 | 4 | 1
          header .symtab       | 56 | 8 | 24
          header .strtab       | 4  | 4 | 3
          .text.alpha   | 0  | 8 | 0x0102030405060708
          .note.pto     | 0  | 4 | 4
          .note.pto     | 4  | 4 | 32
          .note.pto     | 8  | 4 | 0x5054
          .note.pto     | 12 | 4 | 0x004F5450
          .note.pto     | 16 | 2 | 1
          .note.pto     | 18 | 2 | 1
          .note.pto     | 20 | 2 | 1
          .note.pto     | 22 | 2 | 1
          .note.pto     | 24 | 4 | 2
          .note.pto     | 28 | 4 | 3
          .note.pto     | 40 | 8 | 0x1122334455667788
          .pto.kernels  | 4  | 4 | 1
          .pto.kernels  | 8  | 8 | 0x1000
          .pto.kernels  | 16 | 4 | 24
          .pto.kernels  | 20 | 4 | 2
          .pto.kernels  | 24 | 4 | 0
          .pto.kernels  | 28 | 2 | 2
          .pto.kernels  | 30 | 2 | 0x0500
          .pto.kernels  | 32 | 4 | 0x1234
          .pto.kernels  | 36 | 4 | 0x56
          .pto.kernels  | 40 | 4 | 7
          .pto.kernels  | 44 | 4 | 16
          .pto.kernels  | 48 | 4 | 0x04030201
          .pto.kernels  | 52 | 4 | 0x8105
          .pto.kernels  | 56 | 8 | 0
          .pto.kernels  | 68 | 4 | 2
          .pto.kernels  | 72 | 8 | 0x1040
          .pto.kernels  | 84 | 4 | 0
          .pto.kernels  | 88 | 4 | 2
          .pto.kernels  | 94 | 2 | 0x1A01
          .pto.kernels  | 96 | 4 | 0xFFFFFFFF
          .pto.kernels  | 120 | 4 | 0x12345
          .pto.kernels  | 124 | 4 | 0x19201211
          .pto.args     | 0  | 4 | 0x01001401
          .pto.args     | 8  | 8 | 0
          .pto.args     | 16 | 4 | 0x02011000
          .pto.args     | 24 | 8 | 8
          .symtab       | 24 | 8 | 0x0001001200000000
          .symtab       | 32 | 8 | 0x1000
          .symtab       | 40 | 8 | 24
          .symtab       | 56 | 8 | 0x1040
          """)
  void fieldIsWritten(String part, int offset, int size, String value) {
    int at = SmallObject.place(bytes, part) + offset;
    long found = SmallObject.get(bytes, at, size);
    if (part.equals(".symtab") && offset == 24) {
      found &= 0xFFFF_FFFF_0000_0000L;
    }
    assertThat(found).isEqualTo(Long.decode(value));
  }

  /** Wrong values with the place that the refusal names and what it says. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          file                 | 4   | 1 | 1          | file +4              | the ELF class is 1, not 2
          file                 | 5   | 1 | 2          | file +5              | the byte order is 2, not 1
          file                 | 16  | 2 | 1          | file +16             | the file type is 1, not 2
          file                 | 18  | 2 | 62         | file +18             | this ELF file is for machine 0x3e, not an object of ptoc (0xb7c3)
          file                 | 58  | 2 | 63         | file +58             | the section header size is 0x3f, not 0x40
          file                 | 6   | 1 | 2          | file +6              | the ELF version is 2, not 1
          file                 | 7   | 1 | 3          | file +7              | the system is 3, not 0
          file                 | 8   | 8 | 1          | file +8              | the system version and padding is 1, not 0
          file                 | 20  | 4 | 0          | file +20             | the ELF version is 0, not 1
          file                 | 24  | 8 | 0x1000     | file +24             | the entry address is 0x1000, not 0
          file                 | 52  | 2 | 65         | file +52             | the header size is 0x41, not 0x40
          file                 | 54  | 2 | 9          | file +54             | the program header size is 9, not 0x38
          file                 | 60  | 2 | 1          | file +60             | a file cannot have 1 sections
          file                 | 60  | 2 | 0xFF00     | file +60             | a file cannot have 65280 sections
          file                 | 60  | 2 | 0xFEFF     | file +40             | the section headers lie outside the file
          file                 | 62  | 2 | 0          | file +62             | there is no section 0 with the section names
          file                 | 62  | 2 | 12         | file +62             | there is no section 12 with the section names
          file                 | 40  | 8 | -1         | file +40             | the section headers lie outside the file
          file                 | 32  | 8 | -1         | file +32             | the program headers lie outside the file
          file                 | 32  | 8 | 63         | file +63             | the program headers overlaps the file header
          file                 | 56  | 2 | 2          | file +56             | section .note.pto has no program header
          file                 | 56  | 2 | 1          | file +56             | section .text.beta has no program header
          file                 | 56  | 2 | 9          | .text.alpha +0       | overlaps
          program 0            | 0   | 4 | 4          | program 0 +0         | the segment type is 4, not 1
          program 0            | 4   | 4 | 7          | program 0 +4         | the segment permission is 7, not 5
          program 0            | 8   | 8 | 0          | program 0 +8         | the segment offset is 0, not
          program 0            | 16  | 8 | 0          | program 0 +16        | the segment address is 0, not 0x1000
          program 0            | 24  | 8 | 0          | program 0 +24        | the segment load address is 0, not 0x1000
          program 0            | 32  | 8 | 1          | program 0 +32        | the segment size in the file is 1, not 0x18
          program 0            | 40  | 8 | 1          | program 0 +40        | the segment size in memory is 1, not 0x18
          program 0            | 48  | 8 | 4          | program 0 +48        | the segment alignment is 4, not 0x40
          program 2            | 0   | 4 | 1          | program 2 +0         | the segment type is 1, not 4
          program 2            | 4   | 4 | 5          | program 2 +4         | the segment permission is 5, not 4
          header null          | 0   | 8 | 1          | header null +0       | the null section header is 1, not 0
          header null          | 56  | 8 | 1          | header null +56      | the null section header is 1, not 0
          header .text.alpha   | 0   | 4 | -1         | .shstrtab +0         | the name of section 1 lies outside its table
          header .text.alpha   | 4   | 4 | 8          | header .text.alpha +4 | section .text.alpha has type 8, not 1
          header .text.alpha   | 8   | 8 | 7          | header .text.alpha +8 | the flags of section .text.alpha is 0x7, not 0x6
          header .text.alpha   | 16  | 8 | 0xFC0      | program 0 +16        | the segment address is 0x1000, not 0xfc0
          header .text.alpha   | 24  | 8 | -1         | header .text.alpha +24 | section 1 lies outside the file
          header .text.alpha   | 32  | 8 | -1         | header .text.alpha +24 | section 1 lies outside the file
          header .text.alpha   | 40  | 4 | 1          | header .text.alpha +40 | the link of section .text.alpha is 0x1, not 0x0
          header .text.alpha   | 44  | 4 | 1          | header .text.alpha +44 | the info of section .text.alpha is 0x1, not 0x0
          header .text.alpha   | 48  | 8 | 8          | header .text.alpha +48 | the alignment of section .text.alpha is 0x8, not 0x40
          header .text.alpha   | 56  | 8 | 8          | header .text.alpha +56 | the entry size of section .text.alpha is 0x8, not 0x0
          header .rodata.alpha | 8   | 8 | 3          | header .rodata.alpha +8 | the flags of section .rodata.alpha is 0x3, not 0x2
          header .rodata.alpha | 16  | 8 | 64         | header .rodata.alpha +16 | the address of section .rodata.alpha is 0x40, not 0x0
          header .rodata.alpha | 32  | 8 | 0          | .pto.kernels +20     | section 2 holds no constants of kernel alpha
          header .note.pto     | 4   | 4 | 1          | header .note.pto +4  | section .note.pto has type 1, not 7
          header .note.pto     | 48  | 8 | 8          | header .note.pto +48 | the alignment of section .note.pto is 0x8, not 0x4
          header .note.pto     | 32  | 8 | 47         | program 2 +32        | the segment size in the file is 0x30, not 0x2f
          header .pto.kernels  | 32  | 8 | 100        | header .pto.kernels +32 | section .pto.kernels is no whole number of records
          header .pto.kernels  | 32  | 8 | 64         | .pto.kernels +0      | the note announces 2 kernels, the records are 1
          header .pto.kernels  | 24  | 8 | 65         | header .pto.kernels +24 | section .pto.kernels is misaligned in the file
          header .pto.args     | 32  | 8 | 16         | .pto.kernels +24     | the argument records of kernel alpha do not follow those before them or are not all there
          header .pto.extents  | 32  | 8 | 0          | .pto.extents +0      | the section of extents is empty
          header .pto.extents  | 56  | 8 | 1          | header .pto.extents +56 | the entry size of section .pto.extents is 0x1, not 0x2c
          header .debug_line   | 48  | 8 | 2          | header .debug_line +48 | the alignment of section .debug_line is 0x2, not 0x1
          header .debug_line   | 32  | 8 | 30         | .debug_line +0       | the line table size is
          header .symtab       | 40  | 4 | 11         | header .symtab +40   | the symbols do not use .strtab
          header .symtab       | 44  | 4 | 2          | header .symtab +44   | the symbols are not one for each kernel behind the local ones
          header .symtab       | 32  | 8 | 48         | header .symtab +44   | the symbols are not one for each kernel behind the local ones
          header .strtab       | 4   | 4 | 1          | header .strtab +4    | section .strtab has type 1, not 3
          header .strtab       | 8   | 8 | 2          | header .strtab +8    | the flags of section .strtab is 0x2, not 0x0
          header .shstrtab     | 4   | 4 | 1          | header .shstrtab +4  | section .shstrtab has type 1, not 3
          .shstrtab            | 1   | 4 | 0x7474742E | header .text.alpha +0 | section .ttt
          .note.pto            | 0   | 4 | 3          | .note.pto +0         | the note name size is 3, not 4
          .note.pto            | 4   | 4 | 8          | .note.pto +4         | the note size is 8, not 0x20
          .note.pto            | 8   | 4 | 5          | .note.pto +8         | the note type is 5, not 0x5054
          .note.pto            | 12  | 4 | 5          | .note.pto +12        | the note name is 5, not 0x4f5450
          .note.pto            | 16  | 2 | 9          | .note.pto +16        | there is no profile 9
          .note.pto            | 16  | 2 | 2          | file +48             | header flags 0x10101 and note disagree about profile or version
          .note.pto            | 18  | 2 | 2          | .note.pto +18        | the file needs version 2.1 of the instruction set, this program knows 1.1
          .note.pto            | 18  | 2 | 0          | .note.pto +18        | the file needs version 0.1 of the instruction set
          .note.pto            | 20  | 2 | 0          | file +48             | header flags 0x10101 and note disagree about profile or version
          .note.pto            | 22  | 2 | 2          | .note.pto +22        | the note layout version is 2, not 1
          .note.pto            | 24  | 4 | 0          | .pto.kernels +0      | the note announces 0 kernels, the records are 2
          .note.pto            | 24  | 4 | 16385      | .note.pto +24        | a file cannot have 16385 kernels
          .note.pto            | 24  | 4 | -1         | .note.pto +24        | a file cannot have 4294967295 kernels
          .note.pto            | 24  | 4 | 1          | .pto.kernels +0      | the note announces 1 kernels, the records are 2
          .note.pto            | 28  | 4 | 4          | .note.pto +28        | the kernels use features 0x4 unknown here
          .note.pto            | 28  | 4 | 2          | .note.pto +0         | the features of the note disagree with the kernels
          .note.pto            | 28  | 4 | 1          | .note.pto +0         | the features of the note disagree with the kernels
          .note.pto            | 32  | 4 | -1         | .strtab +0           | the producer lies outside its table
          .note.pto            | 36  | 4 | -1         | .strtab +0           | the source name lies outside its table
          .note.pto            | 36  | 4 | 0          | .debug_line +12      | the first files of the line table are not the source
          .pto.kernels         | 0   | 4 | 0          | .pto.kernels +0      | kernel 0 has no name
          .pto.kernels         | 0   | 4 | -1         | .strtab +0           | the name of kernel 0 lies outside its table
          .pto.kernels         | 4   | 4 | 2          | .pto.kernels +4      | kernel alpha names the wrong symbol
          .pto.kernels         | 8   | 8 | 0x1040     | .pto.kernels +8      | the entry address of kernel alpha is 0x1040, not 0x1000
          .pto.kernels         | 16  | 4 | 16         | .pto.kernels +16     | the text size of kernel alpha is 0x10, not 0x18
          .pto.kernels         | 20  | 4 | 0          | .pto.kernels +0      | a text or rodata section belongs to no kernel
          .pto.kernels         | 20  | 4 | 3          | .pto.kernels +20     | section 3 holds no constants of kernel alpha
          .pto.kernels         | 84  | 4 | 2          | .pto.kernels +0      | a text or rodata section belongs to no kernel
          .pto.kernels         | 24  | 4 | 1          | .pto.kernels +24     | the argument records of kernel alpha do not follow
          .pto.kernels         | 28  | 2 | 3          | .pto.kernels +24     | the argument records of kernel alpha do not follow
          .pto.kernels         | 28  | 2 | 1          | .pto.kernels +0      | an extent names an argument that is none of its kernel
          .pto.kernels         | 88  | 4 | 1          | .pto.kernels +88     | the argument records of kernel beta do not follow
          .pto.kernels         | 92  | 2 | 1          | .pto.kernels +88     | the argument records of kernel beta do not follow
          .pto.kernels         | 30  | 1 | 3          | .pto.kernels +30     | kind, flags or buffers of kernel alpha are not known
          .pto.kernels         | 31  | 1 | 128        | .pto.kernels +30     | kind, flags or buffers of kernel alpha are not known
          .pto.kernels         | 31  | 1 | 96         | .pto.kernels +30     | kind, flags or buffers of kernel alpha are not known
          .pto.kernels         | 52  | 1 | 33         | .pto.kernels +30     | kind, flags or buffers of kernel alpha are not known
          .pto.kernels         | 31  | 1 | 13         | .pto.kernels +32     | the use of UB of kernel alpha makes no sense
          .pto.kernels         | 32  | 4 | -1         | .pto.kernels +32     | the use of UB of kernel alpha makes no sense
          .pto.kernels         | 32  | 4 | -2         | .pto.kernels +32     | the use of UB of kernel alpha makes no sense
          .pto.kernels         | 96  | 4 | 0          | .pto.kernels +96     | the use of UB of kernel beta makes no sense
          .pto.kernels         | 36  | 4 | 65537      | .pto.kernels +36     | LOCAL bytes or blocks of kernel alpha are too many
          .pto.kernels         | 36  | 4 | -1         | .pto.kernels +36     | LOCAL bytes or blocks of kernel alpha are too many
          .pto.kernels         | 40  | 4 | 65536      | .pto.kernels +36     | LOCAL bytes or blocks of kernel alpha are too many
          .pto.kernels         | 40  | 4 | -1         | .pto.kernels +36     | LOCAL bytes or blocks of kernel alpha are too many
          .pto.kernels         | 44  | 4 | 8          | .pto.kernels +44     | the parameter block size of kernel alpha is 8, not 0x10
          .pto.kernels         | 108 | 4 | 8          | .pto.kernels +108    | the parameter block size of kernel beta is 8, not 0
          .pto.kernels         | 54  | 2 | 0x100      | .pto.kernels +54     | the reserved field of kernel alpha is 0x100, not 0
          .pto.kernels         | 56  | 8 | 1          | .pto.kernels +56     | the L1 and L0 of kernel alpha is 1, not 0
          .pto.kernels         | 120 | 4 | -1         | .pto.kernels +120    | the use of L1 of kernel beta makes no sense
          .pto.args            | 0   | 1 | 2          | .pto.args +0         | kind, type, register or access of an argument is not known
          .pto.args            | 1   | 1 | 32         | .pto.args +0         | kind, type, register or access of an argument is not known
          .pto.args            | 2   | 1 | 16         | .pto.args +0         | kind, type, register or access of an argument is not known
          .pto.args            | 2   | 1 | 254        | .pto.args +0         | kind, type, register or access of an argument is not known
          .pto.args            | 3   | 1 | 4          | .pto.args +0         | kind, type, register or access of an argument is not known
          .pto.args            | 4   | 4 | -1         | .strtab +0           | the name of an argument lies outside its table
          .pto.args            | 8   | 4 | 4          | .pto.args +8         | an argument cannot lie at offset 4 of the parameter block
          .pto.args            | 8   | 4 | -8         | .pto.args +8         | an argument cannot lie at offset 4294967288 of the parameter block
          .pto.args            | 8   | 4 | 524280     | .pto.args +8         | an argument cannot lie at offset 524280 of the parameter block
          .pto.args            | 12  | 4 | 1          | .pto.args +12        | the launch value 1 of an argument is not known, is none for its type
          .pto.args            | 28  | 4 | 4          | .pto.args +28        | the launch value 4 of an argument is not known
          .pto.args            | 28  | 4 | -1         | .pto.args +28        | the launch value 4294967295 of an argument is not known
          .pto.extents         | 0   | 4 | 2          | .pto.extents +0      | a record of an extent is not in order
          .pto.extents         | 0   | 4 | 1          | .pto.extents +44     | a record of an extent is not in order
          .pto.extents         | 4   | 4 | 0          | .pto.extents +0      | an extent of indexed words without a place
          .pto.extents         | 8   | 4 | -1         | .pto.extents +0      | an extent of indexed words without a place
          .pto.extents         | 12  | 4 | 4          | .pto.extents +0      | a record of an extent is not in order
          .pto.extents         | 12  | 4 | -1         | .pto.extents +0      | a record of an extent is not in order
          .pto.extents         | 16  | 4 | 1          | .pto.extents +16     | the argument of the extent of a tile is 1, not 0
          .pto.extents         | 20  | 8 | -1         | .pto.extents +0      | an extent of indexed words without bytes
          .pto.extents         | 28  | 8 | 0          | .pto.extents +0      | an extent of indexed words without bytes
          .pto.extents         | 28  | 8 | 0x7FFFFFE0 | .pto.extents +0      | an extent of indexed words without bytes
          .pto.extents         | 36  | 4 | 1          | .pto.extents +0      | a record of an extent has a stray argument
          .pto.extents         | 44  | 4 | 1          | .pto.kernels +64     | an extent names an argument that is none of its kernel
          .pto.extents         | 60  | 4 | 1          | .pto.kernels +0      | an extent names an argument that is none of its kernel
          .pto.extents         | 60  | 4 | -1         | .pto.extents +44     | an extent of indexed words without bytes
          .pto.extents         | 60  | 4 | 2          | .pto.kernels +0      | an extent names an argument that is none of its kernel
          .pto.extents         | 64  | 8 | -1         | .pto.extents +44     | an extent of indexed words without bytes
          .pto.extents         | 72  | 8 | 0          | .pto.extents +44     | an extent of indexed words without bytes
          .pto.extents         | 80  | 8 | 0x200000000 | .pto.extents +44     | a record of an extent has a stray argument
          .pto.extents         | 80  | 8 | 0x100000002 | .pto.kernels +0      | an extent names an argument that is none of its kernel
          .pto.extents         | 80  | 4 | -1         | .pto.kernels +0      | an extent names an argument that is none of its kernel
          .symtab              | 0   | 8 | 1          | .symtab +0           | the null symbol is 1, not 0
          .symtab              | 16  | 8 | 1          | .symtab +16          | the null symbol is 1, not 0
          .symtab              | 24  | 4 | 0          | .symtab +24          | the symbol of kernel alpha has another name
          .symtab              | 28  | 1 | 2          | .symtab +28          | the kind of the symbol alpha is 2, not 0x12
          .symtab              | 29  | 1 | 1          | .symtab +29          | the visibility of the symbol alpha is 1, not 0
          .symtab              | 30  | 2 | 2          | .symtab +30          | the section of the symbol alpha is 2, not 1
          .symtab              | 32  | 8 | 9          | .symtab +32          | the value of the symbol alpha is 9, not 0x1000
          .symtab              | 40  | 8 | 9          | .symtab +40          | the size of the symbol alpha is 9, not 0x18
          .symtab              | 52  | 1 | 2          | .symtab +52          | the kind of the symbol beta is 2, not 0x12
          """)
  void fieldIsRefused(
      String part, int offset, int size, String value, String place, String message) {
    int at = SmallObject.place(bytes, part) + offset;
    SmallObject.set(bytes, at, size, Long.decode(value));
    ObjectProblem problem = firstProblem();
    assertThat(problem.message()).contains(message);
    String[] named = place.split(" \\+");
    assertThat(problem.offset())
        .isEqualTo(SmallObject.place(SOUND, named[0]) + Long.parseLong(named[1]));
  }

  /** The last values that are still right. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          .pto.kernels  | 32 | 4 | 0
          .pto.kernels  | 32 | 4 | 0x7FFFFFFF
          .pto.kernels  | 36 | 4 | 65536
          .pto.kernels  | 40 | 4 | 65535
          .pto.kernels  | 52 | 1 | 32
          .pto.kernels  | 53 | 1 | 255
          .pto.kernels  | 120 | 4 | 0x7FFFFFFF
          .pto.kernels  | 30 | 1 | 2
          .pto.args     | 1  | 1 | 31
          .pto.args     | 2  | 1 | 15
          .pto.args     | 2  | 1 | 255
          .pto.args     | 3  | 1 | 3
          .pto.args     | 28 | 4 | 3
          .pto.extents  | 4  | 4 | 1
          .pto.extents  | 8  | 4 | 0
          .pto.extents  | 12 | 4 | 0
          .pto.extents  | 28 | 8 | 0x7FFFFFDF
          .pto.extents  | 28 | 8 | 1
          .pto.extents  | 80 | 8 | 0x200000002
          .pto.extents  | 80 | 8 | 0
          """)
  void fieldMayHaveItsLastValue(String part, int offset, int size, String value) {
    SmallObject.set(bytes, SmallObject.place(bytes, part) + offset, size, Long.decode(value));
    assertThat(ObjectReader.read(bytes))
        .isInstanceOfSatisfying(
            ObjectReader.Loaded.class,
            it -> {
              assertThat(it.object()).isNotEqualTo(SmallObject.object());
              assertThat(ObjectWriter.write(it.object())).isEqualTo(bytes);
            });
  }

  /** A text that lies elsewhere in all of header, segment and record: multiples of 64, in order. */
  @ParameterizedTest
  @CsvSource({
    "0, 0xFC0, the text of kernel alpha cannot lie at address 0xfc0",
    "0, 0x1008, the text of kernel alpha cannot lie at address 0x1008",
    "1, 0x1000, the text of kernel beta cannot lie at address 0x1000",
    "1, 0x1000000000040, the text of kernel beta cannot lie at address 0x1000000000040",
    "1, 0x1000000000000, the value of the symbol beta is 0x1040",
    "0, 0x1040, the text of kernel beta cannot lie at address 0x1040",
  })
  void textsLieOneBehindTheOther(int kernel, String address, String message) {
    String header = "header .text." + (kernel == 0 ? "alpha" : "beta");
    long value = Long.decode(address);
    SmallObject.set(bytes, SmallObject.place(bytes, header) + 16, 8, value);
    int segment = SmallObject.place(bytes, "program " + kernel);
    SmallObject.set(bytes, segment + 16, 8, value);
    SmallObject.set(bytes, segment + 24, 8, value);
    SmallObject.set(bytes, SmallObject.place(bytes, ".pto.kernels") + 64 * kernel + 8, 8, value);
    assertThat(ObjectReader.read(bytes))
        .isInstanceOfSatisfying(
            ObjectReader.Rejected.class,
            it -> assertThat(it.problems().getFirst().message()).contains(message));
  }

  @ParameterizedTest
  @CsvSource({"0, false", "1, false", "2, false", "3, false", "4, true"})
  void fourBytesTellAnObject(int sound, boolean object) {
    byte[] start = {0x7F, 'E', 'L', 'F'};
    for (int i = sound; i < 4; i++) {
      start[i] ^= 1;
    }
    assertThat(ObjectReader.looksLikeObject(start)).isEqualTo(object);
    assertThat(ObjectReader.looksLikeObject(Arrays.copyOf(start, 3))).isFalse();
  }

  @Test
  void sectionsAreListedAsTheirHeadersSay() {
    assertThat(ObjectReader.sections(bytes))
        .extracting(
            section ->
                section.name()
                    + " "
                    + section.type()
                    + " "
                    + section.address()
                    + " "
                    + section.bytes()
                    + " "
                    + section.loaded()
                    + " "
                    + section.executed())
        .contains(
            ".text.alpha PROGBITS 4096 24 true true",
            ".rodata.alpha PROGBITS 0 5 true false",
            ".text.beta PROGBITS 4160 16 true true",
            ".note.pto NOTE 0 48 false false",
            ".symtab SYMTAB 0 72 false false")
        .hasSize(11);
    assertThat(ObjectReader.sections(bytes).getFirst().offset())
        .isEqualTo(TinyElf.read(bytes).section(".text.alpha").offset());
    assertThat(ObjectReader.sections(new byte[100])).isEmpty();
  }

  private ObjectProblem firstProblem() {
    return ((ObjectReader.Rejected) ObjectReader.read(bytes)).problems().getFirst();
  }
}
