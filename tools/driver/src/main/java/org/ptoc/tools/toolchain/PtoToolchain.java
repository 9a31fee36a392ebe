package org.ptoc.tools.toolchain;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ptoc.backend.a2a3.A2A3Target;
import org.ptoc.backend.a5.A5Target;
import org.ptoc.emulator.LaunchProgress;
import org.ptoc.frontend.FrontEnd;
import org.ptoc.frontend.ParsedText;
import org.ptoc.ir.Function;
import org.ptoc.ir.Location;
import org.ptoc.ir.Module;
import org.ptoc.ir.Reachability;
import org.ptoc.ir.catalog.UnsupportedFamily;
import org.ptoc.ir.diagnostic.Diagnostic;
import org.ptoc.ir.diagnostic.DiagnosticCode;
import org.ptoc.ir.diagnostic.Diagnostics;
import org.ptoc.ir.isa.Profile;
import org.ptoc.ir.object.KernelObject;
import org.ptoc.ir.object.ObjectFile;
import org.ptoc.ir.printer.Printer;
import org.ptoc.ir.verify.Verifier;
import org.ptoc.passes.CodeSwitch;
import org.ptoc.passes.CompileOptions;
import org.ptoc.passes.Pass;
import org.ptoc.passes.PassContext;
import org.ptoc.passes.PassManager;
import org.ptoc.passes.PtoasRelease;
import org.ptoc.passes.check.ExtentChecks;
import org.ptoc.passes.codegen.emit.KernelCode;
import org.ptoc.passes.compile.Compiler;
import org.ptoc.passes.compile.Target;
import org.ptoc.passes.generic.Canonicalize;
import org.ptoc.passes.generic.CoreParts;
import org.ptoc.passes.generic.Inline;
import org.ptoc.passes.generic.Sections;
import org.ptoc.passes.generic.VecscopeInference;
import org.ptoc.passes.pipe.PipeValues;
import org.ptoc.passes.recipe.Rewrite;

/** The real compiler and emulator behind the command line. */
public final class PtoToolchain implements Toolchain {
  private static final String PRODUCER = "ptoc";

  /**
   * Minimum number of kernels for parallel compilation; fewer are done before a second thread
   * starts.
   */
  private static final int MANY_KERNELS = 8;

  /** Texts that are kept in the form in which they were read; few are in work at a time. */
  private static final int KEPT = 4;

  /** Characters of a text that is kept; what is read of a larger one takes much memory. */
  private static final int MOST_KEPT = 1 << 20;

  /**
   * One text is asked for several times: by each of its kernels, and by checks of a run, which
   * compile the kernel again.
   */
  private final Recent<Source, ParsedText> texts = new Recent<>(KEPT);

  /** A source that was read and verified for a profile. */
  private record Checked(Module module, Profile profile, List<KernelChoice.Kernel> kernels) {
    /** The functions to compile without a caller: none where one kernel is asked for. */
    List<List<KernelChoice.Kernel>> deviceFunctions(Request request, Diagnostics diagnostics) {
      return request.kernel().isPresent()
          ? List.of()
          : KernelChoice.deviceFunctions(module, diagnostics);
    }
  }

  @Override
  public Outcome<Boolean> check(Source source, Request request) {
    Diagnostics diagnostics = new Diagnostics();
    Optional<Checked> checked = read(source, request, diagnostics);
    return new Outcome<>(checked.map(found -> true), diagnostics.all(), "");
  }

  private Optional<Checked> read(Source source, Request request, Diagnostics diagnostics) {
    Diagnostics found = new Diagnostics();
    Optional<Checked> checked = verified(source, request, found);
    Set<String> refused = new HashSet<>();
    IgnoredAttributes.joined(found.all()).stream()
        .filter(each -> !UnsupportedFamily.isRefusal(each.message()) || refused.add(each.message()))
        .forEach(diagnostics::add);
    return checked;
  }

