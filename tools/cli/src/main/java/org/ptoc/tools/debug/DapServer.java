package org.ptoc.tools.debug;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.lsp4j.debug.BreakpointNotVerifiedReason;
import org.eclipse.lsp4j.debug.Capabilities;
import org.eclipse.lsp4j.debug.ConfigurationDoneArguments;
import org.eclipse.lsp4j.debug.ContinueArguments;
import org.eclipse.lsp4j.debug.ContinueResponse;
import org.eclipse.lsp4j.debug.DataBreakpoint;
import org.eclipse.lsp4j.debug.DataBreakpointAccessType;
import org.eclipse.lsp4j.debug.DataBreakpointInfoArguments;
import org.eclipse.lsp4j.debug.DataBreakpointInfoResponse;
import org.eclipse.lsp4j.debug.DisassembleArguments;
import org.eclipse.lsp4j.debug.DisassembleResponse;
import org.eclipse.lsp4j.debug.DisassembledInstruction;
import org.eclipse.lsp4j.debug.DisconnectArguments;
import org.eclipse.lsp4j.debug.EvaluateArguments;
import org.eclipse.lsp4j.debug.EvaluateResponse;
import org.eclipse.lsp4j.debug.ExceptionBreakMode;
import org.eclipse.lsp4j.debug.ExceptionInfoArguments;
import org.eclipse.lsp4j.debug.ExceptionInfoResponse;
import org.eclipse.lsp4j.debug.InitializeRequestArguments;
import org.eclipse.lsp4j.debug.LoadedSourcesArguments;
import org.eclipse.lsp4j.debug.LoadedSourcesResponse;
import org.eclipse.lsp4j.debug.NextArguments;
import org.eclipse.lsp4j.debug.OutputEventArguments;
import org.eclipse.lsp4j.debug.OutputEventArgumentsCategory;
import org.eclipse.lsp4j.debug.PauseArguments;
import org.eclipse.lsp4j.debug.ReadMemoryArguments;
import org.eclipse.lsp4j.debug.ReadMemoryResponse;
import org.eclipse.lsp4j.debug.RestartArguments;
import org.eclipse.lsp4j.debug.ReverseContinueArguments;
import org.eclipse.lsp4j.debug.ScopesArguments;
import org.eclipse.lsp4j.debug.ScopesResponse;
import org.eclipse.lsp4j.debug.SetBreakpointsArguments;
import org.eclipse.lsp4j.debug.SetBreakpointsResponse;
import org.eclipse.lsp4j.debug.SetDataBreakpointsArguments;
import org.eclipse.lsp4j.debug.SetDataBreakpointsResponse;
import org.eclipse.lsp4j.debug.SetExceptionBreakpointsArguments;
import org.eclipse.lsp4j.debug.SetExceptionBreakpointsResponse;
import org.eclipse.lsp4j.debug.SetInstructionBreakpointsArguments;
import org.eclipse.lsp4j.debug.SetInstructionBreakpointsResponse;
import org.eclipse.lsp4j.debug.SetVariableArguments;
import org.eclipse.lsp4j.debug.SetVariableResponse;
import org.eclipse.lsp4j.debug.Source;
import org.eclipse.lsp4j.debug.SourceArguments;
import org.eclipse.lsp4j.debug.SourceBreakpoint;
import org.eclipse.lsp4j.debug.SourceResponse;
import org.eclipse.lsp4j.debug.StackFrame;
import org.eclipse.lsp4j.debug.StackTraceArguments;
import org.eclipse.lsp4j.debug.StackTraceResponse;
import org.eclipse.lsp4j.debug.StepBackArguments;
import org.eclipse.lsp4j.debug.StepInArguments;
import org.eclipse.lsp4j.debug.StepOutArguments;
import org.eclipse.lsp4j.debug.SteppingGranularity;
import org.eclipse.lsp4j.debug.StoppedEventArguments;
import org.eclipse.lsp4j.debug.TerminateArguments;
import org.eclipse.lsp4j.debug.TerminatedEventArguments;
import org.eclipse.lsp4j.debug.ThreadsResponse;
import org.eclipse.lsp4j.debug.VariablesArguments;
import org.eclipse.lsp4j.debug.VariablesResponse;
import org.eclipse.lsp4j.debug.WriteMemoryArguments;
import org.eclipse.lsp4j.debug.WriteMemoryResponse;
import org.eclipse.lsp4j.debug.launch.DSPLauncher;
import org.eclipse.lsp4j.debug.services.IDebugProtocolClient;
import org.eclipse.lsp4j.debug.services.IDebugProtocolServer;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.eclipse.lsp4j.jsonrpc.ResponseErrorException;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseError;
import org.eclipse.lsp4j.jsonrpc.messages.ResponseErrorCode;
import org.ptoc.emulator.SteppedLaunch.SteppedCore;
import org.ptoc.emulator.session.ByteRange;
import org.ptoc.emulator.session.Halt;
import org.ptoc.ir.isa.AddressSpace;
import org.ptoc.ir.isa.RegisterClass;
import org.ptoc.ir.object.SourcePosition;
import org.ptoc.tools.debug.Debugger.Kind;
import org.ptoc.tools.debug.Debugger.Stop;
import org.ptoc.tools.debug.Debugger.Unit;

