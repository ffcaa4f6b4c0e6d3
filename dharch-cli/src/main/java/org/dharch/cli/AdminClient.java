package org.dharch.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.dharch.monitor.AdminPort;
import picocli.CommandLine.Option;

/** Asks the admin port of a running manager. */
final class AdminClient {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Option(
      names = "--url",
      description =
          "The admin port, as its process said it behind ADMIN; else the manager of this user.")
  private URI url;

  @Option(names = "--token-file", description = "The file with its token; needed with --url.")
  private Path tokenFile;

  @Option(names = "--json", description = "Print what the admin port says, as it says it.")
  private boolean json;

  /** An admin port whose token is known. */
  private record Known(URI url, String token) {}

  /**
   * What stands at {@code path} of the manager's admin port; if it is wanted as it is, it is
   * printed.
   *
   * @return null if it was printed
   */
  JsonNode ask(String path, PrintWriter out) throws IOException, InterruptedException {
    String answer = get(manager(), path);
    if (json) {
      out.print(answer);
      out.flush();
      return null;
    }
    return MAPPER.readTree(answer);
  }

  private Known manager() throws IOException, InterruptedException {
    if (url != null) {
      if (tokenFile == null) {
        throw new UsageException(
            "--url without --token-file; the token is in the file that ADMIN named");
      }
      Arguments.existing(tokenFile);
      return new Known(url, Files.readString(tokenFile).strip());
    }
    List<Known> managers = new ArrayList<>();
    for (Known known : local()) {
      if (isManager(known)) {
        managers.add(known);
      }
    }
    if (managers.size() != 1) {
      throw new UsageException(
          managers.isEmpty()
              ? "no manager of this user runs here with an admin port; --url and --token-file name another"
              : "several managers run here, "
                  + managers.stream().map(known -> known.url().toString()).toList()
                  + "; --url and --token-file name one");
    }
    return managers.get(0);
  }

  private boolean isManager(Known known) throws InterruptedException {
    try {
      return MAPPER.readTree(get(known, "/api/status")).path("kind").asText().equals("manager");
    } catch (IOException | UsageException e) {
      return false; // its process was killed, and left its token
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
        if (name.endsWith(AdminPort.SUFFIX) && port > 0 && Files.isReadable(file)) {
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

  private String get(Known known, String path) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(known.url() + path))
            .timeout(LIMIT)
            .header("Authorization", "Bearer " + known.token())
            .build();
    HttpResponse<String> answer;
    // not before: every command is made with this, and outbound sets the JDK's client up itself
    HttpClient client = HttpClient.newBuilder().connectTimeout(LIMIT).build();
    try {
      answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IOException("nothing answers at " + known.url() + ": " + e, e);
    }
    if (answer.statusCode() != 200) {
      throw new UsageException(known.url() + path + ": " + answer.body().strip());
    }
    return answer.body();
  }
}
