package org.dharch.core.orchestration;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ConstructsTest {
  private static final Condition SOME = PropertyCondition.present("some");

  @Test
  void handlersAreFoundOnAnyPath() {
    Sequence body =
        Sequence.of(
            Stage.of("first", "parallel"),
            Choose.when(SOME, Stage.of("when")).orWhen(SOME).otherwise(Stage.of("otherwise")),
            Repeat.whilst(SOME, 2, Choose.when(SOME, Stage.of("deep"))));
    for (String name : new String[] {"first", "parallel", "when", "otherwise", "deep"}) {
      assertTrue(Constructs.anyHandler(body, h -> h.name().equals(name)), name);
    }
    assertFalse(Constructs.anyHandler(body, h -> h.name().equals("none")));
    assertFalse(Constructs.anyHandler(Sequence.EMPTY, h -> true));
  }

  @Test
  void onlyMandatoryNonOnewayHandlersMayHalt() {
    HandlerEntry must = HandlerEntry.of("must");
    assertTrue(must.isRequired());
    assertFalse(must.oneway(true).isRequired());
    assertFalse(must.mustPerform(false).isRequired());
    assertFalse(must.mustPerform(false).oneway(true).isRequired());
  }
}
