package org.dharch.monitor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.dharch.core.DHManager;
import org.dharch.core.orchestration.Choose;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.OnFault;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Repeat;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.graph.Graph;
import org.dharch.core.orchestration.rule.Orchestrations;

/** An active orchestration, as a tree and as the text of a graph. */
final class OrchestrationPage {
  private OrchestrationPage() {}

  static AdminPage.Answer of(DHManager manager, String name) {
    Orchestrations all = manager.orchestrations();
    Orchestration one = all.byName().get(name);
    if (one == null) {
      return AdminPage.Answer.text(
          404,
          "unknown orchestration '"
              + name
              + "'; it must be one of "
              + all.byName().keySet()
              + "\n");
    }
    ObjectNode answer =
        Json.object()
            .put("name", one.name())
            .put("stages", one.notation())
            .put("durable", one.durable());
    one.deadline().ifPresent(deadline -> answer.put("deadline", deadline.toMillis()));
    answer.put("recovery", one.recovery().toString());
    answer.put("direct", one.direct().word());
    ArrayNode rules = answer.putArray("rules");
    all.rules().stream()
        .filter(rule -> rule.orchestration().equals(name))
        .forEach(rule -> rules.add(rule.toString()));
    answer.set("body", construct(one.body()));
    Graph graph = Graph.of(all, name);
    answer.put("mermaid", graph.mermaid()).put("dot", graph.dot());
    return Json.answer(answer);
  }

  private static ObjectNode construct(Construct construct) {
    ObjectNode of = Json.object();
    if (construct instanceof Stage stage) {
      of.put("kind", "stage");
      if (stage.first()) {
        of.put("first", true);
      }
      if (stage.isBranched()) {
        ArrayNode branches = of.putArray("branches");
        stage.branches().forEach(branch -> branches.add(construct(branch)));
      }
      ArrayNode handlers = of.putArray("handlers");
      stage.handlers().forEach(entry -> handlers.add(handler(entry)));
    } else if (construct instanceof Sequence sequence) {
      ArrayNode parts = of.put("kind", "sequence").putArray("parts");
      sequence.parts().forEach(part -> parts.add(construct(part)));
      if (sequence.catches()) {
        ArrayNode faults = of.putArray("onFault");
        sequence.faults().forEach(fault -> faults.add(onFault(fault)));
      }
    } else if (construct instanceof Choose choose) {
      ArrayNode ways = of.put("kind", "choose").putArray("ways");
      choose.whens().forEach(when -> add(ways, when.condition().toString(), when.body()));
      add(ways, "otherwise", choose.otherwise());
    } else {
      Repeat repeat = (Repeat) construct;
      of.put("kind", "repeat").put("times", repeat.times());
      repeat.condition().ifPresent(condition -> of.put("while", condition.toString()));
      of.set("body", construct(repeat.body()));
    }
    return of;
  }

  private static ObjectNode onFault(OnFault fault) {
    ObjectNode of = Json.object();
    ArrayNode codes = of.putArray("codes");
    fault.codes().forEach(code -> codes.add(code.name()));
    of.set("body", construct(fault.body()));
    return of;
  }

  private static void add(ArrayNode ways, String condition, Sequence body) {
    ways.addObject().put("when", condition).set("body", construct(body));
  }

  private static ObjectNode handler(HandlerEntry entry) {
    ObjectNode of =
        Json.object()
            .put("name", entry.name())
            .put("mustPerform", entry.failures().mustPerform())
            .put("oneway", entry.oneway())
            .put("mayRespond", entry.mayRespond())
            .put("atomicity", entry.failures().atomicity().toString())
            .put("retries", entry.failures().retry().retries());
    entry.failures().compensator().ifPresent(name -> of.put("compensator", name));
    entry.node().ifPresent(name -> of.put("node", name));
    entry
        .parts()
        .send()
        .ifPresent(
            parts -> {
              ArrayNode sent = of.putArray("send");
              parts.stream().sorted().forEach(part -> sent.add(part.toString()));
            });
    return of;
  }
}
