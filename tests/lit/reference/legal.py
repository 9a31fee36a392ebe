"""Which types, modes and parts a row takes: sections "types" of the vector operations, one line for rows that agree."""

FLOATS = "f16 f32"
INTEGERS = "i8 u8 i16 u16 i32 u32"
REDUCIBLE = INTEGERS + " f16 f32"
COMPARABLE = REDUCIBLE + " bf16"
WIDE = COMPARABLE + " i64 u64"
ANY = WIDE + " hif8 e4m3 e5m2"
PRODUCTS = "f16 bf16 f32 i16 u16 i32 u32"
ANY_16_32 = PRODUCTS

A5 = {
    "vadd vsub vsel": WIDE,
    "vmul vmuls vmula": PRODUCTS,
    "vdiv vexp vln vrec vsqrt vrsqrt vaddrelu vsubrelu vaxpy vlrelu vprelu vcpadd vbitsort vmrgsort4 vsort32": FLOATS,
    "vand vor vxor vands vors vxors vmov": ANY,
    "vshl vshr vnot vshls vshrs vbcnt vcls": INTEGERS,
    "vmax vmin vcmp vneg vadds vsubs vmaxs vmins vcmps vdup vbr vdupl vsqz vselr": COMPARABLE,
    "vabs vcmax vcmin vci vcgadd vcgmax vcgmin": REDUCIBLE,
    "vrelu": "i32 f16 f32", "vmadd vtrc": FLOATS + " bf16", "vusqz": "i8 i16 i32",
    "vmull vaddc vsubc vaddcs vsubcs": "i32 u32", "vtranspose": "i16 u16 f16 bf16",
    "vintlv vdintlv vscatter": COMPARABLE + " hif8 e4m3 e5m2",
    "vgather2": COMPARABLE, "vgather2_bc": "f32 i32 u32",
    "vlds vldsx2 vldus vsldb vgatherb vsts vstsx2 vstus vstur vsstb gm_to_ub ub_to_gm": ANY,
}
A2A3 = {
    "vadd vsub vmul vmax vmin vadds vmuls vmaxs vmins": "f16 f32 i16 i32",
    "vand vor vxor vnot": "i16 u16",
    "vshl vshr": INTEGERS, "vshls vshrs": "i16 u16 i32 u32",
    "vcmpv vcmpvs": "f16 f32",
    "vabs vcmax vcmin vaddrelu vsubrelu": "f16 f32 i16", "vrelu": "i32 f16 f32",
    "vdiv vexp vln vrec vsqrt vrsqrt vmadd vmaddrelu vaxpy vlrelu vcadd vcgadd vcgmax vcgmin vcpadd": FLOATS,
    "vbitsort vmrgsort4 vsort32": FLOATS, "vtranspose": "i16 u16 f16",
    "vsel vdup vgather vcopy vbrcb vreducev2": ANY_16_32,
    "gm_to_ub ub_to_gm gm_to_ub_align ub_to_gm_align": ANY,
}

# The cube core (sections 2.8, 2.10 and 6.2 of its document).
CUBE_ELEMENTS = "f32 f16 bf16 i8 u8 i16 u16 i32 u32"
LOW = " hif8 e4m3 e5m2"
PACKED = " e2m1x2 e1m2x2"
LOADS = "l1_to_l0a l1_to_l0a_t l1_to_l0b l1_to_l0b_t"
A5.update({
    "gm_to_l1": CUBE_ELEMENTS + LOW + PACKED + " e8m0 i64 u64", "gm_to_l1_nd2nz": CUBE_ELEMENTS + LOW + PACKED + " e8m0",
    "gm_to_l1_dn2nz": CUBE_ELEMENTS + LOW + " e8m0", "l1_to_bt": "f32 f16 bf16 i32", "l1_to_fb": "u64 i64 f32 f16 bf16",
    "l1_fill": "i16 i32", LOADS: "f32 f16 bf16 i8" + LOW + PACKED, "l1_to_l0a_mx l1_to_l0b_mx": "e8m0",
})
A2A3.update({
    "gm_to_l1 l1_to_gm": CUBE_ELEMENTS + " i64 u64", "gm_to_l1_nd2nz": CUBE_ELEMENTS, "l1_to_bt": "f32 f16 i32",
    "l1_to_fb": "u64 i64 f32", "l1_fill": "i16 i32", LOADS: "f32 f16 bf16 i8",
})