  private Optional<Checked> verified(Source source, Request request, Diagnostics diagnostics) {
    Optional<Module> module = parse(source, request, diagnostics);
    int before = diagnostics.errorCount();
    module = module.map(read -> parts(read, request, diagnostics));
    if (module.isEmpty() || diagnostics.errorCount() > before) {
      return Optional.empty();
    }
    if (isEmpty(module.get())) {
      diagnostics.report(
          DiagnosticCode.UNKNOWN_KERNEL,
          new Location(source.name(), 0, 0, 0),
          source.text().isBlank() ? "the file is empty" : "the file holds no function");
      return Optional.empty();
    }
    Optional<Profile> profile = ProfileChoice.choose(request, module.get(), diagnostics);
    if (profile.isEmpty() || !agrees(request, module.get(), diagnostics)) {
      return Optional.empty();
    }
    List<KernelChoice.Kernel> kernels =
        KernelChoice.choose(module.get(), request.kernel(), diagnostics);
    if (diagnostics.errorCount() > before) {
      return Optional.empty();
    }
    KernelParts.warnOfLone(kernels, diagnostics);
    if (request.kernel().isPresent()) {
      Set<String> needed = new HashSet<>();
      for (KernelChoice.Kernel kernel : kernels) {
        needed.addAll(Reachability.of(module.get()).from(kernel.function().name()));
      }
      Verifier.verify(module.get(), needed, profile.get(), request.rules(), diagnostics);
    } else {
      Verifier.verify(module.get(), profile.get(), request.rules(), diagnostics);
    }
    if (diagnostics.errorCount() != before) {
      return Optional.empty();
    }
    boolean isAssumed =
        request.stated().stream().anyMatch(each -> each.setting() == ModuleSetting.ASSUME_PTOAS);
    if (!isAssumed && !request.code().has(CodeSwitch.SATURATED_CONVERSIONS)) {
      DefaultSaturation.warn(kernels, diagnostics);
    }
    return Optional.of(new Checked(module.get(), profile.get(), kernels));
  }

  /** The module with a function for each kind of core, and parts under the names of parts. */
  private static Module parts(Module module, Request request, Diagnostics diagnostics) {
    Module paired = KernelPair.apply(request.pairs(), module, diagnostics);
    boolean logicalAlone = !request.code().has(CodeSwitch.INFER_VECSCOPE);
    Module scoped = VecscopeInference.apply(paired, logicalAlone, diagnostics);
    return CoreParts.split(PipeValues.named(scoped));
  }

  private static boolean isEmpty(Module module) {
    return module.functions().isEmpty()
        && module.modules().stream().allMatch(PtoToolchain::isEmpty);
  }

  /** Compares the settings, other than the profile, that modules and the command line can say. */
  private static boolean agrees(Request request, Module module, Diagnostics diagnostics) {
    int before = diagnostics.errorCount();
    for (ModuleSetting setting : ModuleSetting.values()) {
      if (setting != ModuleSetting.PROFILE) {
        Optional<ModuleSetting.Stated> stated =
            request.stated().stream().filter(each -> each.setting() == setting).findFirst();
        SettingChoice.choose(setting, stated, false, module, diagnostics);
      }
    }
    return diagnostics.errorCount() == before;
  }

  private ParsedText text(Source source) {
    return source.others().isEmpty()
        ? plainText(source)
        : ParsedText.joined(source.all().stream().map(this::plainText).toList());
  }

  @Override
  public void keep(Source source, ParsedText parsed) {
    if (source.text().length() <= MOST_KEPT) {
      texts.get(source, () -> parsed);
    }
  }

  private ParsedText plainText(Source source) {
    return source.text().length() > MOST_KEPT
        ? FrontEnd.read(source.name(), source.text())
        : texts.get(
            new Source(source.name(), source.text()),
            () -> FrontEnd.read(source.name(), source.text()));
  }

  /** An error in one function does not hide what is wrong with the others. */
  private Optional<Module> parse(Source source, Request request, Diagnostics diagnostics) {
    ParsedText text = text(source);
    if (request.kernel().isPresent()) {
      List<Diagnostic> about = text.diagnostics(request.kernel().get());
      about.forEach(diagnostics::add);
      return about.stream().anyMatch(Diagnostic::isError)
          ? Optional.empty()
          : Optional.of(text.module());
    }
    if (text.isComplete()) {
      text.diagnostics().forEach(diagnostics::add);
      return Optional.of(text.module());
    }
    Diagnostics found = new Diagnostics();
    text.diagnostics().forEach(found::add);
    Set<String> sound = names(text.sound());
    if (!sound.isEmpty()) {
      Module module = parts(text.module(), request, new Diagnostics());
      ProfileChoice.choose(request, module, found)
          .ifPresent(profile -> Verifier.verify(module, sound, profile, request.rules(), found));
    }
    FrontEnd.inOrderOfText(found.all()).forEach(diagnostics::add);
    return Optional.empty();
  }

