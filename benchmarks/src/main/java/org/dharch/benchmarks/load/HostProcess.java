package org.dharch.benchmarks.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.dharch.benchmarks.harness.ChildJvm;
import org.dharch.core.message.DHArchException;

/** The client side of a {@link ServiceHost} in another JVM. One thread. */
public final class HostProcess implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  private final ChildJvm jvm;
  private final String address;
  private final int port;
  private final String more;
  private final HttpClient http = HttpClient.newHttpClient();

  private HostProcess(ChildJvm jvm, String address, String[] ready) {
    this.jvm = jvm;
    this.address = address;
    this.port = Integer.parseInt(ready[1]);
    this.more = ready.length > 2 ? ready[2] : "";
  }

  /**
   * Starts {@code main}, which prints READY, its port, and optionally more.
   *
   * @param options options of the JVM
   */
  public static HostProcess start(String name, List<String> options, String main, String... args)
      throws IOException, InterruptedException {
    return startAt("127.0.0.1", name, options, main, args);
  }

  /** Starts {@code main} with another address of this machine to listen at. */
  public static HostProcess startAt(
      String address, String name, List<String> options, String main, String... args)
      throws IOException, InterruptedException {
    ChildJvm jvm = ChildJvm.start(name, options, main, args);
    try {
      return new HostProcess(jvm, address, jvm.awaitReady().strip().split(" ", 3));
    } catch (RuntimeException e) {
      jvm.close();
      throw e;
    }
  }

  /** Returns the address of {@code service} in the Axis2 called {@code name}. */
  public ServiceAddress target(String name, String service) {
    return new ServiceAddress(port, "/" + name + "/services/" + service);
  }

  /** Returns the address of {@code path} in a web application without Axis2. */
  public ServiceAddress at(String path) {
    return new ServiceAddress(port, path);
  }

  /** Deploys another Axis2; the host's deployment interprets {@code description}. */
  public void deploy(String name, String description) throws IOException, InterruptedException {
    request(
        HttpRequest.newBuilder(control(name))
            .POST(HttpRequest.BodyPublishers.ofString(description)));
  }

  /** Posts a text to a path and returns the answer. */
  public String post(String path, String text) throws IOException, InterruptedException {
    return request(
        HttpRequest.newBuilder(uri(path)).POST(HttpRequest.BodyPublishers.ofString(text)));
  }

  /** Returns the content of a path. */
  public String get(String path) throws IOException, InterruptedException {
    return request(HttpRequest.newBuilder(uri(path)).GET());
  }

  /**
   * Returns the statistics of the manager of {@code name}, the sum of all classes first. Each line
   * is a name, the number of messages, their mean time in ms, and the correlation of estimates and
   * observations. The first line also has the size of the window.
   */
  public List<String[]> learned(String name) throws IOException, InterruptedException {
    return request(HttpRequest.newBuilder(control(name)).GET())
        .lines()
        .map(line -> line.split("\t", -1))
        .toList();
  }

  private URI control(String name) {
    return uri("/control/" + name);
  }

  private String request(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> response =
        http.send(request.timeout(TIMEOUT).build(), HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) {
      throw new DHArchException(
          response.uri() + ": " + response.statusCode() + ": " + response.body());
    }
    return response.body();
  }

  /** Returns the URL of a path. */
  public URI uri(String path) {
    return URI.create("http://" + address + ":" + port + path);
  }

  /** Returns the JVM. */
  public ChildJvm jvm() {
    return jvm;
  }

  /** Returns the text after the port in the READY line. */
  public String more() {
    return more;
  }

  /** Returns the process id of the host. */
  public long pid() {
    return jvm.pid();
  }

  @Override
  public void close() {
    jvm.close();
  }
}
