package org.dharch.cli.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.ConnectException;
import java.net.HttpRetryException;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URL;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.HttpsURLConnection;
import org.dharch.cli.base.AdminOption;
import org.dharch.cli.base.Arguments;
import org.dharch.cli.base.TextTable;
import org.dharch.cli.base.UsageException;
import org.dharch.monitor.AdminPort;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Sends requests to the admin port of a running manager or node. */
public final class AdminClient {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** A process with a port responds sooner; otherwise the token is of an earlier process. */
  private static final Duration SHORT_LIMIT = Duration.ofSeconds(2);

  private static final Duration ACTION_LIMIT = Duration.ofMinutes(5);

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Option(names = "--url", description = "Address of the admin port; default: this user's manager")
  private URI url;

  @Option(
      names = "--token-file",
      description = "File with the admin port's token; required with --url")
  private Path tokenFile;

  @Mixin private AdminTrust trust = new AdminTrust();

  @Option(names = "--json", description = "Print the response as JSON")
  private boolean json;

  private final Duration limit;
  private final Duration actionLimit;

  /** For picocli. */
  AdminClient() {
    this(LIMIT, ACTION_LIMIT);
  }

  /**
   * @param limit of a response
   * @param actionLimit of the response to an action on many messages
   */
  AdminClient(Duration limit, Duration actionLimit) {
    this.limit = limit;
    this.actionLimit = actionLimit;
  }

  private final Set<String> unanswered = new TreeSet<>();

  /** The processes that accept connections and do not respond in time. */
  private final Set<String> slow = new TreeSet<>();

  public record Known(URI url, String token) {}

  public boolean isNamed() {
    return url != null;
  }

  public boolean asJson() {
    return json;
  }

  /**
   * Gets {@code path} from the manager's admin port; with --json it prints the response.
   *
   * @return null if it was printed
   */
  JsonNode ask(String path, PrintWriter out) throws IOException {
    String answer = send("GET", manager(), path);
    if (json) {
      out.print(answer);
      out.flush();
      return null;
    }
    return MAPPER.readTree(answer);
  }

  /** As {@link #ask(String, PrintWriter)}, but always returns the response. */
  JsonNode response(String path, PrintWriter out) throws IOException {
    String answer = send("GET", manager(), path);
    if (json) {
      out.print(answer);
      out.flush();
    }
    return MAPPER.readTree(answer);
  }

  /** The admin port of the named manager, or the only one of this user on this machine. */
  public Known manager() throws IOException {
    if (url != null) {
      Known known = named();
      JsonNode status = MAPPER.readTree(send("GET", known, "/api/status"));
      if (!status.path("kind").asText().equals("manager")) {
        throw new UsageException(
            url + " must be the admin port of a manager (got " + describe(status) + ")");
      }
      return known;
    }
    if (tokenFile != null) {
      throw new UsageException("--token-file requires --url; the line ADMIN prints both");
    }
    List<Known> managers = managers();
    if (managers.size() != 1) {
      throw new UsageException(
          managers.isEmpty()
              ? "no manager of this user runs here with an admin port; --url and --token-file name"
                  + " another"
                  + staleHint()
              : "several managers run here, "
                  + managers.stream().map(known -> known.url().toString()).toList()
                  + "; --url and --token-file name one");
    }
    return managers.get(0);
  }

  /** The admin ports of all managers of this user on this machine. */
  public List<Known> managers() throws IOException {
    return local(status -> status.path("kind").asText().equals("manager"));
  }

  public Set<String> slow() {
    return Set.copyOf(slow);
  }

  /** The processes that have probably ended, for an error text. */
  private String staleHint() {
    return unanswered.isEmpty()
        ? ""
        : "; no response from " + String.join(", ", unanswered) + ", whose token was left there";
  }

  private Known named() throws IOException {
    if (tokenFile == null) {
      throw new UsageException("--url requires --token-file; the line ADMIN prints both");
    }
    Arguments.requireFile(tokenFile);
    String token = Files.readString(tokenFile).strip();
    if (!token.matches("[0-9a-f]{64}")) {
      throw new UsageException(
          "--token-file '" + tokenFile + "' must have the token of an admin port");
    }
    return new Known(URI.create(url.toString().replaceAll("/+$", "")), token);
  }

  /** The admin port of the manager with this process id; empty if it has none. */
  public Optional<Known> managerOf(long pid) throws IOException {
    return local(
            status ->
                status.path("kind").asText().equals("manager")
                    && status.path("pid").asLong() == pid)
        .stream()
        .findFirst();
  }

  /**
   * The admin port of the node of this name: the named one, or one of this user on this machine.
   *
   * @throws UsageException if there is none, or more than one
   */
  Known node(String name) throws IOException {
    if (url != null) {
      Known known = named();
      JsonNode status = MAPPER.readTree(send("GET", known, "/api/status"));
      if (!isNode(status, name)) {
        throw new UsageException(
            url + " must be the admin port of node '" + name + "' (got " + describe(status) + ")");
      }
      return known;
    }
    List<Known> nodes = local(status -> isNode(status, name));
    if (nodes.size() != 1) {
      throw new UsageException(
          nodes.isEmpty()
              ? "no node '"
                  + name
                  + "' of this user runs here with an admin port; --url and --token-file name"
                  + " another"
                  + staleHint()
              : "several nodes '"
                  + name
                  + "' run here, "
                  + nodes.stream().map(known -> known.url().toString()).toList()
                  + "; --url and --token-file name one");
    }
    return nodes.get(0);
  }

  private static boolean isNode(JsonNode status, String name) {
    return status.path("kind").asText().equals("node") && status.path("name").asText().equals(name);
  }

