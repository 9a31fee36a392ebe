package org.ptoc.ir.catalog;

import org.ptoc.ir.isa.SpecialRegister;
import org.ptoc.ir.isa.Mnemonic;
import static org.ptoc.ir.catalog.OpCatalog.row;
import static org.ptoc.ir.catalog.Scope.ANYWHERE;
import static org.ptoc.ir.catalog.Scope.OUTSIDE;
import static org.ptoc.ir.catalog.Scope.VECSCOPE;
import static org.ptoc.ir.catalog.OperationForm.*;
import static org.ptoc.ir.catalog.TypeLists.*;
import static org.ptoc.ir.catalog.TypeSet.UNTYPED;
import static org.ptoc.ir.catalog.AttributeVocabulary.*;
import static org.ptoc.ir.isa.Profile.A2A3;

import java.util.List;
import org.ptoc.ir.type.ElementType;

/** Pointers, data movement, synchronisation, queries, regions and the UB-to-UB helpers (spec/00, 4 and spec/10, 10). */
final class MachineRows {
  // @formatter:off
  private MachineRows() {}

  static List<OpDefinition> rows() {
    return List.of(
        // mnemonic                      form              types    scope     semantics                                    spec
        row("pto.castptr",               CAST_POINTER,     UNTYPED, ANYWHERE, "same byte address, other type",             "00#4.1"),
        row("pto.ptrtoint",              POINTER_TO_INTEGER, UNTYPED, ANYWHERE, "byte address",                            "50#2.9"),
        row("pto.inttoptr",              INTEGER_TO_POINTER, UNTYPED, ANYWHERE, "pointer of a byte address",               "50#2.9"),
        row("pto.addptr",                ADD_POINTER,      UNTYPED, ANYWHERE, "base + offset elements",                    "00#4.1"),
        row("pto.load_scalar",           LOAD_SCALAR,      UNTYPED, ANYWHERE, "element at source + offset",                "00#4.1"),
        row("pto.store_scalar",          STORE_SCALAR,     UNTYPED, ANYWHERE, "element to dest + offset",                  "00#4.1"),
        row("pto.ld_dev",                LOAD_SCALAR,      UNTYPED, OUTSIDE,  "element at source + offset in GM",          "00#4.1").with(Trait.GLOBAL_MEMORY),
        row("pto.st_dev",                STORE_SCALAR,     UNTYPED, OUTSIDE,  "element to dest + offset in GM",            "00#4.1").with(Trait.GLOBAL_MEMORY),
        row("pto.tile_buf_addr",         TILE_ADDRESS,     UNTYPED, ANYWHERE, "address of the tile's first element",       "00#4.1"),

        row("pto.mte_gm_ub",             TRANSFER_IN,      UNTYPED, OUTSIDE,  "rows from GM to UB, with padding",          "00#4.3"),
        row("pto.mte_ub_gm",             TRANSFER_OUT,     UNTYPED, OUTSIDE,  "rows from UB to GM",                        "00#4.3"),
        row("pto.mte_ub_ub",             TRANSFER_WITHIN,  UNTYPED, OUTSIDE,  "blocks within UB",                          "00#4.3"),
        row("pto.copy_gm_to_ubuf",       COPY_IN,          UNTYPED, OUTSIDE,  "rows from GM to UB by loop registers",      "00#4.4"),
        row("pto.copy_ubuf_to_gm",       COPY_OUT,         UNTYPED, OUTSIDE,  "rows from UB to GM by loop registers",      "00#4.4"),
        row("pto.set_loop_size_outtoub", SET_LOOP,         UNTYPED, OUTSIDE,  "counts of loop2, loop1, GM to UB",          "00#4.4").with(Trait.LOOP_SIZES).register(SpecialRegister.LOOP_SIZE_OUTTOUB),
        row("pto.set_loop1_stride_outtoub", SET_LOOP,      UNTYPED, OUTSIDE,  "strides of loop1, GM to UB",                "00#4.4").register(SpecialRegister.LOOP1_STRIDE_OUTTOUB),
        row("pto.set_loop2_stride_outtoub", SET_LOOP,      UNTYPED, OUTSIDE,  "strides of loop2, GM to UB",                "00#4.4").register(SpecialRegister.LOOP2_STRIDE_OUTTOUB),
        row("pto.set_loop_size_ubtoout", SET_LOOP,         UNTYPED, OUTSIDE,  "counts of loop2, loop1, UB to GM",          "00#4.4").with(Trait.LOOP_SIZES).register(SpecialRegister.LOOP_SIZE_UBTOOUT),
        row("pto.set_loop1_stride_ubtoout", SET_LOOP,      UNTYPED, OUTSIDE,  "strides of loop1, UB to GM",                "00#4.4").with(Trait.UNCERTAIN_STRIDE_ORDER).register(SpecialRegister.LOOP1_STRIDE_UBTOOUT),
        row("pto.set_loop2_stride_ubtoout", SET_LOOP,      UNTYPED, OUTSIDE,  "strides of loop2, UB to GM",                "00#4.4").with(Trait.UNCERTAIN_STRIDE_ORDER).register(SpecialRegister.LOOP2_STRIDE_UBTOOUT),
        row("pto.set_mov_pad_val",       SET_PAD_VALUE,    UNTYPED, OUTSIDE,  "fill value of padding",                     "00#4.4"),

        row("pto.set_flag",              FLAG,             UNTYPED, OUTSIDE,  "signal when src is done",                   "00#4.5", SOURCE_PIPE, DEST_PIPE, EVENT_UNLESS_DYNAMIC).word(Mnemonic.SET_FLAG),
        row("pto.wait_flag",             FLAG,             UNTYPED, OUTSIDE,  "dst waits for the signal",                  "00#4.5", SOURCE_PIPE, DEST_PIPE, EVENT_UNLESS_DYNAMIC).word(Mnemonic.WAIT_FLAG),
        row("pto.set_flag_dyn",          FLAG,             UNTYPED, OUTSIDE,  "signal when src is done",                   "00#4.5", SOURCE_PIPE, DEST_PIPE, EVENT_UNLESS_DYNAMIC).word(Mnemonic.SET_FLAG),
        row("pto.wait_flag_dyn",         FLAG,             UNTYPED, OUTSIDE,  "dst waits for the signal",                  "00#4.5", SOURCE_PIPE, DEST_PIPE, EVENT_UNLESS_DYNAMIC).word(Mnemonic.WAIT_FLAG),
        row("pto.get_buf",               BUFFER,           UNTYPED, OUTSIDE,  "pipe acquires a buffer",                    "00#4.5", PIPE, BUFFER_ID, BUFFER_MODE).word(Mnemonic.GET_BUF),
        row("pto.rls_buf",               BUFFER,           UNTYPED, OUTSIDE,  "pipe releases a buffer",                    "00#4.5", PIPE, BUFFER_ID, BUFFER_MODE).word(Mnemonic.RLS_BUF),
        row("pto.get_buf_dyn",           BUFFER,           UNTYPED, OUTSIDE,  "pipe acquires a buffer",                    "00#4.5", PIPE, BUFFER_ID, BUFFER_MODE).word(Mnemonic.GET_BUF),
        row("pto.rls_buf_dyn",           BUFFER,           UNTYPED, OUTSIDE,  "pipe releases a buffer",                    "00#4.5", PIPE, BUFFER_ID, BUFFER_MODE).word(Mnemonic.RLS_BUF),
        row("pto.barrier",               PIPE_BARRIER,     UNTYPED, OUTSIDE,  "wait until the pipe is empty",              "00#4.5", BARRIER_PIPE),
        row("pto.pipe_barrier",          PIPE_BARRIER,     UNTYPED, OUTSIDE,  "wait until the pipe is empty",              "00#4.5", PIPE),
        row("pto.barrier_sync",          PIPE_BARRIER_SYNC, UNTYPED, OUTSIDE, "wait until the pipe is empty",              "20#2.2", SYNC_KIND),
        row("pto.record_event",          EVENT_PAIR,       UNTYPED, OUTSIDE,  "signal between event kinds",                "20#2.2", FROM_KIND, TO_KIND, EVENT).word(Mnemonic.SET_FLAG),
        row("pto.wait_event",            EVENT_PAIR,       UNTYPED, OUTSIDE,  "wait between event kinds",                  "20#2.2", FROM_KIND, TO_KIND, EVENT).word(Mnemonic.WAIT_FLAG),
        row("pto.mem_bar",               OperationForm.MEMORY_BARRIER, UNTYPED, VECSCOPE, "order UB accesses of the vecscope", "00#4.5", MEMORY_BARRIER_KIND).word(Mnemonic.MEM_BAR),
        row("pto.dsb",                   OperationForm.MEMORY_BARRIER, UNTYPED, OUTSIDE, "data barrier",                   "40#7.5", DATA_BARRIER_KIND).word(Mnemonic.DSB),

        row("pto.fence.barrier_all",     FENCE,            UNTYPED, OUTSIDE,  "wait for all pipes, order GM with other cores", "50#2.8", FENCE_SCOPE),
        row("pto.cmo.cacheinvalid",      CACHE_DROP,       UNTYPED, OUTSIDE,  "drop lines of the scalar cache",            "50#2.8", CACHE_LINES, CACHE_SPACE),
        row("pto.dcci",                  CACHE_CLEAN,      UNTYPED, OUTSIDE,  "write back and drop lines of the scalar cache", "70#2.1", CLEANED_LINES, CLEAN_DESTINATION),
        row("pto.set_atomic_add",        ATOMIC_OPERATION, UNTYPED, OUTSIDE,  "following stores add",                      "60#8").combining(Combining.SUM),
        row("pto.set_atomic_max",        ATOMIC_OPERATION, UNTYPED, OUTSIDE,  "following stores keep the larger",          "60#8").combining(Combining.MAXIMUM),
        row("pto.set_atomic_min",        ATOMIC_OPERATION, UNTYPED, OUTSIDE,  "following stores keep the smaller",         "60#8").combining(Combining.MINIMUM),
        row("pto.set_atomic_none",       ATOMIC_OPERATION, UNTYPED, OUTSIDE,  "following stores replace",                  "60#8"),
        row("pto.set_atomic_f32",        ATOMIC_TYPE,      UNTYPED, OUTSIDE,  "type that following atomic stores combine", "60#8").element(ElementType.F32),
        row("pto.set_atomic_f16",        ATOMIC_TYPE,      UNTYPED, OUTSIDE,  "type that following atomic stores combine", "60#8").element(ElementType.F16),
        row("pto.set_atomic_bf16",       ATOMIC_TYPE,      UNTYPED, OUTSIDE,  "type that following atomic stores combine", "60#8").element(ElementType.BF16),
        row("pto.set_atomic_s32",        ATOMIC_TYPE,      UNTYPED, OUTSIDE,  "type that following atomic stores combine", "60#8").element(ElementType.I32),
        row("pto.set_atomic_s16",        ATOMIC_TYPE,      UNTYPED, OUTSIDE,  "type that following atomic stores combine", "60#8").element(ElementType.I16),
        row("pto.set_atomic_s8",         ATOMIC_TYPE,      UNTYPED, OUTSIDE,  "type that following atomic stores combine", "60#8").element(ElementType.I8),
        row("pto.set_ffts",              FLAG_MEMORY,      UNTYPED, OUTSIDE,  "where the flags between cores lie",         "70#2"),

        row("pto.declare_local_array",   DECLARE_LOCAL,    UNTYPED, OUTSIDE,  "a new array of the scalar unit",            "50#2.7"),
        row("pto.local_array_set",       LOCAL_SET,        UNTYPED, OUTSIDE,  "array[indices] = value",                    "50#2.7"),
        row("pto.local_array_get",       LOCAL_GET,        UNTYPED, OUTSIDE,  "array[indices]",                            "50#2.7"),
        row("pto.declare_struct",        DECLARE_LOCAL,    UNTYPED, OUTSIDE,  "a new record of scalars",                   "50#2.7"),
        row("pto.struct_set",            STRUCT_SET,       UNTYPED, OUTSIDE,  "the field at path = value",                 "50#2.7"),
        row("pto.struct_get",            STRUCT_GET,       UNTYPED, OUTSIDE,  "the field at path",                         "50#2.7"),
        row("pto.declare_eventid_array", DECLARE_LOCAL,    UNTYPED, OUTSIDE,  "a new array of event numbers",              "50#2.8"),
        row("pto.eventid_array_set",     EVENT_SET,        UNTYPED, OUTSIDE,  "array[index] = event",                      "50#2.8"),
        row("pto.eventid_array_get",     EVENT_GET,        UNTYPED, OUTSIDE,  "array[index]",                              "50#2.8"),

        row("pto.print",                 PRINT,            UNTYPED, OUTSIDE,  "prints a text with a scalar",               "50#6", TEXT_FORMAT, PRINT_RECORD),
        row("pto.trap",                  TRAP,             UNTYPED, ANYWHERE, "stops the block",                           "50#6"),

        row("pto.get_block_idx",         QUERY,            UNTYPED, ANYWHERE, "number of this block",                      "00#4.6").register(SpecialRegister.BLOCK_IDX),
        row("pto.get_block_num",         QUERY,            UNTYPED, ANYWHERE, "number of blocks",                          "00#4.6").register(SpecialRegister.BLOCK_NUM),
        row("pto.get_subblock_idx",      QUERY,            UNTYPED, ANYWHERE, "number of this vector core",                "00#4.6").register(SpecialRegister.SUBBLOCK_IDX),
        row("pto.get_subblock_num",      QUERY,            UNTYPED, ANYWHERE, "number of vector cores of the block",       "00#4.6").register(SpecialRegister.SUBBLOCK_NUM),
        row("pto.set_ctrl",              SET_CONTROL,      UNTYPED, OUTSIDE,  "CTRL = value",                              "00#3.5"),
        row("pto.get_ctrl",              GET_CONTROL,      UNTYPED, OUTSIDE,  "CTRL",                                      "00#3.5"),
        row("pto.sbitset0",              SET_BIT,          UNTYPED, OUTSIDE,  "value with a bit cleared",                  "00#3.5"),
        row("pto.sbitset1",              SET_BIT,          UNTYPED, OUTSIDE,  "value with a bit set",                      "00#3.5"),

        row("pto.vbitsort",              BIT_SORT,         types(FLOATS), OUTSIDE, "sort 32-element blocks with indices",  "10#pto.vbitsort"),
        row("pto.vmrgsort4",             MERGE_SORT,       types(FLOATS), OUTSIDE, "merge up to four sorted record lists", "10#pto.vmrgsort4"),
        row("pto.vsort32",               UB_CONFIGURED,    types(FLOATS), OUTSIDE, "sort 32-element blocks",               "10#pto.vsort32").word(Mnemonic.VSORT32),
        row("pto.vtranspose",            UB_CONFIGURED,    types(INT16, H, B).but(A2A3, types(INT16, H)), OUTSIDE, "transpose 16 x 16 blocks", "10#pto.vtranspose").with(Trait.STRIDED_CONFIG).word(Mnemonic.VTRANSPOSE),
        row("pto.get_vms4_sr",           MERGE_COUNTS,     UNTYPED, OUTSIDE,  "counts of the last merge",                  "11#pto.get_vms4_sr"),

        row("pto.vecscope",              OperationForm.VECSCOPE, UNTYPED, OUTSIDE, "one vector interval",                  "00#1.7"),
        row("pto.strict_vecscope",       STRICT_VECSCOPE,  UNTYPED, OUTSIDE,  "one vector interval with captures",         "00#1.7"),
        row("pto.section.vector",        SECTION,          UNTYPED, OUTSIDE,  "code of the vector cores",                  "00#1.6"),
        row("pto.section.cube",          SECTION,          UNTYPED, OUTSIDE,  "code of the cube core",                     "00#1.6").with(Trait.CUBE_CORE));
  }
  // @formatter:on
}
