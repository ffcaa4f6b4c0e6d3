package org.dharch.axis2;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A client that sends what it is told, letter by letter. */
final class Soap {
  static final String NS11 = "http://schemas.xmlsoap.org/soap/envelope/";
  static final String NS12 = "http://www.w3.org/2003/05/soap-envelope";
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  private Soap() {}

  static String envelope(String namespace, String header, String body) {
    return "<s:Envelope xmlns:s=\""
        + namespace
        + "\" xmlns:t=\"urn:test\">"
        + (header.isEmpty() ? "" : "<s:Header>" + header + "</s:Header>")
        + "<s:Body>"
        + body
        + "</s:Body></s:Envelope>";
  }

  /** SOAP 1.1 with an action of the operation's name. */
  static HttpResponse<String> call11(String url, String operation, String envelope)
      throws Exception {
    return post(url, "text/xml; charset=UTF-8", "\"urn:test:" + operation + "\"", envelope);
  }

  /** SOAP 1.2 likewise. */
  static HttpResponse<String> call12(String url, String operation, String envelope)
      throws Exception {
    String type = "application/soap+xml; charset=UTF-8; action=\"urn:test:" + operation + "\"";
    return post(url, type, "", envelope);
  }

  static HttpResponse<String> post(String url, String type, String action, String content)
      throws Exception {
    return post(url, type, action, content, StandardCharsets.UTF_8);
  }

  static HttpResponse<String> post(
      String url, String type, String action, String content, Charset charset) throws Exception {
    return post(url, type, action, content.getBytes(charset));
  }

  static HttpResponse<String> post(String url, String type, String action, byte[] content)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .timeout(Duration.ofSeconds(20))
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofByteArray(content));
    if (!action.isEmpty()) {
      request.header("SOAPAction", action);
    }
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  static HttpResponse<String> get(String url) throws Exception {
    return CLIENT.send(
        HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(20)).build(),
        HttpResponse.BodyHandlers.ofString());
  }
}
