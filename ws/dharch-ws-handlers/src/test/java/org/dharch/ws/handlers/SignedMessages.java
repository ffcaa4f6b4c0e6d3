package org.dharch.ws.handlers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import org.dharch.testing.Keytool;

/**
 * Messages that are signed and reliable, in both directions: the keys of a client and a server, and
 * what their documents say. The blocks of the protocol that say where a message belongs, and what
 * has come, are signed too, and are not taken otherwise.
 */
final class SignedMessages {
  private static final String PASSWORD = "correct horse";

  private static final String PARTS =
      "body timestamp {http://docs.oasis-open.org/ws-rx/wsrm/200702}Sequence"
          + " {http://docs.oasis-open.org/ws-rx/wsrm/200702}SequenceAcknowledgement";

  /** The last two where they are there. */
  private static final String REQUIRED = PARTS.replace("Sequence ", "Sequence? ") + "?";

  private static final String VERIFIES =
      """
      <handler name="security-in" mayRespond="true">
        <writes>
          <header name="wsse:Security"/>
          <body/>
          <property name="dharch.security.principal"/>
          <property name="dharch.security.signed"/>
          <property name="dharch.security.at"/>
        </writes>
      </handler>
      """;

  private static final String NAMESPACE =
      " xmlns:wsse=\"http://docs.oasis-open.org/wss/2004/01/"
          + "oasis-200401-wss-wssecurity-secext-1.0.xsd\"";

  /** Of a client. */
  static final String CLIENT_ORCHESTRATIONS =
      named(RmClient.ORCHESTRATIONS)
          .replace(
              "<handler name=\"rm-store\"/>",
              "<handler name=\"rm-store\"/><handler name=\"security-out\"/>")
          .replace("<orchestration name=\"in\">", "<orchestration name=\"in\">" + VERIFIES);

  /** Of a server; what is delivered from its store was verified before it came there. */
  static final String SERVER_ORCHESTRATIONS =
      named(RmServer.ORCHESTRATIONS)
          .replace(
              "<orchestration name=\"reliable-in\" deadline=\"60s\">",
              "<orchestration name=\"delivery\"><handler name=\"addressing\" mayRespond=\"true\"/>"
                  + "</orchestration><orchestration name=\"reliable-in\" deadline=\"60s\">"
                  + VERIFIES)
          .replace(
              "<handler name=\"rm-sink\"/>",
              "<handler name=\"rm-sink\"/><handler name=\"security-out\"/>");

  private static final String HANDLERS =
      """
      <handler name="security-out" class="org.dharch.ws.security.SecurityOutHandler">
        <parameter name="actions">Timestamp Signature</parameter>
        <parameter name="keyStore">%s</parameter>
        <parameter name="keyStorePassword">file:%s</parameter>
        <parameter name="signParts">%s</parameter>
      </handler>
      <handler name="security-in" class="org.dharch.ws.security.SecurityInHandler">
        <parameter name="trustStore">%s</parameter>
        <parameter name="trustStorePassword">file:%2$s</parameter>
        <parameter name="requiredParts">%s</parameter>
      </handler>
      """;

  private final Path folder;

  private SignedMessages(Path folder) {
    this.folder = folder;
  }

  /** Makes the keys. */
  static SignedMessages in(Path folder) throws Exception {
    SignedMessages made = new SignedMessages(folder);
    Files.writeString(made.password(), PASSWORD + "\n");
    for (String name : List.of("client", "server")) {
      Keytool.run(
          made.keys(name),
          PASSWORD,
          "-genkeypair",
          "-alias",
          name,
          "-dname",
          "CN=" + name,
          "-keyalg",
          "RSA");
      made.writeCertificate(name);
    }
    return made;
  }

  private static String named(String orchestrations) {
    return orchestrations.replaceFirst("<orchestrations", "<orchestrations" + NAMESPACE);
  }

  private Path password() {
    return folder.resolve("password");
  }

  private Path keys(String name) {
    return folder.resolve(name + ".p12");
  }

  private Path certificate(String name) {
    return folder.resolve("only-" + name + ".p12");
  }

  private void writeCertificate(String name) throws IOException, GeneralSecurityException {
    KeyStore own = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keys(name))) {
      own.load(in, PASSWORD.toCharArray());
    }
    KeyStore only = KeyStore.getInstance("PKCS12");
    only.load(null, null);
    only.setCertificateEntry(name, own.getCertificate(name));
    try (OutputStream out = Files.newOutputStream(certificate(name))) {
      only.store(out, PASSWORD.toCharArray());
    }
  }

  /** The handlers {@code security-in} and {@code security-out}. */
  String handlers(String own, String other) {
    return HANDLERS.formatted(keys(own), password(), PARTS, certificate(other), REQUIRED);
  }

  /** Those of a server, with the others that it has; it delivers without {@code security-in}. */
  String serverHandlers() {
    return RmServer.HANDLERS.replace(
            "rm.db</parameter>",
            "rm.db</parameter><parameter name=\"deliver\">delivery</parameter>")
        + handlers("server", "client");
  }

  /** What a CXF peer is told of its keys. */
  List<String> arguments(String own, String other) {
    String others = certificate(other).toString();
    return List.of(own, keys(own).toString(), others, other, others, PASSWORD);
  }
}