  private static Set<String> names(List<Function> functions) {
    return functions.stream().map(Function::name).collect(Collectors.toSet());
  }

  @Override
  public Outcome<ObjectFile> compile(Source source, Request request) {
    Diagnostics diagnostics = new Diagnostics();
    PassReports reports = new PassReports(request.reports());
    Optional<Checked> checked = read(source, request, diagnostics);
    if (checked.isEmpty()) {
      compileSound(source, request, diagnostics);
      return new Outcome<>(Optional.empty(), diagnostics.all(), "");
    }
    Profile profile = checked.get().profile();
    List<KernelChoice.Kernel> kernels = checked.get().kernels();
    List<List<KernelChoice.Kernel>> devices = checked.get().deviceFunctions(request, diagnostics);
    // Reports are about one kernel behind the other.
    boolean together = kernels.size() >= MANY_KERNELS && request.reports().isEmpty();
    Stream<KernelChoice.Kernel> each = together ? kernels.parallelStream() : kernels.stream();
    List<Compiled> all =
        each.map(kernel -> compile(kernel, profile, request, together, reports)).toList();
    // What is wrong with a function that two kernels call is said once.
    Set<Diagnostic> found = new LinkedHashSet<>();
    List<Compiled> helpers =
        devices.stream().map(one -> compileDevice(one, profile, request, reports)).toList();
    all.forEach(kernel -> found.addAll(kernel.diagnostics().all()));
    helpers.forEach(helper -> found.addAll(helper.diagnostics().all()));
    List<Diagnostic> verified = diagnostics.all();
    found.stream().filter(about -> !isTold(about, verified)).forEach(diagnostics::add);
    reports
        .problem()
        .ifPresent(text -> diagnostics.report(DiagnosticCode.CANNOT_WRITE, Location.NONE, text));
    if (diagnostics.hasErrors()) {
      return new Outcome<>(Optional.empty(), diagnostics.all(), reports.text());
    }
    Stream<KernelObject> ofDevice =
        helpers.stream()
            .flatMap(one -> one.object().stream())
            .map(helper -> helper.withChecks(Optional.empty()).ofDevice());
    List<KernelObject> objects =
        Stream.concat(
                KernelParts.joined(all.stream().flatMap(one -> one.object().stream())), ofDevice)
            .toList();
    ObjectFile object = new ObjectFile(profile, PRODUCER, source.name(), source.digest(), objects);
    return new Outcome<>(Optional.of(object), diagnostics.all(), reports.text(), reports.tiles());
  }

  /** True if another diagnostic says the same about the same place. */
  private static boolean isTold(Diagnostic found, List<Diagnostic> others) {
    return others.stream()
        .anyMatch(each -> each.code() == found.code() && each.location().equals(found.location()));
  }

  /**
   * A kernel that was compiled.
   *
   * @param object its words and checks; empty when there are errors
   * @param diagnostics what was found
   */
  private record Compiled(Optional<KernelObject> object, Diagnostics diagnostics) {}

  /** What one caller makes legal is legal; else the errors are those for any caller. */
  private static Compiled compileDevice(
      List<KernelChoice.Kernel> callers, Profile profile, Request request, PassReports reports) {
    Compiled first = compile(callers.getFirst(), profile, request, false, reports);
    return first.diagnostics().hasErrors()
        ? callers.stream()
            .skip(1)
            .map(more -> compile(more, profile, request, false, reports))
            .filter(made -> !made.diagnostics().hasErrors())
            .findFirst()
            .orElse(first)
        : first;
  }

