package org.dharch.samples.findroute;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.apache.axiom.om.OMElement;

/**
 * Asks the services behind FindRoute, by SOAP over HTTP. The calling thread waits for the answer.
 * Connections are kept. Any number of threads.
 */
public final class RouteClient {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  /**
   * What an address book says of {@code name}; all but city and zip stays here.
   *
   * @throws IOException if there is no answer within a minute, or a fault; says why
   */
  public Place address(URI book, String name) throws IOException, InterruptedException {
    OMElement address = ask(book, RouteMessages.find(name), RouteMessages.ADDRESS.getLocalPart());
    try {
      return RouteMessages.place(address);
    } catch (IllegalArgumentException e) {
      throw new IOException(book + ": " + e.getMessage(), e);
    }
  }

  /**
   * What the road map says.
   *
   * @throws IOException if there is no answer within a minute, or a fault; says why
   */
  public String directions(URI map, Place from, Place to) throws IOException, InterruptedException {
    return ask(map, RouteMessages.route(from, to), RouteMessages.DIRECTIONS.getLocalPart())
        .getText();
  }

  private OMElement ask(URI service, byte[] envelope, String expected)
      throws IOException, InterruptedException {
    byte[] answer = post(service, envelope);
    try {
      OMElement body = RouteMessages.body(answer);
      if (!body.getLocalName().equals(expected)) {
        throw new IOException(
            service + " answered '" + body.getLocalName() + "'; '" + expected + "' was expected");
      }
      return body;
    } catch (IllegalArgumentException e) {
      throw new IOException(service + " answered: " + e.getMessage(), e);
    }
  }

  /**
   * Sends an envelope.
   *
   * @return the answer's body: of status 200, or of 500 as SOAP has it for faults
   * @throws IOException if there is no answer within a minute, or one of another status
   */
  public byte[] post(URI service, byte[] envelope) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(service)
            .timeout(PATIENCE)
            .header("Content-Type", "text/xml; charset=UTF-8")
            .header("SOAPAction", '"' + RouteMessages.ACTION + '"')
            .POST(HttpRequest.BodyPublishers.ofByteArray(envelope))
            .build();
    HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
    int status = answer.statusCode();
    if (status != 200 && status != 500) {
      throw new IOException(service + " answered with HTTP status " + status);
    }
    return answer.body();
  }
}
