package org.ptoc.ir.catalog;

import static org.ptoc.ir.catalog.AttributeVocabulary.*;
import static org.ptoc.ir.catalog.OpCatalog.row;
import static org.ptoc.ir.catalog.OpCatalog.unsupported;
import static org.ptoc.ir.catalog.OperationForm.*;
import static org.ptoc.ir.catalog.Scope.OUTSIDE;
import static org.ptoc.ir.catalog.TypeSet.UNTYPED;

import java.util.ArrayList;
import java.util.List;
import org.ptoc.ir.isa.Mnemonic;

/** Operations between cores and devices (spec/70); those without a form are known by name so that they are rejected as what they are. */
final class MultiCoreRows {
  // @formatter:off
  private MultiCoreRows() {}

  static List<OpDefinition> rows() {
    List<OpDefinition> rows = new ArrayList<>(signalRows());
    rows.addAll(pipeRows());
    rows.addAll(rankRows());
    return rows;
  }

  private static List<OpDefinition> signalRows() {
    return List.of(
        // mnemonic                 form         types    scope    semantics                                              spec
        row("pto.sync.set",         CORE_SIGNAL, UNTYPED, OUTSIDE, "signal to the other cores when the pipe is done",     "70#2.2", BARRIER_PIPE, SIGNAL_ID, SIGNAL_MODE).word(Mnemonic.XSET),
        row("pto.sync.wait",        CORE_SIGNAL, UNTYPED, OUTSIDE, "the pipe waits for a signal of other cores",          "70#2.2", BARRIER_PIPE, SIGNAL_ID, SIGNAL_MODE).word(Mnemonic.XWAIT),
        row("pto.set_intra_block",  CORE_SIGNAL, UNTYPED, OUTSIDE, "signal to a core of the block when the pipe is done", "70#2.2", BARRIER_PIPE, SIGNAL_ID).with(Trait.BETWEEN_TWO_CORES).word(Mnemonic.XSET),
        row("pto.wait_intra_block", CORE_SIGNAL, UNTYPED, OUTSIDE, "the pipe waits for a signal of a core of the block",  "70#2.2", BARRIER_PIPE, SIGNAL_ID).with(Trait.BETWEEN_TWO_CORES).word(Mnemonic.XWAIT),
        row("pto.set_cross_block",  CORE_SIGNAL, UNTYPED, OUTSIDE, "signal to all cores of the kind when the pipe is done", "70#2.2", BARRIER_PIPE, SIGNAL_ID, SIGNAL_MODE_ALL).with(Trait.ALL_BLOCKS).word(Mnemonic.XSET),
        row("pto.wait_cross_block", CORE_SIGNAL, UNTYPED, OUTSIDE, "the pipe waits for all cores of the kind",            "70#2.2", BARRIER_PIPE, SIGNAL_ID, SIGNAL_MODE_ALL).with(Trait.ALL_BLOCKS).word(Mnemonic.XWAIT),
        row("pto.syncall",          ALL_CORES,   UNTYPED, OUTSIDE, "all cores wait for each other",                       "70#2.3", ALL_CORES_MODE, CORE_TYPE),
        unsupported("pto.set_cross_core",  "no assembler has it; pto.sync.set signals to the other cores",                         "70#2.1"),
        unsupported("pto.wait_flag_dev",   "no assembler has it; pto.sync.wait waits for the other cores",                         "70#2.1"),
        unsupported("pto.wait_intra_core", "no assembler has it; pto.wait_intra_block waits for a core of the block",              "70#2.1"));
  }

