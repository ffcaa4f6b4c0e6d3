package org.dharch.cli.base;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

public final class BridgeOption {
  static final String NAME = "--bridge";

  @Option(
      names = NAME,
      paramLabel = "URI",
      description = "Broker of another site to connect to; repeatable")
  private List<String> bridges = List.of();

  /** Returns the transport's {@code options} with this one. */
  public Map<String, String> with(Map<String, String> options) {
    Map<String, String> all = new LinkedHashMap<>(options);
    if (!bridges.isEmpty()) {
      all.put("bridge", BrokerOptions.uris(NAME, String.join(" ", bridges)).toString());
    }
    return all;
  }
}
