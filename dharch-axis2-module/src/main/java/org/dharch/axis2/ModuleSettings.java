package org.dharch.axis2;

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
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.core.DHArchException;
import org.dharch.core.DHManagerConfig;
import org.dharch.core.document.Durations;
import org.dharch.core.flow.FlowControl;
import org.dharch.core.flow.FlowDocument;
import org.dharch.core.flow.Scope;
import org.dharch.core.message.Limits;
import org.dharch.core.store.FolderStore;
import org.dharch.core.store.MemoryStore;
import org.dharch.core.store.MessageStore;
import org.dharch.core.store.StoreLimits;

/**
 * The module's parameters, checked. docs/axis2-module.md describes each.
 *
 * @param broker where the nodes are reached
 * @param transportOptions what the transport is told besides
 * @param orchestration the orchestration document's place; empty: the module does nothing
 * @param nodes the documents of the nodes to run in this JVM
 * @param store the folder in which messages are kept; empty: they are kept in memory
 * @param manager the manager's configuration, without what a flow document says
 * @param flowDocument the flow document's place
 * @param clientHeader the transport header that names the client; his address if empty
 * @param grace how long a message's thread waits past its deadline before it gives up itself
 * @param reload how often the orchestration document is looked at for a change; never if empty
 * @param oneWayThreads how many one-way messages are carried on at once
 * @param oneWayQueue how many more may be under way without a thread of the transport
 */
record ModuleSettings(
    URI broker,
    Map<String, String> transportOptions,
    Optional<String> orchestration,
    List<String> nodes,
    Optional<String> store,
    DHManagerConfig manager,
    Optional<String> flowDocument,
    Optional<String> clientHeader,
    Duration grace,
    Optional<Duration> reload,
    int oneWayThreads,
    int oneWayQueue) {
  static final String PREFIX = "dharch.";
  static final String CONFIG = "dharch.config";
  private static final String BROKER = "dharch.broker";
  private static final String DEFAULT_BROKER = "embedded:tcp://127.0.0.1:61616";
  private static final String FLOW = "dharch.flow";
  private static final String RELOAD = "dharch.reload";
  private static final Set<String> OWN =
      Set.of(
          CONFIG,
          BROKER,
          "dharch.user",
          "dharch.password",
          "dharch.orchestration",
          "dharch.node",
          "dharch.store",
          FLOW,
          "dharch.clientHeader",
          "dharch.grace",
          RELOAD,
          "dharch.oneway.threads",
          "dharch.oneway.queue");

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
   * @throws DHArchException naming the parameter, its value and what is allowed
   */
  static ModuleSettings of(Map<String, String> parameters) {
    Map<String, String> options = new TreeMap<>();
    DHManagerConfig manager = DHManagerConfig.DEFAULT;
    for (Map.Entry<String, String> parameter : new TreeMap<>(parameters).entrySet()) {
      String name = parameter.getKey();
      String text = parameter.getValue().strip();
      if (MANAGER.containsKey(name)) {
        manager = MANAGER.get(name).set(manager, name, text);
      } else if (name.startsWith(BROKER + ".")) {
        options.put(name.substring(BROKER.length() + 1), text);
      } else if (name.startsWith(PREFIX) && !OWN.contains(name)) {
        throw new DHArchException("parameter '" + name + "' is unknown; allowed are " + names());
      }
    }
    UnaryOperator<String> of = name -> parameters.getOrDefault(name, "").strip();
    for (String name : new String[] {"user", "password"}) {
      if (!of.apply(PREFIX + name).isEmpty()) {
        options.put(name, of.apply(PREFIX + name));
      }
    }
    if (!of.apply(FLOW).isEmpty()) {
      for (String name : List.of("dharch.window", "dharch.queueBound")) {
        if (parameters.containsKey(name)) {
          throw new DHArchException(
              name + " beside " + FLOW + "; one of both is allowed: the flow document says it too");
        }
      }
    }
    String document = of.apply("dharch.orchestration");
    boolean schedulerOnly =
        document.isEmpty() && of.apply(BROKER).isEmpty() && !of.apply(FLOW).isEmpty();
    return new ModuleSettings(
        broker(schedulerOnly ? "memory:" + UUID.randomUUID() : of.apply(BROKER)),
        Map.copyOf(options),
        document.isEmpty() ? Optional.empty() : Optional.of(document),
        Pattern.compile(",")
            .splitAsStream(of.apply("dharch.node"))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .toList(),
        Optional.of(of.apply("dharch.store")).filter(folder -> !folder.isEmpty()),
        manager,
        Optional.of(of.apply(FLOW)).filter(file -> !file.isEmpty()),
        Optional.of(of.apply("dharch.clientHeader")).filter(name -> !name.isEmpty()),
        orDefault("dharch.grace", of, Duration.ofSeconds(1)),
        of.apply(RELOAD).equals("never")
            ? Optional.empty()
            : Optional.of(orDefault(RELOAD, of, Duration.ofSeconds(1))),
        orDefault("dharch.oneway.threads", of, 4),
        orDefault("dharch.oneway.queue", of, 256));
  }

  /**
   * These, with what the flow document says.
   *
   * @throws DHArchException if it cannot be read, or is wrong
   */
  ModuleSettings withFlow(AxisConfiguration configuration) {
    return flowDocument
        .map(place -> FlowDocument.read(ModuleParameters.resolve(place, configuration)))
        .map(flow -> with(manager.flow(flow)))
        .orElse(this);
  }

  ModuleSettings with(DHManagerConfig value) {
    return new ModuleSettings(
        broker,
        transportOptions,
        orchestration,
        nodes,
        store,
        value,
        flowDocument,
        clientHeader,
        grace,
        reload,
        oneWayThreads,
        oneWayQueue);
  }

  /** How the manager keeps its load within what can be carried. */
  FlowControl flow() {
    return manager.flow();
  }

  /** Whether there is anything to do. */
  boolean isEmpty() {
    return orchestration.isEmpty() && flow().scope() != Scope.REQUEST;
  }

  /**
   * Opens what messages are kept in.
   *
   * @throws DHArchException if the folder cannot be used, or is in use
   */
  MessageStore openStore(AxisConfiguration configuration) {
    return storeFolder(configuration)
        .<MessageStore>map(
            folder -> FolderStore.open(folder, manager.storeLimits(), manager.limits()))
        .orElseGet(() -> new MemoryStore(manager.storeLimits()));
  }

  Optional<Path> storeFolder(AxisConfiguration configuration) {
    return store.map(folder -> ModuleParameters.resolve(folder, configuration));
  }

  private static URI broker(String text) {
    String broker = text.isEmpty() ? DEFAULT_BROKER : text;
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

  private static Duration orDefault(String name, UnaryOperator<String> of, Duration absent) {
    return of.apply(name).isEmpty() ? absent : duration(name, of.apply(name));
  }

  private static int orDefault(String name, UnaryOperator<String> of, int absent) {
    return of.apply(name).isEmpty() ? absent : number(name, of.apply(name), 1);
  }

  static Duration duration(String name, String text) {
    return Durations.parse(name, text);
  }

  private static int number(String name, String text, int min) {
    try {
      int number = Integer.parseInt(text);
      if (number >= min) {
        return number;
      }
    } catch (NumberFormatException e) {
      // said below, like a number that is too small
    }
    throw new DHArchException(
        name + "=" + text + "; a whole number of " + min + " or more is allowed");
  }

  private static String names() {
    Set<String> names = new TreeSet<>(OWN);
    names.addAll(MANAGER.keySet());
    names.add(BROKER + ".*");
    return String.join(", ", names);
  }
}
