import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Looks at pages in a real browser: pictures at three widths, light and dark, a picture of what a
 * printer gets, and what only a browser can tell. Nothing may be wider than the page, and no error
 * be logged; keys must move the timeline, and a word must be found in the index.
 *
 * <p>{@code java Screens.java BROWSER OUTPUT-DIRECTORY PAGE...}
 */
public class Screens implements WebSocket.Listener {
  private static final int[] WIDTHS = {400, 800, 1280};
  private static final int HEIGHT = 900;
  private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");

  private final Map<Integer, CompletableFuture<String>> replies = new ConcurrentHashMap<>();
  private final List<String> problems = new ArrayList<>();
  private final StringBuilder message = new StringBuilder();
  private WebSocket socket;
  private int calls;

  public static void main(String[] arguments) throws Exception {
    Path out = Files.createDirectories(Path.of(arguments[1])).toRealPath();
    Path profile = Files.createTempDirectory("browser");
    Process browser =
        new ProcessBuilder(
                arguments[0],
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(out.resolve("browser.log").toFile())
            .start();
    Screens screens = new Screens();
    try {
      screens.connect(profile);
      for (String page : List.of(arguments).subList(2, arguments.length)) {
        screens.look(Path.of(page).toRealPath(), out);
      }
    } finally {
      browser.descendants().forEach(ProcessHandle::destroy);
      browser.destroy();
      browser.waitFor();
      try (Stream<Path> files = Files.walk(profile)) {
        files.sorted((one, other) -> other.compareTo(one)).forEach(file -> file.toFile().delete());
      }
    }
    screens.problems.forEach(System.err::println);
    System.out.println("pictures in " + out);
    System.exit(screens.problems.isEmpty() ? 0 : 1);
  }

  private void connect(Path profile) throws Exception {
    Path port = profile.resolve("DevToolsActivePort");
    for (int i = 0; i < 300 && (!Files.exists(port) || Files.size(port) == 0); i++) {
      Thread.sleep(100);
    }
    HttpClient client = HttpClient.newHttpClient();
    String list =
        client
            .send(
                java.net.http.HttpRequest.newBuilder(
                        URI.create(
                            "http://127.0.0.1:" + Files.readAllLines(port).getFirst() + "/json"))
                    .build(),
                java.net.http.HttpResponse.BodyHandlers.ofString())
            .body();
    Matcher url =
        Pattern.compile(
                "\"type\": \"page\".*?\"webSocketDebuggerUrl\": \"([^\"]+)\"", Pattern.DOTALL)
            .matcher(list);
    if (!url.find()) {
      throw new IOException("the browser has no page: " + list);
    }
    socket = client.newWebSocketBuilder().buildAsync(URI.create(url.group(1)), this).join();
    call("Page.enable", "{}");
    call("Log.enable", "{}");
    call("Runtime.enable", "{}");
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    message.append(data);
    if (last) {
      String text = message.toString();
      message.setLength(0);
      Matcher id = ID.matcher(text);
      if (text.startsWith("{\"id\"") && id.find()) {
        replies.get(Integer.parseInt(id.group(1))).complete(text);
      } else if (text.contains("\"Runtime.exceptionThrown\"")
          || text.contains("\"Log.entryAdded\"") && text.contains("\"level\":\"error\"")) {
        problems.add(text);
      }
    }
    from.request(1);
    return null;
  }

  private String call(String method, String parameters) throws Exception {
    int id = ++calls;
    CompletableFuture<String> reply = new CompletableFuture<>();
    replies.put(id, reply);
    socket.sendText(
        "{\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + parameters + "}", true);
    return reply.get(60, TimeUnit.SECONDS);
  }

  /** The value of an expression as JSON writes it. */
  private String evaluate(String expression) throws Exception {
    String reply =
        call(
            "Runtime.evaluate",
            "{\"returnByValue\":true,\"expression\":\"" + expression.replace("\"", "\\\"") + "\"}");
    Matcher value = Pattern.compile("\"value\":(\"[^\"]*\"|[^,}]*)").matcher(reply);
    return value.find() ? value.group(1) : reply;
  }

  private void key(String key) throws Exception {
    String text = key.length() == 1 ? ",\"text\":\"" + key + "\"" : "";
    call("Input.dispatchKeyEvent", "{\"type\":\"keyDown\",\"key\":\"" + key + "\"" + text + "}");
    call("Input.dispatchKeyEvent", "{\"type\":\"keyUp\",\"key\":\"" + key + "\"}");
  }

  private void check(boolean holds, Path page, String what) {
    if (!holds) {
      problems.add(page + ": " + what);
    }
  }

  private void picture(Path file, String shot) throws IOException {
    Matcher data = Pattern.compile("\"data\":\"([^\"]*)\"").matcher(shot);
    if (!data.find()) {
      throw new IOException(shot);
    }
    Files.write(file, Base64.getDecoder().decode(data.group(1)));
  }

  private void open(Path page) throws Exception {
    call("Page.navigate", "{\"url\":\"" + page.toUri() + "\"}");
    for (int i = 0; i < 100 && !evaluate("document.readyState").equals("\"complete\""); i++) {
      Thread.sleep(50);
    }
  }

  private void look(Path page, Path out) throws Exception {
    String name = out.relativize(page).toString().replace(".html", "").replace('/', '-');
    for (String theme : List.of("light", "dark")) {
      call(
          "Emulation.setEmulatedMedia",
          "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"" + theme + "\"}]}");
      for (int width : WIDTHS) {
        call(
            "Emulation.setDeviceMetricsOverride",
            "{\"width\":"
                + width
                + ",\"height\":"
                + HEIGHT
                + ",\"deviceScaleFactor\":1,\"mobile\":false}");
        open(page);
        check(
            evaluate("document.documentElement.scrollWidth <= innerWidth").equals("true"),
            page,
            "is wider than " + width + " pixels");
        picture(
            out.resolve(name + "-" + width + "-" + theme + ".png"),
            call("Page.captureScreenshot", "{\"captureBeyondViewport\":true}"));
      }
    }
    if (evaluate("document.getElementById('timeline') !== null").equals("true")) {
      timeline(page, out, name);
    }
    if (evaluate("document.getElementById('words') !== null").equals("true")) {
      index(page);
    }
    picture(out.resolve(name + ".pdf"), call("Page.printToPDF", "{}"));
  }

  private static final String VIEW =
      "document.querySelector('#timeline svg').getAttribute('viewBox')";
  private static final String TOLD = "document.getElementById('event').textContent";

  private void timeline(Path page, Path out, String name) throws Exception {
    evaluate("document.getElementById('timeline').focus()");
    String whole = evaluate(VIEW);
    key("+");
    key("+");
    String near = evaluate(VIEW);
    check(!near.equals(whole), page, "+ does not zoom");
    key("ArrowRight");
    check(!evaluate(VIEW).equals(near), page, "the right arrow does not move");
    key("ArrowDown");
    String first = evaluate(TOLD);
    key("n");
    check(first.contains("cycles"), page, "the down arrow tells no instruction");
    picture(
        out.resolve(name + "-zoomed.png"),
        call("Page.captureScreenshot", "{\"captureBeyondViewport\":true}"));
    key("0");
    check(evaluate(VIEW).equals(whole), page, "0 does not show all");
    check(
        evaluate("document.querySelectorAll('#timeline .axis span').length > 2").equals("true"),
        page,
        "there are no ticks");
    check(
        evaluate("document.querySelectorAll('#timeline .names span:not([hidden])').length > 0")
            .equals("true"),
        page,
        "no bar has a name");
    check(
        evaluate(
                "[...document.querySelectorAll('#timeline .axis span')].slice(1, 2).every(tick =>"
                    + " /^[125]0*$/.test(tick.textContent))")
            .equals("true"),
        page,
        "ticks are not round");
    evaluate("document.querySelector('#source summary').focus()");
    call(
        "Input.dispatchKeyEvent",
        "{\"type\":\"keyDown\",\"key\":\"Enter\",\"windowsVirtualKeyCode\":13,\"text\":\"\\r\"}");
    call("Input.dispatchKeyEvent", "{\"type\":\"keyUp\",\"key\":\"Enter\"}");
    check(
        evaluate("document.querySelector('#source details').open").equals("true"),
        page,
        "Enter does not open the words of a line");
  }

  private void index(Path page) throws Exception {
    evaluate("document.activeElement.blur()");
    key("/");
    for (char letter : "softmax".toCharArray()) {
      key("" + letter);
    }
    check(
        evaluate(
                "[...document.querySelectorAll('li:not([hidden]) a')].some(a => a.textContent ==="
                    + " 'pto.trowmax')")
            .equals("true"),
        page,
        "softmax does not find pto.trowmax");
    check(
        evaluate("document.querySelectorAll('li:not([hidden])').length < 30").equals("true"),
        page,
        "softmax finds nearly everything");
    key("Escape");
    check(
        evaluate("document.querySelectorAll('li[hidden]').length").equals("0"),
        page,
        "Escape does not show all again");
  }
}
