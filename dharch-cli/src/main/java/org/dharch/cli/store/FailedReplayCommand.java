package org.dharch.cli.store;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.dharch.cli.admin.AdminClient;
import org.dharch.cli.base.StoreOption;
import org.dharch.cli.base.UsageException;
import org.dharch.cli.base.Version;
import org.dharch.core.store.FailureRecord;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "replay",
    description = "Replay failed messages from the stage that failed",
    footer = "Example: dharch failed replay --handler check --since 1h",
    versionProvider = Version.class)
final class FailedReplayCommand implements Callable<Integer> {
  private static final String WHEN_AVAILABLE =
      "executed when its handlers and its service are available";

  @Option(names = "--again", description = "Also repeat handlers that may have performed")
  private boolean again;

  @Mixin private FailedSelection which;
  @Mixin private StoreOption option;
  @Mixin private AdminClient admin;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    which.check();
    Optional<FailedPort> port = FailedPort.of(admin, option);
    if (port.isPresent()) {
      Map<String, String> more = again ? Map.of("again", "true") : Map.of();
      return port.get()
          .act("replay", which, more, spec, (done, ids) -> print(done, ids, WHEN_AVAILABLE));
    }
    FailedStore failed = new FailedStore(option);
    if (which.ids().isEmpty()) {
      List<FailedStore.Found> meant = failed.matching(which.filter(), Set.of(StoreState.FAILED));
      List<FailedStore.Found> may = replayable(failed, meant);
      print((int) may.stream().filter(one -> replay(failed, one)).count(), List.of(), when(failed));
      failed.report(spec.commandLine().getErr());
      return may.size() < meant.size() ? 1 : 0;
    }
    List<FailedStore.Found> found = which.ids().stream().map(failed::find).distinct().toList();
    List<FailedStore.Found> may = replayable(failed, found);
    for (FailedStore.Found one : may) {
      if (one.state() == StoreState.FAILED && !replay(failed, one)) {
        throw new UsageException("message " + one.key().id() + " no longer exists");
      }
    }
    print(may.size(), may.stream().map(one -> one.key().id().toString()).toList(), when(failed));
    return may.size() < found.size() ? 1 : 0;
  }

  /** Removes the messages that may not be replayed and prints the reasons. */
  private List<FailedStore.Found> replayable(FailedStore failed, List<FailedStore.Found> all) {
    List<FailedStore.Found> may = new ArrayList<>();
    for (FailedStore.Found one : all) {
      Set<String> unknown =
          again || one.state() != StoreState.FAILED
              ? Set.of()
              : failed
                  .store()
                  .read(one.state(), one.key())
                  .flatMap(StoredMessage::failure)
                  .map(FailureRecord::unknown)
                  .orElse(Set.of());
      if (unknown.isEmpty()) {
        may.add(one);
      } else {
        spec.commandLine()
            .getErr()
            .println(
                "dharch: no replay of "
                    + one.key().id()
                    + ": unknown whether "
                    + String.join(", ", unknown)
                    + " performed; --again may repeat it");
      }
    }
    return may;
  }

  private void print(int done, List<String> ids, String when) {
    PrintWriter out = spec.commandLine().getOut();
    if (ids.isEmpty() && which.ids().isEmpty()) {
      out.println("replay: " + done + (done == 0 ? "" : ", " + when));
    } else if (done == ids.size()) {
      ids.forEach(id -> out.println("replay " + id + ": it is " + when));
    }
  }

  private static boolean replay(FailedStore failed, FailedStore.Found one) {
    return failed.store().move(one.key(), StoreState.FAILED, StoreState.REPLAY);
  }

  private static String when(FailedStore failed) {
    return failed.store().manager().isPresent() ? WHEN_AVAILABLE : "executed when a manager starts";
  }
}
