package org.dharch.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the JDK's keytool, which makes new keys for tests. Stateless. */
public final class Keytool {
  private Keytool() {}

  /**
   * Makes a key and a self-signed certificate, both named {@code name}.
   *
   * @param store the PKCS#12 file for them
   * @param san the subject alternative name, such as {@code ip:127.0.0.1}
   */
  public static void pair(Path store, String password, String name, String san) throws IOException {
    run(
        store,
        password,
        "-genkeypair",
        "-alias",
        name,
        "-keyalg",
        "EC",
        "-dname",
        "CN=" + name,
        "-ext",
        "san=" + san);
  }

  /**
   * Runs keytool.
   *
   * @param store its PKCS#12 file
   * @param arguments the other arguments
   * @throws AssertionError if it fails; with its output
   */
  public static void run(Path store, String password, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments));
    command.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString()));
    command.addAll(List.of("-storepass", password));
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      String output = Utf8.text(process.getInputStream().readAllBytes());
      if (process.waitFor() != 0) {
        throw new AssertionError(output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
