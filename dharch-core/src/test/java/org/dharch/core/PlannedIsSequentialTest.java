package org.dharch.core;

import static org.dharch.testing.Utf8.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.XMLConstants;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.statistics.Statistics;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.api.Part;
import org.dharch.core.message.Outcome;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.dharch.core.orchestration.document.OrchestrationWriter;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.orchestration.rule.Policy;
import org.dharch.core.orchestration.rule.PolicyRule;
import org.dharch.core.planner.HandlerTimes;
import org.dharch.core.planner.Plan;
import org.dharch.core.planner.Planner;
import org.dharch.core.planner.Times;
import org.dharch.testing.DomXml;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.Text;

/**
 * What the planner proposes, with its branches, gives what the handlers give one after another, in
 * the order of the document that it was asked to plan; and it is never slower by its own figures.
 */
class PlannedIsSequentialTest {
  @Property
  void whatIsPlannedGivesWhatWasWritten(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    List<PureHandler> handlers = new ArrayList<>();
    Map<String, HandlerTimes> times = new HashMap<>();
    Policy policy = new Policy(List.of(new PolicyRule.Apart(Set.of("h0", "h3"))));
    for (int i = 3 + random.nextInt(6); i > 0; i--) {
      String name = "h" + handlers.size();
      handlers.add(
          new PureHandler(
              name,
              random.nextBoolean() ? Set.of() : parts(random, 1),
              parts(random, 2),
              random.nextLong(),
              random.nextBoolean()));
      times.put(name, HandlerTimes.of(1 + random.nextInt(50), random.nextInt(3) == 0 ? 1 : 0, 0));
    }
    Orchestration written =
        Orchestration.of(
            "o", handlers.stream().map(h -> Stage.of(h.entry())).toArray(Stage[]::new));
    Plan plan = Planner.plan(written, policy, new Times(0, times));
    assertTrue(plan.exact());
    assertTrue(least(plan.after().stages()) <= least(plan.before().stages()));
    assertEquals(List.of(), policy.contradictions(plan.proposed()));
    Orchestration planned = readAgain(plan.proposed());
    assertEquals(plan.proposed(), planned);
    boolean branches =
        planned.body().parts().stream().anyMatch(part -> ((Stage) part).isBranched());
    Statistics.label("with branches").collect(branches);

    byte[] envelope = Messages.envelope(random);
    if (branches && hasTwins(envelope)) {
      return; // of two blocks that mean the same a branch may remove either
    }
    MessageProperties properties = MessageProperties.of(Map.of("p0", "\u00e9", "other", 7));
    Outcome.Completed outcome =
        ParallelIsSequentialTest.distributed(planned, handlers, envelope, properties, random);
    DomXml.parse(outcome.envelope()); // a parser takes it
    ParallelIsSequentialTest.Made expected =
        ParallelIsSequentialTest.oneAfterAnother(handlers, envelope, properties);
    assertEquals(expected.properties().asMap(), outcome.properties().asMap());
    assertEquals(byName(expected.envelope()), byName(outcome.envelope()), planned::notation);
    if (!branches) {
      ParallelIsSequentialTest.Made inOrder =
          ParallelIsSequentialTest.oneAfterAnother(
              inOrder(planned, handlers), envelope, properties);
      assertEquals(text(inOrder.envelope()), text(outcome.envelope()));
    }
  }

  /**
   * What header blocks mean, by their names, those of one name in their order, and the body: the
   * order of blocks of different names is that of the handlers, and in a branch that of their
   * names.
   */
  private static List<String> byName(byte[] envelope) {
    List<String> all = new ArrayList<>();
    Envelopes.headers(envelope, Limits.DEFAULT).stream()
        .sorted(
            Comparator.comparing((HeaderRef ref) -> ref.name().toString())
                .thenComparing(HeaderRef::occurrence))
        .map(ref -> Envelopes.part(envelope, new Part.Header(ref), Limits.DEFAULT).orElseThrow())
        .forEach(block -> all.add(meaning(DomXml.parse(block))));
    all.add(text(Envelopes.part(envelope, Part.body(), Limits.DEFAULT).orElseThrow()));
    return all;
  }

  private static boolean hasTwins(byte[] envelope) {
    List<String> all = byName(envelope);
    return Set.copyOf(all).size() < all.size();
  }

  private static String meaning(Node of) {
    StringBuilder text = new StringBuilder();
    if (of instanceof Element element) {
      Set<String> attributes = new TreeSet<>();
      for (int i = 0; i < element.getAttributes().getLength(); i++) {
        Node each = element.getAttributes().item(i);
        if (!XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(each.getNamespaceURI())) {
          attributes.add(
              "{" + each.getNamespaceURI() + "}" + each.getLocalName() + "=" + each.getNodeValue());
        }
      }
      text.append("{" + element.getNamespaceURI() + "}" + element.getLocalName() + attributes);
    } else if (!(of instanceof Document)) {
      text.append(of instanceof Text ? "" : of.getNodeName()).append(of.getNodeValue());
    }
    for (Node child = of.getFirstChild(); child != null; child = child.getNextSibling()) {
      text.append(meaning(child));
    }
    return text.append(of instanceof Element ? "/" : "").toString();
  }

  private static double least(double millis) {
    return Math.round(millis * 1e6) / 1e6;
  }

  /** Of what is declared nothing is in another. */
  private static Set<DeclaredPart> parts(Random random, int most) {
    List<DeclaredPart> parts = new ArrayList<>();
    for (int i = random.nextInt(most); i >= 0; i--) {
      DeclaredPart part = Messages.PARTS.get(random.nextInt(Messages.PARTS.size()));
      if (parts.stream().noneMatch(part::overlaps)) {
        parts.add(part);
      }
    }
    return Set.copyOf(parts);
  }

  private static Orchestration readAgain(Orchestration planned) {
    String document = OrchestrationWriter.document(Orchestrations.of(List.of(planned), List.of()));
    return OrchestrationDocument.parse("planned.xml", document).named("o");
  }

  private static List<PureHandler> inOrder(Orchestration planned, List<PureHandler> handlers) {
    List<PureHandler> inOrder = new ArrayList<>();
    planned
        .body()
        .parts()
        .forEach(
            part ->
                ((Stage) part)
                    .handlers()
                    .forEach(
                        entry ->
                            inOrder.add(
                                handlers.stream()
                                    .filter(h -> h.name().equals(entry.name()))
                                    .findFirst()
                                    .orElseThrow())));
    assertEquals(handlers.size(), inOrder.size());
    return inOrder;
  }
}