  private static List<OpDefinition> pipeRows() {
    return List.of(
        // mnemonic                    form             types    scope    semantics                                                 spec
        row("pto.reserve_buffer",      RESERVE_BUFFER,  UNTYPED, OUTSIDE, "address of a buffer that a pipe fills",                  "70#3.2", BUFFER_NAME, BUFFER_SIZE, BUFFER_LOCATION, BUFFER_AUTO, BUFFER_BASE),
        row("pto.import_reserved_buffer", IMPORT_BUFFER, UNTYPED, OUTSIDE, "address of a buffer of the other core",                 "70#3.2", BUFFER_NAME, BUFFER_OWNER, BUFFER_BASE),
        row("pto.aic_initialize_pipe", OPEN_PIPE,       UNTYPED, OUTSIDE, "the end of a pipe on the cube core",                     "70#3.2", PIPE_ID, PIPE_DIRECTIONS, PIPE_SLOT_BYTES, PIPE_SLOTS, PIPE_LOCAL_SLOTS, PIPE_FLAG, PIPE_WHOLE, PIPE_EPILOGUE).with(Trait.CUBE_CORE),
        row("pto.aiv_initialize_pipe", OPEN_PIPE,       UNTYPED, OUTSIDE, "the end of a pipe on the vector cores",                  "70#3.2", PIPE_ID, PIPE_DIRECTIONS, PIPE_SLOT_BYTES, PIPE_SLOTS, PIPE_LOCAL_SLOTS, PIPE_FLAG, PIPE_WHOLE, PIPE_EPILOGUE).with(Trait.VECTOR_CORE),
        row("pto.tpush_to_aiv",        PIPE_PUSH,       UNTYPED, OUTSIDE, "an entry for the vector cores",                          "70#3.5", PIPE_ID, ENTRY_SPLIT).with(Trait.CUBE_CORE),
        row("pto.tpush_to_aic",        PIPE_PUSH,       UNTYPED, OUTSIDE, "an entry for the cube core",                             "70#3.5", PIPE_ID, ENTRY_SPLIT).with(Trait.VECTOR_CORE),
        row("pto.tpop_from_aic",       PIPE_POP,        UNTYPED, OUTSIDE, "the next entry of the cube core",                        "70#3.5", PIPE_ID, ENTRY_SPLIT).with(Trait.VECTOR_CORE),
        row("pto.tpop_from_aiv",       PIPE_POP,        UNTYPED, OUTSIDE, "the next entry of the vector cores",                     "70#3.5", PIPE_ID, ENTRY_SPLIT).with(Trait.CUBE_CORE),
        row("pto.tfree_from_aic",      PIPE_FREE,       UNTYPED, OUTSIDE, "the oldest entry of the cube core may be overwritten",   "70#3.5", PIPE_ID, ENTRY_SPLIT).with(Trait.VECTOR_CORE),
        row("pto.tfree_from_aiv",      PIPE_FREE,       UNTYPED, OUTSIDE, "the oldest entry of the vector cores may be overwritten", "70#3.5", PIPE_ID, ENTRY_SPLIT).with(Trait.CUBE_CORE),
        row("pto.talloc_to_aiv",       PIPE_ALLOCATE,   UNTYPED, OUTSIDE, "a free slot of GM for an entry for the vector cores",    "70#3.6", PIPE_ID, ENTRY_SPLIT).with(Trait.CUBE_CORE),
        row("pto.talloc_to_aic",       PIPE_ALLOCATE,   UNTYPED, OUTSIDE, "a free slot of GM for an entry for the cube core",       "70#3.6", PIPE_ID, ENTRY_SPLIT).with(Trait.VECTOR_CORE),
        row("pto.initialize_l2l_pipe", PIPE_VALUE_OPEN, UNTYPED, OUTSIDE, "this end of a pipe, as a value",                         "70#3.1", PIPE_DIRECTIONS, PIPE_SLOT_BYTES, PIPE_SLOTS, PIPE_LOCAL_SLOTS, PIPE_FLAG, PIPE_WHOLE, PIPE_EPILOGUE),
        row("pto.initialize_l2g2l_pipe", PIPE_VALUE_OPEN_GLOBAL, UNTYPED, OUTSIDE, "this end of a pipe through GM, as a value",     "70#3.1", PIPE_DIRECTIONS, PIPE_SLOT_BYTES, PIPE_SLOTS, PIPE_LOCAL_SLOTS, PIPE_FLAG, PIPE_WHOLE, PIPE_EPILOGUE),
        row("pto.tpush",               PIPE_VALUE_PUSH, UNTYPED, OUTSIDE, "an entry for the other cores",                           "70#3.1", ENTRY_SPLIT),
        row("pto.tpop",                PIPE_VALUE_POP,  UNTYPED, OUTSIDE, "the next entry of the other cores, under a declared name", "70#3.1", ENTRY_SPLIT),
        row("pto.tfree",               PIPE_VALUE_FREE, UNTYPED, OUTSIDE, "the oldest entry of the other cores may be overwritten", "70#3.1", ENTRY_SPLIT),
        row("pto.talloc",              PIPE_VALUE_ALLOCATE, UNTYPED, OUTSIDE, "a free slot of GM, under a declared name",           "70#3.6", ENTRY_SPLIT),
        row("pto.declare_tile",        DECLARE_ENTRY,   UNTYPED, OUTSIDE, "a name for a tile that tpop gives a place",              "70#3.1"),
        row("pto.declare_global",      DECLARE_ENTRY,   UNTYPED, OUTSIDE, "a name for a view that tpop or talloc gives a place",    "70#3.1"));
  }

