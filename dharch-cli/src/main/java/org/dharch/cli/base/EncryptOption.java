package org.dharch.cli.base;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

public final class EncryptOption {
  public static final String NAME = "--encrypt";

  @Option(
      names = NAME,
      fallbackValue = "true", // overrides the environment
      description = "Encrypt traffic between manager and nodes; set it on both")
  private boolean encrypt;

  /** Returns the transport's {@code options} with this one. */
  public Map<String, String> with(Map<String, String> options) {
    Map<String, String> all = new LinkedHashMap<>(options);
    if (encrypt) {
      all.put("encrypt", "true");
    }
    return all;
  }

  /** The options that a joining command needs too. */
  public String joinArguments() {
    return encrypt ? " " + NAME : "";
  }
}
