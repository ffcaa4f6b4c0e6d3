package org.dharch.cli.store;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.dharch.cli.base.JsonOption;
import org.dharch.cli.base.TextTable;
import org.dharch.cli.base.Version;
import org.dharch.ws.rm.MessageState;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.SourceState;
import org.dharch.ws.rm.store.JdbcRmStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "list",
    description = "List the sequences of a store",
    footer = "Example: dharch rm list --store jdbc:sqlite:rm.db",
    versionProvider = Version.class)
final class RmListCommand implements Callable<Integer> {
  @Option(names = "--failed", description = "Only sequences with messages that were given up")
  private boolean failed;

  @Mixin private JsonOption json;
  @Mixin private RmStoreOption option;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (JdbcRmStore store = option.open()) {
      List<RmSequence> all =
          RmStoreOption.all(RmStoreOption.engine(store)).stream()
              .filter(it -> !failed || isFailed(store, it))
              .toList();
      if (json.asJson()) {
        ObjectNode document = JsonOption.object();
        ArrayNode sequences = document.putArray("sequences");
        all.forEach(it -> put(sequences.addObject(), it, givenUp(store, it)));
        JsonOption.print(document, out);
        return 0;
      }
      if (all.isEmpty()) {
        out.println("No " + (failed ? "failed " : "") + "sequences in " + option.url());
        return 0;
      }
      TextTable table = new TextTable(2);
      table.row("sequence", "at", "state", "numbers", "address", "remark");
      all.forEach(
          it ->
              table.row(
                  it.key(),
                  RmText.role(it),
                  RmText.state(it),
                  RmText.numbers(it, givenUp(store, it)),
                  FailedListCommand.shown(RmText.address(it)),
                  RmText.remark(it)));
      table.lines().forEach(out::println);
    }
    return 0;
  }

  private static void put(ObjectNode in, RmSequence sequence, int givenUp) {
    in.put("sequence", sequence.key()).put("at", RmText.role(sequence));
    in.put("state", RmText.state(sequence));
    if (sequence instanceof SourceSequence source) {
      in.put("sent", source.numbers().taken())
          .put("acknowledged", source.numbers().acknowledged().size());
      JsonOption.putTime(in, "until", source.times().expiresAt());
    } else if (sequence instanceof SinkSequence sink) {
      in.put("received", sink.received().size());
      in.put("notDelivered", sink.counts().held() + sink.counts().serving() - givenUp)
          .put("givenUp", givenUp);
      JsonOption.putTime(in, "until", sink.times().expiresAt());
    }
    in.put("endpoint", sequence.terms().endpoint()).put("remark", RmText.remark(sequence));
  }

  private static boolean isFailed(JdbcRmStore store, RmSequence sequence) {
    return sequence instanceof SourceSequence source
        ? source.state() == SourceState.FAILED
        : givenUp(store, sequence) > 0;
  }

  /** The number of messages whose delivery a sink has given up. */
  static int givenUp(JdbcRmStore store, RmSequence sequence) {
    return sequence instanceof SinkSequence sink && sink.counts().held() > 0
        ? store.transact(
            sink.key(),
            tx -> tx.messages(sink.key()).in(MessageState.GIVEN_UP, sink.counts().held()).size())
        : 0;
  }
}
