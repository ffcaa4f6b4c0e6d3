package org.dharch.cli.admin;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.dharch.api.MessageId;
import org.dharch.cli.base.TextTable;
import org.dharch.cli.base.Times;
import org.dharch.cli.base.UsageException;
import org.dharch.cli.base.Version;
import org.dharch.cli.base.Waterfall;
import org.dharch.core.view.ManagerQueryReply;
import org.dharch.core.view.MessageProgress;
import org.dharch.core.view.MessageQuery;
import org.dharch.monitor.ManagerQueryRepliesJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "trace",
    description = "Show the state and timeline of one message of any manager",
    footer = "Example: dharch managers trace 5f2a90c1",
    versionProvider = Version.class)
final class ManagersTraceCommand implements Callable<Integer> {
  @Parameters(paramLabel = "ID", description = "Id of the message, or the beginning of its id")
  private String id;

  @Mixin private QueriedManagers managers;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    List<ManagerQueryReply> answers = managers.ask(MessageQuery.of(whole()), spec);
    PrintWriter out = spec.commandLine().getOut();
    for (ManagerQueryReply answer : answers) {
      for (MessageProgress message : answer.messages()) {
        print(answer, message, out);
      }
    }
    if (!answers.isEmpty() && answers.stream().allMatch(a -> a.messages().isEmpty())) {
      throw new UsageException(
          "unknown message " + id + ": none of " + answers.size() + " managers has it");
    }
    return 0;
  }

  /** The id that starts so, among the messages of all managers. */
  private MessageId whole() throws Exception {
    if (MessageIds.checked(id).length() == MessageIds.WHOLE) {
      return MessageId.parse(id);
    }
    List<MessageId> found =
        managers.ask(MessageQuery.of(MessageProgress.Filter.ALL), spec).stream()
            .flatMap(answer -> answer.messages().stream())
            .map(MessageProgress::id)
            .filter(one -> one.toString().startsWith(id))
            .distinct()
            .toList();
    if (found.size() != 1) {
      throw new UsageException(
          (found.isEmpty() ? "no message starts" : found.size() + " messages start")
              + " with '"
              + id
              + "'");
    }
    return found.get(0);
  }

  private static void print(ManagerQueryReply of, MessageProgress message, PrintWriter out) {
    out.println(
        message.state()
            + (message.state().isUnderWay() ? ", stage " + message.stage() : "")
            + ", service "
            + TextTable.plain(message.target().service())
            + ", of manager "
            + ManagerQueryRepliesJson.name(of.origin()));
    Instant started = Instant.now().minus(message.since());
    out.println(
        Times.span(
            started.toString(),
            message.state().isUnderWay() ? "" : started.plus(message.duration()).toString(),
            message.duration().toNanos() / 1e6));
    message.fault().ifPresent(fault -> out.println(TextTable.plain(fault.toString())));
    for (MessageProgress.Step step : message.steps()) {
      if (!step.state().equals("PERFORMED")) {
        out.println(
            "now: "
                + step.handler()
                + " is "
                + step.state()
                + " on "
                + step.node()
                + " for "
                + TextTable.number(step.since().toNanos() / 1e6)
                + " ms");
      }
    }
    if (!message.toCompensate().isEmpty()) {
      out.println(
          "on a failure, compensated in this order: " + String.join(", ", message.toCompensate()));
    }
    Waterfall.of(message.timeline()).forEach(out::println);
  }
}
