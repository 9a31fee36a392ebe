package org.ptoc.tools.cli;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.ptoc.tools.data.DataFiles;
import org.ptoc.tools.data.WhenStopped;
import org.ptoc.tools.toolchain.Toolchain;

/**
 * Runs command lines of other processes of the same user and the same directory, which come over a
 * Unix domain socket (see {@link CallConnection}). One call runs at a time and has the process for
 * itself: a client that is interrupted ends the process, as it would end its own. The permissions
 * of the directory of the socket keep other users away.
 */
final class SocketServer {
  private static final String PRIVATE = "rwx------";

  private final Path socket;
  private final String key;
  private final Duration idle;
  private final Path crashes;
  private final Supplier<Toolchain> toolchains;

  /**
   * @param socket where the socket is made; its directory belongs to this user alone
   * @param key requests with another key are not answered
   * @param idle time without a call after which the server ends
   * @param crashes where folders about internal errors go
   */
  SocketServer(
      Path socket, String key, Duration idle, Path crashes, Supplier<Toolchain> toolchains) {
    this.socket = socket;
    this.key = key;
    this.idle = idle;
    this.crashes = crashes;
    this.toolchains = toolchains;
  }

  /** Serves until no call comes any more, or until a call may have damaged the process. */
  void run() throws CommandFailure {
    try {
      Path directory = socket.toAbsolutePath().getParent();
      if (directory == null) {
        throw new IOException("it is no file");
      }
      requirePrivate(directory);
      // Clients do not wait for this: they run on their own until there is a socket.
      WarmUp.commands();
      try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
          Selector selector = Selector.open()) {
        server.bind(UnixDomainSocketAddress.of(socket));
        try (WhenStopped _ = new WhenStopped(this::remove)) {
          server.configureBlocking(false);
          server.register(selector, SelectionKey.OP_ACCEPT);
          boolean isSound = true;
          while (isSound && selector.select(idle.toMillis()) > 0) {
            selector.selectedKeys().clear();
            try (SocketChannel client = server.accept()) {
              isSound = client == null || answer(client);
            }
          }
        } finally {
          remove();
        }
      }
    } catch (IOException e) {
      throw CommandFailure.usage("cannot serve on " + socket + ": " + DataFiles.reason(e));
    }
  }

  private static void requirePrivate(Path directory) throws IOException {
    PosixFileAttributes attributes =
        Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    String permissions = PosixFilePermissions.toString(attributes.permissions());
    if (!attributes.isDirectory() || !permissions.equals(PRIVATE)) {
      throw new IOException(
          "its directory must be open to its owner alone, but has " + permissions);
    }
  }

  private void remove() {
    try {
      Files.deleteIfExists(socket);
      Files.deleteIfExists(Path.of(socket + ".lock"));
    } catch (IOException e) {
      // A socket without a listener is harmless.
    }
  }

  /** False if the process should not go on. */
  private boolean answer(SocketChannel client) {
    try {
      client.configureBlocking(true);
      CallConnection connection =
          new CallConnection(
              new BufferedInputStream(Channels.newInputStream(client)),
              Channels.newOutputStream(client));
      CallConnection.Request request = connection.request();
      if (!request.key().equals(key)) {
        return true;
      }
      connection.start(System::exit);
      int status = run(request, connection);
      connection.end(status);
      return status != ExitStatus.RESOURCES && status != ExitStatus.INTERNAL;
    } catch (IOException e) {
      // A client that is gone has ended the process unless its call was over.
      return true;
    }
  }

  private int run(CallConnection.Request request, CallConnection connection) {
    Map<String, String> variables = new HashMap<>();
    for (String variable : request.variables()) {
      int equals = variable.indexOf('=', 1);
      if (equals > 0) {
        variables.put(variable.substring(0, equals), variable.substring(equals + 1));
      }
    }
    Environment environment =
        Environment.of(
            connection.input(),
            new GuardedStream.StandardOutput(
                new BufferedOutputStream(connection.output(), 1 << 16)),
            new PrintStream(connection.errors(), false, StandardCharsets.UTF_8),
            request.terminals(),
            crashes,
            variables);
    int status = new Ptoc(environment, toolchains).run(request.arguments());
    environment.out().flush();
    environment.err().flush();
    return status;
  }
}
