package org.dharch.cli.base;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Which of several systems on one broker this is; the same for server and node. */
final class NamespaceOption {
  static final String NAME = "--system";

  @Option(
      names = NAME,
      paramLabel = "NAME",
      description =
          "Which of several systems on one broker this is; those of others never meet it.")
  private String system;

  /** {@code options} of the transport, with this. */
  Map<String, String> with(Map<String, String> options) {
    Map<String, String> all = new LinkedHashMap<>(options);
    if (system != null) {
      all.put("system", system);
    }
    return all;
  }

  /** What a command that joins has to say besides. */
  String shown() {
    return system == null ? "" : " " + NAME + " " + system;
  }
}
