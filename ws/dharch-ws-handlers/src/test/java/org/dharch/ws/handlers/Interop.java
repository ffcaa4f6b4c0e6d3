package org.dharch.ws.handlers;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * How much the tests with real peers do: a little with -Pfull; in the profile {@code interop} more
 * messages, and every combination.
 */
final class Interop {
  /** Set in the profile. */
  static final String MESSAGES = "interop.messages";

  private Interop() {}

  /** How many messages each test sends. */
  static int messages(int inEveryBuild) {
    return Integer.getInteger(MESSAGES, inEveryBuild);
  }

  /** Both versions of RM with the versions of addressing that go with each, and of SOAP. */
  static Stream<Arguments> versions() {
    List<Arguments> all = new ArrayList<>();
    for (String rm : List.of("1.0 2004/08", "1.0 2005/08", "1.1 2005/08")) {
      String[] names = rm.split(" ", -1);
      for (String soap : List.of("11", "12")) {
        all.add(Arguments.of(names[0], names[1], soap));
      }
    }
    return all.stream();
  }
}
