package org.dharch.ws.security;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.time.Duration;
import java.time.Instant;
import org.dharch.testing.Keytool;

/**
 * Keys and certificates that the JDK's keytool makes once for all test JVMs of a build: an
 * authority that signs those of client and server, the same of nobody's trust, one that is too
 * short, one of elliptic curves, and one that is out of date.
 */
final class TestKeys {
  static final String PASSWORD = "correct horse";

  /** Files of this JVM; others run at the same time. */
  static final Path FOLDER =
      Path.of("target", "test-keys", "" + ProcessHandle.current().pid()).toAbsolutePath();

  /** Keys that are older were made by another build, and their certificates may have expired. */
  private static final Duration FRESH = Duration.ofHours(1);

  private static final KeyStore ALL = make();

  private TestKeys() {}

  private static KeyStore make() {
    try {
      Files.createDirectories(FOLDER);
      Files.writeString(FOLDER.resolve("password"), PASSWORD + "\n");
      Path shared = FOLDER.resolveSibling("all.p12");
      try (FileChannel lock =
          FileChannel.open(
              FOLDER.resolveSibling("all.lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE)) {
        var unused = lock.lock(); // until the channel is closed
        if (!Files.exists(shared)
            || Files.getLastModifiedTime(shared).toInstant().isBefore(Instant.now().minus(FRESH))) {
          Files.move(makeAll(), shared, StandardCopyOption.ATOMIC_MOVE);
        }
      }
      return load(shared);
    } catch (IOException | GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static Path makeAll() throws IOException {
    Path all = FOLDER.resolve("all.p12");
    Files.deleteIfExists(all);
    authority(all, "ca", "CN=Authority");
    authority(all, "other-ca", "CN=Authority");
    signed(all, "client", "CN=Client, O=Example", "ca", "RSA", "2048");
    signed(all, "client2", "CN=Second, O=Example", "ca", "RSA", "2048");
    signed(all, "server", "CN=Server, O=Example", "ca", "RSA", "2048");
    signed(all, "curve", "CN=Curve, O=Example", "ca", "EC", "256");
    signed(all, "short", "CN=Short, O=Example", "ca", "RSA", "1024");
    signed(all, "mallory", "CN=Client, O=Example", "other-ca", "RSA", "2048");
    Keytool.run(
        all,
        PASSWORD,
        "-genkeypair",
        "-alias",
        "old",
        "-dname",
        "CN=Old, O=Example",
        "-signer",
        "ca",
        "-keyalg",
        "RSA",
        "-startdate",
        "-30d",
        "-validity",
        "2");
    return all;
  }

  private static void authority(Path store, String alias, String name) throws IOException {
    Keytool.run(
        store,
        PASSWORD,
        "-genkeypair",
        "-alias",
        alias,
        "-dname",
        name,
        "-keyalg",
        "RSA",
        "-ext",
        "bc:c");
  }

  private static void signed(
      Path store, String alias, String name, String signer, String algorithm, String size)
      throws IOException {
    Keytool.run(
        store,
        PASSWORD,
        "-genkeypair",
        "-alias",
        alias,
        "-dname",
        name,
        "-signer",
        signer,
        "-keyalg",
        algorithm,
        "-keysize",
        size);
  }

  private static KeyStore load(Path file) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    return store;
  }

  /** The file with this one's key and certificates. */
  static Path keys(String alias) throws IOException, GeneralSecurityException {
    KeyStore store = empty();
    store.setKeyEntry(alias, key(alias), PASSWORD.toCharArray(), ALL.getCertificateChain(alias));
    return write(store, alias + "-keys.p12");
  }

  /** The same, with a password of its own for the key. */
  static Path keysWithAnotherPassword(String alias) throws IOException, GeneralSecurityException {
    KeyStore store = empty();
    store.setKeyEntry(
        alias, key(alias), "another one".toCharArray(), ALL.getCertificateChain(alias));
    return write(store, alias + "-locked.p12");
  }

  /** The file with these ones' certificates. */
  static Path certificates(String... aliases) throws IOException, GeneralSecurityException {
    KeyStore store = empty();
    for (String alias : aliases) {
      store.setCertificateEntry(alias, certificate(alias));
    }
    return write(store, String.join("-", aliases) + "-certificates.p12");
  }

  static PrivateKey key(String alias) throws GeneralSecurityException {
    return (PrivateKey) ALL.getKey(alias, PASSWORD.toCharArray());
  }

  static Certificate certificate(String alias) throws GeneralSecurityException {
    return ALL.getCertificate(alias);
  }

  /** Where the password of all of them is. */
  static String password() {
    return "file:" + FOLDER.resolve("password");
  }

  private static KeyStore empty() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static Path write(KeyStore store, String name)
      throws IOException, GeneralSecurityException {
    Path file = FOLDER.resolve(name);
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, PASSWORD.toCharArray());
    }
    return file;
  }
}
