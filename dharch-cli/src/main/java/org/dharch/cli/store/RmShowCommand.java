package org.dharch.cli.store;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import org.dharch.cli.base.TextTable;
import org.dharch.cli.base.UsageException;
import org.dharch.cli.base.Version;
import org.dharch.ws.rm.RmMessage;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.Terms;
import org.dharch.ws.rm.store.JdbcRmStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "show",
    description = "Show the terms, state and messages of one sequence",
    footer = "Example: dharch rm show 5f2a90c1 --store jdbc:sqlite:rm.db",
    versionProvider = Version.class)
final class RmShowCommand implements Callable<Integer> {
  @Parameters(paramLabel = "ID", description = "Name of the sequence, or the end of its name")
  private String id;

  @Option(
      names = "--messages",
      paramLabel = "N",
      defaultValue = "20",
      description = "Maximum number of messages (${DEFAULT-VALUE})")
  private int most;

  @Option(names = "--envelopes", description = "Also print the envelopes of these messages")
  private boolean envelopes;

  @Mixin private RmStoreOption option;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (most < 0) {
      throw new UsageException("--messages must be at least 0 (got " + most + ")");
    }
    try (JdbcRmStore store = option.open()) {
      RmSequence sequence = option.find(RmStoreOption.engine(store), id);
      PrintWriter out = spec.commandLine().getOut();
      facts(sequence, RmListCommand.givenUp(store, sequence)).forEach(out::println);
      List<RmMessage> messages =
          store.transact(
              sequence.key(),
              tx -> tx.messages(sequence.key()).between(1, Long.MAX_VALUE, most + 1));
      out.println();
      show(store, sequence, messages, out);
    }
    return 0;
  }

  private static List<String> facts(RmSequence sequence, int givenUp) {
    Terms terms = sequence.terms();
    TextTable table = new TextTable(1);
    table.row("sequence", sequence.key() + ", at its " + RmText.role(sequence));
    table.row("on the wire", FailedListCommand.shown(RmText.name(sequence)));
    table.row("state", RmText.state(sequence) + " " + RmText.remark(sequence));
    table.row(
        "terms",
        terms.version()
            + ", "
            + terms.assurance().kind()
            + (terms.assurance().inOrder() ? " in order, " : ", ")
            + terms.behavior().text()
            + ", inactivity "
            + terms.inactivityMillis()
            + " ms");
    table.row("endpoint", terms.endpoint().isEmpty() ? "back-channel" : terms.endpoint());
    table.row("acknowledgements", terms.acksTo().isEmpty() ? "back-channel" : terms.acksTo());
    table.row("other direction", FailedListCommand.shown(terms.offered()));
    if (sequence instanceof SinkSequence sink) {
      table.row("received", RmText.ranges(sink.received()));
      table.row("lacks", RmText.ranges(sink.received().gaps()));
      table.row(
          "not delivered",
          sink.counts().held()
              - givenUp
              + " kept, "
              + sink.counts().delivering()
              + " on their way, "
              + sink.counts().serving()
              + " being served");
      table.row("given up", givenUp + " messages");
      table.row("until", RmText.when(sink.times().expiresAt()));
    } else if (sequence instanceof SourceSequence source) {
      table.row("sent", source.numbers().taken() + " messages");
      table.row("acknowledged", RmText.ranges(source.numbers().acknowledged()));
      table.row("not acknowledged", RmText.ranges(source.unacknowledged()));
      table.row("until", RmText.when(source.times().expiresAt()));
    }
    return table.lines();
  }

  private void show(
      JdbcRmStore store, RmSequence sequence, List<RmMessage> messages, PrintWriter out) {
    if (messages.isEmpty()) {
      out.println("no stored messages");
      return;
    }
    TextTable table = new TextTable(2);
    table.row("number", "state", "tries", "next", "bytes", "in hand of");
    List<RmMessage> shown = messages.subList(0, Math.min(most, messages.size()));
    for (RmMessage message : shown) {
      table.row(
          Long.toString(message.number()),
          message.state().name(),
          Integer.toString(message.attempts()),
          RmText.when(message.dueAt()),
          Integer.toString(message.bytes()),
          FailedListCommand.shown(message.owner()));
    }
    table.lines().forEach(out::println);
    if (messages.size() > most) {
      out.println("… and more; --messages N lists more of them");
    }
    if (envelopes) {
      for (RmMessage message : shown) {
        store
            .transact(sequence.key(), tx -> tx.envelope(sequence.key(), message.number()))
            .ifPresent(
                bytes -> {
                  out.println();
                  out.println(message.number() + ":");
                  out.println(new String(bytes, StandardCharsets.UTF_8));
                });
      }
    }
  }
}
