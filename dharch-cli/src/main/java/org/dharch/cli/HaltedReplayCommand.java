package org.dharch.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.dharch.core.message.Fault;
import org.dharch.core.store.StoreState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks for halted messages to be executed again. */
@Command(
    name = "replay",
    description = {
      "Has halted messages executed again, from the beginning; their answers are discarded.",
      "Their manager sees it within a second; if it does not run now, when it starts."
    },
    versionProvider = Version.class)
final class HaltedReplayCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "ID",
      arity = "0..*",
      description = "The messages' ids, or the beginnings or ends of them.")
  private List<String> ids = List.of();

  @Option(names = "--all", description = "All halted ones.")
  private boolean all;

  @Option(
      names = "--fault",
      paramLabel = "CODE",
      description = "All that were halted by such a fault: ${COMPLETION-CANDIDATES}.")
  private Fault.Code fault;

  @Mixin private StoreOption option;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if ((ids.isEmpty() ? 0 : 1) + (all ? 1 : 0) + (fault == null ? 0 : 1) != 1) {
      throw new UsageException("ID, --all or --fault is needed, and only one of them");
    }
    PrintWriter out = spec.commandLine().getOut();
    HaltedStore halted = new HaltedStore(option);
    if (ids.isEmpty()) {
      long asked =
          halted.all().stream()
              .filter(one -> one.state() == StoreState.HALTED && isMeant(halted, one))
              .filter(one -> replay(halted, one))
              .count();
      out.println("replay: " + asked + (asked == 0 ? "" : ", " + when(halted)));
      halted.report(spec.commandLine().getErr());
      return 0;
    }
    List<HaltedStore.Found> found = ids.stream().map(halted::find).distinct().toList();
    for (HaltedStore.Found one : found) {
      if (one.state() == StoreState.HALTED && !replay(halted, one)) {
        throw new UsageException("message " + one.key().id() + " is not there any more");
      }
    }
    found.forEach(one -> out.println("replay " + one.key().id() + ": it is " + when(halted)));
    return 0;
  }

  private boolean isMeant(HaltedStore halted, HaltedStore.Found one) {
    return all
        || halted
            .store()
            .read(one.state(), one.key())
            .filter(message -> HaltedStore.haltOf(message).fault().code() == fault)
            .isPresent();
  }

  private static boolean replay(HaltedStore halted, HaltedStore.Found one) {
    return halted.store().move(one.key(), StoreState.HALTED, StoreState.REPLAY);
  }

  private static String when(HaltedStore halted) {
    return halted.store().manager().isPresent()
        ? "executed as soon as its handlers and its service are there"
        : "executed when a manager starts; none uses the store now";
  }
}
