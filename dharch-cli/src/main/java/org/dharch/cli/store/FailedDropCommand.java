package org.dharch.cli.store;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.dharch.cli.admin.AdminClient;
import org.dharch.cli.base.StoreOption;
import org.dharch.cli.base.Version;
import org.dharch.core.store.StoreState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "drop",
    description = "Delete failed messages",
    footer = "Example: dharch failed drop --fault NOT_SERVED",
    versionProvider = Version.class)
final class FailedDropCommand implements Callable<Integer> {
  @Mixin private FailedSelection which;
  @Mixin private StoreOption option;
  @Mixin private AdminClient admin;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    which.check();
    Optional<FailedPort> port = FailedPort.of(admin, option);
    if (port.isPresent()) {
      return port.get()
          .act("drop", which, Map.of(), spec, (done, ids) -> print(port.get(), done, ids));
    }
    FailedStore failed = new FailedStore(option);
    List<FailedStore.Found> selected =
        which.ids().isEmpty()
            ? failed.matching(which.filter(), Set.of(StoreState.FAILED, StoreState.REPLAY))
            : which.ids().stream().map(failed::find).distinct().toList();
    print(selected.stream().filter(one -> failed.store().remove(one.state(), one.key())).count());
    return 0;
  }

  /** Names the manager if it does not use the store. */
  private void print(FailedPort port, int done, List<String> ids) {
    if (!port.isOfStore()) {
      spec.commandLine().getOut().println("dropped at " + port.url() + ": " + done);
    } else {
      print(done + (ids.isEmpty() ? dropWaiting() : 0));
    }
  }

  /** Messages that wait for their replay; the manager drops only failed ones. */
  private long dropWaiting() {
    FailedStore failed = new FailedStore(option);
    return failed.matching(which.filter(), Set.of(StoreState.REPLAY)).stream()
        .filter(one -> failed.store().remove(one.state(), one.key()))
        .count();
  }

  private void print(long dropped) {
    spec.commandLine().getOut().println("dropped: " + dropped);
  }
}
