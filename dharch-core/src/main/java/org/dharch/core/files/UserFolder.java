package org.dharch.core.files;

import java.nio.file.Path;

/** This user's folder for keys, stores and tokens. */
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
   * The account's home; {@code HOME} without an account, as in a container with an arbitrary user
   * id.
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
