package org.dharch.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.dharch.core.message.Timeline;

/**
 * One message's timeline as text: a line per attempt, from when it was sent to when its reply came;
 * {@code -} on its way, {@code .} waiting on the node, {@code #} running. A node's times arrive as
 * durations, so the way there and the way back are drawn equally long.
 */
final class Waterfall {
  private static final int WIDTH = 60;

  private Waterfall() {}

  static List<String> of(Timeline timeline) {
    List<String> lines = new ArrayList<>();
    long end =
        Math.max(
            1,
            timeline.attempts().stream()
                .mapToLong(Timeline.Attempt::receivedNanos)
                .reduce(timeline.endedNanos(), Math::max));
    int names = width(timeline, true);
    int nodes = width(timeline, false);
    lines.add(
        String.format(
            Locale.ROOT,
            "%s, message %s: %s ms",
            timeline.orchestration(),
            timeline.id(),
            millis(timeline.endedNanos())));
    lines.add(
        line("queued", "", names, nodes, bar(end, 0, timeline.selectedNanos(), 0, 0, '.'))
            + " "
            + millis(timeline.selectedNanos()));
    timeline.attempts().stream()
        .sorted(
            Comparator.comparingInt(Timeline.Attempt::stage)
                .thenComparing(Timeline.Attempt::handler)
                .thenComparingInt(Timeline.Attempt::number))
        .forEach(attempt -> lines.add(attempt(attempt, end, names, nodes)));
    lines.add(
        "- on the way, . waiting, # running; merging took "
            + millis(timeline.mergeNanos())
            + " ms in all");
    timeline.notes().forEach(note -> lines.add("note: " + note));
    return lines;
  }

  private static String attempt(Timeline.Attempt attempt, long end, int names, int nodes) {
    boolean answered = attempt.receivedNanos() >= 0;
    long received = answered ? attempt.receivedNanos() : end;
    long way = answered ? attempt.transferNanos() / 2 : received - attempt.sentNanos();
    String bar =
        bar(
            end,
            attempt.sentNanos(),
            received,
            way,
            way + (answered ? attempt.queueNanos() : 0),
            '-',
            answered ? attempt.runNanos() : 0);
    String again = attempt.number() > 1 ? " attempt " + attempt.number() : "";
    String ended = attempt.result().equals("performed") ? "" : " " + attempt.result();
    String cost =
        answered
            ? String.format(
                Locale.ROOT,
                " run %s, way %s",
                millis(attempt.runNanos()),
                millis(attempt.transferNanos()))
            : "";
    return line(attempt.stage() + 1 + " " + attempt.handler(), attempt.node(), names, nodes, bar)
        + cost
        + again
        + ended;
  }

  private static String line(String name, String node, int names, int nodes, String bar) {
    return String.format(
        Locale.ROOT, "%-" + names + "s %-" + nodes + "s |%s|", name, shown(node), bar);
  }

  private static String bar(long end, long from, long to, long way, long start, char fill) {
    return bar(end, from, to, way, start, fill, 0);
  }

  /** Columns between {@code from} and {@code to}; what runs and waits is set off from the way. */
  private static String bar(
      long end, long from, long to, long way, long start, char fill, long run) {
    char[] columns = new char[WIDTH];
    Arrays.fill(columns, ' ');
    fill(columns, end, from, to, fill);
    if (start > way) {
      fill(columns, end, from + way, from + start, '.');
    }
    if (run > 0) {
      fill(columns, end, from + start, from + start + run, '#');
    }
    return new String(columns);
  }

  private static void fill(char[] columns, long end, long from, long to, char c) {
    int first = column(end, from);
    int last = Math.max(first, (int) Math.ceil((double) WIDTH * to / end) - 1);
    for (int i = first; i <= Math.min(WIDTH - 1, last); i++) {
      columns[i] = c;
    }
  }

  private static int column(long end, long at) {
    return (int) Math.max(0, Math.min(WIDTH - 1, WIDTH * at / end));
  }

  private static int width(Timeline timeline, boolean name) {
    return timeline.attempts().stream()
        .map(a -> name ? a.stage() + 1 + " " + a.handler() : shown(a.node()))
        .mapToInt(String::length)
        .reduce(name ? "queued".length() : 1, Math::max);
  }

  /** A node's name without its incarnation. */
  private static String shown(String node) {
    int tilde = node.lastIndexOf('~');
    return tilde < 0 ? node : node.substring(0, tilde);
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.2f", nanos / 1e6);
  }
}
