package org.dharch.cli.run;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.dharch.samples.SampleNames;

/**
 * A request that {@code serve} shows and sends. Immutable.
 *
 * @param action the SOAP action
 * @param header the content of the SOAP header
 * @param body the content of the SOAP body
 */
record SampleCall(String action, String header, String body) {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";

  /** For the sample service. */
  static final SampleCall STANDARD =
      new SampleCall(
          SampleNames.PROCESS_ACTION,
          "",
          "<process xmlns=\""
              + SampleNames.NAMESPACE
              + "\"><id>1</id><document>Hello</document><secret>none</secret></process>");

  private String envelope() {
    String head = header.isEmpty() ? "" : "<e:Header>" + header + "</e:Header>";
    return "<e:Envelope xmlns:e=\""
        + SOAP
        + "\">"
        + head
        + "<e:Body>"
        + body
        + "</e:Body></e:Envelope>";
  }

  /** As a command for a shell. */
  String curl(URI endpoint) {
    return "curl -s -H 'Content-Type: text/xml' -H 'SOAPAction: \""
        + action
        + "\"' -d '"
        + envelope()
        + "' "
        + endpoint;
  }

  /** Sends it and returns the response, also that of an error. */
  String send(URI endpoint) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint)
            .timeout(PATIENCE)
            .header("Content-Type", "text/xml")
            .header("SOAPAction", '"' + action + '"')
            .POST(HttpRequest.BodyPublishers.ofString(envelope()))
            .build();
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .build()
        .send(request, HttpResponse.BodyHandlers.ofString())
        .body();
  }
}
