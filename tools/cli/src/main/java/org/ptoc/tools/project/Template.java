package org.ptoc.tools.project;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.isa.ProfileFeature;

/** What a new kernel begins as: an example, which the build takes into the archive as it is. */
public enum Template {
  VECTOR(
      "vmi-softmax",
      "softmax of rows in logical vectors",
      "softmax",
      2,
      "x=x.npy y=zeros:f32:6x1000 rows=6",
      "",
      "y=expected.npy",
      "abs=1e-9,rel=1e-5"),
  TILE(
      "softmax",
      "softmax of rows in tiles",
      "softmax",
      2,
      "x=x.npy out=zeros:f32:37x200 rows=37 columns=200",
      "",
      "out=expected.npy",
      "abs=1e-7,rel=1e-5"),
  CUBE(
      "gemm",
      "product of matrices on the cube core",
      "gemm",
      4,
      "a=a.npy b=b.npy c=zeros:f32:128x96",
      "",
      "c=expected.npy",
      "abs=0,rel=0"),
  MIXED(
      "attention",
      "attention on cube and vector cores",
      "attention",
      1,
      "q=q.npy k=k.npy v=v.npy out=zeros:f32:64x64 keys=256",
      "ring0=zeros:f32:8192 ring1=zeros:f16:8192 ring2=zeros:f32:8192",
      "out=expected.npy",
      "abs=1e-4,rel=1e-2"),
  SORT(
      "topk",
      "a column in descending order with its row numbers",
      "topk",
      1,
      "column=column.npy rows=rows.npy out=zeros:f32:1x16326",
      "",
      "out=expected.npy",
      "abs=0,rel=0");

  private final String example;
  private final String summary;
  private final String kernel;
  private final int blocks;
  private final String arguments;
  private final String argumentsGlobal;
  private final String expectation;
  private final String tolerance;

  Template(
      String example,
      String summary,
      String kernel,
      int blocks,
      String arguments,
      String argumentsGlobal,
      String expectation,
      String tolerance) {
    this.example = example;
    this.summary = summary;
    this.kernel = kernel;
    this.blocks = blocks;
    this.arguments = arguments;
    this.argumentsGlobal = argumentsGlobal;
    this.expectation = expectation;
    this.tolerance = tolerance;
  }

  /** The word of {@code --template}. */
  public String spelling() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The words of {@code --template}. */
  public static List<String> spellings() {
    return Arrays.stream(values()).map(Template::spelling).toList();
  }

  /** The template of a word. */
  public static Optional<Template> bySpelling(String word) {
    return Arrays.stream(values()).filter(each -> each.spelling().equals(word)).findFirst();
  }

  /** What the kernel computes, the end of a sentence. */
  String summary() {
    return summary;
  }

  String kernel() {
    return kernel;
  }

  int blocks() {
    return blocks;
  }

  /** True if the profiles have a text each. */
  boolean isPerProfile() {
    return this == MIXED;
  }

  /** The kernel of a profile below the directory of examples. */
  String source(Profile profile) {
    return isPerProfile()
        ? example + "/" + example + "-" + profile.spelling() + ".pto"
        : example + "/" + example + ".pto";
  }

  /** A file of data below the directory of examples. */
  String data(String file) {
    return example + "/" + file;
  }

  /** Arguments as {@code NAME=DATA}, as {@code ptoc run -a} takes them. */
  List<String> arguments(Profile profile) {
    String more = profile.has(ProfileFeature.CONNECTED_CORES) ? "" : " " + argumentsGlobal;
    return List.of((arguments + more).strip().split(" "));
  }

  /** What must come out, {@code NAME=FILE}. */
  String expectation() {
    return expectation;
  }

  /** How far results may differ, as {@code --tol} takes it. */
  String tolerance() {
    return tolerance;
  }
}
