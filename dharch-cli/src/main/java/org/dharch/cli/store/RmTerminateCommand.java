package org.dharch.cli.store;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.dharch.cli.base.UsageException;
import org.dharch.cli.base.Version;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.rm.RmSequence;
import org.dharch.ws.rm.SinkSequence;
import org.dharch.ws.rm.SourceSequence;
import org.dharch.ws.rm.engine.RmEngine;
import org.dharch.ws.rm.store.JdbcRmStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "terminate",
    description = "End sequences without a notification to the other end",
    footer = "Example: dharch rm terminate 5f2a90c1 --store jdbc:sqlite:rm.db",
    versionProvider = Version.class)
final class RmTerminateCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "ID",
      arity = "1..*",
      description = "Names of the sequences, or the ends of names")
  private List<String> ids;

  @Mixin private RmStoreOption option;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (JdbcRmStore store = option.open()) {
      RmEngine engine = RmStoreOption.engine(store);
      List<RmSequence> found = ids.stream().map(id -> option.find(engine, id)).distinct().toList();
      for (RmSequence sequence : found) {
        end(engine, sequence.key());
        out.println(sequence.key() + ": " + now(store, sequence.key()));
      }
    }
    return 0;
  }

  private static void end(RmEngine engine, String key) {
    try {
      engine.end(key, "terminated by an operator");
    } catch (ConflictException e) {
      throw new UsageException(e.getMessage() + "; try again", e);
    }
  }

  private static String now(JdbcRmStore store, String key) {
    return store
        .transact(key, tx -> tx.sequence(key))
        .map(RmTerminateCommand::words)
        .orElse("dropped");
  }

  private static String words(RmSequence sequence) {
    if (sequence instanceof SinkSequence sink) {
      return RmText.state(sequence)
          + (sink.counts().held() == 0 ? "" : "; acknowledged messages are still delivered");
    }
    return RmText.state(sequence)
        + (((SourceSequence) sequence).unacknowledged().isEmpty()
            ? ""
            : "; what is not acknowledged stays to be seen, until it is terminated again");
  }
}
