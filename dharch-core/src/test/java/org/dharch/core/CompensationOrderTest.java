package org.dharch.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Orchestration;
import org.dharch.core.orchestration.Stage;
import org.junit.jupiter.api.Test;

/** Compensators run in the reverse order of performing, whatever ended in between. */
class CompensationOrderTest extends ManagerRestarts {
  private static final HandlerEntry PAY =
      HandlerEntry.of("pay").atomicity(Atomicity.ATOMIC).compensator("refund");
  private static final Orchestration ONE_WAY_PAYMENT =
      Orchestration.of("o", Stage.of(BOOK), Stage.of(PAY), Stage.of("check")).durable(true);
  private static final String[] ALL = {"book", "unbook", "pay", "refund", "check"};

  private Bench next() {
    Bench bench = incarnation(ONE_WAY_PAYMENT);
    bench.node("n", ALL);
    ManagerProbe.of(bench.manager).stepStore();
    return bench;
  }

  @Test
  void managerRestartsBetweenTwoPerformings() {
    Bench first = next();
    oneWay(first);
    first.performed(first.afterTheDisk(), "book");
    first.afterTheDisk();
    Bench second = next();
    second.performed(second.afterTheDisk(), "pay");
    second.failed(second.batch(), "check", "no");
    Bench.Sent last = second.afterTheDisk();
    assertEquals(Set.of("refund"), last.handlers());
    second.performed(last, "refund");
    assertEquals(Set.of("unbook"), second.afterTheDisk().handlers());
  }

  @Test
  void managerRestartsBetweenTwoCompensations() {
    Bench first = next();
    oneWay(first);
    first.performed(first.afterTheDisk(), "book");
    first.performed(first.afterTheDisk(), "pay");
    first.failed(first.batch(), "check", "no");
    first.performed(first.afterTheDisk(), "refund");
    first.afterTheDisk();
    Bench second = next();
    assertEquals(Set.of("unbook"), second.afterTheDisk().handlers());
  }
}
