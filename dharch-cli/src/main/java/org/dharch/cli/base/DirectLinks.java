package org.dharch.cli.base;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

public final class DirectLinks {
  public static final String NAME = "--link";

  @Option(
      names = NAME,
      paramLabel = "auto|off|HOST:PORT[=HOST:PORT]",
      description = "Direct connections: auto, off, or own address[=public]")
  private String link;

  /** Returns the transport's {@code options} with this one. */
  public Map<String, String> with(Map<String, String> options) {
    Map<String, String> all = new LinkedHashMap<>(options);
    if (link != null) {
      all.put("link", link);
    }
    return all;
  }
}