  private static String describe(JsonNode status) {
    return status.path("kind").asText().equals("node")
        ? "node '" + status.path("name").asText() + "'"
        : "a manager";
  }

  /** The admin ports of this user on this machine whose status matches. */
  private List<Known> local(Predicate<JsonNode> which) throws IOException {
    List<Known> found = new ArrayList<>();
    for (Known known : local()) {
      if (status(known).filter(which).isPresent()) {
        found.add(known);
      }
    }
    return found;
  }

  /** Empty if its process was killed and left its token. */
  private Optional<JsonNode> status(Known known) {
    try {
      return Optional.of(parse(send("GET", known, "/api/status", SHORT_LIMIT)));
    } catch (IOException | UsageException e) {
      unanswered.add(known.url().toString());
      if (e.getCause() instanceof SocketTimeoutException) {
        slow.add(known.url().toString());
      }
      return Optional.empty();
    }
  }

  private static List<Known> local() throws IOException {
    List<Known> all = new ArrayList<>();
    Path folder = AdminOption.folder();
    if (!Files.isDirectory(folder)) {
      return all;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        int port = name.lastIndexOf('_');
        if (name.matches(".*_\\d+\\" + AdminPort.SUFFIX) && port > 0 && Files.isReadable(file)) {
          String host = name.substring(0, port);
          String shown = host.contains("-") ? "[" + host.replace('-', ':') + "]" : host;
          String number = name.substring(port + 1, name.length() - AdminPort.SUFFIX.length());
          all.add(
              new Known(
                  URI.create("http://" + shown + ":" + number), Files.readString(file).strip()));
        }
      }
    }
    return all;
  }

  public JsonNode ask(String method, Known known, String path) throws IOException {
    return parse(send(method, known, path));
  }

  /** Sends a GET request with the time limit {@code most}. */
  public JsonNode ask(Known known, String path, Duration most) throws IOException {
    return parse(send("GET", known, path, most.compareTo(limit) < 0 ? most : limit));
  }

  /** The query string of the parameters with a value, in this order. */
  public static String query(Map<String, ?> asked) {
    return asked.entrySet().stream()
        .filter(each -> each.getValue() != null)
        .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue().toString(), UTF_8))
        .collect(Collectors.joining("&"));
  }

  static String json(Map<String, String> describe) throws IOException {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(describe);
  }

  public static JsonNode parse(String answer) throws IOException {
    return MAPPER.readTree(answer);
  }

  /**
   * Sends a request to an admin port and returns the response.
   *
   * @throws IOException if there is no response
   * @throws UsageException if it is rejected; the reason is the message
   */
  public String send(String method, Known known, String path) throws IOException {
    return send(method, known, path, limit);
  }

  /** As {@link #send}, for actions on a thousand messages, each of which is forced to disk. */
  public String act(Known known, String path) throws IOException {
    return send("POST", known, path, actionLimit);
  }

  private String send(String method, Known known, String path, Duration most) throws IOException {
    HttpURLConnection connection = connection(known, path, most);
    int status;
    String body;
    try {
      connection.setRequestMethod(method);
      if (!method.equals("GET")) {
        connection.setDoOutput(true);
        connection.setFixedLengthStreamingMode(0); // otherwise a lost response repeats the action
      }
      connect(connection, most);
      try {
        status = connection.getResponseCode();
        body = body(connection, status);
      } catch (HttpRetryException e) { // in place of the response 401
        status = e.responseCode();
        body = "HTTP " + status;
      }
    } catch (SocketTimeoutException e) {
      throw new IOException(
          "no response from " + known.url() + " within " + most.toSeconds() + " s", e);
    } catch (IOException e) {
      throw new IOException("no response from " + known.url() + ": " + e, e);
    } finally {
      connection.disconnect();
    }
    if (status == HttpURLConnection.HTTP_UNAUTHORIZED && tokenFile != null) {
      throw new UsageException(
          "--token-file '"
              + tokenFile
              + "' must have the token of "
              + known.url()
              + "; each start of a process creates a new one");
    }
    if (status != HttpURLConnection.HTTP_OK) {
      boolean isRejected = status < HttpURLConnection.HTTP_INTERNAL_ERROR;
      throw new UsageException(
          (isRejected ? "" : known.url() + ": ") + TextTable.plain(body.strip()));
    }
    return body;
  }

  /** Of the JDK's older client, because the newer one takes longer to load than a request. */
  private HttpURLConnection connection(Known known, String path, Duration most) throws IOException {
    URL whole = new URL(known.url() + path);
    if (!(whole.openConnection() instanceof HttpURLConnection connection)) {
      throw new UsageException("--url must be http or https (got '" + known.url() + "')");
    }
    if (connection instanceof HttpsURLConnection tls) {
      trust.context().ifPresent(context -> tls.setSSLSocketFactory(context.getSocketFactory()));
    }
    int millis = (int) Math.min(Integer.MAX_VALUE, most.toMillis());
    connection.setConnectTimeout(millis);
    connection.setReadTimeout(millis);
    connection.setInstanceFollowRedirects(false);
    connection.setRequestProperty("Authorization", "Bearer " + known.token());
    return connection;
  }

  /** Reports a missing port as such, not as a {@link SocketTimeoutException} of a slow process. */
  private static void connect(HttpURLConnection connection, Duration most) throws IOException {
    try {
      connection.connect();
    } catch (SocketTimeoutException e) {
      throw new ConnectException("no connection within " + most.toSeconds() + " s");
    }
  }

  private static String body(HttpURLConnection connection, int status) throws IOException {
    try (InputStream in =
        status < HttpURLConnection.HTTP_BAD_REQUEST
            ? connection.getInputStream()
            : connection.getErrorStream()) {
      return in == null ? "" : new String(in.readAllBytes(), UTF_8);
    }
  }
}
