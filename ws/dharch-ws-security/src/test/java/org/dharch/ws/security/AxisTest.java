package org.dharch.ws.security;

import static org.dharch.ws.security.Secured.after;
import static org.dharch.ws.security.Secured.in;
import static org.dharch.ws.security.Secured.map;
import static org.dharch.ws.security.Secured.message;
import static org.dharch.ws.security.Secured.out;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.dharch.api.Changes;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.SoapCalls;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The handlers behind a real Axis2: on a node, by the page's documents, beside a handler that
 * touches another header block at the same time; and in Axis2's own chain.
 */
final class AxisTest {
  private static final Instant NOW = Secured.now;
  private static final String ALL = "UsernameToken Timestamp Signature Encrypt";
  private static final EnvelopeText SOAP11 = EnvelopeText.SOAP11.with("g", "urn:dharch:peer");
  private static final EnvelopeText SOAP12 = EnvelopeText.SOAP12.with("g", "urn:dharch:peer");
  private static final String GREET = "<g:greet><name>ü</name></g:greet>";

  @TempDir Path folder;

  @BeforeEach
  void now() {
    Secured.now = Instant.now(); // the server's handlers have the system's clock
    GreetService.TOLD.clear();
  }

  @AfterEach
  void then() {
    Secured.now = NOW;
  }

  private static HttpResponse<String> send(SecureAxis axis, byte[] envelope, boolean soap12)
      throws Exception {
    String url = axis.url().toString();
    return soap12
        ? SoapCalls.post(url, SoapCalls.xml12(GreetService.ACTION), "", envelope)
        : SoapCalls.post(url, SoapCalls.XML, GreetService.ACTION, envelope);
  }

  /** The client's, for responses. */
  private static SecurityInHandler client(String... parameters) throws Exception {
    Map<String, String> all = map(parameters);
    all.put("trustStore", TestKeys.certificates("ca").toString());
    all.put("trustStorePassword", TestKeys.password());
    all.put("keyStore", TestKeys.keys("client").toString());
    all.put("keyStorePassword", TestKeys.password());
    return in(all);
  }

  @Test
  void onANode() throws Exception {
    try (SecureAxis axis = SecureAxis.onANode(folder)) {
      for (boolean soap12 : new boolean[] {false, true}) {
        GreetService.TOLD.clear();
        byte[] request =
            after(
                out(ALL, "signParts", "body timestamp username"),
                (soap12 ? SOAP12 : SOAP11).of("<t:stamp xmlns:t='urn:stamp'>old</t:stamp>", GREET));
        HttpResponse<String> response = send(axis, request, soap12);
        assertEquals(200, response.statusCode(), response.body());
        assertEquals(List.of("alice ü"), GreetService.TOLD);
        Changes changes =
            client("requiredEncrypted", "body").handle(message(Utf8.bytes(response.body())));
        assertEquals("body timestamp", changes.properties().get(SecurityInHandler.SIGNED));
        assertEquals("CN=Server,O=Example", changes.properties().get(SecurityInHandler.PRINCIPAL));
        String answer = Utf8.text(after(client(), Utf8.bytes(response.body())));
        assertTrue(answer.contains("hello ü"), answer);
        assertTrue(answer.contains("<t:stamp"), "by the handler beside: " + answer);
        refused(axis, request, soap12);
      }
    }
  }

  /** It has come before, and what is said of it is signed, too. */
  private static void refused(SecureAxis axis, byte[] request, boolean soap12) throws Exception {
    HttpResponse<String> again = send(axis, request, soap12);
    assertTrue(again.statusCode() >= 400, again.body());
    String fault = Utf8.text(after(client(), Utf8.bytes(again.body())));
    assertTrue(fault.contains("InvalidSecurity"), fault);
    assertEquals(1, GreetService.TOLD.size());
    HttpResponse<String> nothing =
        send(axis, Utf8.bytes((soap12 ? SOAP12 : SOAP11).of(GREET)), soap12);
    assertTrue(nothing.statusCode() >= 400, nothing.body());
    assertEquals(1, GreetService.TOLD.size());
  }

  /** Axis2 refuses a block that must be understood and that nobody has processed. */
  @Test
  void inAxis2Chain() throws Exception {
    for (String keep : new String[] {"true", "false"}) {
      Map<String, String> server =
          map(
              "trustStore",
              TestKeys.certificates("ca").toString(),
              "trustStorePassword",
              TestKeys.password(),
              "keyStore",
              TestKeys.keys("server").toString(),
              "keyStorePassword",
              TestKeys.password(),
              "keep",
              keep);
      Map<String, String> out =
          map(
              "actions",
              "Timestamp Signature Encrypt",
              "trustStore",
              TestKeys.certificates("client").toString(),
              "trustStorePassword",
              TestKeys.password(),
              "keyStore",
              TestKeys.keys("server").toString(),
              "keyStorePassword",
              TestKeys.password());
      try (SecureAxis axis = SecureAxis.inItsChain(server, out)) {
        for (boolean soap12 : new boolean[] {false, true}) {
          GreetService.TOLD.clear();
          byte[] request =
              after(out("Timestamp Signature Encrypt"), (soap12 ? SOAP12 : SOAP11).of(GREET));
          HttpResponse<String> response = send(axis, request, soap12);
          assertEquals(200, response.statusCode(), response.body());
          assertEquals(List.of("CN=Client,O=Example ü"), GreetService.TOLD);
          String answer =
              Utf8.text(after(client("requiredEncrypted", "body"), Utf8.bytes(response.body())));
          assertTrue(answer.contains("hello ü"), answer);
          HttpResponse<String> again = send(axis, request, soap12);
          assertTrue(again.body().contains("InvalidSecurity"), again.body());
          assertEquals(1, GreetService.TOLD.size());
        }
      }
    }
  }
}
