package org.dharch.core.orchestration.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.dharch.api.Limits;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Submission;
import org.dharch.core.orchestration.Condition;
import org.dharch.core.orchestration.MessageView;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.PropertyCondition;
import org.dharch.core.orchestration.Stage;
import org.junit.jupiter.api.Test;

class RuleIndexTest {
  private final SplittableRandom random = new SplittableRandom(11);

  private Optional<String> maybe(String letter) {
    return random.nextInt(3) == 0 ? Optional.empty() : Optional.of(letter + random.nextInt(3));
  }

  private Rule rule(Direction flow) {
    return new Rule("o", flow, new MessageMatch(maybe("s"), maybe("o"), maybe("a"), List.of()));
  }

  /** The index yields the same rules in the same order as a linear search. */
  @Test
  void findsTheSameRulesAsALinearSearch() {
    for (int run = 0; run < 300; run++) {
      List<Rule> rules = new ArrayList<>();
      for (int i = random.nextInt(30); i > 0; i--) {
        rules.add(rule(random.nextBoolean() ? Direction.IN : Direction.OUT));
      }
      Orchestrations.RuleIndex index = new Orchestrations.RuleIndex(rules);
      for (int message = 0; message < 20; message++) {
        String service = "s" + random.nextInt(4);
        Optional<String> operation = maybe("o");
        Optional<String> action = maybe("a");
        List<Rule> may =
            rules.stream()
                .filter(rule -> rule.flow() == Direction.IN)
                .filter(rule -> rule.match().mayMatch(service, operation, action))
                .toList();
        assertEquals(
            new HashSet<>(may),
            new HashSet<>(index.of(Direction.IN, service, operation, action).toList()));
        if (operation.isPresent() && action.isPresent()) {
          assertEquals(may, index.of(Direction.IN, service, operation.get(), action.get()));
        }
      }
    }
  }

  /** Fault C3: each message looked at every rule. */
  @Test
  void costDoesNotGrowWithUnrelatedRules() {
    for (int others : new int[] {0, 10, 10_000}) {
      List<Rule> rules = new ArrayList<>();
      for (int i = 0; i < others; i++) {
        rules.add(Rule.service(Direction.IN, "other" + i, "o"));
        rules.add(
            new Rule(
                "o",
                Direction.IN,
                new MessageMatch(
                    Optional.of("S"), Optional.of("other" + i), Optional.empty(), List.of())));
        rules.add(Rule.all(Direction.OUT, "o"));
      }
      Condition never = PropertyCondition.is("is", "not there");
      rules.add(Rule.service(Direction.IN, "S", "o").when(never));
      rules.add(Rule.all(Direction.IN, "o"));
      assertEquals(2, new Orchestrations.RuleIndex(rules).of(Direction.IN, "S", "op", "").size());
      Orchestrations all = Orchestrations.of(List.of(Orchestration.of("o", Stage.of("A"))), rules);
      Submission message = Submission.of(Direction.IN, "S", new byte[0]);
      assertEquals(
          "o",
          all.choose(
                  message,
                  new MessageView(message.envelope(), message.properties(), Limits.DEFAULT))
              .orElseThrow()
              .name());
    }
  }
}
