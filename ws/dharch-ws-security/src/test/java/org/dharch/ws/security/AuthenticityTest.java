package org.dharch.ws.security;

import static org.dharch.ws.security.Secured.ORDER;
import static org.dharch.ws.security.Secured.SOAP11;
import static org.dharch.ws.security.Secured.SOAP12;
import static org.dharch.ws.security.Secured.after;
import static org.dharch.ws.security.Secured.assertRefused;
import static org.dharch.ws.security.Secured.changed;
import static org.dharch.ws.security.Secured.in;
import static org.dharch.ws.security.Secured.map;
import static org.dharch.ws.security.Secured.message;
import static org.dharch.ws.security.Secured.out;
import static org.dharch.ws.security.Secured.signed;
import static org.dharch.ws.security.Secured.users;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.dharch.api.DHHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of somebody else, or of another time. */
final class AuthenticityTest {
  private static final Instant NOW = Secured.now;

  @AfterEach
  void clock() {
    Secured.now = NOW;
  }

  @ParameterizedTest
  @CsvSource({
    "mallory, FailedCheck", // an authority of the same name that nobody trusts
    "old, FailedCheck",
    "short, InvalidSecurity",
  })
  void rejectsInvalidCertificates(String alias, String code) throws Exception {
    assertRefused(code, in(), signed("keyStore", TestKeys.keys(alias).toString()));
  }

  @Test
  void rejectsOtherSigners() throws Exception {
    byte[] client = signed();
    assertRefused("FailedAuthentication", in("subject", "CN=Second,.*"), client);
    assertRefused("FailedAuthentication", in("issuer", "CN=Authority,O=Other"), client);
    after(in("subject", "CN=Client,O=.*", "issuer", "CN=Authority"), client);
    // trusted itself, and named by nobody
    String both = TestKeys.certificates("ca", "client").toString();
    assertRefused(
        "FailedAuthentication", in("subject", "CN=Second,.*", "trustStore", both), client);
  }

  @Test
  void rejectsOldAndFutureTimes() throws Exception {
    byte[] message = signed();
    Secured.now = NOW.plus(Duration.ofMinutes(5));
    assertRefused("MessageExpired", in(), message); // Expires
    Secured.now = NOW.minusSeconds(61);
    assertRefused("MessageExpired", in(), message);
    Secured.now = NOW.minusSeconds(60);
    after(in(), message);
    Secured.now = NOW;
    byte[] lasting = signed("timeToLive", "600m");
    Secured.now = NOW.plusSeconds(301);
    assertRefused("MessageExpired", in(), lasting);
    after(in("maxAge", "10m"), lasting);
    Secured.now = NOW;
    assertRefused("InvalidSecurity", in("requiredParts", "body"), untimed());
    after(in("requiredParts", "body", "timestamp", "optional"), untimed());
  }

  private static byte[] untimed() throws Exception {
    return after(out("Signature"), SOAP11.of(ORDER));
  }

  /** A block that a message may have or not, as an acknowledgement, is signed where it is. */
  @Test
  void acceptsMissingOptionalBlocks() throws Exception {
    String parts = "body timestamp {urn:o}k";
    String block = "<o:k xmlns:o='urn:o'>1</o:k>";
    after(in("requiredParts", parts + "?"), signed());
    assertRefused("FailedCheck", in("requiredParts", parts), signed());
    byte[] unsigned = after(out("Timestamp Signature"), SOAP11.of(block, ORDER));
    after(in(), unsigned);
    assertRefused("FailedCheck", in("requiredParts", parts + "?"), unsigned);
    byte[] whole = after(out("Timestamp Signature", "signParts", parts), SOAP11.of(block, ORDER));
    after(in("requiredParts", parts + "?"), whole);
    assertRefused(
        "FailedCheck",
        in("requiredParts", parts + "?"),
        changed(whole, "<s:Header>", "<s:Header>" + block));
  }

  @Test
  void rejectsReplayedMessages() throws Exception {
    DHHandler handler = in();
    byte[] message = signed();
    var first = message(message);
    handler.handle(first);
    assertEquals(
        handler.handle(first).properties(),
        in().handle(first).properties(),
        "the same message, performed again");
    assertRefused("InvalidSecurity", handler, message);
    // what has been refused for another reason is not remembered
    byte[] other = signed();
    assertRefused("FailedCheck", handler, changed(other, "a &amp; b", "c"));
    after(handler, other);
  }

  @Test
  void rejectsReplayedNonces() throws Exception {
    DHHandler handler = in(map("users", users()));
    byte[] message = after(out("Timestamp UsernameToken"), SOAP12.of(ORDER));
    after(handler, message);
    assertRefused("InvalidSecurity", handler, message);
    assertRefused("InvalidSecurity", handler, changed(message, "a &amp; b", "another"));
    Secured.now = NOW.plusSeconds(400);
    assertRefused("MessageExpired", in(map("users", users())), message);
  }

  @Test
  void rejectsWhenReplayStoreIsFull() throws Exception {
    DHHandler handler = in("maxReplays", "2");
    after(handler, signed());
    after(handler, signed());
    byte[] third = signed();
    assertThrows(ReplaysFullException.class, () -> handler.handle(message(third)));
    Secured.now = NOW.plusSeconds(400);
    after(handler, signed());
  }

