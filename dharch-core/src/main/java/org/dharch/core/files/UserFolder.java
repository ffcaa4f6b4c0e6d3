package org.dharch.core.files;

import java.nio.file.Path;

/** The folder of what is this user's: keys, stores, tokens. */
public final class UserFolder {
  /** The environment variable with its path. */
  public static final String VARIABLE = "DHARCH_HOME";

  private UserFolder() {}

  /**
   * The path in {@value #VARIABLE}, or {@code .dharch} in the user's home; it need not exist.
   *
   * @throws IllegalStateException if neither this user nor the environment has a home
   */
  public static Path path() {
    String named = System.getenv(VARIABLE);
    return named == null || named.isBlank()
        ? home(System.getProperty("user.home"), System.getenv("HOME")).resolve(".dharch")
        : Path.of(named.strip());
  }

  /**
   * That of the account, as the JVM says it; {@code HOME} where there is no account, as in a
   * container with a user id of its own.
   */
  static Path home(String ofAccount, String environment) {
    for (String home : new String[] {ofAccount, environment}) {
      if (home != null && Path.of(home).isAbsolute()) {
        return Path.of(home);
      }
    }
    throw new IllegalStateException(
        "cannot find the home folder of this user; set "
            + VARIABLE
            + " to a folder for keys, stores and tokens");
  }
}
