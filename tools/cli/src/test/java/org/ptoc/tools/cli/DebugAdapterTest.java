package org.ptoc.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.lsp4j.debug.Capabilities;
import org.eclipse.lsp4j.debug.ConfigurationDoneArguments;
import org.eclipse.lsp4j.debug.ContinueArguments;
import org.eclipse.lsp4j.debug.DataBreakpoint;
import org.eclipse.lsp4j.debug.DataBreakpointInfoArguments;
import org.eclipse.lsp4j.debug.DisassembleArguments;
import org.eclipse.lsp4j.debug.DisconnectArguments;
import org.eclipse.lsp4j.debug.EvaluateArguments;
import org.eclipse.lsp4j.debug.ExceptionInfoArguments;
import org.eclipse.lsp4j.debug.InitializeRequestArguments;
import org.eclipse.lsp4j.debug.InstructionBreakpoint;
import org.eclipse.lsp4j.debug.NextArguments;
import org.eclipse.lsp4j.debug.OutputEventArguments;
import org.eclipse.lsp4j.debug.PauseArguments;
import org.eclipse.lsp4j.debug.ReadMemoryArguments;
import org.eclipse.lsp4j.debug.ReverseContinueArguments;
import org.eclipse.lsp4j.debug.Scope;
import org.eclipse.lsp4j.debug.ScopesArguments;
import org.eclipse.lsp4j.debug.SetBreakpointsArguments;
import org.eclipse.lsp4j.debug.SetDataBreakpointsArguments;
import org.eclipse.lsp4j.debug.SetInstructionBreakpointsArguments;
import org.eclipse.lsp4j.debug.SetVariableArguments;
import org.eclipse.lsp4j.debug.Source;
import org.eclipse.lsp4j.debug.SourceBreakpoint;
import org.eclipse.lsp4j.debug.StackFrame;
import org.eclipse.lsp4j.debug.StackTraceArguments;
import org.eclipse.lsp4j.debug.StepBackArguments;
import org.eclipse.lsp4j.debug.SteppingGranularity;
import org.eclipse.lsp4j.debug.StoppedEventArguments;
import org.eclipse.lsp4j.debug.Variable;
import org.eclipse.lsp4j.debug.VariablesArguments;
import org.eclipse.lsp4j.debug.WriteMemoryArguments;
import org.eclipse.lsp4j.debug.launch.DSPLauncher;
import org.eclipse.lsp4j.debug.services.IDebugProtocolClient;
import org.eclipse.lsp4j.debug.services.IDebugProtocolServer;
import org.eclipse.lsp4j.jsonrpc.Launcher;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ptoc.tools.debug.Console;
import org.ptoc.tools.debug.LineTerminal;
import org.ptoc.tools.toolchain.PtoToolchain;

/** Conversations of an editor with {@code ptoc debug --dap}, over pipes. */
@Timeout(120)
class DebugAdapterTest {
  private static final String VADD = "../../examples/vadd/vadd.pto";
  private static final List<String> ARGUMENTS =
      List.of(
          "-k",
          "vadd",
          "-a",
          "iota:f32:256",
          "-a",
          "ones:f32:256",
          "-a",
          "zeros:f32:256",
          "-a",
          "i32:256");

  private static final String LONG =
      """
      func.func @long(%n: i32) attributes {pto.entry} {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %most = arith.constant 2000000000 : index
        %t = pto.alloc_tile : !pto.tile_buf<vec, 16x64xf32>
        scf.for %i = %c0 to %most step %c1 {
          pto.tadd ins(%t, %t : !pto.tile_buf<vec, 16x64xf32>, !pto.tile_buf<vec, 16x64xf32>)
                   outs(%t : !pto.tile_buf<vec, 16x64xf32>)
        }
        return
      }
      """;

  private final BlockingQueue<StoppedEventArguments> stops = new LinkedBlockingQueue<>();
  private final CountDownLatch initialized = new CountDownLatch(1);
  private final StringBuffer output = new StringBuffer();
  private PipedOutputStream toServer = new PipedOutputStream();
  private IDebugProtocolServer server;
  private Thread process;

  private final class Client implements IDebugProtocolClient {
    @Override
    public void stopped(StoppedEventArguments stop) {
      stops.add(stop);
    }

    @Override
    public void initialized() {
      initialized.countDown();
    }

    @Override
    public void output(OutputEventArguments text) {
      output.append(text.getOutput());
    }
  }

