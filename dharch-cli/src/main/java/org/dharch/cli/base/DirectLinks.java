package org.dharch.cli.base;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The option for direct connections between server and node, and for the node's address. */
public final class DirectLinks {
  public static final String NAME = "--link";

  @Option(
      names = NAME,
      paramLabel = "WHERE",
      description = "Direct connections: auto (default), off, or a HOST:PORT")
  private String link;

  /** {@code options} of the transport, with this. */
  public Map<String, String> with(Map<String, String> options) {
    Map<String, String> all = new LinkedHashMap<>(options);
    if (link != null) {
      all.put("link", link);
    }
    return all;
  }
}
