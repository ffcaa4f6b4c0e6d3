package org.dharch.core.settings;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.dharch.core.DHArchException;
import org.dharch.core.DHManagerConfig;
import org.dharch.core.document.Durations;
import org.dharch.core.message.Limits;
import org.dharch.core.store.FolderStore;
import org.dharch.core.store.MemoryStore;
import org.dharch.core.store.MessageStore;
import org.dharch.core.store.StoreLimits;

/**
 * The parameters that mean the same in every container, checked. docs/axis2-module.md describes
 * each.
 *
 * @param broker where the nodes are reached
 * @param transportOptions what the transport is told besides
 * @param orchestration the orchestration document's place
 * @param nodes the documents of the nodes to run in this JVM
 * @param store the folder in which messages are kept; empty: they are kept in memory
 * @param manager the manager's configuration
 * @param grace how long past a message's deadline the gateway waits before it gives up itself
 * @param reload how often the orchestration document is looked at for a change; never if empty
 */
public record GatewaySettings(
    URI broker,
    Map<String, String> transportOptions,
    Optional<String> orchestration,
    List<String> nodes,
    Optional<String> store,
    DHManagerConfig manager,
    Duration grace,
    Optional<Duration> reload) {
  private static final String BROKER = "dharch.broker";
  private static final String DEFAULT_BROKER = "embedded:tcp://127.0.0.1:61616";
  private static final String RELOAD = "dharch.reload";
  private static final Set<String> OWN =
      Set.of(
          Parameters.CONFIG,
          BROKER,
          "dharch.user",
          "dharch.password",
          "dharch.orchestration",
          "dharch.node",
          "dharch.store",
          "dharch.grace",
          RELOAD);

  private interface StoreSetter {
    StoreLimits set(StoreLimits limits, String name, String text);
  }

  private static Setter store(StoreSetter setter) {
    return (c, n, t) -> c.storeLimits(setter.set(c.storeLimits(), n, t));
  }

  /** How each of the manager's own parameters changes its configuration. */
  private interface Setter {
    DHManagerConfig set(DHManagerConfig config, String name, String text);
  }

  private static final Map<String, Setter> MANAGER =
      Map.ofEntries(
          Map.entry("dharch.queueBound", (c, n, t) -> c.queueBound(number(n, t, 1))),
          Map.entry("dharch.window", (c, n, t) -> c.window(number(n, t, 1))),
          Map.entry("dharch.deadline", (c, n, t) -> c.deadline(duration(n, t))),
          Map.entry("dharch.timeToStart", (c, n, t) -> c.timeToStart(duration(n, t))),
          Map.entry("dharch.timeToFinish", (c, n, t) -> c.timeToFinish(duration(n, t))),
          Map.entry("dharch.transferAllowance", (c, n, t) -> c.transferAllowance(duration(n, t))),
          Map.entry("dharch.nodeSilence", (c, n, t) -> c.nodeSilence(duration(n, t))),
          Map.entry("dharch.keptTimelines", (c, n, t) -> c.keptTimelines(number(n, t, 0))),
          Map.entry("dharch.keptHalted", store((s, n, t) -> s.halted(number(n, t, 0)))),
          Map.entry("dharch.keptHaltedBytes", store((s, n, t) -> s.haltedBytes(number(n, t, 0)))),
          Map.entry("dharch.keptAccepted", store((s, n, t) -> s.accepted(number(n, t, 1)))),
          Map.entry(
              "dharch.keptAcceptedBytes", store((s, n, t) -> s.acceptedBytes(number(n, t, 1)))),
          Map.entry(
              "dharch.maxPayloadBytes",
              (c, n, t) -> {
                Limits l = c.limits();
                return c.limits(
                    new Limits(
                        number(n, t, 1),
                        l.maxProperties(),
                        l.maxPropertyBytes(),
                        l.maxHeaderBlocks(),
                        l.maxDepth(),
                        l.maxAttributes()));
              }));

  /**
   * Checks {@code parameters}; those of other names than {@code dharch.*} are somebody else's.
   *
   * @param containers names that the container's own module reads besides
   * @throws DHArchException naming the parameter, its value and what is allowed
   */
  public static GatewaySettings of(Parameters parameters, Set<String> containers) {
    Map<String, String> options = new TreeMap<>();
    DHManagerConfig manager = DHManagerConfig.DEFAULT;
    for (Map.Entry<String, String> parameter : new TreeMap<>(parameters.texts()).entrySet()) {
      String name = parameter.getKey();
      String text = parameter.getValue().strip();
      if (MANAGER.containsKey(name)) {
        manager = MANAGER.get(name).set(manager, name, text);
      } else if (name.startsWith(BROKER + ".")) {
        options.put(name.substring(BROKER.length() + 1), text);
      } else if (name.startsWith(Parameters.PREFIX)
          && !OWN.contains(name)
          && !containers.contains(name)) {
        throw new DHArchException(
            "parameter '" + name + "' is unknown; allowed are " + names(containers));
      }
    }
    for (String name : new String[] {"user", "password"}) {
      parameters.text(Parameters.PREFIX + name).ifPresent(text -> options.put(name, text));
    }
    return new GatewaySettings(
        broker(parameters.text(BROKER).orElse(DEFAULT_BROKER)),
        Map.copyOf(options),
        parameters.text("dharch.orchestration"),
        Pattern.compile(",")
            .splitAsStream(parameters.text("dharch.node").orElse(""))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .toList(),
        parameters.text("dharch.store"),
        manager,
        parameters.duration("dharch.grace", Duration.ofSeconds(1)),
        parameters.text(RELOAD).equals(Optional.of("never"))
            ? Optional.empty()
            : Optional.of(parameters.duration(RELOAD, Duration.ofSeconds(1))));
  }

  /**
   * Opens what messages are kept in.
   *
   * @param files where a file of this name is
   * @throws DHArchException if the folder cannot be used, or is in use
   */
  public MessageStore openStore(Function<String, Path> files) {
    return store
        .<MessageStore>map(
            folder ->
                FolderStore.open(files.apply(folder), manager.storeLimits(), manager.limits()))
        .orElseGet(() -> new MemoryStore(manager.storeLimits()));
  }

  private static URI broker(String broker) {
    try {
      URI uri = new URI(broker);
      if (uri.getScheme() == null) {
        throw new URISyntaxException(broker, "no scheme");
      }
      return uri;
    } catch (URISyntaxException e) {
      throw new DHArchException(
          BROKER
              + "="
              + broker
              + " ("
              + e.getReason()
              + "); a URI is allowed: embedded:tcp://host:port, tcp://host:port, ssl://host:port,"
              + " failover:(...) or memory:name",
          e);
    }
  }

  private static Duration duration(String name, String text) {
    return Durations.parse(name, text);
  }

  private static int number(String name, String text, int min) {
    return Parameters.number(name, text, min);
  }

  private static String names(Set<String> containers) {
    Set<String> names = new TreeSet<>(OWN);
    names.addAll(containers);
    names.addAll(MANAGER.keySet());
    names.add(BROKER + ".*");
    return String.join(", ", names);
  }
}