  @BeforeEach
  void start() throws IOException {
    PipedInputStream serverIn = new PipedInputStream(toServer, 1 << 16);
    PipedOutputStream serverOut = new PipedOutputStream();
    PipedInputStream fromServer = new PipedInputStream(serverOut, 1 << 20);
    process =
        Thread.ofPlatform()
            .daemon()
            .start(
                () ->
                    Ptoc.run(
                        List.of("debug", "--dap"),
                        serverIn,
                        new PrintStream(serverOut, true, StandardCharsets.UTF_8),
                        new PrintStream(OutputStream.nullOutputStream())));
    Launcher<IDebugProtocolServer> launcher =
        DSPLauncher.createClientLauncher(new Client(), fromServer, toServer);
    launcher.startListening();
    server = launcher.getRemoteProxy();
  }

  @AfterEach
  void end() throws Exception {
    toServer.close();
    process.join(TimeUnit.SECONDS.toMillis(20));
    assertThat(process.isAlive()).as("a client that is gone ends the process").isFalse();
  }

  private void launch(String program, List<String> arguments) throws Exception {
    Capabilities can = server.initialize(new InitializeRequestArguments()).get();
    assertThat(can.getSupportsStepBack()).isTrue();
    server
        .launch(Map.of("program", program, "profile", "a5", "args", arguments, "stopOnEntry", true))
        .get();
    assertThat(initialized.await(30, TimeUnit.SECONDS)).isTrue();
  }

  private StoppedEventArguments begin() throws Exception {
    server.configurationDone(new ConfigurationDoneArguments()).get();
    return stop();
  }

  private StoppedEventArguments stop() throws InterruptedException {
    StoppedEventArguments stop = stops.poll(30, TimeUnit.SECONDS);
    assertThat(stop).isNotNull();
    return stop;
  }

  private StackFrame frame() throws Exception {
    StackTraceArguments wanted = new StackTraceArguments();
    wanted.setThreadId(1);
    return server.stackTrace(wanted).get().getStackFrames()[0];
  }

  private Variable[] variables(String scope) throws Exception {
    ScopesArguments wanted = new ScopesArguments();
    wanted.setFrameId(frame().getId());
    Scope found =
        Arrays.stream(server.scopes(wanted).get().getScopes())
            .filter(each -> each.getName().equals(scope))
            .findFirst()
            .orElseThrow();
    VariablesArguments arguments = new VariablesArguments();
    arguments.setVariablesReference(found.getVariablesReference());
    return server.variables(arguments).get().getVariables();
  }

  /** The rows of a tile or view, or the elements of a row: so many from a first one on. */
  private Variable[] inside(Variable parent, int start, int count) throws Exception {
    VariablesArguments arguments = new VariablesArguments();
    arguments.setVariablesReference(parent.getVariablesReference());
    arguments.setStart(start);
    arguments.setCount(count);
    return server.variables(arguments).get().getVariables();
  }

  private String value(String expression) throws Exception {
    EvaluateArguments arguments = new EvaluateArguments();
    arguments.setExpression(expression);
    return server.evaluate(arguments).get().getResult();
  }

  private void go() throws Exception {
    ContinueArguments arguments = new ContinueArguments();
    arguments.setThreadId(1);
    server.continue_(arguments).get();
  }

  private void step(boolean back) throws Exception {
    if (back) {
      StepBackArguments arguments = new StepBackArguments();
      arguments.setThreadId(1);
      arguments.setGranularity(SteppingGranularity.INSTRUCTION);
      server.stepBack(arguments).get();
    } else {
      NextArguments arguments = new NextArguments();
      arguments.setThreadId(1);
      arguments.setGranularity(SteppingGranularity.INSTRUCTION);
      server.next(arguments).get();
    }
  }

  private static Source source() {
    Source source = new Source();
    source.setPath(VADD);
    return source;
  }

  private void breakAt(SourceBreakpoint... wanted) throws Exception {
    SetBreakpointsArguments arguments = new SetBreakpointsArguments();
    arguments.setSource(source());
    arguments.setBreakpoints(wanted);
    assertThat(server.setBreakpoints(arguments).get().getBreakpoints())
        .allMatch(org.eclipse.lsp4j.debug.Breakpoint::isVerified);
  }

