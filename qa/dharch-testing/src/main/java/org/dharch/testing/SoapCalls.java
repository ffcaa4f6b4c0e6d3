package org.dharch.testing;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** An HTTP/1.1 client that sends requests verbatim. Any thread. */
public final class SoapCalls {
  /** The content type of SOAP 1.1. */
  public static final String XML = "text/xml; charset=utf-8";

  private static final HttpClient CLIENT = client();

  private SoapCalls() {}

  private static HttpClient client() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(Duration.ofSeconds(5))
        .build();
  }

  /** Returns the content type of SOAP 1.2 with an action. */
  public static String xml12(String action) {
    return "application/soap+xml; charset=UTF-8; action=\"" + action + "\"";
  }

  /**
   * Returns a request that the caller may modify before sending.
   *
   * @param action the text of the header SOAPAction, without quotes; empty for no header
   */
  public static HttpRequest request(String url, String type, String action, byte[] content) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(Duration.ofSeconds(60))
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofByteArray(content));
    if (!action.isEmpty()) {
      request.header("SOAPAction", "\"" + action + "\"");
    }
    return request.build();
  }

  /** Posts {@code content} verbatim and waits for the answer. */
  public static HttpResponse<String> post(String url, String type, String action, byte[] content)
      throws IOException, InterruptedException {
    return send(request(url, type, action, content));
  }

  /** Posts a SOAP 1.1 envelope. */
  public static HttpResponse<String> post11(String url, String action, String envelope)
      throws IOException, InterruptedException {
    return post(url, XML, action, Utf8.bytes(envelope));
  }

  /** Posts a SOAP 1.2 envelope. */
  public static HttpResponse<String> post12(String url, String action, String envelope)
      throws IOException, InterruptedException {
    return post(url, xml12(action), "", Utf8.bytes(envelope));
  }

  public static HttpResponse<String> get(String url) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(60)).build());
  }

  public static HttpResponse<String> send(HttpRequest request)
      throws IOException, InterruptedException {
    return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
  }

  /** Sends a request asynchronously. */
  public static CompletableFuture<HttpResponse<String>> sendAsync(HttpRequest request) {
    return CLIENT.sendAsync(request, HttpResponse.BodyHandlers.ofString());
  }

  /**
   * Sends a request asynchronously on a new connection, because a server may be about to close one
   * on which it rejected an incomplete request.
   */
  public static CompletableFuture<HttpResponse<String>> sendAsyncOnNewConnection(
      HttpRequest request) {
    return client().sendAsync(request, HttpResponse.BodyHandlers.ofString());
  }
}
