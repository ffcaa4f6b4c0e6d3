package org.dharch.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Forgets halted messages. */
@Command(
    name = "drop",
    description = "Forgets halted messages, for good.",
    versionProvider = Version.class)
final class HaltedDropCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "ID",
      arity = "0..*",
      description = "The messages' ids, or the beginnings or ends of them.")
  private List<String> ids = List.of();

  @Option(names = "--all", description = "All that there are.")
  private boolean all;

  @Mixin private StoreOption option;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (all != ids.isEmpty()) {
      throw new UsageException("ids or --all are needed, and not both");
    }
    HaltedStore halted = new HaltedStore(option);
    List<HaltedStore.Found> found =
        all ? halted.all() : ids.stream().map(halted::find).distinct().toList();
    long dropped =
        found.stream().filter(one -> halted.store().remove(one.state(), one.key())).count();
    spec.commandLine().getOut().println("dropped: " + dropped);
    return 0;
  }
}
