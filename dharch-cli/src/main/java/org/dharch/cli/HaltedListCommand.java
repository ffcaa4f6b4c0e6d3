package org.dharch.cli;

import java.io.PrintWriter;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.dharch.core.store.Halt;
import org.dharch.core.store.StoreState;
import org.dharch.core.store.StoredMessage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A line for each halted message. */
@Command(
    name = "list",
    description = "A line for each halted message, the oldest first.",
    versionProvider = Version.class)
final class HaltedListCommand implements Callable<Integer> {
  static final DateTimeFormatter WHEN =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.systemDefault());
  private static final List<String> HEAD =
      List.of("id", "when", "state", "service", "operation", "orchestration", "fault");

  @Mixin private StoreOption option;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    HaltedStore halted = new HaltedStore(option);
    List<List<String>> rows = new ArrayList<>();
    for (HaltedStore.Found found : halted.all()) {
      Optional<StoredMessage> message = halted.store().read(found.state(), found.key());
      message.ifPresent(m -> rows.add(row(found.state(), m)));
    }
    if (rows.isEmpty()) {
      out.println("No halted messages in " + halted.folder());
    } else {
      rows.add(0, HEAD);
      Columns.print(rows, out);
    }
    int accepted = halted.store().keys(StoreState.ACCEPTED).size();
    if (accepted > 0) {
      out.println(accepted + " accepted one-way messages have not ended yet");
    }
    halted.report(spec.commandLine().getErr());
    return 0;
  }

  private static List<String> row(StoreState state, StoredMessage message) {
    Halt halt = message.halt().orElseThrow();
    return List.of(
        message.key().id().toString(),
        WHEN.format(halt.at()),
        state == StoreState.REPLAY ? "replay" : "halted",
        shown(message.submission().service()),
        shown(message.submission().operation()),
        message.orchestration(),
        halt.fault().toString().replaceAll("\\s*\\R\\s*", " "));
  }

  static String shown(String text) {
    return text.isEmpty() ? "-" : text;
  }
}
