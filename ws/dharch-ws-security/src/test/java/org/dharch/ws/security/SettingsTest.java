package org.dharch.ws.security;

import static org.dharch.ws.security.Secured.in;
import static org.dharch.ws.security.Secured.map;
import static org.dharch.ws.security.Secured.out;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.core.message.DHArchException;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.testing.DocsPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parameters, what is said of wrong ones, and the policy. */
final class SettingsTest {
  private static String said(Executable action) {
    return assertThrows(DHArchException.class, action).getMessage();
  }

  @ParameterizedTest
  @CsvSource({
    "requiredParts, head, 'requiredParts must be body, timestamp'",
    "requiredParts, {urn:t}t:stamp?, 'requiredParts must be body, timestamp'",
    "requiredParts, body?, 'requiredParts must be body, timestamp'",
    "requiredEncrypted, {urn:a}b?, 'requiredEncrypted must be body, timestamp'",
    "algorithms, MD5, 'algorithms must be RSA-SHA256'",
    "subject, (, '(got ''('')'",
    "replays, jdbc:h2:x, 'replays must be memory:'",
    "passwords, any, 'passwords must be digest, text'",
    "users, nowhere, nowhere",
    "username, required, username requires users",
    "requiredEncrypted, timestamp, requiredEncrypted must contain only body",
    "maxAge, never, maxAge",
    "algorithms, SHA256, 'must contain one for a signature; it can be RSA-SHA256'",
    "algorithms, RSA-SHA256 SHA256 AES128-GCM, must contain one for a key",
    "replays, jdbc:sqlite:, 'a file, jdbc:sqlite:FILE'",
    "replays, jdbc:sqlite::memory:, 'a file, jdbc:sqlite:FILE'",
    "replays, jdbc:sqlite:/no/such/r.db, 'cannot be opened: '",
    "keyStore, nowhere.p12, keyStore=",
  })
  void rejectsInvalidInSettings(String parameter, String value, String expected) {
    String said = said(() -> in(parameter, value));
    assertTrue(said.contains(expected), said);
  }

  @ParameterizedTest
  @CsvSource({
    "Sign, '', '', actions must be",
    "Signature Signature, '', '', each once",
    "Signature, signParts, timestamp, require their action before Signature",
    "Signature Timestamp, signParts, body timestamp, require their action before Signature",
    "Signature, keyAlias, other, 'keyAlias must be client of keyStore'",
    "Encrypt, encryptTo, other, 'encryptTo must be server of trustStore'",
    "Signature, signatureAlgorithm, SHA256, signatureAlgorithm must be",
    "Signature, keyReference, name, 'direct, issuer, ski, thumbprint'",
    "Encrypt, encryptParts, timestamp, 'encryptParts must contain only body'",
    "Encrypt, encryptParts, username, username requires UsernameToken before Encrypt",
    "Encrypt UsernameToken, encryptParts, body username, UsernameToken before Encrypt in actions",
    "Timestamp, timeToLive, 999ms, 1s and more",
    "Signature, signatureAlgorithm, ECDSA-SHA256, 'those that begin with RSA-, for a key of RSA'",
  })
  void rejectsInvalidOutSettings(String actions, String parameter, String value, String expected) {
    String said =
        said(
            () ->
                out(
                    actions,
                    parameter.isEmpty() ? new String[0] : new String[] {parameter, value}));
    assertTrue(said.contains(expected), said);
  }

  /** What might be a password is not repeated, nor is one that is wrong. */
  @ParameterizedTest
  @ValueSource(strings = {"hunter2", "env:DHARCH_NO_SUCH", "file:/no/such/secret"})
  void errorsHidePasswords(String place) throws Exception {
    Map<String, String> parameters =
        map("trustStore", TestKeys.certificates("ca").toString(), "trustStorePassword", place);
    String said = said(() -> in(parameters));
    assertTrue(said.startsWith("trustStorePassword"), said);
    assertFalse(said.contains("hunter2"), said);
    parameters.put("trustStorePassword", Secured.secret("wrong", "hunter2"));
    String wrong = said(() -> in(parameters));
    assertTrue(wrong.contains("the password is wrong"), wrong);
    assertFalse(wrong.contains("hunter2"), wrong);
  }