  @Test
  void rejectsWrongPasswords() throws Exception {
    DHHandler handler = in(map("users", users()));
    String wrong = Secured.secret("wrong-password", "wonderland");
    assertRefused(
        "FailedAuthentication",
        handler,
        after(out("Timestamp UsernameToken", "userPassword", wrong), SOAP11.of(ORDER)));
    assertRefused(
        "FailedAuthentication",
        handler,
        after(out("Timestamp UsernameToken", "user", "bob"), SOAP11.of(ORDER)));
    byte[] good = after(out("Timestamp UsernameToken"), SOAP11.of(ORDER));
    assertRefused(
        "InvalidSecurityToken", handler, changed(good, "(?s)<wsse:Nonce.*</wsse:Nonce>", ""));
  }

  /** The name of an unknown user takes one log line, whatever characters it has. */
  @ParameterizedTest
  @ValueSource(strings = {"&#10;", "&#13;&#10;", "&#x85;", "&#x2028;", "&#x2029;"})
  void logsUnknownUserInOneLine(String end) throws Exception {
    byte[] good = after(out("Timestamp UsernameToken"), SOAP11.of(ORDER));
    byte[] forged = changed(good, ">alice<", ">mallory" + end + "FORGED admin logged in<");
    DHHandler handler = in(map("users", users()));
    PrintStream before = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      assertRefused("FailedAuthentication", handler, forged);
    } finally {
      System.setErr(before);
    }
    String logged = log.toString(StandardCharsets.UTF_8);
    assertEquals(List.of(), logged.lines().filter(line -> line.startsWith("FORGED")).toList());
    assertEquals(false, logged.matches("(?s).*[\\x{85}\\x{2028}\\x{2029}].*"), logged);
    assertEquals(false, logged.contains("WARN"), logged);
  }

  /** WSS4J has a warning for each of these, too. */
  @Test
  void rejectsTokenWithoutUsablePassword() throws Exception {
    DHHandler handler = in(map("users", users()));
    byte[] good = after(out("Timestamp UsernameToken"), SOAP11.of(ORDER));
    for (String password :
        List.of(
            "", "<wsse:Password>wonder land</wsse:Password>", "<wsse:Password Type='urn:x'/>")) {
      assertRefused(
          "FailedAuthentication",
          handler,
          changed(good, "(?s)<wsse:Password.*</wsse:Password>", password));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-25T12:00:00.123Z, true",
    "2026-11-25T12:00:00Z, true",
    "2026-11-25T12:00:00.1234Z, false",
    "2026-11-25T12:00:00.123456Z, false",
  })
  void rejectsMoreThanThreeFractionDigits(String created, boolean isTaken) throws Exception {
    String text = Secured.secret("text", "wonder land");
    byte[] message =
        changed(
            after(
                out("Timestamp UsernameToken", "passwords", "text", "userPassword", text),
                SOAP11.of(ORDER)),
            "(?s)(<wsse:UsernameToken.*?<wsu:Created[^>]*>)[^<]*",
            "$1" + created);
    DHHandler handler = in(map("users", users(), "passwords", "text"));
    if (isTaken) {
      after(handler, message);
    } else {
      assertRefused("InvalidSecurity", handler, message);
    }
  }

  /** The next receiver is this one, whichever actor it has besides. */
  @Test
  void takesBlockForNextReceiver() throws Exception {
    String next11 = "http://schemas.xmlsoap.org/soap/actor/next";
    String next12 = "http://www.w3.org/2003/05/soap-envelope/role/next";
    after(in(), after(out("Timestamp Signature", "actor", next11), SOAP11.of(ORDER)));
    after(in(), after(out("Timestamp Signature", "actor", next12), SOAP12.of(ORDER)));
    after(
        in("actor", "urn:me"),
        after(out("Timestamp Signature", "actor", next12), SOAP12.of(ORDER)));
    assertRefused(
        "InvalidSecurity",
        in(),
        after(out("Timestamp Signature", "actor", "urn:other"), SOAP12.of(ORDER)));
    // the block of its own actor counts
    byte[] both =
        after(
            out("Timestamp Signature", "actor", next11),
            after(out("Timestamp Signature"), SOAP11.of(ORDER)));
    after(in(), both);
  }

  /** A key is derived from a password in as many steps as the sender says. */
  @Test
  void derivedKeys() throws Exception {
    byte[] good = after(out("Timestamp UsernameToken"), SOAP11.of(ORDER));
    String salt =
        "<x:Salt xmlns:x='%1$s'>AAAAAAAAAAAAAAAAAAAAAA==</x:Salt>"
            + "<x:Iteration xmlns:x='%1$s'>2147483647</x:Iteration>";
    assertRefused(
        "InvalidSecurity",
        in(map("users", users())),
        changed(good, "(?s)<wsse:Password.*</wsse:Password>", salt.formatted(Names.WSSE11)));
    assertRefused(
        "UnsupportedSecurityToken",
        in(),
        changed(
            signed(),
            "<wsu:Timestamp",
            "<c:DerivedKeyToken xmlns:c='http://docs.oasis-open.org/ws-sx/ws-secureconversation/"
                + "200512'/><wsu:Timestamp"));
  }
}
