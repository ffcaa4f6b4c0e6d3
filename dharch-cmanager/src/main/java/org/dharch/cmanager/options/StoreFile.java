package org.dharch.cmanager.options;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.dharch.core.spi.CertificateExpiry;
import org.dharch.core.text.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A key store file that may be renewed while the process runs: it is read again after a change,
 * looked for at most once a second. While the new content cannot be read, the previous one stays.
 * Safe for any thread.
 *
 * @param <T> what is made of the store
 */
final class StoreFile<T> {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFile.class);
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final Set<PosixFilePermission> OTHERS =
      PosixFilePermissions.fromString("---rwxrwx");

  /** Makes something of a store. */
  interface Use<T> {
    T of(KeyStore store) throws GeneralSecurityException;
  }

  /** Identifies the content of the file. */
  private record Version(Instant modified, long bytes) {}

  private final String option;
  private final Path file;
  private final char[] password;
  private final Use<T> use;
  private Version version; // this and below: guarded by this
  private T current;
  private long lookedAt;

  /**
   * Reads the file.
   *
   * @param option its option, for errors
   * @throws CManagerException if it cannot be read
   */
  StoreFile(String option, Path file, char[] password, Use<T> use) {
    this.option = option;
    this.file = file;
    this.password = password;
    this.use = use;
    try {
      version = version();
      current = read();
    } catch (IOException | GeneralSecurityException e) {
      throw new CManagerException(
          option + " must be a key store (got " + file + ": " + Reason.of(e) + ")", e);
    }
    lookedAt = System.nanoTime();
  }

  synchronized T current() {
    if (System.nanoTime() - lookedAt >= LOOK_NANOS) {
      look();
      lookedAt = System.nanoTime();
    }
    return current;
  }

  private void look() {
    Version now = version;
    try {
      now = version();
      if (!now.equals(version)) {
        current = read();
        LOG.info("Key store read again option={} file={}", option, file);
      }
    } catch (IOException | GeneralSecurityException e) {
      LOG.warn(
          "Failed to read a renewed key store, keeping the previous one option={} file={}"
              + " reason={}",
          option,
          file,
          Reason.of(e));
    }
    version = now;
  }

  private Version version() throws IOException {
    return new Version(Files.getLastModifiedTime(file).toInstant(), Files.size(file));
  }

  private T read() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, password);
    }
    if (option.equals("keyStore")) {
      warnOfReaders();
    }
    return use.of(store);
  }

  private void warnOfReaders() throws IOException {
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")
        && !Collections.disjoint(Files.getPosixFilePermissions(file), OTHERS)) {
      LOG.warn("Key store must be accessible only to its owner (chmod 600) file={}", file);
    }
  }

  /** Returns the earliest end of the certificates of a store in a file; empty without any. */
  static Optional<CertificateExpiry> expiry(Path file, KeyStore store)
      throws GeneralSecurityException {
    List<Instant> ends = new ArrayList<>();
    for (String alias : Collections.list(store.aliases())) {
      if (store.getCertificate(alias) instanceof X509Certificate certificate) {
        ends.add(certificate.getNotAfter().toInstant());
      }
    }
    return ends.isEmpty()
        ? Optional.empty()
        : Optional.of(new CertificateExpiry(file.toString(), Collections.min(ends)));
  }
}
