package org.dharch.ws.security;

import static org.dharch.ws.security.Secured.after;
import static org.dharch.ws.security.Secured.in;
import static org.dharch.ws.security.Secured.map;
import static org.dharch.ws.security.Secured.out;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.SoapCalls;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** CXF's WSS4J interceptors at the other end, of both versions of SOAP. */
@Tag("full")
final class CxfTest {
  private static final Instant NOW = Secured.now;

  @TempDir Path folder;

  @BeforeEach
  void now() {
    Secured.now = Instant.now();
    GreetService.TOLD.clear();
  }

  @AfterEach
  void then() {
    Secured.now = NOW;
  }

  /** One password is all that a peer has. */
  private static List<String> store(String own, String other) throws Exception {
    return List.of(
        own,
        TestKeys.keys(own).toString(),
        TestKeys.certificates(other).toString(),
        other,
        TestKeys.certificates("ca").toString(),
        TestKeys.PASSWORD);
  }

  private static Map<String, String> keys(String own, String other, String... more)
      throws Exception {
    Map<String, String> all = map(more);
    all.putIfAbsent("keyStore", TestKeys.keys(own).toString());
    all.put("keyStorePassword", TestKeys.password());
    all.put("trustStore", TestKeys.certificates(other).toString());
    all.put("trustStorePassword", TestKeys.password());
    return all;
  }

  /** What a CXF client sends is taken, and it takes what is answered. */
  @ParameterizedTest
  @CsvSource({
    "11, Timestamp Signature, CN=Client",
    "12, Timestamp Encrypt Signature, CN=Client",
    "11, UsernameToken Timestamp, alice",
    "12, UsernameToken Timestamp Signature Encrypt, CN=Client",
  })
  void acceptsClient(String soap, String actions, String principal) throws Exception {
    GreetService.TOLD.clear();
    String users = Secured.secret("cxf-users", "alice=" + TestKeys.PASSWORD).substring(5);
    Map<String, String> in = keys("server", "ca");
    if (actions.contains("Username")) {
      in.put("users", users);
    }
    if (!actions.contains("Signature")) {
      in.put("requiredParts", "none");
    }
    if (actions.contains("Encrypt")) {
      in.put("requiredEncrypted", "body");
    }
    String answers =
        actions.contains("Encrypt") ? "Timestamp Signature Encrypt" : "Timestamp Signature";
    try (SecureAxis axis = SecureAxis.inItsChain(in, keys("server", "client", "actions", answers));
        CxfPeer client =
            CxfPeer.start(
                folder,
                "SecureClient",
                arguments(
                    List.of(axis.url().toString(), soap, actions, answers, "3"),
                    store("client", "server")))) {
      List<String> said = client.awaitEnd();
      assertEquals(List.of("hello n1", "hello n2", "hello n3", "done"), said, client.complaints());
      assertEquals(3, GreetService.TOLD.size());
      assertTrue(GreetService.TOLD.get(0).startsWith(principal), GreetService.TOLD.toString());
    }
  }

  /** In the profile interop only. */
  @EnabledIfSystemProperty(named = "interop.messages", matches = ".+")
  @Test
  void theOtherCombinations() throws Exception {
    acceptsClient("12", "Timestamp Signature", "CN=Client");
    acceptsClient("11", "Timestamp Signature Encrypt", "CN=Client");
    callsServer("11", "Timestamp Signature", "Signature Timestamp");
    callsServer("12", "Timestamp Encrypt Signature", "Encrypt Signature Timestamp");
  }

  /** A CXF client that says less than is demanded hears a fault of the specification. */
  @ParameterizedTest
  @CsvSource({"11", "12"})
  void rejectsClient(String soap) throws Exception {
    try (SecureAxis axis =
            SecureAxis.inItsChain(
                keys("server", "ca", "requiredEncrypted", "body"),
                keys("server", "client", "actions", "Timestamp Signature"));
        CxfPeer client =
            CxfPeer.start(
                folder,
                "SecureClient",
                arguments(
                    List.of(axis.url().toString(), soap, "Timestamp Signature", "none", "1"),
                    store("client", "server")))) {
      List<String> said = client.awaitEnd();
      assertTrue(said.get(0).startsWith("fault "), said.toString());
      assertTrue(said.get(0).contains("signature or decryption was invalid"), said.toString());
      assertEquals(List.of(), GreetService.TOLD);
    }
  }

  private static List<String> arguments(List<String> first, List<String> then) {
    List<String> all = new ArrayList<>(first);
    all.addAll(then);
    return all;
  }

  /** A CXF server takes what goes out, and what it answers is taken. */
  @ParameterizedTest
  @CsvSource({
    "12, Timestamp Signature, Signature Timestamp",
    "11, Timestamp Signature Encrypt, Encrypt Signature Timestamp",
    "12, Timestamp UsernameToken, UsernameToken Timestamp",
    "11, UsernameToken Timestamp Signature Encrypt, Encrypt Signature Timestamp UsernameToken",
  })
  void callsServer(String soap, String actions, String demanded) throws Exception {
    int port = freePort();
    try (CxfPeer server =
        CxfPeer.start(
            folder,
            "SecureServer",
            arguments(
                List.of("" + port, soap, demanded, "Timestamp Signature Encrypt"),
                store("server", "client")))) {
      server.awaitListening();
      EnvelopeText text = soap.equals("12") ? EnvelopeText.SOAP12 : EnvelopeText.SOAP11;
      byte[] request =
          after(
              out(actions, "userPassword", TestKeys.password()),
              text.with("g", GreetService.NAMESPACE)
                  .of("<o:k xmlns:o='urn:o'>1</o:k>", "<g:greet><name>n1</name></g:greet>"));
      String url = "http://127.0.0.1:" + port + "/peer";
      HttpResponse<String> response =
          soap.equals("12")
              ? SoapCalls.post(url, SoapCalls.xml12(""), "", request)
              : SoapCalls.post(url, SoapCalls.XML, "", request);
      assertEquals(200, response.statusCode(), response.body() + server.complaints());
      assertTrue(server.said().contains("n1"));
      byte[] answer =
          after(in(keys("client", "ca", "requiredEncrypted", "body")), Utf8.bytes(response.body()));
      assertTrue(Utf8.text(answer).contains("hello n1"), Utf8.text(answer));
    }
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