/**
 * The debugger for editors: the Debug Adapter Protocol. One thread does all work with the debugger
 * in the order of the requests; only {@code pause} comes in between.
 */
public final class DapServer implements IDebugProtocolServer {
  private static final int WORD_BYTES = 8;
  private static final int MOST_READ = 1 << 20;
  private static final String INTERNAL = "internal error; the session goes on";

  private final Setup.Opener opener;
  private final ExecutorService worker =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("debugger").factory());
  private final CompletableFuture<Boolean> done = new CompletableFuture<>();
  private final List<String> texts = new ArrayList<>();

  private final DapVariables variables = new DapVariables();
  private CompletableFuture<IDebugProtocolClient> client = new CompletableFuture<>();
  private Optional<Setup> setup = Optional.empty();
  private volatile Optional<Debugger> debugger = Optional.empty();
  private Optional<Stop> last = Optional.empty();
  private boolean stopsOnEntry;
  private boolean linesFromOne = true;

  private DapServer(Setup.Opener opener) {
    this.opener = opener;
  }

  /** Serves one client until it disconnects or its stream ends. */
  public static void serve(Setup.Opener opener, InputStream in, OutputStream out) {
    // Broken messages are answered; the log would write stack traces to standard error.
    Logger log = Logger.getLogger("org.eclipse.lsp4j.jsonrpc");
    log.setLevel(Level.OFF);
    DapServer server = new DapServer(opener);
    Launcher<IDebugProtocolClient> launcher = DSPLauncher.createServerLauncher(server, in, out);
    server.client.complete(launcher.getRemoteProxy());
    Future<Void> listening = launcher.startListening();
    CompletableFuture<Void> ending = server.done.thenRun(() -> listening.cancel(true));
    try {
      listening.get();
    } catch (ExecutionException | java.util.concurrent.CancellationException ended) {
      // The stream has ended, as it does when the client goes away.
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      server.debugger.ifPresent(Debugger::interrupt);
      server.worker.shutdownNow();
      ending.cancel(false);
    }
  }

  private IDebugProtocolClient client() {
    return client.join();
  }

  private static ResponseErrorException refused(String message) {
    return new ResponseErrorException(
        new ResponseError(ResponseErrorCode.RequestFailed, message, null));
  }

  /** Work with the debugger, which fails with a message. */
  private interface Work<T> {
    T with(Debugger debugger) throws DebugProblem;
  }

  private <T> CompletableFuture<T> ask(Work<T> work) {
    return later(
        () ->
            work.with(
                debugger.orElseThrow(
                    () -> new DebugProblem("no program was launched; send 'launch' first"))));
  }

  /** Work without a result. */
  private interface Action {
    void with(Debugger debugger) throws DebugProblem;
  }

  private CompletableFuture<Void> order(Action action) {
    return ask(each -> {
          action.with(each);
          return true;
        })
        .thenAccept(_ -> {});
  }

  private <T> CompletableFuture<T> later(Debugger.Computation<T> computation) {
    CompletableFuture<T> result = new CompletableFuture<>();
    worker.execute(
        () -> {
          try {
            result.complete(computation.get());
          } catch (DebugProblem problem) {
            result.completeExceptionally(refused(problem.text()));
          } catch (RuntimeException failure) {
            result.completeExceptionally(refused(INTERNAL + ": " + failure));
          }
        });
    return result;
  }

  @Override
  public CompletableFuture<Capabilities> initialize(InitializeRequestArguments arguments) {
    linesFromOne = !Boolean.FALSE.equals(arguments.getLinesStartAt1());
    Capabilities can = new Capabilities();
    can.setSupportsConfigurationDoneRequest(true);
    can.setSupportsConditionalBreakpoints(true);
    can.setSupportsLogPoints(true);
    can.setSupportsInstructionBreakpoints(true);
    can.setSupportsDataBreakpoints(true);
    can.setSupportsStepBack(true);
    can.setSupportsSteppingGranularity(true);
    can.setSupportsSetVariable(true);
    can.setSupportsEvaluateForHovers(true);
    can.setSupportsReadMemoryRequest(true);
    can.setSupportsWriteMemoryRequest(true);
    can.setSupportsDisassembleRequest(true);
    can.setSupportsRestartRequest(true);
    can.setSupportsTerminateRequest(true);
    can.setSupportsExceptionInfoRequest(true);
    can.setSupportsLoadedSourcesRequest(true);
    return CompletableFuture.completedFuture(can);
  }

  @Override
  public CompletableFuture<Void> launch(Map<String, Object> arguments) {
    CompletableFuture<Boolean> launched =
        later(
            () -> {
              if (!(arguments.get("program") instanceof String program)) {
                throw new DebugProblem("'launch' needs 'program', a .pto or .o file");
              }
              List<String> words = new ArrayList<>(List.of(program));
              if (arguments.get("profile") instanceof String profile) {
                words.addAll(List.of("--profile", profile));
              }
              if (arguments.get("args") instanceof List<?> more) {
                more.forEach(each -> words.add(String.valueOf(each)));
              }
              stopsOnEntry = Boolean.TRUE.equals(arguments.get("stopOnEntry"));
              Setup opened = opener.open(words);
              setup = Optional.of(opened);
              debugger = Optional.of(new Debugger(opened, this::print));
              client().initialized();
              return true;
            });
    return launched.thenAccept(_ -> {});
  }

  private void print(String text) {
    OutputEventArguments output = new OutputEventArguments();
    output.setCategory(OutputEventArgumentsCategory.STDOUT);
    output.setOutput(text);
    client().output(output);
  }

  @Override
  public CompletableFuture<Void> configurationDone(ConfigurationDoneArguments arguments) {
    return order(
        each -> {
          if (stopsOnEntry || setup.flatMap(Setup::dump).isPresent()) {
            stopped(new Stop(Kind.STEP, "", Optional.empty()), "entry");
          } else {
            follow(each::go);
          }
        });
  }

  /** A motion ends in an event, behind the answer to its request. */
  private void follow(Debugger.Computation<Stop> motion) {
    worker.execute(
        () -> {
          try {
            Stop stop = motion.get();
            if (stop.kind() == Kind.END) {
              print(stop.message() + "\n");
            }
            stopped(stop, reason(stop));
          } catch (DebugProblem | RuntimeException failure) {
            print(INTERNAL + ": " + failure + "\n");
          }
        });
  }

  private static String reason(Stop stop) {
    return switch (stop.kind()) {
      case STEP, END, BEGIN -> "step";
      case INTERRUPT -> "pause";
      case TRAP -> "exception";
      case BREAKPOINT ->
          stop.breakpoint().filter(each -> each.site instanceof Breakpoint.Watch).isPresent()
              ? "data breakpoint"
              : "breakpoint";
    };
  }

  private void stopped(Stop stop, String reason) {
    last = Optional.of(stop);
    variables.clear();
    Debugger here = debugger.orElseThrow();
    StoppedEventArguments event = new StoppedEventArguments();
    event.setReason(reason);
    event.setThreadId(here.core().number() + 1);
    event.setAllThreadsStopped(true);
    event.setText(stop.message());
    event.setDescription(stop.message().lines().findFirst().orElse("Stopped"));
    stop.breakpoint().ifPresent(hit -> event.setHitBreakpointIds(new Integer[] {hit.number}));
    client().stopped(event);
  }

  /** Only a {@code pause} behind this request stops the motion, also one that comes first. */
  private CompletableFuture<Void> move(int thread, Work<Stop> motion) {
    debugger.ifPresent(Debugger::clearInterrupt);
    return order(
        each -> {
          if (setup.flatMap(Setup::dump).isPresent()) {
            throw new DebugProblem("a core dump does not run");
          }
          each.select(thread - 1);
          follow(() -> motion.with(each));
        });
  }

  private static Unit unit(SteppingGranularity granularity, Unit usual) {
    return granularity == SteppingGranularity.INSTRUCTION ? Unit.INSTRUCTION : usual;
  }

  @Override
  public CompletableFuture<ContinueResponse> continue_(ContinueArguments arguments) {
    ContinueResponse all = new ContinueResponse();
    all.setAllThreadsContinued(true);
    return move(arguments.getThreadId(), Debugger::go).thenApply(_ -> all);
  }

  @Override
  public CompletableFuture<Void> reverseContinue(ReverseContinueArguments arguments) {
    return move(arguments.getThreadId(), Debugger::goBack);
  }

  @Override
  public CompletableFuture<Void> next(NextArguments arguments) {
    Unit unit = unit(arguments.getGranularity(), Unit.LINE_OVER_CALLS);
    return move(arguments.getThreadId(), each -> each.step(unit, false));
  }

  @Override
  public CompletableFuture<Void> stepIn(StepInArguments arguments) {
    Unit unit = unit(arguments.getGranularity(), Unit.LINE);
    return move(arguments.getThreadId(), each -> each.step(unit, false));
  }

  @Override
  public CompletableFuture<Void> stepOut(StepOutArguments arguments) {
    return move(arguments.getThreadId(), Debugger::finish);
  }

  @Override
  public CompletableFuture<Void> stepBack(StepBackArguments arguments) {
    Unit unit = unit(arguments.getGranularity(), Unit.LINE_OVER_CALLS);
    return move(arguments.getThreadId(), each -> each.step(unit, true));
  }

  /** Comes while the worker runs, or before it begins to. */
  @Override
  public CompletableFuture<Void> pause(PauseArguments arguments) {
    debugger.ifPresent(Debugger::interrupt);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<Void> restart(RestartArguments arguments) {
    return order(
        each -> {
          each.restart();
          if (stopsOnEntry) {
            stopped(new Stop(Kind.STEP, "", Optional.empty()), "entry");
          } else {
            follow(each::go);
          }
        });
  }

  @Override
  public CompletableFuture<Void> terminate(TerminateArguments arguments) {
    debugger.ifPresent(Debugger::interrupt);
    client().terminated(new TerminatedEventArguments());
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<Void> disconnect(DisconnectArguments arguments) {
    debugger.ifPresent(Debugger::interrupt);
    // The answer goes out first.
    CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS)
        .execute(() -> done.complete(true));
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<SetExceptionBreakpointsResponse> setExceptionBreakpoints(
      SetExceptionBreakpointsArguments arguments) {
    return CompletableFuture.completedFuture(new SetExceptionBreakpointsResponse());
  }

  private org.eclipse.lsp4j.debug.Breakpoint answer(Debugger each, Breakpoint added) {
    org.eclipse.lsp4j.debug.Breakpoint answer = new org.eclipse.lsp4j.debug.Breakpoint();
    answer.setId(added.number);
    List<Integer> words = each.words(added.site, each.core().number());
    answer.setVerified(!words.isEmpty() || added.site instanceof Breakpoint.Watch);
    if (!words.isEmpty()) {
      answer.setLine(line(each.code(each.core().number()).position(words.getFirst()).line()));
      answer.setInstructionReference(reference(words.getFirst()));
    } else if (!answer.isVerified()) {
      answer.setMessage("there are no instructions here or behind");
      answer.setReason(BreakpointNotVerifiedReason.FAILED);
    }
    return answer;
  }

  private int line(int fromOne) {
    return linesFromOne ? fromOne : fromOne - 1;
  }

  @Override
  public CompletableFuture<SetBreakpointsResponse> setBreakpoints(
      SetBreakpointsArguments arguments) {
    return ask(
        each -> {
          String path = path(arguments.getSource());
          String name = Path.of(path).getFileName() + "";
          each.breakpoints()
              .removeIf(old -> old.site instanceof Breakpoint.Line(String f, _) && f.equals(name));
          SourceBreakpoint[] wanted =
              Optional.ofNullable(arguments.getBreakpoints()).orElse(new SourceBreakpoint[0]);
          SetBreakpointsResponse response = new SetBreakpointsResponse();
          response.setBreakpoints(
              Arrays.stream(wanted)
                  .map(
                      one ->
                          answer(
                              each,
                              each.add(
                                  new Breakpoint.Line(
                                      name, linesFromOne ? one.getLine() : one.getLine() + 1),
                                  Optional.ofNullable(one.getCondition()),
                                  false,
                                  Optional.ofNullable(one.getLogMessage()))))
                  .toArray(org.eclipse.lsp4j.debug.Breakpoint[]::new));
          return response;
        });
  }

  private static String path(Source source) {
    return Optional.ofNullable(source.getPath())
        .or(() -> Optional.ofNullable(source.getName()))
        .orElse("");
  }

  @Override
  public CompletableFuture<SetInstructionBreakpointsResponse> setInstructionBreakpoints(
      SetInstructionBreakpointsArguments arguments) {
    return ask(
        each -> {
          each.breakpoints().removeIf(old -> old.site instanceof Breakpoint.Word);
          List<org.eclipse.lsp4j.debug.Breakpoint> answers = new ArrayList<>();
          for (var one : arguments.getBreakpoints()) {
            long offset =
                Expression.number(one.getInstructionReference())
                    + Optional.ofNullable(one.getOffset()).orElse(0);
            Breakpoint added =
                each.add(
                    new Breakpoint.Word((int) (offset / WORD_BYTES)),
                    Optional.ofNullable(one.getCondition()),
                    false,
                    Optional.empty());
            answers.add(answer(each, added));
          }
          SetInstructionBreakpointsResponse response = new SetInstructionBreakpointsResponse();
          response.setBreakpoints(answers.toArray(org.eclipse.lsp4j.debug.Breakpoint[]::new));
          return response;
        });
  }

  /** The id of data is its place: {@code core UB[0x40]:f32x1}. */
  @Override
  public CompletableFuture<DataBreakpointInfoResponse> dataBreakpointInfo(
      DataBreakpointInfoArguments arguments) {
    return ask(
        each -> {
          DataBreakpointInfoResponse response = new DataBreakpointInfoResponse();
          try {
            ShownValues.Place place = ShownValues.place(arguments.getName(), each);
            response.setDataId(place.range().core() + " " + arguments.getName());
            response.setDescription(arguments.getName());
            response.setAccessTypes(
                new DataBreakpointAccessType[] {
                  DataBreakpointAccessType.WRITE, DataBreakpointAccessType.READ
                });
          } catch (DebugProblem none) {
            response.setDescription(arguments.getName() + " cannot be watched; UB[0x40]:f32x8 can");
          }
          return response;
        });
  }

  @Override
  public CompletableFuture<SetDataBreakpointsResponse> setDataBreakpoints(
      SetDataBreakpointsArguments arguments) {
    return ask(
        each -> {
          each.breakpoints().removeIf(old -> old.site instanceof Breakpoint.Watch);
          List<org.eclipse.lsp4j.debug.Breakpoint> answers = new ArrayList<>();
          for (DataBreakpoint one : arguments.getBreakpoints()) {
            String[] parts = one.getDataId().split(" ", 2);
            int core = (int) Expression.number(parts[0]);
            ShownValues.Place place =
                each.at(core, () -> ShownValues.place(parts.length > 1 ? parts[1] : "", each));
            Breakpoint added =
                each.add(
                    new Breakpoint.Watch(
                        place.range(),
                        place.format(),
                        one.getAccessType() == DataBreakpointAccessType.READ),
                    Optional.ofNullable(one.getCondition()),
                    false,
                    Optional.empty());
            answers.add(answer(each, added));
          }
          SetDataBreakpointsResponse response = new SetDataBreakpointsResponse();
          response.setBreakpoints(answers.toArray(org.eclipse.lsp4j.debug.Breakpoint[]::new));
          return response;
        });
  }

  @Override
  public CompletableFuture<ThreadsResponse> threads() {
    return ask(
        each -> {
          ThreadsResponse response = new ThreadsResponse();
          response.setThreads(
              each.session().cores().stream()
                  .map(
                      core -> {
                        var thread = new org.eclipse.lsp4j.debug.Thread();
                        thread.setId(core.number() + 1);
                        thread.setName(each.session().launch().place(core.number()).toString());
                        return thread;
                      })
                  .toArray(org.eclipse.lsp4j.debug.Thread[]::new));
          return response;
        });
  }

  static String reference(int word) {
    return "0x" + Integer.toHexString(WORD_BYTES * word);
  }

  /** The file of a position: on the disk, or as text that the client asks for. */
  private Source source(String file) {
    Source source = new Source();
    Path path = Path.of(file);
    source.setName(path.getFileName() + "");
    if (Files.isRegularFile(path)) {
      source.setPath(path.toAbsolutePath().normalize().toString());
    } else {
      if (!texts.contains(file)) {
        texts.add(file);
      }
      source.setSourceReference(texts.indexOf(file) + 1);
    }
    return source;
  }

  private StackFrame frame(Debugger each, int core, int word, int depth) {
    StackFrame frame = new StackFrame();
    SourcePosition position = each.code(core).position(word);
    frame.setId(2 * core + depth + 1);
    frame.setName(each.code(core).code().name() + " + " + reference(word));
    frame.setInstructionPointerReference(reference(word));
    if (position.isKnown()) {
      frame.setSource(source(position.file()));
      frame.setLine(line(position.line()));
      frame.setColumn(position.column());
    }
    return frame;
  }

  @Override
  public CompletableFuture<StackTraceResponse> stackTrace(StackTraceArguments arguments) {
    return ask(
        each ->
            each.at(
                arguments.getThreadId() - 1,
                () -> {
                  int core = each.core().number();
                  List<StackFrame> frames = new ArrayList<>();
                  frames.add(frame(each, core, each.word(), 0));
                  each.caller().ifPresent(word -> frames.add(frame(each, core, word, 1)));
                  StackTraceResponse response = new StackTraceResponse();
                  response.setStackFrames(frames.toArray(StackFrame[]::new));
                  response.setTotalFrames(frames.size());
                  return response;
                }));
  }

  @Override
  public CompletableFuture<ScopesResponse> scopes(ScopesArguments arguments) {
    return ask(_ -> variables.scopes((arguments.getFrameId() - 1) / 2));
  }

  @Override
  public CompletableFuture<VariablesResponse> variables(VariablesArguments arguments) {
    return ask(each -> variables.of(each, setup.orElseThrow(), arguments));
  }

  @Override
  public CompletableFuture<SetVariableResponse> setVariable(SetVariableArguments arguments) {
    return ask(
        each ->
            each.at(
                DapVariables.core(arguments.getVariablesReference()),
                () -> {
                  int register = Values.register(RegisterClass.X, arguments.getName());
                  if (register < 0) {
                    throw new DebugProblem(
                        arguments.getName() + " cannot be set; scalar registers and memory can");
                  }
                  long value = Expression.value(arguments.getValue(), each);
                  each.setRegister(register, value);
                  SetVariableResponse response = new SetVariableResponse();
                  response.setValue(Values.scalar(each.core().run().core().x[register]));
                  return response;
                }));
  }

  @Override
  public CompletableFuture<EvaluateResponse> evaluate(EvaluateArguments arguments) {
    return ask(
        each -> {
          EvaluateResponse response = new EvaluateResponse();
          int frame = Optional.ofNullable(arguments.getFrameId()).orElse(0);
          int core = frame > 0 ? (frame - 1) / 2 : each.core().number();
          if ("repl".equals(arguments.getContext())) {
            StringBuilder text = new StringBuilder();
            each.at(
                core,
                () -> {
                  new Console(setup.orElseThrow(), each, text::append)
                      .show(arguments.getExpression());
                  return true;
                });
            response.setResult(text.toString().stripTrailing());
          } else {
            response.setResult(
                each.at(core, () -> ShownValues.show(arguments.getExpression(), each)));
          }
          return response;
        });
  }

  private static ByteRange range(Debugger each, String reference, int offset, int count)
      throws DebugProblem {
    int colon = reference.indexOf(':');
    AddressSpace space =
        colon < 0 ? AddressSpace.GM : Expression.space(reference.substring(0, colon));
    long address = Expression.number(reference.substring(colon + 1));
    return new ByteRange(space, each.core().number(), address + offset, count);
  }

  @Override
  public CompletableFuture<ReadMemoryResponse> readMemory(ReadMemoryArguments arguments) {
    return ask(
        each -> {
          int offset = Optional.ofNullable(arguments.getOffset()).orElse(0);
          int wanted = Math.clamp(arguments.getCount(), 0, MOST_READ);
          int count = wanted;
          Optional<byte[]> bytes = Optional.empty();
          // At the end of a memory fewer bytes are there.
          while (count > 0 && bytes.isEmpty()) {
            bytes = range(each, arguments.getMemoryReference(), offset, count).read(each.session());
            count = bytes.isPresent() ? count : count / 2;
          }
          ReadMemoryResponse response = new ReadMemoryResponse();
          ByteRange first = range(each, arguments.getMemoryReference(), offset, 1);
          response.setAddress("0x" + Long.toHexString(first.address()));
          response.setData(Base64.getEncoder().encodeToString(bytes.orElseGet(() -> new byte[0])));
          response.setUnreadableBytes(wanted - count);
          return response;
        });
  }

  @Override
  public CompletableFuture<WriteMemoryResponse> writeMemory(WriteMemoryArguments arguments) {
    return ask(
        each -> {
          byte[] data;
          try {
            data = Base64.getDecoder().decode(arguments.getData());
          } catch (IllegalArgumentException bad) {
            throw new DebugProblem("'data' is not in base 64");
          }
          int offset = Optional.ofNullable(arguments.getOffset()).orElse(0);
          ByteRange range = range(each, arguments.getMemoryReference(), offset, data.length);
          if (data.length > 0 && !each.write(range, data)) {
            throw new DebugProblem("not all of these bytes exist");
          }
          WriteMemoryResponse response = new WriteMemoryResponse();
          response.setBytesWritten(data.length);
          return response;
        });
  }

  @Override
  public CompletableFuture<DisassembleResponse> disassemble(DisassembleArguments arguments) {
    return ask(
        each -> {
          CodeMap code = each.code(each.core().number());
          long first =
              (Expression.number(arguments.getMemoryReference())
                          + Optional.ofNullable(arguments.getOffset()).orElse(0))
                      / WORD_BYTES
                  + Optional.ofNullable(arguments.getInstructionOffset()).orElse(0);
          List<DisassembledInstruction> lines = new ArrayList<>();
          for (int i = 0; i < Math.clamp(arguments.getInstructionCount(), 0, MOST_READ); i++) {
            DisassembledInstruction line = new DisassembledInstruction();
            long word = first + i;
            boolean exists = word >= 0 && word < code.size();
            // Clients expect as many as they ask for.
            line.setAddress(
                word < 0 ? "-0x" + Long.toHexString(-8 * word) : "0x" + Long.toHexString(8 * word));
            line.setInstruction(exists ? code.at((int) word).toString() : "(none)");
            if (exists && code.position((int) word).isKnown()) {
              line.setLocation(source(code.position((int) word).file()));
              line.setLine(line(code.position((int) word).line()));
            }
            lines.add(line);
          }
          DisassembleResponse response = new DisassembleResponse();
          response.setInstructions(lines.toArray(DisassembledInstruction[]::new));
          return response;
        });
  }

  @Override
  public CompletableFuture<ExceptionInfoResponse> exceptionInfo(ExceptionInfoArguments arguments) {
    return ask(
        each -> {
          Optional<Stop> trap = last.filter(stop -> stop.kind() == Kind.TRAP);
          ExceptionInfoResponse response = new ExceptionInfoResponse();
          response.setExceptionId(
              each.session().failure().orElse(new Halt.Reached()) instanceof Halt.Endless
                  ? "endless loop"
                  : "trap");
          response.setBreakMode(ExceptionBreakMode.ALWAYS);
          response.setDescription(
              trap.orElseThrow(() -> new DebugProblem("no core has trapped")).message());
          return response;
        });
  }

  private List<String> files(Debugger each) {
    Map<String, Boolean> files = new HashMap<>();
    for (SteppedCore core : each.session().cores()) {
      CodeMap code = each.code(core.number());
      for (int word = 0; word < code.size(); word++) {
        if (code.position(word).isKnown()) {
          files.put(code.position(word).file(), true);
        }
      }
    }
    return files.keySet().stream().sorted().toList();
  }

  @Override
  public CompletableFuture<LoadedSourcesResponse> loadedSources(LoadedSourcesArguments arguments) {
    return ask(
        each -> {
          LoadedSourcesResponse response = new LoadedSourcesResponse();
          response.setSources(files(each).stream().map(this::source).toArray(Source[]::new));
          return response;
        });
  }

  @Override
  public CompletableFuture<SourceResponse> source(SourceArguments arguments) {
    return ask(
        each -> {
          int reference = arguments.getSourceReference();
          List<String> lines =
              reference >= 1 && reference <= texts.size()
                  ? each.sources().lines(texts.get(reference - 1))
                  : List.of();
          if (lines.isEmpty()) {
            throw new DebugProblem("the text of this source is not known");
          }
          SourceResponse response = new SourceResponse();
          response.setContent(String.join("\n", lines) + "\n");
          return response;
        });
  }
}
