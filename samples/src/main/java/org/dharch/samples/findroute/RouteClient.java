package org.dharch.samples.findroute;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.apache.axiom.om.OMElement;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/**
 * Calls the services behind FindRoute by SOAP over HTTP, with Axis2's HTTP client. Blocks until the
 * response. Pools connections. Thread-safe; close it.
 */
public final class RouteClient implements AutoCloseable {
  private static final int CONNECTIONS = 2000;
  private static final Timeout CONNECT = Timeout.ofSeconds(5);
  private static final Timeout PATIENCE = Timeout.ofSeconds(60);
  private static final ContentType XML = ContentType.create("text/xml", StandardCharsets.UTF_8);

  private final CloseableHttpClient http =
      HttpClients.custom()
          .setConnectionManager(
              PoolingHttpClientConnectionManagerBuilder.create()
                  .setMaxConnTotal(CONNECTIONS)
                  .setMaxConnPerRoute(CONNECTIONS)
                  .setDefaultConnectionConfig(
                      ConnectionConfig.custom()
                          .setConnectTimeout(CONNECT)
                          .setSocketTimeout(PATIENCE)
                          .build())
                  .build())
          .disableAutomaticRetries()
          .disableCookieManagement()
          .disableContentCompression()
          .build();

  /**
   * Queries an address book for {@code name}; returns only city and zip.
   *
   * @throws IOException if there is no response within a minute, or a fault, with the reason
   */
  public Place address(URI book, String name) throws IOException {
    OMElement address = ask(book, RouteMessages.find(name), RouteMessages.ADDRESS.getLocalPart());
    try {
      return RouteMessages.place(address);
    } catch (IllegalArgumentException e) {
      throw new IOException(book + ": " + e.getMessage(), e);
    }
  }

  /**
   * Queries the road map.
   *
   * @throws IOException if there is no response within a minute, or a fault, with the reason
   */
  public String directions(URI map, Place from, Place to) throws IOException {
    return ask(map, RouteMessages.route(from, to), RouteMessages.DIRECTIONS.getLocalPart())
        .getText();
  }

  private OMElement ask(URI service, byte[] envelope, String expected) throws IOException {
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
   * @return the response's body: of status 200, or of 500 for SOAP faults
   * @throws IOException if there is no response within a minute, or one of another status
   */
  public byte[] post(URI service, byte[] envelope) throws IOException {
    HttpPost request = new HttpPost(service);
    request.setHeader("SOAPAction", '"' + RouteMessages.ACTION + '"');
    request.setEntity(new ByteArrayEntity(envelope, XML));
    return http.execute(
        request,
        answer -> {
          byte[] body = EntityUtils.toByteArray(answer.getEntity());
          int status = answer.getCode();
          if (status != 200 && status != 500) {
            throw new IOException(service + " answered with HTTP status " + status);
          }
          return body;
        });
  }

  @Override
  public void close() {
    http.close(CloseMode.GRACEFUL);
  }
}
