package org.ptoc.ir.catalog;

import java.util.Locale;
import org.ptoc.ir.type.MaskType;

/**
 * The operations, except the arith dialect, that the toolchain writes or asks for by name; the name
 * of a constant is the mnemonic.
 */
public enum Op implements NamedOperation {
  UNREALIZED_CONVERSION_CAST("builtin"),
  FOR("scf"),
  IF("scf"),
  WHILE("scf"),
  YIELD("scf"),
  RETURN("func"),

  // Pointers, scalars in memory, transfers and synchronisation.
  ADDPTR,
  BARRIER,
  CASTPTR,
  DECLARE_LOCAL_ARRAY,
  DECLARE_STRUCT,
  GET_BLOCK_IDX,
  GET_CTRL,
  GET_SUBBLOCK_IDX,
  IMPORT_RESERVED_BUFFER,
  LOAD_SCALAR,
  LOCAL_ARRAY_GET,
  LOCAL_ARRAY_SET,
  MEM_BAR,
  MTE_GM_UB,
  MTE_UB_GM,
  PRINT,
  SBITSET1,
  SET_CTRL,
  SET_FLAG,
  SET_FLAG_DYN,
  SET_INTRA_BLOCK,
  SET_QUANT_VECTOR,
  STORE_SCALAR,
  STRUCT_GET,
  STRUCT_SET,
  VECSCOPE,
  WAIT_FLAG,
  WAIT_FLAG_DYN,
  WAIT_INTRA_BLOCK,

  // Views and tiles.
  ALLOC_TILE,
  ALLOC_MULTI_TILE,
  MULTI_TILE_GET,
  BITCAST,
  GET_TENSOR_VIEW_DIM,
  GET_TENSOR_VIEW_STRIDE,
  GET_VALIDSHAPE,
  MAKE_TENSOR_VIEW,
  PARTITION_VIEW,
  SET_VALIDSHAPE,
  SUBVIEW,
  TENSOR_VIEW_ADDR,
  TILE_BUF_ADDR,
  TADD,
  TADDS,
  TAND,
  TANDS,
  TAXPY,
  TCI,
  TCMP,
  TCMPS,
  TCVT,
  TDIV,
  TEXP,
  TEXPANDS,
  TGATHER,
  TGATHERB,
  TINSERT,
  TLOAD,
  TLOG,
  TMAX,
  TMIN,
  TMINS,
  TMOV,
  TMUL,
  TMULS,
  TNEG,
  TNOT,
  TOR,
  TRELU,
  TRESHAPE,
  TROWEXPAND,
  TROWMAX,
  TROWMIN,
  TROWSUM,
  TSEL,
  TSETVAL,
  TSHL,
  TSHR,
  TSQRT,
  TSTORE,
  TSUB,
  TXOR,
  TXORS,

  // Predicates.
  PAND,
  PBITCAST,
  PDINTLV_B8,
  PDINTLV_B16,
  PDINTLV_B32,
  PINTLV_B8,
  PINTLV_B16,
  PINTLV_B32,
  PLDS,
  PLT_B8,
  PLT_B16,
  PLT_B32,
  PNOT,
  PPACK,
  PSEL,
  POR,
  PSET_B8,
  PSET_B16,
  PSET_B32,
  PSTS,
  PSTU,
  PUNPACK,
  PXOR,

  // Vectors.
  CHISTV2,
  DHISTV2,
  INIT_ALIGN,
  VABS,
  VADD,
  VADDC,
  VADDCS,
  VADDS,
  VAND,
  VANDS,
  VAXPY,
  VBITCAST,
  VBR,
  VCADD,
  VCGADD,
  VCGMAX,
  VCGMIN,
  VCI,
  VCMAX,
  VCMIN,
  VCMP,
  VCMPS,
  VCVT,
  VDINTLV,
  VDIV,
  VDUP,
  VEXPDIF,
  VGATHER2,
  VGATHERB,
  VINTLV,
  VLDAS,
  VLDS,
  VLDSX2,
  VLDUS,
  VMAX,
  VMAXS,
  VMIN,
  VMINS,
  VMOV,
  VMUL,
  VMULA,
  VMULL,
  VMULS,
  VNEG,
  VOR,
  VPACK,
  VSCATTER,
  VSEL,
  VSELR,
  VSHLS,
  VSHR,
  VSHRS,
  VSLIDE,
  VSLDB,
  VSQZ,
  VSSTB,
  VSTAS,
  VSTS,
  VSTSX2,
  VSTUS,
  VSUB,
  VTRC,
  VUSQZ,
  VXOR,
  VZUNPACK;

  private final String mnemonic;

  Op() {
    this("pto");
  }

  Op(String dialect) {
    this.mnemonic = dialect + "." + name().toLowerCase(Locale.ROOT);
  }

  /** The mask of a pattern, in a granularity. */
  public static Op pattern(MaskType type) {
    return switch (type) {
      case B8 -> PSET_B8;
      case B16 -> PSET_B16;
      case B32 -> PSET_B32;
    };
  }

  /** The mask of the lanes below a number, in a granularity. */
  public static Op lessThan(MaskType type) {
    return switch (type) {
      case B8 -> PLT_B8;
      case B16 -> PLT_B16;
      case B32 -> PLT_B32;
    };
  }

  /** Interleaves the bits of two masks of a granularity. */
  public static Op interleaving(MaskType type) {
    return switch (type) {
      case B8 -> PINTLV_B8;
      case B16 -> PINTLV_B16;
      case B32 -> PINTLV_B32;
    };
  }

  /** Takes the even and the odd bits of two masks of a granularity apart. */
  public static Op deinterleaving(MaskType type) {
    return switch (type) {
      case B8 -> PDINTLV_B8;
      case B16 -> PDINTLV_B16;
      case B32 -> PDINTLV_B32;
    };
  }

  @Override
  public String mnemonic() {
    return mnemonic;
  }
}
