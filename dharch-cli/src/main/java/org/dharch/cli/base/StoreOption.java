package org.dharch.cli.base;

import java.nio.file.Path;
import java.util.Optional;
import org.dharch.cmanager.options.KeyFile;
import picocli.CommandLine.Option;

/** The option for the message store. */
public final class StoreOption {
  @Option(
      names = "--store",
      paramLabel = "DIR",
      description = "Folder of stored messages (DHARCH_STORE; ~/.dharch/store)")
  private Path store;

  public Optional<Path> named() {
    return Optional.ofNullable(store);
  }

  public Path folder() {
    return named().orElseGet(StoreOption::usual).toAbsolutePath().normalize();
  }

  private static Path usual() {
    String named = System.getenv("DHARCH_STORE");
    return named == null || named.isBlank() ? KeyFile.home().resolve("store") : Path.of(named);
  }
}
