package org.dharch.core.files;

import java.nio.file.Path;

/** The folder of what is this user's: keys, stores, tokens. */
public final class UserFolder {
  /** What names it in the environment. */
  public static final String VARIABLE = "DHARCH_HOME";

  private UserFolder() {}

  /** What {@value #VARIABLE} names, or {@code ~/.dharch}; it need not be there. */
  public static Path path() {
    String named = System.getenv(VARIABLE);
    return named == null || named.isBlank()
        ? Path.of(System.getProperty("user.home"), ".dharch")
        : Path.of(named.strip());
  }
}
