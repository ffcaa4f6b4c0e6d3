package org.dharch.cli.store;

import java.util.Properties;
import org.dharch.cli.base.UsageException;
import picocli.CommandLine.Option;

/** The database of a command; its nodes may be running elsewhere. */
abstract class DatabaseOption {
  /** The minimum length of the end of a name. */
  static final int SHORTEST = 4;

  private final String variable;

  @Option(
      names = "--store",
      paramLabel = "URL",
      description = "JDBC URL of the handlers' store (DHARCH_*_STORE)")
  private String url;

  @Option(names = "--user", paramLabel = "NAME", description = "User of the database")
  private String user;

  @Option(
      names = "--password",
      paramLabel = "TEXT",
      description = "Password of the user (DHARCH_*_PASSWORD)")
  private String password;

  /**
   * @param variable the prefix of the environment's variables
   */
  DatabaseOption(String variable) {
    this.variable = variable;
  }

  final String url() {
    String named = url == null ? System.getenv(variable + "_STORE") : url;
    if (named == null || named.isBlank()) {
      throw new UsageException(
          "--store or "
              + variable
              + "_STORE must be jdbc:sqlite:FILE or jdbc:postgresql://HOST/NAME");
    }
    return named;
  }

  final Properties login() {
    Properties login = new Properties();
    if (user != null) {
      login.setProperty("user", user);
    }
    String secret = password == null ? System.getenv(variable + "_PASSWORD") : password;
    if (secret != null) {
      login.setProperty("password", secret);
    }
    return login;
  }

  /**
   * Checks the length of a name's end.
   *
   * @param what the kind of the name
   */
  static void checkLength(String name, String what) {
    if (name.length() < SHORTEST) {
      throw new UsageException(
          "the end of a "
              + what
              + " must have at least "
              + SHORTEST
              + " characters (got '"
              + name
              + "')");
    }
  }

  /** The error unless exactly one was found. */
  final UsageException notOne(int found, String what, String name, String list) {
    return new UsageException(
        (found == 0 ? "no " + what : found + " " + what + "s")
            + " in "
            + url()
            + " end with '"
            + name
            + "'; '"
            + list
            + "' lists them");
  }
}
