package org.dharch.cli.run;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import org.dharch.samples.SampleMessage;
import org.dharch.samples.SampleNames;

/** Sends sample requests of either SOAP version and checks the responses. Safe for any thread. */
final class DemoClient {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  /** Sends {@code message} and adds the result to {@code measured}. */
  void send(URI endpoint, SampleMessage message, RoundTrips measured) throws InterruptedException {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(endpoint)
            .timeout(PATIENCE)
            .header("Content-Type", message.contentType())
            .POST(HttpRequest.BodyPublishers.ofByteArray(message.envelope()));
    if (!message.soap12()) {
      builder.header("SOAPAction", "\"" + SampleNames.PROCESS_ACTION + "\"");
    }
    HttpRequest request = builder.build();
    long start = System.nanoTime();
    try {
      HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      long nanos = System.nanoTime() - start;
      Optional<String> problem = message.problemOf(answer.body());
      if (answer.statusCode() != 200) {
        measured.wrong("HTTP " + answer.statusCode() + ": " + problem.orElse(answer.body()));
      } else if (problem.isPresent()) {
        measured.wrong(problem.get());
      } else {
        measured.right(nanos);
      }
    } catch (IOException e) {
      measured.wrong(e.toString());
    }
  }
}
