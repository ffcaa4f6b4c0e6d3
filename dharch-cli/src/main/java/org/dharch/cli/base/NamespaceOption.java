package org.dharch.cli.base;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

public final class NamespaceOption {
  public static final String NAME = "--namespace";

  @Option(
      names = NAME,
      paramLabel = "NAME",
      description = "Namespace of the managers and nodes on the broker")
  private String namespace;

  /** Returns the transport's {@code options} with this one. */
  public Map<String, String> with(Map<String, String> options) {
    Map<String, String> all = new LinkedHashMap<>(options);
    if (namespace != null) {
      all.put("namespace", namespace);
    }
    return all;
  }

  /** The options that a joining command needs too. */
  public String joinArguments() {
    return namespace == null ? "" : " " + NAME + " " + namespace;
  }
}