  /**
   * @param together whether other kernels are compiled at the same time, without reports
   */
  private static Compiled compile(
      KernelChoice.Kernel kernel,
      Profile profile,
      Request request,
      boolean together,
      PassReports reports) {
    Diagnostics diagnostics = new Diagnostics();
    CompileOptions options = options(kernel, request);
    Target target = target(profile);
    PassManager.Observer observer = together ? PassManager.Observer.NONE : reports;
    Optional<KernelCode> code =
        new Compiler(target, options, observer)
            .compile(kernel.function(), kernel.module(), diagnostics);
    Optional<KernelObject> checks = new OpenExtents(target, options).look(kernel, diagnostics);
    if (request.reports().resources()) {
      code.ifPresent(
          made -> {
            reports.add(
                Resources.describe(made, reports.placed(), reports.scratch(options, profile)));
            reports.keepTiles(made.name());
          });
    }
    if (request.reports().remarks()) {
      code.ifPresent(made -> Remarks.of(made, reports, options, profile).forEach(diagnostics::add));
    }
    return new Compiled(code.map(made -> made.object().withChecks(checks)), diagnostics);
  }

  /** Reports what only compilation finds in kernels that the errors so far say nothing about. */
  private void compileSound(Source source, Request request, Diagnostics diagnostics) {
    Diagnostics known = new Diagnostics();
    ParsedText text = text(source);
    if (text.sound().isEmpty() || request.kernel().isPresent()) {
      return;
    }
    Set<String> sound = names(text.sound());
    Optional<Profile> profile = ProfileChoice.choose(request, text.module(), known);
    if (profile.isEmpty() || !agrees(request, text.module(), known)) {
      return;
    }
    Module module = parts(text.module(), request, known);
    for (KernelChoice.Kernel kernel : KernelChoice.choose(module, request.kernel(), known)) {
      Set<String> needed = Reachability.of(module).from(kernel.function().name());
      Diagnostics own = new Diagnostics();
      if (sound.containsAll(needed)) {
        Verifier.verify(module, needed, profile.get(), request.rules(), own);
      }
      if (sound.containsAll(needed) && !own.hasErrors()) {
        Diagnostics later = new Diagnostics();
        CompileOptions options = options(kernel, request);
        new Compiler(target(profile.get()), options, PassManager.Observer.NONE)
            .compile(kernel.function(), kernel.module(), later);
        later.all().stream().filter(Diagnostic::isError).forEach(diagnostics::add);
      }
    }
  }

  @Override
  public Outcome<List<String>> kernelNames(Source source) {
    Diagnostics diagnostics = new Diagnostics();
    ParsedText text = text(source);
    text.diagnostics().forEach(diagnostics::add);
    Optional<List<String>> names =
        Optional.of(text)
            .filter(ParsedText::isComplete)
            .map(ParsedText::module)
            .map(CoreParts::split)
            .map(module -> KernelChoice.choose(module, Optional.empty(), diagnostics))
            .filter(kernels -> !kernels.isEmpty())
            .map(KernelParts::names);
    if (names.isEmpty() && !diagnostics.hasErrors()) {
      diagnostics.report(
          DiagnosticCode.UNKNOWN_KERNEL,
          new Location(source.name(), 0, 0, 0),
          "the file has no kernel");
    }
    return new Outcome<>(names, diagnostics.all(), "");
  }

  @Override
  public Outcome<List<Function>> inlined(Source source, Request request, String kernel) {
    Diagnostics diagnostics = new Diagnostics();
    Optional<Checked> checked = read(source, request, diagnostics);
    Optional<List<Function>> found =
        checked.flatMap(
            all ->
                Optional.of(
                        KernelParts.find(all.kernels(), kernel).stream()
                            .flatMap(
                                each -> inlined(each, all.profile(), request, diagnostics).stream())
                            .toList())
                    .filter(functions -> !functions.isEmpty()));
    return new Outcome<>(diagnostics.hasErrors() ? Optional.empty() : found, diagnostics.all(), "");
  }

  private static List<Function> inlined(
      KernelChoice.Kernel kernel, Profile profile, Request request, Diagnostics diagnostics) {
    List<Pass> passes = List.of(new Inline(), new Sections(), new Canonicalize());
    PassContext context = new PassContext(profile, kernel.module(), request.code(), diagnostics);
    Function body =
        new PassManager(passes, PassManager.Observer.NONE).run(kernel.function(), context);
    return Stream.concat(
            Stream.of(body), ExtentChecks.of(kernel.function(), context).program().stream())
        .toList();
  }

  /** What the module of a kernel says beats the default; the command line agrees with it. */
  private static CompileOptions options(KernelChoice.Kernel kernel, Request request) {
    return options(kernel.module(), request);
  }

