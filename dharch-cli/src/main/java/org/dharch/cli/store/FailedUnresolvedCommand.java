package org.dharch.cli.store;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.dharch.cli.admin.AdminClient;
import org.dharch.cli.base.StoreOption;
import org.dharch.cli.base.TextTable;
import org.dharch.cli.base.Version;
import org.dharch.core.store.FolderStore;
import org.dharch.core.store.StoreKey;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import org.dharch.core.view.Unresolved;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "unresolved",
    description = "List pending compensations of ended messages, oldest first",
    footer = "Example: dharch failed unresolved",
    versionProvider = Version.class)
final class FailedUnresolvedCommand implements Callable<Integer> {
  @Mixin private StoreOption option;
  @Mixin private AdminClient admin;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    Optional<FailedPort> port = FailedPort.select(admin, option);
    if (port.isPresent()) {
      port.get().unresolved(out);
      return 0;
    }
    FailedStore failed = new FailedStore(option);
    FolderStore store = failed.store();
    boolean any = false;
    for (StoreKey key : store.keys(StoreState.UNRESOLVED)) {
      Optional<StoredMessage> message = store.read(StoreState.UNRESOLVED, key);
      if (message.isPresent()) {
        any = true;
        print(message.get(), out);
      }
    }
    if (!any) {
      out.println("No pending compensations in " + failed.folder());
    }
    failed.report(spec.commandLine().getErr());
    return 0;
  }

  private static void print(StoredMessage message, PrintWriter out) {
    Unresolved unresolved = Unresolved.of(message, FolderStore.ANY_MESSAGE);
    print(
        message.key().id().toString(),
        message.submission().service(),
        message.orchestration(),
        unresolved.waiting(),
        unresolved.doubtful(),
        out);
  }

  static void print(
      String id,
      String service,
      String orchestration,
      List<String> waiting,
      List<String> doubtful,
      PrintWriter out) {
    out.println(id + "  " + FailedListCommand.shown(service) + "  " + orchestration);
    waiting.forEach(line -> out.println("  pending compensation: " + TextTable.plain(line)));
    doubtful.forEach(line -> out.println("  resolve by hand: " + TextTable.plain(line)));
  }
}
