package org.dharch.servlet;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A client that sends what it is told, letter by letter. */
final class Soap {
  static final String NS11 = "http://schemas.xmlsoap.org/soap/envelope/";
  static final String NS12 = "http://www.w3.org/2003/05/soap-envelope";
  static final String XML = "text/xml; charset=utf-8";
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  private Soap() {}

  static String envelope(String namespace, String header, String body) {
    return "<s:Envelope xmlns:s=\""
        + namespace
        + "\" xmlns:t=\"urn:test\" xmlns:o=\"urn:test:orders\">"
        + (header.isEmpty() ? "" : "<s:Header>" + header + "</s:Header>")
        + "<s:Body>"
        + body
        + "</s:Body></s:Envelope>";
  }

  static String order11(String item) {
    return envelope(NS11, "", "<o:order><item>" + item + "</item></o:order>");
  }

  static String order12(String item) {
    return envelope(NS12, "", "<o:order><item>" + item + "</item></o:order>");
  }

  static HttpRequest request(String url, String type, byte[] content) {
    return HttpRequest.newBuilder(URI.create(url))
        .timeout(Duration.ofSeconds(20))
        .header("Content-Type", type)
        .header("SOAPAction", "\"urn:test:order\"")
        .POST(HttpRequest.BodyPublishers.ofByteArray(content))
        .build();
  }

  static HttpResponse<String> post(String url, String type, byte[] content) throws Exception {
    return send(request(url, type, content));
  }

  static HttpResponse<String> post(String url, String content) throws Exception {
    return post(url, XML, TestHandlers.bytes(content));
  }

  static CompletableFuture<HttpResponse<String>> later(String url, String content) {
    return CLIENT.sendAsync(
        request(url, XML, TestHandlers.bytes(content)), HttpResponse.BodyHandlers.ofString());
  }

  static HttpResponse<String> send(HttpRequest request) throws Exception {
    return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
  }

  static HttpResponse<String> get(String url) throws Exception {
    return send(HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(20)).build());
  }
}