  private static CompileOptions options(Module module, Request request) {
    CompileOptions code =
        release(module).map(release -> release.apply(request.code())).orElse(request.code());
    return module
        .attributes()
        .text(ModuleSetting.VSUBC_POLARITY.attribute())
        .map(polarity -> code.set(CodeSwitch.BORROW, polarity.equals("borrow")))
        .orElse(code);
  }

  /** The release of the public assembler that a module names. */
  private static Optional<PtoasRelease> release(Module module) {
    return module
        .attributes()
        .text(ModuleSetting.ASSUME_PTOAS.attribute())
        .flatMap(PtoasRelease::bySpelling);
  }

  @Override
  public List<Rewrite> rewrites(Profile profile) {
    return target(profile).rewrites();
  }

  private static Target target(Profile profile) {
    return switch (profile) {
      case A5 -> new A5Target();
      case A2A3 -> new A2A3Target();
    };
  }

  @Override
  public Outcome<String> print(Source source, Request request, Stage stage) {
    return transform(source, request, (compiler) -> passesBefore(compiler, stage));
  }

  /** Tile IR is the IR before tiles are lowered, vpto is the input of the code generator. */
  private static List<Pass> passesBefore(Compiler compiler, Stage stage) {
    return switch (stage) {
      case IR -> List.of();
      case TILE_IR ->
          compiler.passes().stream()
              .takeWhile(pass -> !pass.name().startsWith("tile-to-"))
              .toList();
      case VPTO -> compiler.passes();
    };
  }

  @Override
  public Outcome<String> optimize(Source source, Request request, List<String> passes) {
    return transform(
        source,
        request,
        compiler -> passes.stream().flatMap(name -> named(compiler, name)).toList());
  }

  private static Stream<Pass> named(Compiler compiler, String name) {
    return compiler.passes().stream().filter(pass -> pass.name().equals(name)).limit(1);
  }

  private interface PassChoice {
    List<Pass> of(Compiler compiler);
  }

  private Outcome<String> transform(Source source, Request request, PassChoice choice) {
    Diagnostics diagnostics = new Diagnostics();
    PassReports reports = new PassReports(request.reports());
    Optional<Checked> checked = read(source, request, diagnostics);
    if (checked.isEmpty()) {
      return new Outcome<>(Optional.empty(), diagnostics.all(), "");
    }
    Profile profile = checked.get().profile();
    Compiler compiler = new Compiler(target(profile), request.code(), reports);
    PassManager manager = new PassManager(choice.of(compiler), reports);
    Module printed =
        map(
            checked.get().module(),
            (module, function) ->
                manager.run(
                    function,
                    new PassContext(profile, module, options(module, request), diagnostics)));
    reports
        .problem()
        .ifPresent(
            problem -> diagnostics.report(DiagnosticCode.CANNOT_WRITE, Location.NONE, problem));
    Optional<String> text =
        diagnostics.hasErrors() ? Optional.empty() : Optional.of(Printer.print(printed));
    return new Outcome<>(text, diagnostics.all(), reports.text());
  }

  private interface FunctionChange {
    Function apply(Module module, Function function);
  }

  private static Module map(Module module, FunctionChange change) {
    UnaryOperator<Function> one = function -> change.apply(module, function);
    List<Module> nested = module.modules().stream().map(inner -> map(inner, change)).toList();
    return new Module(
        module.name(),
        module.attributes(),
        module.functions().stream().map(one).toList(),
        nested,
        module.location());
  }

  @Override
  public List<String> passNames() {
    List<String> names = new ArrayList<>();
    for (Profile profile : Profile.values()) {
      Compiler compiler =
          new Compiler(target(profile), CompileOptions.defaults(), PassManager.Observer.NONE);
      compiler.passes().stream()
          .map(Pass::name)
          .filter(name -> !names.contains(name))
          .forEach(names::add);
    }
    return names;
  }

  @Override
  public List<Diagnostic> doubts(Launch launch) {
    return LaunchChecks.of(launch).stream()
        .filter(_ -> launch.runtimeChecks())
        .flatMap(checks -> checks.doubts(launch).stream())
        .toList();
  }

  @Override
  public RunOutcome run(Launch launch, LaunchProgress progress) {
    return KernelRun.load(launch).run(launch, progress);
  }
}
