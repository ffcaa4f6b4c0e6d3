package org.dharch.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.dharch.core.store.StoreState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
      arity = "1..*",
      description = "The messages' ids, or the beginnings of them.")
  private List<String> ids;

  @Mixin private StoreOption option;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    HaltedStore halted = new HaltedStore(option);
    List<HaltedStore.Found> all = ids.stream().map(halted::find).distinct().toList();
    for (HaltedStore.Found one : all) {
      if (one.state() == StoreState.HALTED
          && !halted.store().move(one.key(), StoreState.HALTED, StoreState.REPLAY)) {
        throw new UsageException("message " + one.key().id() + " is not there any more");
      }
    }
    String when =
        halted.store().manager().isPresent()
            ? "it is executed as soon as its handlers and its service are there"
            : "no manager uses the store now; it is executed when one starts";
    all.forEach(one -> out.println("replay " + one.key().id() + ": " + when));
    return 0;
  }
}
