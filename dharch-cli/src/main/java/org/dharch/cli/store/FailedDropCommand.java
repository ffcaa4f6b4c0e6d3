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

/** Forgets failed messages. */
@Command(name = "drop", description = "Delete failed messages.", versionProvider = Version.class)
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
          .act("drop", which, Map.of(), spec, (done, ids) -> say(port.get(), done, ids));
    }
    FailedStore failed = new FailedStore(option);
    List<FailedStore.Found> found =
        which.ids().isEmpty()
            ? failed.meant(which.filter(), Set.of(StoreState.FAILED, StoreState.REPLAY))
            : which.ids().stream().map(failed::find).distinct().toList();
    say(found.stream().filter(one -> failed.store().remove(one.state(), one.key())).count());
    return 0;
  }

  /** Of a manager that is not the store's it is said which one has dropped them. */
  private void say(FailedPort port, int done, List<String> ids) {
    if (!port.isOfStore()) {
      spec.commandLine().getOut().println("dropped at " + port.url() + ": " + done);
    } else {
      say(done + (ids.isEmpty() ? dropWaiting() : 0));
    }
  }

  /** Those that wait for their replay in the manager's store; it drops failed ones only. */
  private long dropWaiting() {
    FailedStore failed = new FailedStore(option);
    return failed.meant(which.filter(), Set.of(StoreState.REPLAY)).stream()
        .filter(one -> failed.store().remove(one.state(), one.key()))
        .count();
  }

  private void say(long dropped) {
    spec.commandLine().getOut().println("dropped: " + dropped);
  }
}