  @Test
  void stepsGoForwardAndBack() throws Exception {
    launch(VADD, ARGUMENTS);
    assertThat(begin().getReason()).isEqualTo("entry");
    assertThat(value("position")).isEqualTo("0 (0x0)");
    step(false);
    assertThat(stop().getReason()).isEqualTo("step");
    step(false);
    stop();
    assertThat(value("position")).isEqualTo("2 (0x2)");
    step(true);
    stop();
    assertThat(value("position")).isEqualTo("1 (0x1)");
    assertThat(server.threads().get().getThreads()).hasSize(1);
    assertThat(frame().getSource().getName()).isEqualTo("vadd.pto");
  }

  @Test
  void linesConditionsAndLogPointsStopOrSpeak() throws Exception {
    launch(VADD, ARGUMENTS);
    begin();
    int line = frame().getLine();
    SourceBreakpoint never = new SourceBreakpoint();
    never.setLine(line + 1);
    never.setCondition("position == 1000000");
    SourceBreakpoint speaks = new SourceBreakpoint();
    speaks.setLine(line + 1);
    speaks.setLogMessage("block {block}");
    breakAt(never, speaks);
    go();
    stop();
    assertThat(output.toString()).contains("block 0\n", "The run has ended after ");
    SourceBreakpoint plain = new SourceBreakpoint();
    plain.setLine(line + 1);
    breakAt(plain);
    ReverseContinueArguments back = new ReverseContinueArguments();
    back.setThreadId(1);
    server.reverseContinue(back).get();
    StoppedEventArguments stop = stop();
    assertThat(stop.getReason()).isEqualTo("breakpoint");
    assertThat(stop.getHitBreakpointIds()).hasSize(1);
  }

  @Test
  void dataIsWatchedReadAndWritten() throws Exception {
    launch(VADD, ARGUMENTS);
    begin();
    DataBreakpointInfoArguments wanted = new DataBreakpointInfoArguments();
    String name = "GM[" + 0x3000000000L + "]:f32";
    wanted.setName(name);
    DataBreakpoint watch = new DataBreakpoint();
    watch.setDataId(server.dataBreakpointInfo(wanted).get().getDataId());
    SetDataBreakpointsArguments set = new SetDataBreakpointsArguments();
    set.setBreakpoints(new DataBreakpoint[] {watch});
    server.setDataBreakpoints(set).get();
    go();
    StoppedEventArguments stop = stop();
    assertThat(stop.getReason()).isEqualTo("data breakpoint");
    assertThat(stop.getText()).contains("old 0.0").contains("new 1.0");
    assertThat(value(name)).isEqualTo("1.0");
    WriteMemoryArguments write = new WriteMemoryArguments();
    write.setMemoryReference("GM:0x3000000000");
    write.setData(Base64.getEncoder().encodeToString(new byte[] {0, 0, 0, 0x40}));
    assertThat(server.writeMemory(write).get().getBytesWritten()).isEqualTo(4);
    ReadMemoryArguments read = new ReadMemoryArguments();
    read.setMemoryReference("GM:0x3000000000");
    read.setCount(8);
    assertThat(Base64.getDecoder().decode(server.readMemory(read).get().getData()))
        .startsWith(0, 0, 0, 0x40)
        .hasSize(8);
    assertThat(value(name)).isEqualTo("2.0");
  }

  @Test
  void tilesAndViewsOpenIntoRowsAndElements() throws Exception {
    launch(
        "../../tests/lit/cases/tools/debug/views.pto",
        List.of("-a", "iota:f32:256", "-a", "zeros:f32:256", "-a", "i32:4"));
    begin();
    Variable[] views = variables("Views");
    assertThat(views)
        .extracting(Variable::getName, Variable::getValue)
        .contains(
            tuple("%twos", "2x2x64xf32"),
            tuple("%none", "0x64xf32"),
            tuple("%px", "%px depends on %i, whose value is not known here"));
    Variable input = views[0];
    assertThat(input.getMemoryReference()).isEqualTo("GM:0x1000000000");
    assertThat(input.getIndexedVariables()).isEqualTo(4);
    Variable[] rows = inside(input, 2, 1);
    assertThat(rows)
        .extracting(Variable::getName, Variable::getValue)
        .containsExactly(tuple("[2]", "128.0 129.0 130.0 131.0 132.0 133.0 134.0 135.0 ..."));
    Variable[] elements = inside(rows[0], 60, 0);
    assertThat(elements)
        .extracting(Variable::getName, Variable::getValue, Variable::getEvaluateName)
        .hasSize(4)
        .startsWith(tuple("[60]", "188.0", "GM[0x10000002f0]:f32"));
    assertThat(value(elements[0].getEvaluateName())).isEqualTo("188.0");
    Variable[] two = inside(views[1], 3, 5);
    assertThat(two).extracting(Variable::getName).containsExactly("[1, 1]");
    go();
    stop();
    assertThat(variables("Tiles"))
        .extracting(Variable::getName)
        .contains("%tl", "%a slot 0", "%a slot 1");
    assertThat(inside(inside(variables("Views")[1], 0, 1)[0], 1, 2))
        .extracting(Variable::getValue)
        .containsExactly("2.0", "4.0");
    VariablesArguments old = new VariablesArguments();
    old.setVariablesReference((1 << 24) + 1000);
    assertThatThrownBy(() -> server.variables(old).get()).hasMessageContaining("no variables");
  }

