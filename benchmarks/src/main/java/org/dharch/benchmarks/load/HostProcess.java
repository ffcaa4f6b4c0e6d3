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

/** A {@link ServiceHost} in a JVM of its own, from outside. One thread. */
public final class HostProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

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
   * Starts {@code main}, which says READY, its port, and whatever else.
   *
   * @param options of the JVM
   */
  public static HostProcess start(String name, List<String> options, String main, String... args)
      throws IOException, InterruptedException {
    return startAt("127.0.0.1", name, options, main, args);
  }

  /** The same where it listens at another address of this machine than loopback. */
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

  /** Where {@code service} of the Axis2 called {@code name} is. */
  public ServiceAddress target(String name, String service) {
    return new ServiceAddress(port, "/" + name + "/services/" + service);
  }

  /** Where {@code path}, in a web application without Axis2, is. */
  public ServiceAddress at(String path) {
    return new ServiceAddress(port, path);
  }

  /** Makes another Axis2 there, by what the host's deployment makes of {@code description}. */
  public void deploy(String name, String description) throws IOException, InterruptedException {
    ask(
        HttpRequest.newBuilder(control(name))
            .POST(HttpRequest.BodyPublishers.ofString(description)));
  }

  /** Sends a text to a path there, and returns the answer. */
  public String post(String path, String text) throws IOException, InterruptedException {
    return ask(HttpRequest.newBuilder(uri(path)).POST(HttpRequest.BodyPublishers.ofString(text)));
  }

  /** What it says at a path. */
  public String get(String path) throws IOException, InterruptedException {
    return ask(HttpRequest.newBuilder(uri(path)).GET());
  }

  /**
   * What the manager of {@code name} has learned: all classes together first. Each line is a name,
   * how many messages, their mean time in ms, and the correlation of estimates and observations;
   * the first has the size of the window besides.
   */
  public List<String[]> learned(String name) throws IOException, InterruptedException {
    return ask(HttpRequest.newBuilder(control(name)).GET())
        .lines()
        .map(line -> line.split("\t", -1))
        .toList();
  }

  private URI control(String name) {
    return uri("/control/" + name);
  }

  private String ask(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> response =
        http.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) {
      throw new DHArchException(
          response.uri() + ": " + response.statusCode() + ": " + response.body());
    }
    return response.body();
  }

  /** The URL of a path there. */
  public URI uri(String path) {
    return URI.create("http://" + address + ":" + port + path);
  }

  /** The JVM. */
  public ChildJvm jvm() {
    return jvm;
  }

  /** What it said besides its port. */
  public String more() {
    return more;
  }

  /** The process id of the host. */
  public long pid() {
    return jvm.pid();
  }

  @Override
  public void close() {
    jvm.close();
  }
}