# Source, result, then as in the table of conversions: r or the modes, s with saturation, p two parts, 4 four parts.
CONVERSIONS = {
    ("a5", "vcvt"): """
        f32 f16 rsp; f32 bf16 rsp; f32 i16 rsp; f32 i64 rsp; f32 i32 rs; f32 e4m3 RAHZs4; f32 e5m2 RAHZs4; f32 hif8 AHs4
        f16 f32 p; f16 i32 rp; f16 i16 rs; f16 i8 rsp; f16 u8 rsp; f16 e4m3 RAFZCsp; f16 e5m2 RAFZCsp; f16 hif8 AHsp
        bf16 f32 p; bf16 f16 rs; bf16 i32 rsp; bf16 e4m3 RAFZCsp; bf16 e5m2 RAFZCsp; bf16 e1m2x2 RAFZC4
        bf16 e2m1x2 RAFZC4; u8 f16 p; u8 u16 p; u8 u32 4; i8 f16 p; i8 i16 p; i8 i32 4; u16 u8 sp; u16 u32 p
        i16 f16 r; i16 f32 p; i16 u8 sp; i16 u32 p; i16 i32 p; u32 u8 s4; u32 u16 sp; u32 i16 sp
        i32 f32 r; i32 u8 s4; i32 u16 sp; i32 i16 sp; i32 i64 p; i64 f32 rp; i64 i32 sp
        e4m3 f32 4; e5m2 f32 4; hif8 f32 4; e1m2x2 bf16 4; e2m1x2 bf16 4""",
    ("a5", "vtrc"): "f16 - r; bf16 - r; f32 - r",
    ("a5", "vcadd"): "i32 -; u32 -; f16 -; f32 -; i8 i16; u8 u16; i16 i32; u16 u32",
    ("a5", "vaddreluconv"): "f32 f16 rs; f16 i8 rs; i16 i8 rs", ("a5", "vmulconv"): "f16 i8 rs; f16 u8 rs",
    ("a5", "vmulscvt"): "f32 f16 Ap", ("a5", "vexpdif"): "f16 -; f32 -; f16 f32 p",
    ("a5", "vpack"): "i32 u16; i16 u8; u32 u16; u16 u8",
    ("a5", "vsunpack"): "i8 i16; u8 u16; i16 i32; u16 u32", ("a5", "vzunpack"): "i8 i16; u8 u16; i16 i32; u16 u32",
    ("a2a3", "vconv"): """
        f32 f16 rs; f32 bf16 rs; f32 i16 rs; f32 i32 rs; f32 i64 rs; f32 - rO; f16 f32; f16 i32 rs; f16 i16 rs; f16 i8 rs
        f16 u8 rs; bf16 f32; bf16 i32 rs; i16 f16 r; i16 f32; i32 f32 r; i32 i16 s; i32 i64; i64 f32 r; i64 i32 s; u8 f16
        i8 f16""",
    ("a2a3", "vaddreluconv"): "f32 f16; f16 i8; i16 i8", ("a2a3", "vsubreluconv"): "f32 f16; f16 i8; i16 i8",
    ("a2a3", "vmulconv"): "f16 i8; f16 u8", ("a2a3", "vmla"): "f16 -; f32 -; f16 f32",
}

SAME = "f32 f32; f16 f16; bf16 bf16; i8 i8"
FP8 = "e4m3 e4m3; e4m3 e5m2; e5m2 e4m3; e5m2 e5m2"
NARROW = "f32 f16; f32 bf16; f32 i8; f32 u8; f32 i16; i32 f16; i32 bf16; i32 i8; i32 u8; i32 i16"
STORES = "f32 f32; i32 i32; " + NARROW
CONVERSIONS.update({
    ("a5", "mad"): SAME + "; hif8 hif8; " + FP8, ("a2a3", "mad"): SAME,
    ("a5", "mad_mx"): FP8 + "; e2m1x2 e2m1x2; e2m1x2 e1m2x2; e1m2x2 e2m1x2; e1m2x2 e1m2x2",
    ("a2a3", "l0c_to_gm"): STORES, ("a2a3", "l0c_to_l1"): NARROW,
})
for to in ("gm", "l1", "ub"):
    CONVERSIONS["a5", "l0c_to_" + to] = STORES + "; f32 hif8; f32 e4m3"

PAIRED_LOADS = "BDINTLV DINTLV_B8 DINTLV_B16 DINTLV_B32".split()
PAIRED_STORES = "INTLV_B8 INTLV_B16 INTLV_B32".split()
# No one says what these do, or the device does not have them.
NO_DISTRIBUTIONS = "SPLT4CHN SPLT2CHN_B8 SPLT2CHN_B16 MRG4CHN_B8 MRG2CHN_B8 MRG2CHN_B16".split()
INTEGER_SCALARS = "ceildiv floordiv and or xor shl shr ext".split()


def types(profile, mnemonic):
    for names, text in (A5 if profile == "a5" else A2A3).items():
        if mnemonic in names.split():
            return text.split()
    raise KeyError(mnemonic)


def conversions(profile, mnemonic):
    """Lists of source, result ("-" for none), modes, whether it saturates, number of parts; empty for another row."""
    found = []
    for pair in CONVERSIONS.get((profile, mnemonic), "").replace("\n", ";").split(";"):
        if pair.strip():
            source, result, *rest = pair.split()
            attributes = rest[0] if rest else ""
            modes = [c for c in attributes.replace("r", "RAFCZ") if c.isupper()]
            parts = 4 if attributes.endswith("4") else 2 if attributes.endswith("p") else 1
            found.append((source, result, modes, "s" in attributes, parts))
    return found
