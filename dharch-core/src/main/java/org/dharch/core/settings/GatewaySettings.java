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
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.dharch.core.DHManager;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.document.Durations;
import org.dharch.core.flow.ConcurrencyLimitScope;
import org.dharch.core.flow.FlowDocument;
import org.dharch.core.flow.JobSizesFile;
import org.dharch.core.message.DHArchException;
import org.dharch.core.spi.BrokerList;
import org.dharch.core.store.FolderStore;
import org.dharch.core.store.MemoryStore;
import org.dharch.core.store.MessageStore;
import org.dharch.core.store.StoreLimits;

/**
 * The checked parameters that are common to all containers, described in docs/axis2-module.md.
 *
 * @param transport the connection to the nodes
 * @param orchestration the location of the orchestration document; empty: no message has a handler
 * @param nodes the documents of the nodes to run in this JVM
 * @param store the folder of stored messages; empty: they are in memory
 * @param manager the manager's configuration, without the flow document's settings
 * @param flowDocument the location of the flow document
 * @param clientHeader the transport header that identifies the client; its address if empty
 * @param grace how long past a message's deadline the gateway waits before it gives up
 * @param reload when to check the orchestration document for changes; never if empty
 * @param monitoring the admin port and the report of spans
 */
public record GatewaySettings(
    Transport transport,
    Optional<String> orchestration,
    List<String> nodes,
    Optional<String> store,
    DHManagerConfig manager,
    Optional<String> flowDocument,
    Optional<String> clientHeader,
    Duration grace,
    Optional<Reload> reload,
    Monitoring monitoring) {
  /**
   * The connection to the nodes.
   *
   * @param broker the address at which nodes are reached
   * @param options further options of the transport
   */
  public record Transport(URI broker, Map<String, String> options) {}

  /**
   * The settings of the manager's monitoring.
   *
   * @param admin the address of the admin port; none if empty
   * @param tracing whether spans are reported
   */
  public record Monitoring(Optional<String> admin, boolean tracing) {}

  /**
   * How a changed orchestration document takes effect.
   *
   * @param interval the interval of checks
   * @param always also while handlers that it needs are not hosted by any node
   */
  public record Reload(Duration interval, boolean always) {}

  /** The reason why nothing is started if {@link #isEmpty}. */
  public static final String NOTHING_TO_DO =
      "parameter dharch.orchestration is not set; it names the document to follow"
          + " (without one, dharch.flow may name a document with scope='request')";

  /** The parameter to send handlers' faults without their detail. */
  public static final String HIDE_FAULT_DETAIL = "dharch.hideFaultDetail";

  private static final String BROKER = "dharch.broker";
  private static final String IN_MEMORY = "memory";
  private static final String DEFAULT_BROKER = "embedded:tcp://127.0.0.1:61616";
  private static final String FLOW = "dharch.flow";
  private static final String CLIENT_HEADER = "dharch.clientHeader";
  private static final String RELOAD = "dharch.reload";
  private static final String ALWAYS = "always";

  /** The parameter for the address of the admin port. */
  static final String ADMIN = "dharch.admin";

  /** The parameter for the report of spans. */
  static final String TRACING = "dharch.tracing";

  /** Nodes announce themselves as soon as they receive a manager's call. */
  private static final Duration START_GRACE = Duration.ofSeconds(2);

  private static final Set<String> OWN =
      Set.of(
          Parameters.CONFIG,
          BROKER,
          "dharch.user",
          "dharch.password",
          "dharch.keyFile",
          "dharch.encrypt",
          "dharch.namespace",
          "dharch.link",
          "dharch.orchestration",
          "dharch.node",
          "dharch.store",
          FLOW,
          CLIENT_HEADER,
          "dharch.grace",
          RELOAD,
          HIDE_FAULT_DETAIL,
          ADMIN,
          TRACING);

  private interface StoreSetter {
    StoreLimits set(StoreLimits limits, String name, String text);
  }

  private static Setter store(StoreSetter setter) {
    return (c, n, t) -> c.storeLimits(setter.set(c.storeLimits(), n, t));
  }

  /** Applies one of the manager's parameters to its configuration. */
  private interface Setter {
    DHManagerConfig set(DHManagerConfig config, String name, String text);
  }

  private static final Map<String, Setter> MANAGER =
      Map.ofEntries(
          Map.entry("dharch.queueBound", (c, n, t) -> c.queueBound(number(n, t, 1))),
          Map.entry("dharch.concurrencyLimit", (c, n, t) -> c.concurrencyLimit(number(n, t, 1))),
          Map.entry("dharch.deadline", (c, n, t) -> c.deadline(duration(n, t))),
          Map.entry("dharch.timeToStart", (c, n, t) -> c.timeToStart(duration(n, t))),
          Map.entry("dharch.timeToFinish", (c, n, t) -> c.timeToFinish(duration(n, t))),
          Map.entry("dharch.transferAllowance", (c, n, t) -> c.transferAllowance(duration(n, t))),
          Map.entry("dharch.nodeSilence", (c, n, t) -> c.nodeSilence(duration(n, t))),
          Map.entry("dharch.startGrace", (c, n, t) -> c.startGrace(grace(n, t))),
          Map.entry("dharch.speculative", (c, n, t) -> c.speculative(autoOrOff(n, t))),
          Map.entry("dharch.direct", (c, n, t) -> c.direct(autoOrOff(n, t))),
          Map.entry("dharch.keptTimelines", (c, n, t) -> c.keptTimelines(number(n, t, 0))),
          Map.entry("dharch.keptFailed", store((s, n, t) -> s.failed(number(n, t, 0)))),
          Map.entry("dharch.keptFailedBytes", store((s, n, t) -> s.failedBytes(bytes(n, t, 0)))),
          Map.entry("dharch.keptAccepted", store((s, n, t) -> s.accepted(number(n, t, 1)))),
          Map.entry(
              "dharch.keptAcceptedBytes", store((s, n, t) -> s.acceptedBytes(bytes(n, t, 1)))),
          Map.entry(
              "dharch.maxPayloadBytes",
              (c, n, t) -> c.limits(c.limits().maxPayloadBytes(number(n, t, 1)))));

  /**
   * Validates {@code parameters}; ignores names that do not start with {@code dharch.}.
   *
   * @param containers names that the container's own module reads
   * @throws DHArchException naming each wrong parameter, its value and the allowed values
   */
  public static GatewaySettings of(Parameters parameters, Set<String> containers) {
    Problems problems = new Problems();
    Map<String, String> options = new TreeMap<>();
    DHManagerConfig manager = DHManagerConfig.DEFAULT.startGrace(START_GRACE);
    for (Map.Entry<String, String> parameter : new TreeMap<>(parameters.texts()).entrySet()) {
      String name = parameter.getKey();
      String text = parameter.getValue().strip();
      if (MANAGER.containsKey(name)) {
        DHManagerConfig before = manager;
        manager = problems.or(before, () -> MANAGER.get(name).set(before, name, text));
      } else if (name.startsWith(BROKER + ".")) {
        options.put(name.substring(BROKER.length() + 1), text);
      } else if (name.startsWith(Parameters.PREFIX)
          && !OWN.contains(name)
          && !containers.contains(name)) {
        problems.add(
            parameters.named(name) + " is unknown; it must be one of " + names(containers));
      }
    }
    for (String name : new String[] {"user", "password", "keyFile", "namespace", "link"}) {
      parameters.text(Parameters.PREFIX + name).ifPresent(text -> options.put(name, text));
    }
    if (problems.or(false, () -> parameters.flag("dharch.encrypt"))) {
      options.put("encrypt", "true");
    }
    checkFlow(parameters, problems);
    Optional<String> document = parameters.text("dharch.orchestration");
    // without handlers no broker is needed
    String absent = document.isEmpty() ? "memory:" + UUID.randomUUID() : DEFAULT_BROKER;
    URI broker =
        problems.or(
            URI.create(DEFAULT_BROKER), () -> broker(parameters.text(BROKER).orElse(absent)));
    if (IN_MEMORY.equals(broker.getScheme())) {
      options.keySet().forEach(option -> problems.add(useless(parameters, option, document)));
    }
    Duration grace =
        problems.or(
            Duration.ZERO, () -> parameters.duration("dharch.grace", Duration.ofSeconds(1)));
    Optional<Reload> reload = problems.or(Optional.empty(), () -> reload(parameters));
    boolean tracing = problems.or(false, () -> parameters.flag(TRACING));
    problems.check();
    return new GatewaySettings(
        new Transport(broker, Map.copyOf(options)),
        document,
        Pattern.compile(",")
            .splitAsStream(parameters.text("dharch.node").orElse(""))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .toList(),
        parameters.text("dharch.store"),
        manager,
        parameters.text(FLOW),
        parameters.text(CLIENT_HEADER),
        grace,
        reload,
        new Monitoring(parameters.text(ADMIN).filter(text -> !text.equals("off")), tracing));
  }

  private static Optional<Reload> reload(Parameters parameters) {
    String text = parameters.text(RELOAD).orElse("1s");
    boolean always = text.equals(ALWAYS) || text.startsWith(ALWAYS + " ");
    String rest = (always ? text.substring(ALWAYS.length()) : text).strip();
    if (text.equals("never")) {
      return Optional.empty();
    }
    try {
      return Optional.of(new Reload(Durations.parse(RELOAD, rest.isEmpty() ? "1s" : rest), always));
    } catch (DHArchException e) {
      throw new DHArchException(e.getMessage() + ", or never, always, or always 1s", e);
    }
  }

  /** The error for a transport's option without a transport. */
  private static String useless(Parameters parameters, String option, Optional<String> document) {
    String name = Parameters.PREFIX + option;
    String named = parameters.texts().containsKey(name) ? name : BROKER + "." + option;
    return parameters.named(named)
        + " is for a broker, and "
        + (document.isEmpty() && parameters.text(BROKER).isEmpty()
            ? "without " + BROKER + " and dharch.orchestration there is none"
            : "with " + BROKER + "=" + parameters.text(BROKER).orElse("") + " there is none")
        + ": leave it out, or name a broker, such as "
        + DEFAULT_BROKER;
  }

  private static void checkFlow(Parameters parameters, Problems problems) {
    if (parameters.text(FLOW).isEmpty()) {
      return;
    }
    for (String name : List.of("dharch.concurrencyLimit", "dharch.queueBound")) {
      if (parameters.texts().containsKey(name)) {
        problems.add(name + " must not be set with " + FLOW + ", which has the same setting");
      }
    }
  }

  /**
   * Returns a copy with the settings of the flow document.
   *
   * @param files resolves a file name
   * @throws DHArchException if it cannot be read, or is invalid
   */
  public GatewaySettings withFlow(Function<String, Path> files) {
    return flowDocument
        .map(place -> FlowDocument.read(files.apply(place)))
        .map(flow -> with(manager.flow(flow)))
        .orElse(this);
  }

  /** Returns a copy with another configuration of the manager. */
  public GatewaySettings with(DHManagerConfig value) {
    return new GatewaySettings(
        transport,
        orchestration,
        nodes,
        store,
        value,
        flowDocument,
        clientHeader,
        grace,
        reload,
        monitoring);
  }

  /** Whether there are neither handlers nor a limit on requests. */
  public boolean isEmpty() {
    return orchestration.isEmpty() && manager.flow().scope() != ConcurrencyLimitScope.REQUEST;
  }

  /**
   * Opens the message store.
   *
   * @param files resolves a file name
   * @throws DHArchException if the folder cannot be used, or is in use
   */
  public MessageStore openStore(Function<String, Path> files) {
    return store
        .map(files)
        .<MessageStore>map(
            folder ->
                FolderStore.open(
                    folder,
                    manager.storeLimits(),
                    manager.limits(),
                    transport.options().getOrDefault("namespace", "")))
        .orElseGet(() -> new MemoryStore(manager.storeLimits()));
  }

  /**
   * Starts to persist the job sizes that {@code manager} learns, if its messages are in a folder.
   */
  public Optional<JobSizesFile> keepSizes(DHManager of, Function<String, Path> files) {
    return store
        .map(files)
        .map(folder -> JobSizesFile.start(of.jobSizes(), folder.resolve(JobSizesFile.NAME)));
  }

  private static URI broker(String broker) {
    try {
      return BrokerList.parse(broker);
    } catch (URISyntaxException e) {
      throw new DHArchException(
          BROKER
              + " must be a URI such as embedded:tcp://host:port, tcp://host:port, ssl://host:port,"
              + " failover:(...) or memory:name, or several with spaces between (got "
              + broker
              + ": "
              + e.getReason()
              + ")",
          e);
    }
  }

  private static Duration duration(String name, String text) {
    return Durations.parse(name, text);
  }

  private static Duration grace(String name, String text) {
    if (text.equals("0")) {
      return Duration.ZERO;
    }
    Duration grace = duration(name, text);
    if (grace.compareTo(Duration.ofMinutes(1)) > 0) {
      throw new DHArchException(name + " must be at most 1m (got " + text + ")");
    }
    return grace;
  }

  private static boolean autoOrOff(String name, String text) {
    if (!text.equals("auto") && !text.equals("off")) {
      throw new DHArchException(name + " must be auto or off (got " + text + ")");
    }
    return text.equals("auto");
  }

  private static int number(String name, String text, int min) {
    return Parameters.number(name, text, min);
  }

  private static long bytes(String name, String text, int min) {
    return Parameters.bytes(name, text, min);
  }

  private static String names(Set<String> containers) {
    Set<String> names = new TreeSet<>(OWN);
    names.addAll(containers);
    names.addAll(MANAGER.keySet());
    names.add(BROKER + ".*");
    return String.join(", ", names);
  }
}
