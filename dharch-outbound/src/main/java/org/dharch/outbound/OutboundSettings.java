package org.dharch.outbound;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.dharch.api.Limits;
import org.dharch.core.message.DHArchException;
import org.dharch.core.settings.Parameters;
import org.dharch.core.settings.Problems;

/**
 * Settings for sending messages, described in docs/outbound.md.
 *
 * @param hosts the allowed target hosts
 * @param timeToConnect the time limit for a connection
 * @param timeToAnswer the time limit from the start of sending until the response is complete
 * @param connectionsPerHost the maximum number of messages in transit to one host
 * @param connections the maximum number of messages in transit to all hosts
 * @param waiting the maximum number of waiting messages
 * @param limits includes the maximum size of a response
 */
public record OutboundSettings(
    HostList hosts,
    Duration timeToConnect,
    Duration timeToAnswer,
    int connectionsPerHost,
    int connections,
    int waiting,
    Limits limits) {
  private static final String PREFIX = "dharch.outbound.";
  private static final String HOSTS = PREFIX + "hosts";
  private static final String CONNECT = PREFIX + "timeToConnect";
  private static final String ANSWER = PREFIX + "timeToAnswer";
  private static final String PER_HOST = PREFIX + "connectionsPerHost";
  private static final String CONNECTIONS = PREFIX + "connections";
  private static final String WAITING = PREFIX + "waiting";

  /** Allows no host. */
  public static final OutboundSettings DEFAULT =
      new OutboundSettings(
          HostList.parse(""),
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          64,
          512,
          10_000,
          Limits.DEFAULT);

  public OutboundSettings {
    Objects.requireNonNull(hosts, "hosts");
    Objects.requireNonNull(limits, "limits");
    positive(CONNECT, timeToConnect);
    positive(ANSWER, timeToAnswer);
    positive(PER_HOST, connectionsPerHost);
    positive(CONNECTIONS, connections);
    if (waiting < 0) {
      throw new DHArchException(WAITING + " must be at least 0 (got " + waiting + ")");
    }
  }

  private static void positive(String name, int value) {
    if (value < 1) {
      throw new DHArchException(name + " must be at least 1 (got " + value + ")");
    }
  }

  private static void positive(String name, Duration value) {
    if (value.isZero() || value.isNegative()) {
      throw new DHArchException(name + " must be positive (got " + value + ")");
    }
  }

  /**
   * Reads the settings from {@code parameters}.
   *
   * @param limits includes the maximum size of a response
   * @throws DHArchException naming each invalid parameter
   */
  public static OutboundSettings of(Parameters parameters, Limits limits) {
    Problems problems = new Problems();
    OutboundSettings settings =
        new OutboundSettings(
            problems.or(DEFAULT.hosts, () -> HostList.parse(parameters.text(HOSTS).orElse(""))),
            problems.or(
                DEFAULT.timeToConnect, () -> parameters.duration(CONNECT, DEFAULT.timeToConnect)),
            problems.or(
                DEFAULT.timeToAnswer, () -> parameters.duration(ANSWER, DEFAULT.timeToAnswer)),
            problems.or(1, () -> parameters.number(PER_HOST, DEFAULT.connectionsPerHost, 1)),
            problems.or(1, () -> parameters.number(CONNECTIONS, DEFAULT.connections, 1)),
            problems.or(1, () -> parameters.number(WAITING, DEFAULT.waiting, 0)),
            limits);
    problems.check();
    return settings;
  }

  /**
   * Reads the settings of a gateway, which sends only to listed hosts.
   *
   * @param limits includes the maximum size of a response
   * @return empty if there are no parameters for sending
   * @throws DHArchException like {@link #of}, or if other parameters for sending are set without
   *     hosts
   */
  public static Optional<OutboundSettings> ofGateway(Parameters parameters, Limits limits) {
    OutboundSettings settings = of(parameters, limits);
    if (!settings.hosts.isEmpty()) {
      return Optional.of(settings);
    }
    for (String name : new TreeSet<>(names())) {
      if (parameters.text(name).isPresent()) {
        throw new DHArchException(name + " requires " + HOSTS + ", the hosts that may be sent to");
      }
    }
    return Optional.empty();
  }

  /** Returns the names of all parameters of {@link #of}. */
  public static Set<String> names() {
    return Set.of(HOSTS, CONNECT, ANSWER, PER_HOST, CONNECTIONS, WAITING);
  }

  public OutboundSettings hosts(HostList value) {
    return new OutboundSettings(
        value, timeToConnect, timeToAnswer, connectionsPerHost, connections, waiting, limits);
  }

  public OutboundSettings times(Duration connect, Duration answer) {
    return new OutboundSettings(
        hosts, connect, answer, connectionsPerHost, connections, waiting, limits);
  }

  /**
   * Returns a copy with other bounds.
   *
   * @param perHost for connections to one host
   * @param all for all connections
   * @param waits for waiting messages
   */
  public OutboundSettings bounds(int perHost, int all, int waits) {
    return new OutboundSettings(hosts, timeToConnect, timeToAnswer, perHost, all, waits, limits);
  }

  public OutboundSettings limits(Limits value) {
    return new OutboundSettings(
        hosts, timeToConnect, timeToAnswer, connectionsPerHost, connections, waiting, value);
  }
}