  @Test
  void registersInstructionsAndSources() throws Exception {
    launch(VADD, ARGUMENTS);
    begin();
    assertThat(variables("Parameters")).extracting(Variable::getName).isNotEmpty();
    assertThat(variables("Registers")).hasSize(33);
    assertThat(variables("Vectors")).hasSize(32);
    assertThat(variables("Masks")).hasSize(16);
    assertThat(variables("Memory")).extracting(Variable::getName).contains("UB", "LOCAL");
    assertThat(variables("Pipes and flags"))
        .extracting(Variable::getName)
        .contains("MTE2", "V", "MTE3");
    variables("Tiles");
    SetVariableArguments set = new SetVariableArguments();
    set.setVariablesReference(16 + 1);
    set.setName("X5");
    set.setValue("3 * 7");
    assertThat(server.setVariable(set).get().getValue()).isEqualTo("21 (0x15)");
    assertThat(value("x5")).isEqualTo("21 (0x15)");
    DisassembleArguments wanted = new DisassembleArguments();
    wanted.setMemoryReference("0x0");
    wanted.setInstructionOffset(-2);
    wanted.setInstructionCount(6);
    assertThat(server.disassemble(wanted).get().getInstructions()).hasSize(6);
    InstructionBreakpoint third = new InstructionBreakpoint();
    third.setInstructionReference("0x18");
    SetInstructionBreakpointsArguments all = new SetInstructionBreakpointsArguments();
    all.setBreakpoints(new InstructionBreakpoint[] {third});
    server.setInstructionBreakpoints(all).get();
    go();
    stop();
    assertThat(value("word")).isEqualTo("3 (0x3)");
    assertThat(server.loadedSources(null).get().getSources()).hasSize(1);
  }

  @Test
  void trapsAreExceptions() throws Exception {
    launch(
        VADD,
        List.of(
            "-k",
            "vadd",
            "-a",
            "iota:f32:16",
            "-a",
            "ones:f32:256",
            "-a",
            "zeros:f32:256",
            "-a",
            "i32:256"));
    begin();
    go();
    assertThat(stop().getReason()).isEqualTo("exception");
    ExceptionInfoArguments info = new ExceptionInfoArguments();
    info.setThreadId(1);
    assertThat(server.exceptionInfo(info).get().getDescription()).contains("trap 0x");
    step(true);
    assertThat(stop().getReason()).isEqualTo("step");
  }

  @Test
  void requestsInTheWrongOrderAreRefused() throws Exception {
    assertThatThrownBy(() -> server.threads().get()).hasMessageContaining("launch");
    assertThatThrownBy(() -> value("x1")).hasMessageContaining("launch");
    assertThatThrownBy(() -> server.launch(Map.of()).get()).hasMessageContaining("program");
    assertThatThrownBy(() -> server.launch(Map.of("program", "nowhere.pto")).get())
        .hasMessageContaining("nowhere.pto");
    launch(VADD, ARGUMENTS);
    begin();
    assertThatThrownBy(() -> value("what is this")).hasMessageContaining("no register");
    VariablesArguments none = new VariablesArguments();
    none.setVariablesReference(12345);
    assertThatThrownBy(() -> server.variables(none).get()).hasMessageContaining("no variables");
    assertThat(value("1 + 2 * 3")).isEqualTo("7 (0x7)");
  }

