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
      description =
          "The data base that the handlers' parameter 'store' names, jdbc:sqlite:FILE or"
              + " jdbc:postgresql://HOST/NAME (DHARCH_RM_STORE or DHARCH_EVENTING_STORE in the"
              + " environment).")
  private String url;

  @Option(names = "--user", paramLabel = "NAME", description = "The data base's user.")
  private String user;

  @Option(
      names = "--password",
      paramLabel = "TEXT",
      description =
          "The user's password; better given as DHARCH_RM_PASSWORD or DHARCH_EVENTING_PASSWORD in"
              + " the environment.")
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
          "no store is named; --store jdbc:sqlite:FILE or jdbc:postgresql://HOST/NAME does, or $"
              + variable
              + "_STORE");
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
          "'"
              + name
              + "' is too short; "
              + SHORTEST
              + " characters of a "
              + what
              + "'s end are enough");
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
            + "' shows them");
  }
}
