package org.dharch.benchmarks.harness;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.dharch.core.message.DHArchException;

/**
 * Where the parts of a measurement run: the three environments of seed 000, section 4.1, and one
 * more.
 */
public enum BenchmarkEnvironment {
  /** Everything on this machine, on all of its cores. */
  MULTICORE("multicore"),
  /** Every node on another host, or in a network namespace of its own on this machine. */
  LAN("lan"),
  /** Everything on one core: client, container, broker and nodes. */
  SINGLE_CPU("single-cpu"),
  /** The manager far from its nodes, which are together: only suites that have such a place. */
  WAN("wan");

  private final String text;

  BenchmarkEnvironment(String text) {
    this.text = text;
  }

  /** As on the command line and in results. */
  public String text() {
    return text;
  }

  /**
   * The environment of that name.
   *
   * @throws DHArchException if there is none; says what is allowed
   */
  public static BenchmarkEnvironment of(String text) {
    return Arrays.stream(values())
        .filter(each -> each.text.equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new DHArchException(
                    "there is no environment '"
                        + text
                        + "'; allowed: "
                        + Arrays.stream(values())
                            .map(BenchmarkEnvironment::text)
                            .collect(Collectors.joining(", "))));
  }
}
