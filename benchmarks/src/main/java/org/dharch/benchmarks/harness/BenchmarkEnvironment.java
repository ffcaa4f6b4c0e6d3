package org.dharch.benchmarks.harness;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.dharch.core.message.DHArchException;

/**
 * Names where the parts of a measurement run: the three environments of seed 000, section 4.1, and
 * {@code wan}.
 */
public enum BenchmarkEnvironment {
  /** All parts run on this machine and use all of its cores. */
  MULTICORE("multicore"),
  /** Each node runs on another host, or in its own network namespace on this machine. */
  LAN("lan"),
  /** All parts share one core: client, container, broker and nodes. */
  SINGLE_CPU("single-cpu"),
  /** A slow line separates the manager from its nodes; only some suites support it. */
  WAN("wan");

  private final String text;

  BenchmarkEnvironment(String text) {
    this.text = text;
  }

  /** Returns the name on the command line and in results. */
  public String text() {
    return text;
  }

  /**
   * Returns the environment with this name.
   *
   * @throws DHArchException if no environment has this name
   */
  public static BenchmarkEnvironment of(String text) {
    return Arrays.stream(values())
        .filter(each -> each.text.equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new DHArchException(
                    "unknown environment '"
                        + text
                        + "'; allowed: "
                        + Arrays.stream(values())
                            .map(BenchmarkEnvironment::text)
                            .collect(Collectors.joining(", "))));
  }
}