  /** Each would start, and then refuse every message. */
  @Test
  void rejectsUnusableKeyStores() throws Exception {
    String none = TestKeys.certificates().toString();
    String noKeys = TestKeys.certificates("ca").toString();
    String curve = TestKeys.certificates("curve").toString();
    String text = Files.writeString(TestKeys.FOLDER.resolve("ca.crt"), "-----BEGIN").toString();
    String locked = TestKeys.keysWithAnotherPassword("client").toString();
    assertSaid("must contain a trusted certificate", () -> in("trustStore", none));
    assertSaid("it must be a PKCS#12 key store", () -> in("trustStore", text));
    assertSaid("must contain a private key", () -> in("keyStore", noKeys));
    assertSaid(
        "the password of the key 'client' must be the same as the file's",
        () -> in("keyStore", locked));
    assertSaid("must contain a private key", () -> out("Signature", "keyStore", noKeys));
    assertSaid(
        "the key 'client' must be the same as the file's",
        () -> out("Signature", "keyStore", locked));
    assertSaid("must contain a trusted certificate", () -> out("Encrypt", "trustStore", none));
    assertSaid("must be an RSA key (got EC)", () -> out("Encrypt", "trustStore", curve));
  }

  private static void assertSaid(String expected, Executable action) {
    String said = said(action);
    assertTrue(said.contains(expected), said);
  }

  /** A password is all that stands behind its sign, whatever it is. */
  @Test
  void readsUsers() throws Exception {
    String lines = "# of users\n\nDOMAIN:bob = a\\b:c=d#e \nJohn Smith=x\n";
    String file = Files.writeString(TestKeys.FOLDER.resolve("many-users"), lines).toString();
    assertEquals(Map.of("DOMAIN:bob", "a\\b:c=d#e ", "John Smith", "x"), UsersFile.read(file));
    for (String wrong : new String[] {"a=1\nbobhunter2\n", "a=1\n=2", "a=", "a=1\na=hunter2"}) {
      Files.writeString(Path.of(file), wrong);
      String said = said(() -> UsersFile.read(file));
      assertTrue(said.contains(wrong.contains("\n") ? "line 2" : "line 1"), said);
      assertFalse(said.contains("hunter2"), said);
    }
  }

  @Test
  void rejectsHandlerWithoutRequirements() {
    String said = said(() -> in(map()));
    assertTrue(said.startsWith("at least one of trustStore"), said);
  }

  private static Set<String> listed(String chapter) {
    String text = SecureAxis.PAGE.text();
    int from = text.indexOf("\n## " + chapter + "\n");
    String part = text.substring(from, text.indexOf("\n## ", from + 4));
    Set<String> names = new TreeSet<>();
    boolean inTable = false;
    for (String line : part.split("\n", -1)) {
      inTable = line.startsWith("|") && (inTable || line.startsWith("| parameter |"));
      if (inTable && line.startsWith("| `")) {
        Matcher name = Pattern.compile("`([A-Za-z]+)`").matcher(line.split("\\|", -1)[1]);
        while (name.find()) {
          names.add(name.group(1));
        }
      }
    }
    return names;
  }

  private static Set<String> allowed(Executable withUnknown) {
    String said = said(withUnknown);
    assertTrue(said.contains("it must be one of "), said);
    return new TreeSet<>(
        Arrays.asList(said.replaceFirst(".*it must be one of ", "").split(", ", -1)));
  }

  @Test
  void pageListsAllParameters() {
    assertEquals(listed("security-in"), allowed(() -> in("none", "such")));
    assertEquals(
        listed("security-out"),
        allowed(() -> out("Timestamp Signature Encrypt UsernameToken", "none", "such")));
  }

  /** The policy that ships takes the orders of the page, and refuses others. */
  @ParameterizedTest
  @CsvSource({
    "decompressor security-in rm-sink resource-properties, true",
    "security-in addressing rm-sink eventing-manager, true",
    "resource-properties rm-source rm-store security-out compressor, true",
    "addressing rm-source rm-store security-out, true",
    "security-in rm-source, true",
    "rm-sink security-in, false",
    "security-in decompressor, false",
    "rm-sink resource-properties, true",
    "resource-properties rm-sink, false",
    "compressor security-out, false",
    "security-out rm-source, false",
    "security-out rm-store, false",
    "compressor rm-store, false",
    "security-in security-in, false",
  })
  void policyIsValid(String handlers, boolean good) {
    Policy policy = Policy.read(DocsPage.example("security-policy.xml"));
    StringBuilder document =
        new StringBuilder(
            "<orchestrations xmlns='urn:dharch:orchestration:1'><orchestration name='o'>");
    for (String each : handlers.split(" ", -1)) {
      document.append("<handler name='").append(each).append("'/>");
    }
    document.append("</orchestration></orchestrations>");
    var orchestrations = OrchestrationDocument.parse("d", document.toString());
    if (good) {
      orchestrations.under(policy);
    } else {
      assertThrows(RuntimeException.class, () -> orchestrations.under(policy));
    }
  }

  @Test
  void policyIsInArchive() throws Exception {
    try (var in = SecurityInHandler.class.getResourceAsStream("security-policy.xml")) {
      assertEquals(
          java.nio.file.Files.readString(DocsPage.example("security-policy.xml")),
          new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
    }
  }
}
