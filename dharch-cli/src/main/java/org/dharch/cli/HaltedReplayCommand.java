package org.dharch.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.dharch.core.store.StoreState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
  private static final String THERE = "executed as soon as its handlers and its service are there";

  @Mixin private HaltedWhich which;
  @Mixin private StoreOption option;
  @Mixin private AdminClient admin;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    which.check();
    Optional<HaltedPort> port = HaltedPort.of(admin, option);
    if (port.isPresent()) {
      return port.get().act("replay", which, spec, (done, ids) -> say(done, ids, THERE));
    }
    HaltedStore halted = new HaltedStore(option);
    if (which.ids().isEmpty()) {
      long asked =
          halted.meant(which.filter(), Set.of(StoreState.HALTED)).stream()
              .filter(one -> replay(halted, one))
              .count();
      say((int) asked, List.of(), when(halted));
      halted.report(spec.commandLine().getErr());
      return 0;
    }
    List<HaltedStore.Found> found = which.ids().stream().map(halted::find).distinct().toList();
    for (HaltedStore.Found one : found) {
      if (one.state() == StoreState.HALTED && !replay(halted, one)) {
        throw new UsageException("message " + one.key().id() + " is not there any more");
      }
    }
    say(found.size(), found.stream().map(one -> one.key().id().toString()).toList(), when(halted));
    return 0;
  }

  private void say(int done, List<String> ids, String when) {
    PrintWriter out = spec.commandLine().getOut();
    if (ids.isEmpty()) {
      out.println("replay: " + done + (done == 0 ? "" : ", " + when));
    } else if (done == ids.size()) {
      ids.forEach(id -> out.println("replay " + id + ": it is " + when));
    }
  }

  private static boolean replay(HaltedStore halted, HaltedStore.Found one) {
    return halted.store().move(one.key(), StoreState.HALTED, StoreState.REPLAY);
  }

  private static String when(HaltedStore halted) {
    return halted.store().manager().isPresent()
        ? THERE
        : "executed when a manager starts; none uses the store now";
  }
}
