package org.dharch.cli.base;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Whether the broker may read what goes through it; the same for server and node. */
public final class EncryptOption {
  public static final String NAME = "--encrypt";

  @Option(
      names = NAME,
      fallbackValue = "true", // it is said, whatever the environment says
      description = "Encrypt traffic between manager and nodes; set it on both")
  private boolean encrypt;

  /** {@code options} of the transport, with this. */
  public Map<String, String> with(Map<String, String> options) {
    Map<String, String> all = new LinkedHashMap<>(options);
    if (encrypt) {
      all.put("encrypt", "true");
    }
    return all;
  }

  /** The options that a joining command needs too. */
  public String shown() {
    return encrypt ? " " + NAME : "";
  }
}
