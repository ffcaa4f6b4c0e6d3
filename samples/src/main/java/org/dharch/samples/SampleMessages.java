package org.dharch.samples;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;

/**
 * Creates requests to {@link SampleService#process}: a random document, bzip2-compressed, and a
 * random secret, encrypted. All differ, so no response can come from a cache. Costs the client
 * about as much CPU as the handlers cost the server, so create messages outside the measured time.
 * Not thread-safe.
 */
public final class SampleMessages {
  /** The default size of the document in characters. */
  public static final int DEFAULT_DOCUMENT = 192 * 1024;

  private static final int SECRET = 512;
  private static final int SHORT_DOCUMENT = 2_048;
  private static final String[] WORDS = {
    "service", "handler", "message", "queue", "stage", "parallel", "über", "naïve", "envelope",
    "header", "body", "Müller & Söhne", "a < b", "取引", "order", "invoice", "0417", "€ 19.90",
    "the", "of", "and", "is", "not", "\"quoted\"", "processed", "in", "sequence"
  };

  private final Random random;
  private final SecureRandom secure = new SecureRandom();
  private final int documentSize;
  private final PasswordCipher cipher;
  private long made;

  /**
   * @param seed of the random documents and secrets
   * @param documentSize the document's size in characters, before it is compressed
   */
  public SampleMessages(long seed, int documentSize, String password, int iterations) {
    this.random = new Random(seed);
    this.documentSize = documentSize;
    this.cipher = new PasswordCipher(password, iterations);
  }

  /** Messages of the default size for {@link SampleHandlers#standard}. */
  public static SampleMessages standard(long seed) {
    return new SampleMessages(
        seed, DEFAULT_DOCUMENT, SampleHandlers.PASSWORD, DecryptionHandler.DEFAULT_ITERATIONS);
  }

  /** The next request, in SOAP 1.1. */
  public SampleMessage next() {
    String document = text(documentSize);
    String secret = text(SECRET);
    return message(
        "",
        " encoding=\"" + SampleNames.BZIP2_BASE64 + "\">" + compressed(document),
        document,
        " encryption=\"" + SampleNames.PBKDF2_AES_GCM + "\">" + encrypted(secret),
        secret);
  }

  /**
   * The next request, in SOAP 1.1, for {@link SimulatedWaitHandler}s: short, and neither compressed
   * nor encrypted.
   *
   * @param waits the wait for each handler in milliseconds, by its name
   */
  public SampleMessage waiting(Map<String, Double> waits) {
    String document = text(SHORT_DOCUMENT);
    String secret = text(SECRET);
    String attribute =
        waits.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(wait -> String.format(Locale.ROOT, "%s=%.3f", wait.getKey(), wait.getValue()))
            .collect(Collectors.joining(" "));
    return message(
        " " + SimulatedWaitHandler.WAITS.getLocalPart() + "=\"" + attribute + "\"",
        ">" + escaped(document),
        document,
        ">" + escaped(secret),
        secret);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }

  /** Builds a message with these texts after its element names. */
  private SampleMessage message(
      String process, String document, String plainDocument, String secret, String plainSecret) {
    String id = "m" + ++made + "-" + Long.toHexString(random.nextLong());
    String envelope =
        "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\">"
            + "<soapenv:Body>"
            + "<s:process xmlns:s=\""
            + SampleNames.NAMESPACE
            + "\""
            + process
            + "><s:id>"
            + id
            + "</s:id><s:document"
            + document
            + "</s:document><s:secret"
            + secret
            + "</s:secret><s:note>sample</s:note></s:process></soapenv:Body></soapenv:Envelope>";
    return new SampleMessage(
        id,
        envelope.getBytes(StandardCharsets.UTF_8),
        false,
        SampleService.digest(plainDocument),
        SampleService.digest(plainSecret));
  }

  private String text(int size) {
    StringBuilder text = new StringBuilder(size + 32);
    while (text.length() < size) {
      text.append(WORDS[random.nextInt(WORDS.length)]);
      text.append(random.nextInt(12) == 0 ? '\n' : ' ');
      if (random.nextInt(2) == 0) {
        text.append(Integer.toString(random.nextInt(), 36)).append(' ');
      }
    }
    text.setLength(size);
    return text.toString();
  }

  private static String compressed(String document) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    // the smallest block size: the reader's memory is a multiple of it
    try (BZip2CompressorOutputStream out =
        new BZip2CompressorOutputStream(bytes, BZip2CompressorOutputStream.MIN_BLOCKSIZE)) {
      out.write(document.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private String encrypted(String secret) {
    try {
      return Base64.getEncoder()
          .encodeToString(cipher.encrypt(secret.getBytes(StandardCharsets.UTF_8), secure));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
