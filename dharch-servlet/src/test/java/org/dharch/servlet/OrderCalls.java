package org.dharch.servlet;

import static org.dharch.testing.Utf8.bytes;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.SoapCalls;

/** Orders, as their clients send them; their prefix is o. */
final class OrderCalls {
  static final EnvelopeText SOAP11 = ours(EnvelopeText.SOAP11);
  static final EnvelopeText SOAP12 = ours(EnvelopeText.SOAP12);

  private OrderCalls() {}

  private static EnvelopeText ours(EnvelopeText envelope) {
    return envelope.with("t", "urn:test").with("o", OrdersPort.NS);
  }

  static String order11(String item) {
    return SOAP11.of(order(item));
  }

  static String order12(String item) {
    return SOAP12.of(order(item));
  }

  static String order(String item) {
    return "<o:order><item>" + item + "</item></o:order>";
  }

  static HttpRequest request(String url, String type, byte[] content) {
    return SoapCalls.request(url, type, "urn:test:order", content);
  }

  static HttpResponse<String> post(String url, String type, byte[] content)
      throws IOException, InterruptedException {
    return SoapCalls.send(request(url, type, content));
  }

  static HttpResponse<String> post(String url, String content)
      throws IOException, InterruptedException {
    return post(url, SoapCalls.XML, bytes(content));
  }

  /** As {@link #post(String, String)}, whose client gives up after {@code patience}. */
  static HttpResponse<String> post(String url, String content, Duration patience)
      throws IOException, InterruptedException {
    HttpRequest request = request(url, SoapCalls.XML, bytes(content));
    return SoapCalls.send(
        HttpRequest.newBuilder(request, (name, value) -> true).timeout(patience).build());
  }

  static CompletableFuture<HttpResponse<String>> sendAsync(String url, String content) {
    return SoapCalls.sendAsync(request(url, SoapCalls.XML, bytes(content)));
  }

  /** As {@link #sendAsync}, over a connection of its own. */
  static CompletableFuture<HttpResponse<String>> sendAsyncOnNewConnection(
      String url, String content) {
    return SoapCalls.sendAsyncOnNewConnection(request(url, SoapCalls.XML, bytes(content)));
  }
}
