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

  public MessagingSuite() {
    super(
        "reliable-messaging",
        "the operations of WS-Addressing and WS-ReliableMessaging, one by one",
        seconds(35, 140),
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
    return List.of(
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
