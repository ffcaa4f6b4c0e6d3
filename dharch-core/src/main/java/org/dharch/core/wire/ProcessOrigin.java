package org.dharch.core.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * The process of a node or a manager, for an operator's diagnosis. No decision depends on it.
 * Immutable.
 *
 * @param release its version of DHArch
 * @param host its machine's own name
 * @param pid its process id
 * @param clockMillis its clock, milliseconds since 1970
 */
public record ProcessOrigin(String release, String host, long pid, long clockMillis) {
  /** The version of DHArch that this is. */
  public static final String RELEASE = readRelease();

  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");
  private static final int MOST = 250;
  private static final Pattern SPACE = Pattern.compile("\\s");

  private static final Pattern FORM =
      Pattern.compile("(\\S{1," + MOST + "}) (\\S{1," + MOST + "}) (\\d{1,18}) (-?\\d{1,18})");

  public ProcessOrigin {
    release = word(release);
    host = word(host);
  }

  /** Of this process, which runs on {@code host}, now. */
  public static ProcessOrigin here(String host) {
    return new ProcessOrigin(
        RELEASE, host, ProcessHandle.current().pid(), System.currentTimeMillis());
  }

  /** This machine's name, without any lookup; "unknown" if it has none. */
  public static String hostName() {
    try {
      return word(Files.readString(HOST_NAME));
    } catch (IOException e) {
      return word(System.getenv().getOrDefault("HOSTNAME", "unknown"));
    }
  }

  private static String word(String text) {
    String word = SPACE.matcher(text.strip()).replaceAll("_");
    return word.isEmpty() ? "unknown" : word.substring(0, Math.min(MOST, word.length()));
  }

  private static String readRelease() {
    try (InputStream in = ProcessOrigin.class.getResourceAsStream("release.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Parses the result of {@link #text}.
   *
   * @throws IllegalArgumentException if it is malformed
   */
  public static ProcessOrigin parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "origin must have release, host, process and clock (got '"
              + WireWriter.shown(text)
              + "')");
    }
    return new ProcessOrigin(
        form.group(1), form.group(2), Long.parseLong(form.group(3)), Long.parseLong(form.group(4)));
  }

  /** As a line of words. */
  public String text() {
    return release + " " + host + " " + pid + " " + clockMillis;
  }

  /** Its place, as {@code host (process 4711)}. */
  public String place() {
    return host + " (process " + pid + ")";
  }
}
