package org.dharch.cli.base;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** Which of several namespaces on one broker this is; the same for server and node. */
public final class NamespaceOption {
  public static final String NAME = "--namespace";

  @Option(
      names = NAME,
      paramLabel = "NAME",
      description = "Namespace of the managers and nodes on the broker")
  private String namespace;

  /** {@code options} of the transport, with this. */
  public Map<String, String> with(Map<String, String> options) {
    Map<String, String> all = new LinkedHashMap<>(options);
    if (namespace != null) {
      all.put("namespace", namespace);
    }
    return all;
  }

  /** The options that a joining command needs too. */
  public String shown() {
    return namespace == null ? "" : " " + NAME + " " + namespace;
  }
}
