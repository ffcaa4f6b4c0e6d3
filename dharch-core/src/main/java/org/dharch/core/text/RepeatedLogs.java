package org.dharch.core.text;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A {@link RepeatedLog} for each of several things that go wrong again and again, as of each
 * handler. Past {@value #MOST} of them, those that come later share one. Safe for any thread.
 */
public final class RepeatedLogs {
  private static final int MOST = 1000;
  private static final String OTHERS = "";

  private final LongSupplier nanos;
  private final Consumer<String> log;
  private final Map<String, RepeatedLog> logs = new ConcurrentHashMap<>();

  /** For each the same as for {@linkplain RepeatedLog#RepeatedLog one}. */
  public RepeatedLogs(LongSupplier nanos, Consumer<String> log) {
    this.nanos = nanos;
    this.log = log;
  }

  /** Returns the log for {@code what}. */
  public RepeatedLog of(String what) {
    boolean own = logs.size() < MOST || logs.containsKey(what);
    return logs.computeIfAbsent(own ? what : OTHERS, w -> new RepeatedLog(nanos, log));
  }
}
