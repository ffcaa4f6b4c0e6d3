package org.dharch.cli.store;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.dharch.cli.admin.AdminClient;
import org.dharch.cli.base.StoreOption;
import org.dharch.cli.base.Version;
import org.dharch.core.store.StoreState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "resolve",
    description = "Mark pending compensations as resolved by hand",
    footer = "Example: dharch failed resolve 5f2a90c1",
    versionProvider = Version.class)
final class FailedResolveCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "ID",
      arity = "1..*",
      description = "Ids of the messages, or beginnings or ends of ids")
  private List<String> ids;

  @Mixin private StoreOption option;
  @Mixin private AdminClient admin;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Optional<FailedPort> port = FailedPort.of(admin, option);
    if (port.isPresent()) {
      return port.get().resolve(ids, spec, (done, which) -> print(port.get(), done));
    }
    FailedStore failed = new FailedStore(option);
    List<FailedStore.Found> found =
        ids.stream()
            .map(id -> failed.find(id, List.of(StoreState.UNRESOLVED), "unresolved"))
            .distinct()
            .toList();
    long resolved = found.stream().filter(one -> failed.store().resolve(one.key())).count();
    print("resolved: " + resolved);
    return 0;
  }

  private void print(FailedPort port, int done) {
    print("resolved" + (port.isOfStore() ? "" : " at " + port.url()) + ": " + done);
  }

  private void print(String line) {
    spec.commandLine().getOut().println(line);
  }
}
