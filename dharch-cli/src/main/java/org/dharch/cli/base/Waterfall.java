package org.dharch.cli.base;

import static org.dharch.cli.base.TextTable.left;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.dharch.core.message.Timeline;

/**
 * A message's timeline as text: a line per attempt, from sending to the reply; {@code -} in
 * transit, {@code .} waiting on the node, {@code #} running. A node reports durations, so both
 * directions are drawn equally long.
 */
public final class Waterfall {
  private static final int WIDTH = 60;

  private Waterfall() {}

  public static List<String> of(Timeline timeline) {
    List<String> lines = new ArrayList<>();
    long end =
        Math.max(
            1,
            timeline.attempts().stream()
                .mapToLong(Timeline.Attempt::receivedNanos)
                .reduce(timeline.endedNanos(), Math::max));
    lines.add(
        timeline.orchestration()
            + ", message "
            + timeline.id()
            + ": "
            + millis(timeline.endedNanos())
            + " ms");
    TextTable table = new TextTable(1, left(0), left(1));
    long selected = timeline.selectedNanos();
    table.row("queued", "", bar(end, 0, selected, 0, 0, '.', 0), millis(selected));
    timeline.attempts().stream()
        .sorted(
            Comparator.comparingInt(Timeline.Attempt::stage)
                .thenComparing(Timeline.Attempt::handler)
                .thenComparingInt(Timeline.Attempt::number))
        .forEach(attempt -> add(attempt, end, table));
    lines.addAll(table.lines());
    lines.add(
        "- in transit, . waiting, # running; merging took "
            + millis(timeline.mergeNanos())
            + " ms in total");
    for (String note : timeline.notes()) {
      String[] each = note.split("\\R", -1);
      lines.add("note: " + TextTable.plain(each[0]));
      Arrays.stream(each)
          .skip(1)
          .forEach(line -> lines.add(TextTable.plain(line.replace("\t", "    "))));
    }
    return lines;
  }

  private static void add(Timeline.Attempt attempt, long end, TextTable table) {
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
    List<String> notes = new ArrayList<>();
    if (answered) {
      notes.add("run " + millis(attempt.runNanos()) + ",");
      notes.add("way " + millis(attempt.transferNanos()));
    }
    if (attempt.number() > 1) {
      notes.add("attempt " + attempt.number());
    }
    if (!attempt.result().equals("performed")) {
      notes.add(attempt.result());
    }
    table.row(
        attempt.stage() + 1 + " " + attempt.handler(),
        nodeName(attempt.node()),
        bar,
        String.join(" ", notes));
  }

  /** Columns between {@code from} and {@code to}; running and waiting differ from transit. */
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
    return "|" + new String(columns) + "|";
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

  /** A node's name without its incarnation. */
  private static String nodeName(String node) {
    int tilde = node.lastIndexOf('~');
    return tilde < 0 ? node : node.substring(0, tilde);
  }

  private static String millis(long nanos) {
    return TextTable.number(nanos / 1e6);
  }
}