  @Test
  void malformedMessagesDoNotEndTheSession() throws Exception {
    byte[] broken =
        "{\"seq\":999,\"type\":\"request\",\"command\":".getBytes(StandardCharsets.UTF_8);
    synchronized (server) {
      toServer.write(
          ("Content-Length: " + broken.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      toServer.write(broken);
      toServer.flush();
    }
    launch(VADD, ARGUMENTS);
    assertThat(begin().getReason()).isEqualTo("entry");
  }

  @Test
  void aPauseRightBehindContinueStopsTheRun(@TempDir Path directory) throws Exception {
    Path kernel = Files.writeString(directory.resolve("long.pto"), LONG);
    launch(kernel.toString(), List.of("-a", "0"));
    begin();
    ContinueArguments arguments = new ContinueArguments();
    arguments.setThreadId(1);
    PauseArguments pause = new PauseArguments();
    pause.setThreadId(1);
    for (int i = 0; i < 20; i++) {
      server.continue_(arguments);
      server.pause(pause);
      assertThat(stop().getReason()).isEqualTo("pause");
    }
    step(false);
    assertThat(stop().getReason()).isEqualTo("step");
  }

  @Test
  void aPortOfThisMachineServesOneEditor() throws Exception {
    PipedInputStream messages = new PipedInputStream();
    PrintStream err = new PrintStream(new PipedOutputStream(messages), true);
    Thread serving =
        Thread.ofPlatform()
            .daemon()
            .start(
                () ->
                    Ptoc.run(
                        List.of("debug", "--dap-port", "0"),
                        InputStream.nullInputStream(),
                        new PrintStream(OutputStream.nullOutputStream()),
                        err));
    String line = new BufferedReader(new InputStreamReader(messages)).readLine();
    assertThat(line).startsWith("ptoc: waiting for an editor on port ");
    int port = Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1));
    try (Socket editor = new Socket(InetAddress.getLoopbackAddress(), port)) {
      Launcher<IDebugProtocolServer> launcher =
          DSPLauncher.createClientLauncher(
              new Client(), editor.getInputStream(), editor.getOutputStream());
      launcher.startListening();
      server = launcher.getRemoteProxy();
      launch(VADD, ARGUMENTS);
      assertThat(begin().getReason()).isEqualTo("entry");
    }
    serving.join(TimeUnit.SECONDS.toMillis(20));
    assertThat(serving.isAlive()).as("an editor that is gone ends the process").isFalse();
  }

  @Test
  void controlCStopsTheRunAndNotTheDebugger(@TempDir Path directory) throws Exception {
    Path kernel = Files.writeString(directory.resolve("long.pto"), LONG);
    StringBuffer shown = new StringBuffer();
    LineDisciplineTerminal screen =
        new LineDisciplineTerminal(
            "test", "dumb", OutputStream.nullOutputStream(), StandardCharsets.UTF_8);
    Console console =
        new Console(
            DebugCommand.setup(
                CommandRunner.parse(
                    Commands.DEBUG, List.of(kernel.toString(), "--profile", "a5", "-a", "0")),
                new Session(
                    new Environment(
                        InputStream.nullInputStream(),
                        new PrintStream(OutputStream.nullOutputStream()),
                        new PrintStream(OutputStream.nullOutputStream()),
                        true,
                        false,
                        directory,
                        Map.of()),
                    new Reporter(new PrintStream(OutputStream.nullOutputStream()), false),
                    PtoToolchain::new)),
            text -> shown.append(text).append('\n'));
    Thread typing =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try (LineTerminal lines = new LineTerminal(screen)) {
                    lines.run(console);
                  } catch (IOException failure) {
                    shown.append(failure);
                  }
                });
    screen.processInputByte('c');
    screen.processInputByte('\n');
    long begin = System.nanoTime();
    while (!shown.toString().contains("Interrupted.")
        && System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(60)) {
      screen.processInputByte(3);
      Thread.sleep(100);
    }
    assertThat(shown.toString()).contains("Interrupted.");
    // An interrupt that came after the end of the run is a part of the first line.
    for (char key : "where\np 6 * 7\nquit\n".toCharArray()) {
      screen.processInputByte(key);
    }
    typing.join(TimeUnit.SECONDS.toMillis(20));
    assertThat(typing.isAlive()).isFalse();
    assertThat(shown.toString()).contains("42");
  }

  @Test
  void disconnectEndsTheProcess() throws Exception {
    launch(VADD, ARGUMENTS);
    begin();
    server.disconnect(new DisconnectArguments()).get();
    process.join(TimeUnit.SECONDS.toMillis(20));
    assertThat(process.isAlive()).isFalse();
  }
}
