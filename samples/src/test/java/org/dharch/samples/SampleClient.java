package org.dharch.samples;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Sends SOAP 1.1 requests. */
final class SampleClient {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private SampleClient() {}

  static HttpResponse<String> post(URI endpoint, String action, byte[] envelope)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint)
            .timeout(Duration.ofSeconds(20))
            .header("Content-Type", "text/xml; charset=utf-8")
            .header("SOAPAction", "\"" + action + "\"")
            .POST(HttpRequest.BodyPublishers.ofByteArray(envelope))
            .build();
    return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
  }
}
