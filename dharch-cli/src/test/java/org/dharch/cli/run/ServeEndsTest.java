package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.dharch.cli.CommandProcess;
import org.dharch.samples.SampleMessage;
import org.dharch.samples.SampleMessages;
import org.dharch.samples.SampleNames;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM of a server while a request of a client is with a handler on a node. */
@Tag("full")
final class ServeEndsTest {
  private final SampleMessage message = SampleMessages.standard(1).next();

  @TempDir Path folder;
  private Path orchestration;
  private Path node;

  @BeforeEach
  void write() throws IOException {
    orchestration =
        Files.writeString(
            folder.resolve("orchestration.xml"),
            """
            <orchestrations xmlns="urn:dharch:orchestration:1">
              <orchestration name="held">
                <stage><handler name="A"/><handler name="B"/><handler name="C"/>
                  <handler name="D"/></stage>
                <stage><handler name="E"/></stage>
                <stage><handler name="H"/></stage>
              </orchestration>
              <rule orchestration="held" service="Sample"/>
            </orchestrations>
            """);
    node = Files.writeString(folder.resolve("node.xml"), HeldHandler.node(folder));
  }

  /** Begins a request, and comes back when its handler has it. */
  private CompletableFuture<HttpResponse<String>> begin(String endpoint) {
    CompletableFuture<HttpResponse<String>> answer =
        SoapCalls.sendAsyncOnNewConnection(
            SoapCalls.request(
                endpoint, message.contentType(), SampleNames.PROCESS_ACTION, message.envelope()));
    Awaitility.await("the handler has it")
        .atMost(60, TimeUnit.SECONDS)
        .until(() -> Files.exists(folder.resolve("begun")) || answer.isDone());
    return answer;
  }

  private CommandProcess serve() throws IOException {
    return CommandProcess.serve(folder, "--orchestration", orchestration.toString());
  }

  private CommandProcess node(CommandProcess serve) throws IOException {
    String broker = serve.await("Nodes join with: dharch node --broker ");
    CommandProcess started =
        new CommandProcess(folder, "node", "--config", node.toString(), "--broker", broker);
    started.await("READY ");
    return started;
  }

  @Test
  void runningRequestIsAnsweredOnShutdown() throws Exception {
    try (CommandProcess serve = serve();
        CommandProcess holds = node(serve)) {
      CompletableFuture<HttpResponse<String>> answer = begin(serve.await("READY "));
      serve.terminate();
      Awaitility.await("the server ends")
          .atMost(60, TimeUnit.SECONDS)
          .until(
              () -> serve.output().stream().anyMatch(line -> line.contains("AxisServer - ends")));
      Files.writeString(folder.resolve("released"), "");
      HttpResponse<String> response = answer.get(60, TimeUnit.SECONDS);
      assertEquals(200, response.statusCode(), response.body());
      assertEquals(Optional.empty(), message.problemOf(response.body()));
      assertEquals(128 + 15, serve.exitCode(60), serve.output() + " beside " + holds.output());
    }
  }

  /** A load balancer sends such a request to another server. */
  @Test
  void requestsUnderLoadGet200Or503OnShutdown() throws Exception {
    Queue<HttpResponse<String>> responses = new ConcurrentLinkedQueue<>();
    AtomicBoolean ended = new AtomicBoolean();
    try (CommandProcess serve = CommandProcess.serve(folder)) {
      HttpRequest request =
          SoapCalls.request(
              serve.await("READY "),
              message.contentType(),
              SampleNames.PROCESS_ACTION,
              message.envelope());
      List<Thread> clients =
          Stream.generate(
                  () ->
                      new Thread(
                          () -> {
                            while (!ended.get()) {
                              SoapCalls.sendAsyncOnNewConnection(request)
                                  .thenAccept(responses::add)
                                  .exceptionally(refused -> null)
                                  .join();
                            }
                          }))
              .limit(16)
              .toList();
      clients.forEach(Thread::start);
      Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> responses.size() > 200);
      serve.terminate();
      assertEquals(128 + 15, serve.exitCode(60), serve.output()::toString);
      ended.set(true);
      for (Thread client : clients) {
        client.join();
      }
    }
    for (HttpResponse<String> response : responses) {
      if (response.statusCode() != 200) {
        assertEquals(503, response.statusCode(), response.body());
        assertEquals(Optional.of("1"), response.headers().firstValue("Retry-After"));
      }
    }
  }

  @Test
  void slowRequestGetsFaultOnShutdown() throws Exception {
    try (CommandProcess serve = serve();
        CommandProcess holds = node(serve)) {
      CompletableFuture<HttpResponse<String>> answer = begin(serve.await("READY "));
      serve.terminate();
      HttpResponse<String> response = answer.get(60, TimeUnit.SECONDS);
      assertEquals(503, response.statusCode(), response.body());
      assertEquals(Optional.of("1"), response.headers().firstValue("Retry-After"));
      assertTrue(response.body().contains("SHUT_DOWN"), response.body());
      assertTrue(response.body().contains(":Fault"), response.body());
      assertEquals(Optional.of("close"), response.headers().firstValue("Connection"));
      assertEquals(128 + 15, serve.exitCode(60), serve.output() + " beside " + holds.output());
    }
  }
}
