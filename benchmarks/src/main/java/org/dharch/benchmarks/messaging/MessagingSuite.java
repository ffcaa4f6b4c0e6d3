package org.dharch.benchmarks.messaging;

import jakarta.xml.soap.SOAPException;
import java.util.List;
import java.util.Optional;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.Table;

/**
 * What the operations of WS-Addressing and WS-ReliableMessaging cost (docs/benchmarks): table 1 of
 * Pallickara et al., row by row.
 */
public final class MessagingSuite extends Suite {
  static final String TIME = "time";
  static final String MEMORY = "memory";
  static final String SOURCE = "source";
  static final String SINK = "sink";

  /** Of message bodies in figure 15, in bytes. */
  static final List<Integer> SIZES = List.of(100, 1_000, 10_000);

  /** What is allowed with SQLite at the median, in microseconds. */
  static final double STORED_BOUND = 600;

  /** Whose figure that of figure 15 is. */
  static String stored(int size) {
    return "a message of " + size + " B with storage";
  }

  public MessagingSuite() {
    super(
        "reliable-messaging",
        "the operations of WS-Addressing and WS-ReliableMessaging, one by one; source and sink with"
            + " their stores",
        seconds(45, 200),
        MessagingExperiment::new);
  }

  @Override
  public List<Figure> figures(SuiteResults results) {
    Table.Builder table =
        Table.of("operation", "paper us (sd)", "us", "bound", "paper bytes", "bytes");
    for (Operation row : rows()) {
      table.row(
          row.name(),
          row.paper(),
          results.median(row.name(), TIME),
          row.boundMicros(),
          row.paperBytes().map(String::valueOf).orElse("?"),
          results.median(row.name(), MEMORY));
    }
    Table.Builder stored = Table.of("body", "paper us", "source us", "sink us", "bound");
    for (int size : SIZES) {
      stored.row(
          size + " B",
          "4000 to 6000",
          results.median(stored(size), SOURCE),
          results.median(stored(size), SINK),
          STORED_BOUND);
    }
    return List.of(
        new Figure(
            "figure15",
            "Figure 15 of Pallickara et al.",
            Optional.empty(),
            stored.build(),
            List.of(
                "Medians, one message at a time. Source: the message takes its number, gets its"
                    + " header, and is in the store as it goes on the wire: two commits. Sink: from"
                    + " its bytes to those of its acknowledgement, with it in the store: one commit."
                    + " SQLite, each commit forced to the disk; the paper's store is a MySQL, and its"
                    + " time what storage costs at each end.")),
        new Figure(
            "table1",
            "Table 1 of Pallickara et al.",
            Optional.empty(),
            table.build(),
            List.of(
                "Medians of single operations, each row in turns with the others; bytes are what"
                    + " one allocates. The paper's are means on a Pentium IV of 3.5 GHz with Java"
                    + " 1.4; where the text of its table is damaged, the likely reading stands with"
                    + " a question mark. WS-Eventing's Subscribe is missing until there are"
                    + " subscriptions. The bounds are for full runs on a quiet machine.")));
  }

  private static List<Operation> rows() {
    try {
      return Operations.all();
    } catch (SOAPException e) {
      throw new IllegalStateException(e);
    }
  }
}
