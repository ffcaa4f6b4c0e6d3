package org.dharch.benchmarks.messaging;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;
import org.dharch.benchmarks.harness.Table;
import org.dharch.benchmarks.harness.chart.Chart;

/**
 * The cost of WS-Addressing and WS-ReliableMessaging (docs/benchmarks) in DHArch, CXF and
 * Sandesha2: table 1 and figure 15 of Pallickara et al.
 */
public final class MessagingSuite extends Suite {
  static final String TIME = "time";
  static final String MEMORY = "memory";
  static final String RATIO = "DHArch's time / its";
  private static final String NONE = "none";
  private static final List<String> PEERS = List.of(TableContenders.CXF, TableContenders.SANDESHA2);

  public MessagingSuite() {
    super(
        "reliable-messaging",
        "operations of WS-Addressing and WS-ReliableMessaging against CXF and Sandesha2; sources"
            + " and sinks with stores",
        seconds(75, 500),
        MessagingExperiment::new);
  }

  /** Returns the name of a result. */
  static String result(PaperRow row, String contender) {
    return row.name() + ": " + contender;
  }

  @Override
  public List<Figure> figures(SuiteResults results) {
    List<Figure> figures = new ArrayList<>();
    figures.add(MessagingFigures.figure15(results));
    figures.add(table1(results));
    figures.add(MessagingFigures.whole(results));
    return figures;
  }

  private static Figure table1(SuiteResults results) {
    Table.Builder table =
        Table.of(
            "operation",
            "paper us (sd)",
            "DHArch us",
            "bound",
            "CXF us",
            "Sandesha2 us",
            "paper bytes",
            "DHArch bytes",
            "CXF bytes",
            "Sandesha2 bytes");
    for (PaperRow row : PaperRow.ALL) {
      table.row(
          row.name(),
          row.paper(),
          cell(results, row, TableContenders.DHARCH, TIME),
          row.boundMicros().map(Table::number).orElse(""),
          cell(results, row, TableContenders.CXF, TIME),
          cell(results, row, TableContenders.SANDESHA2, TIME),
          row.paperBytes().map(String::valueOf).orElse(row.paper().isEmpty() ? "" : "?"),
          cell(results, row, TableContenders.DHARCH, MEMORY),
          cell(results, row, TableContenders.CXF, MEMORY),
          cell(results, row, TableContenders.SANDESHA2, MEMORY));
    }
    return new Figure(
        "table1",
        "Table 1 of Pallickara et al.",
        chart(results),
        table.build(),
        List.of(
            "Medians. The chart shows the time of each peer relative to DHArch, for operations that"
                + " all three implement. Each library runs in its own process with the same options"
                + " (serial collector, 256 MB), on the same messages: RM 1.0, WS-Addressing"
                + " 2004/08, SOAP 1.1. Time is the processor time of the measuring thread. The"
                + " three alternate within a row, a batch of a millisecond each. Bytes are"
                + " allocated by one operation. Created elements are written completely, as text or"
                + " bytes. The paper's figures are means on a Pentium IV of 3.5 GHz with Java 1.4;"
                + " a question mark shows a likely reading where the text of its table is damaged."
                + " None: the library has no such operation.",
            "CXF 4.2.3: addressing by its MAPCodec, RM by its EncoderDecoder, envelopes by its SOAP"
                + " interceptors in a separate chain, without other interceptors of a bus. Written"
                + " by hand, because in CXF they need an endpoint with its network: the code that"
                + " fills the JAXB objects of CreateSequence, its response and TerminateSequence"
                + " (after its classes Proxy and Servant), the ranges of an acknowledgement, and"
                + " the fault from its SequenceFault. Its own tree is a DOM; SAAJ is used as CXF"
                + " reads and writes it. CXF 4.2 has no WS-Eventing.",
            "Sandesha2 1.6.2 on Axis2 1.6.2: RM by its message creators (RMMsgCreator,"
                + " SOAPFaultEnvelopeCreator) and its parts, addressing by the handlers of Axis2's"
                + " module, called with separate message contexts. Its tree is Axiom. Its"
                + " CreateSequence has no Expires, and its fault in SOAP 1.1 no text. Written by"
                + " hand: the message contexts, and the last steps of TerminateSequence (after its"
                + " TerminateManager). Neither uses SAAJ.",
            "Neither peer has the paper's ReferenceProperties; they use ReferenceParameters. In"
                + " Sandesha2 a Sequence becomes XML when it is added, so adding it includes both."
                + " The bounds apply to full runs on an idle machine."));
  }

  private static String cell(SuiteResults results, PaperRow row, String who, String metric) {
    return results
        .result(result(row, who), metric)
        .map(it -> Table.number(it.median()))
        .orElse(NONE);
  }

  /**
   * Draws the time of each peer relative to DHArch, for operations that all three implement,
   * because the absolute times differ widely.
   */
  private static Chart chart(SuiteResults results) {
    List<PaperRow> compared =
        PaperRow.ALL.stream()
            .filter(row -> PEERS.stream().noneMatch(who -> Double.isNaN(times(results, row, who))))
            .toList();
    List<Chart.Series> series = new ArrayList<>();
    for (String who : PEERS) {
      series.add(
          new Chart.Series(
              who, compared.stream().map(row -> times(results, row, who)).toList(), List.of()));
    }
    return new Chart.Bars(
        "operation",
        "relative to DHArch",
        compared.stream()
            .map(
                row ->
                    row.row()
                        .name()
                        .toLowerCase(Locale.ROOT)
                        .replace('_', ' ')
                        .replace(" sequence", ""))
            .toList(),
        series);
  }

  /** Returns the time relative to DHArch; NaN if unknown. */
  private static double times(SuiteResults results, PaperRow row, String who) {
    return results.median(result(row, who), TIME)
        / results.median(result(row, TableContenders.DHARCH), TIME);
  }
}
