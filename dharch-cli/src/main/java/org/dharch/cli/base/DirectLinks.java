package org.dharch.cli.base;

import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

public final class DirectLinks {
  public static final String NAME = "--link";

  @Option(
      names = NAME,
      paramLabel = "WHERE",
      description =
          "Direct connections beside the broker: auto, which it is if not said, or off;"
              + " for a node also HOST:PORT where it listens, or HOST:PORT=HOST:PORT where it"
              + " listens and where servers reach it.")
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
