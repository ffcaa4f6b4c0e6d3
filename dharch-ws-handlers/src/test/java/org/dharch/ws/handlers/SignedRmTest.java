package org.dharch.ws.handlers;

import static org.dharch.ws.handlers.PeerProcess.numbers;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.dharch.testing.Keytool;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages that are signed and reliable: what is sent again is signed anew, and is no replay. */
class SignedRmTest {
  private static final String PASSWORD = "correct horse";
  private static final int COUNT = 10;

  private static final String SENDS =
      RmClient.ORCHESTRATIONS.replace(
          "<handler name=\"rm-store\"/>",
          "<handler name=\"rm-store\"/><handler name=\"security-out\"/>");

  private static final String SIGNS =
      """
      <handler name="security-out" class="org.dharch.ws.security.SecurityOutHandler">
        <parameter name="actions">Timestamp Signature</parameter>
        <parameter name="keyStore">%s</parameter>
        <parameter name="keyStorePassword">file:%s</parameter>
        <parameter name="signParts">body timestamp {http://docs.oasis-open.org/ws-rx/wsrm/200702}Sequence</parameter>
      </handler>
      """;

  private static final String TAKES =
      """
      <orchestrations xmlns="urn:dharch:orchestration:1"
          xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd">
        <orchestration name="reliable-in" deadline="60s">
          <handler name="security-in" mayAnswer="true">
            <writes>
              <header name="wsse:Security"/>
              <body/>
              <property name="dharch.security.principal"/>
              <property name="dharch.security.signed"/>
              <property name="dharch.security.at"/>
            </writes>
          </handler>
          <handler name="addressing" mayAnswer="true"/>
          <handler name="rm-sink" mayAnswer="true"/>
        </orchestration>
        <orchestration name="delivery">
          <handler name="addressing" mayAnswer="true"/>
        </orchestration>
        <orchestration name="reliable-out">
          <handler name="addressing"/>
          <handler name="rm-sink"/>
        </orchestration>
        <rule orchestration="reliable-in" service="Greeter"/>
        <rule orchestration="reliable-out" flow="out" service="Greeter"/>
        <rule orchestration="reliable-out" flow="out-fault" service="Greeter"/>
      </orchestrations>
      """;

  private static final String VERIFIES =
      """
      <handler name="security-in" class="org.dharch.ws.security.SecurityInHandler">
        <parameter name="trustStore">%s</parameter>
        <parameter name="trustStorePassword">file:%s</parameter>
        <parameter name="requiredParts">body timestamp</parameter>
      </handler>
      <handler name="addressing" class="org.dharch.ws.handlers.AddressingHandler"/>
      <handler name="rm-sink" class="org.dharch.ws.handlers.RmSinkHandler">
        <parameter name="store">jdbc:sqlite:rm.db</parameter>
        <parameter name="deliver">delivery</parameter>
      </handler>
      """;

  @TempDir Path folder;
  private Path password;
  private Path keys;
  private Path trust;

  @BeforeEach
  void start() throws Exception {
    GreeterService.TOLD.clear();
    password = Files.writeString(folder.resolve("password"), PASSWORD + "\n");
    keys = folder.resolve("keys.p12");
    trust = folder.resolve("trust.p12");
    Path certificate = folder.resolve("client.crt");
    Keytool.run(
        keys, PASSWORD, "-genkeypair", "-alias", "client", "-dname", "CN=client", "-keyalg", "RSA");
    Keytool.run(keys, PASSWORD, "-exportcert", "-alias", "client", "-file", certificate.toString());
    Keytool.run(
        trust,
        PASSWORD,
        "-importcert",
        "-noprompt",
        "-alias",
        "client",
        "-file",
        certificate.toString());
  }

  private Path inner(String name) throws IOException {
    return Files.createDirectory(folder.resolve(name));
  }

  @Test
  void withLoss() throws Exception {
    try (RmServer server =
            RmServer.start(inner("server"), TAKES, List.of(VERIFIES.formatted(trust, password)));
        LossyProxy proxy = new LossyProxy(server.url(), 0.3, 3);
        RmClient client =
            RmClient.start(
                inner("client"),
                proxy.url(),
                Duration.ofMillis(300),
                SENDS,
                SIGNS.formatted(keys, password))) {
      for (int n = 1; n <= COUNT; n++) {
        client.note("n" + n);
      }
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> server.told().size() >= COUNT && client.isAllAcknowledged());
      assertEquals(numbers("n", COUNT), server.told());
      assertTrue(proxy.lostResponses.get() > 0, "nothing was lost");
      assertTrue(
          proxy.seen.stream().noneMatch(it -> it.contains("FailedCheck")), "taken for a replay");
    }
  }
}