  private static List<OpDefinition> rankRows() {
    return List.of(
        // mnemonic                         form            types    scope    semantics                                              spec
        row("pto.comm.tput",                RANK_COPY,      UNTYPED, OUTSIDE, "dst = src through staging tiles, complete at return", "70#4.2", RANK_ATOMIC).with(Trait.VECTOR_CORE),
        row("pto.comm.tget",                RANK_COPY,      UNTYPED, OUTSIDE, "dst = src through staging tiles, complete at return", "70#4.2").with(Trait.VECTOR_CORE),
        row("pto.comm.tnotify",             RANK_NOTIFY,    UNTYPED, OUTSIDE, "sets a signal, or adds to it, after all earlier work", "70#4.2", NOTIFY_OP),
        row("pto.comm.twait",               RANK_WAIT,      UNTYPED, OUTSIDE, "waits until every signal compares as wanted",         "70#4.2", WAIT_CMP),
        row("pto.comm.ttest",               RANK_TEST,      UNTYPED, OUTSIDE, "true if every signal compares as wanted",             "70#4.2", WAIT_CMP),
        row("pto.comm.tbroadcast",          RANK_SPREAD,    UNTYPED, OUTSIDE, "each member = src, on the root",                      "70#4.2", ROOT).with(Trait.VECTOR_CORE),
        row("pto.comm.tscatter",            RANK_SPREAD,    UNTYPED, OUTSIDE, "each member = its rows of src, on the root",          "70#4.2", ROOT).with(Trait.VECTOR_CORE).with(Trait.BY_ROWS),
        row("pto.comm.tgather",             RANK_GATHER,    UNTYPED, OUTSIDE, "rows of dst = each member, on the root",              "70#4.2", ROOT).with(Trait.VECTOR_CORE).with(Trait.BY_ROWS),
        row("pto.comm.treduce",             RANK_REDUCE,    UNTYPED, OUTSIDE, "dst = all members combined, the root's first, on the root", "70#4.2", REDUCE_OP, ROOT).with(Trait.VECTOR_CORE),
        row("pto.comm.build_async_session", ASYNC_SESSION,  UNTYPED, OUTSIDE, "a session of copies, which are done at once",         "70#4.2", SYNC_ID, BLOCK_BYTES, COMM_BLOCK_OFFSET, QUEUE_NUM, CHANNEL_GROUP).with(Trait.VECTOR_CORE),
        row("pto.comm.tput_async",          ASYNC_COPY,     UNTYPED, OUTSIDE, "dst = src at once, and a completed event",            "70#4.2").with(Trait.VECTOR_CORE),
        row("pto.comm.tget_async",          ASYNC_COPY,     UNTYPED, OUTSIDE, "dst = src at once, and a completed event",            "70#4.2").with(Trait.VECTOR_CORE),
        row("pto.comm.wait_async_event",    ASYNC_DONE,     UNTYPED, OUTSIDE, "true: the event is complete",                         "70#4.2"),
        row("pto.comm.test_async_event",    ASYNC_DONE,     UNTYPED, OUTSIDE, "true: the event is complete",                         "70#4.2"),
        row("pto.make_prefetch_async_context", PREFETCH_CONTEXT, UNTYPED, OUTSIDE, "a context of prefetches, which have no effect",  "70#4.2"),
        row("pto.tprefetch_async",          PREFETCH_ASYNC, UNTYPED, OUTSIDE, "no effect, and a completed event",                    "70#4.2"),
        row("pto.get_prefetch_async_session", PREFETCH_SESSION, UNTYPED, OUTSIDE, "the session of a context",                        "70#4.2"));
  }
  // @formatter:on
}
