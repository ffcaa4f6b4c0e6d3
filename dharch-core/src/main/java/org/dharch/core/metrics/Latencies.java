package org.dharch.core.metrics;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.dharch.core.metrics.LatencyHistogram.RecentCounts;

/**
 * Histograms of the durations of handlers and messages, updated when a message ends. Safe for any
 * thread.
 *
 * <p>At most {@value #MOST} pairs of handler and node, and as many orchestrations, have their own
 * histograms; the rest is counted under {@value #OTHERS}.
 */
public final class Latencies {
  /** The bound on places, and on orchestrations. */
  public static final int MOST = 1000;

  public static final String OTHERS = "(others)";

  private static final long STEP_NANOS = 10_000_000_000L;

  /** Ten minutes, and the current step. */
  private static final int TEN_MINUTES_STEPS = 61;

  private final LongSupplier ticker;
  private final Map<Place, Attempts> attempts = new ConcurrentHashMap<>();
  private final Map<String, Messages> messages = new ConcurrentHashMap<>();

  /**
   * @param ticker nanoseconds
   */
  public Latencies(LongSupplier ticker) {
    this.ticker = ticker;
  }

  /**
   * A version of a handler on a node.
   *
   * @param version the version's name; empty if it has none
   * @param node the node's name, without its incarnation
   */
  public record Place(String handler, String version, String node) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
        Comparator.comparing(Place::handler)
            .thenComparing(Place::node)
            .thenComparing(Place::version);

    /** A handler whose version has no name. */
    public Place(String handler, String node) {
      this(handler, "", node);
    }

    /** Whether {@code other} is the same version of the same handler, on any node. */
    public boolean isSameVersion(Place other) {
      return handler.equals(other.handler) && version.equals(other.version);
    }

    /** The handler, and its version if that has a name, for messages. */
    public String handlerText() {
      return handler + (version.isEmpty() ? "" : " version " + version);
    }

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * The attempts of one handler on one node with a reply.
   *
   * @param waited in the node's queue
   * @param way the round trip less the time on the node
   * @param ran in the handler (Tcomp of equation 1)
   * @param results the number of attempts by result, named as in a timeline
   */
  public record AttemptTimes(
      LatencyHistogram.Snapshot waited,
      LatencyHistogram.Snapshot way,
      LatencyHistogram.Snapshot ran,
      Map<String, Long> results) {}

  /**
   * The messages of one orchestration.
   *
   * @param waited in IMQueue
   * @param merged the time to merge changes
   * @param took from admission to end
   */
  public record MessageTimes(
      LatencyHistogram.Snapshot waited,
      LatencyHistogram.Snapshot merged,
      LatencyHistogram.Snapshot took) {}

  /**
   * Records an attempt that has ended.
   *
   * @param result one word
   * @param replied whether a reply arrived; otherwise the times are undefined
   */
  public void attempt(Place place, String result, boolean replied, long wait, long way, long run) {
    Attempts of = capacity(attempts, place, new Place(OTHERS, OTHERS), Attempts::new);
    long step = step();
    RecentCounts count =
        of.results.computeIfAbsent(result, r -> new RecentCounts(1, TEN_MINUTES_STEPS));
    count.begin(step);
    count.add(0, 1);
    if (replied) {
      of.waited.add(wait, step);
      of.way.add(way, step);
      of.ran.add(run, step);
    }
  }

  /** Records an ended message; times in nanoseconds. */
  public void message(String orchestration, long wait, long merge, long took) {
    Messages of = capacity(messages, orchestration, OTHERS, Messages::new);
    long step = step();
    of.waited.add(wait, step);
    of.merged.add(merge, step);
    of.took.add(took, step);
  }

  private long step() {
    return Math.floorDiv(ticker.getAsLong(), STEP_NANOS);
  }

  /** The first step of the last minute, and of up to ten seconds more. */
  private long minuteAgo() {
    return step() - (RecentCounts.STEPS - 1);
  }

  private static <K, V> V capacity(Map<K, V> all, K key, K others, Supplier<V> make) {
    V there = all.get(key);
    if (there != null) {
      return there;
    }
    return all.computeIfAbsent(all.size() < MOST ? key : others, k -> make.get());
  }

  public Map<Place, AttemptTimes> byPlace() {
    return places(LatencyHistogram::snapshot, RecentCounts::all);
  }

  /** As {@link #byPlace}, for messages that ended in the last minute, or ten seconds more. */
  public Map<Place, AttemptTimes> latelyByPlace() {
    long from = minuteAgo();
    return places(of -> of.since(from), of -> of.since(from));
  }

  /**
   * The results of attempts of messages that ended in the last ten minutes, or ten seconds more.
   */
  public Map<Place, Map<String, Long>> resultsOfTenMinutes() {
    long from = step() - (TEN_MINUTES_STEPS - 1);
    Map<Place, Map<String, Long>> all = new TreeMap<>();
    attempts.forEach((place, of) -> all.put(place, of.results(counts -> counts.since(from))));
    return all;
  }

  private Map<Place, AttemptTimes> places(
      Function<LatencyHistogram, LatencyHistogram.Snapshot> times,
      Function<RecentCounts, long[]> counts) {
    Map<Place, AttemptTimes> all = new TreeMap<>();
    attempts.forEach((place, of) -> all.put(place, of.snapshot(times, counts)));
    return all;
  }

  public Map<String, MessageTimes> byOrchestration() {
    return names(LatencyHistogram::snapshot);
  }

  /**
   * As {@link #byOrchestration}, for messages that ended in the last minute, or ten seconds more.
   */
  public Map<String, MessageTimes> latelyByOrchestration() {
    long from = minuteAgo();
    return names(of -> of.since(from));
  }

  private Map<String, MessageTimes> names(
      Function<LatencyHistogram, LatencyHistogram.Snapshot> times) {
    Map<String, MessageTimes> all = new TreeMap<>();
    messages.forEach((name, of) -> all.put(name, of.snapshot(times)));
    return all;
  }

  private static final class Attempts {
    final LatencyHistogram waited = new LatencyHistogram();
    final LatencyHistogram way = new LatencyHistogram();
    final LatencyHistogram ran = new LatencyHistogram();
    final Map<String, RecentCounts> results = new ConcurrentHashMap<>();

    AttemptTimes snapshot(
        Function<LatencyHistogram, LatencyHistogram.Snapshot> times,
        Function<RecentCounts, long[]> counts) {
      return new AttemptTimes(
          times.apply(waited), times.apply(way), times.apply(ran), results(counts));
    }

    Map<String, Long> results(Function<RecentCounts, long[]> counts) {
      Map<String, Long> ended = new TreeMap<>();
      results.forEach((result, count) -> ended.put(result, counts.apply(count)[0]));
      return ended;
    }
  }

  private static final class Messages {
    final LatencyHistogram waited = new LatencyHistogram();
    final LatencyHistogram merged = new LatencyHistogram();
    final LatencyHistogram took = new LatencyHistogram();

    MessageTimes snapshot(Function<LatencyHistogram, LatencyHistogram.Snapshot> times) {
      return new MessageTimes(times.apply(waited), times.apply(merged), times.apply(took));
    }
  }
}
