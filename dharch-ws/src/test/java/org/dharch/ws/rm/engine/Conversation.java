package org.dharch.ws.rm.engine;

import java.util.SplittableRandom;
import org.dharch.ws.rm.DeliveryAssurance;
import org.dharch.ws.rm.IncompleteSequenceBehavior;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.Terms;

/**
 * What a client and a service have agreed on, drawn at random.
 *
 * @param isDecoupled whether acknowledgements and responses go to an address of the client's
 * @param isTwoWay whether its messages are requests, some of them at least
 */
record Conversation(
    int number,
    RmVersion version,
    boolean isDecoupled,
    boolean isTwoWay,
    DeliveryAssurance assurance,
    IncompleteSequenceBehavior behavior,
    long inactivityMillis,
    long expiresMillis) {

  static Conversation draw(int number, SplittableRandom random) {
    boolean isTwoWay = random.nextInt(2) == 0;
    IncompleteSequenceBehavior behavior =
        switch (random.nextInt(6)) {
          case 0 -> IncompleteSequenceBehavior.DISCARD_FOLLOWING_FIRST_GAP;
          case 1 ->
              isTwoWay
                  ? IncompleteSequenceBehavior.NO_DISCARD
                  : IncompleteSequenceBehavior.DISCARD_ENTIRE_SEQUENCE;
          default -> IncompleteSequenceBehavior.NO_DISCARD;
        };
    return new Conversation(
        number,
        random.nextBoolean() ? RmVersion.RM_1_0 : RmVersion.RM_1_1,
        random.nextBoolean(),
        isTwoWay,
        new DeliveryAssurance(DeliveryAssurance.Kind.EXACTLY_ONCE, random.nextInt(3) > 0),
        behavior,
        20_000 + random.nextInt(20_000),
        random.nextInt(4) == 0 ? 4_000 + random.nextInt(20_000) : 400_000);
  }

  /** The client's terms; at the service's end the same under the name of who asked for them. */
  Terms terms(String createdBy) {
    return terms("service" + number, isDecoupled ? "client" : "", createdBy);
  }

  /** Those of the offered sequence at its source, the service. */
  Terms offeredAtService() {
    return terms(isDecoupled ? "client" + number : "", "service", "");
  }

  /** Those of the offered sequence at its sink, the client. */
  Terms offeredAtClient() {
    return terms("application", "service", "");
  }

  private Terms terms(String endpoint, String acksTo, String createdBy) {
    return new Terms(
        version,
        "wsa",
        "soap",
        endpoint,
        acksTo,
        "",
        assurance,
        behavior,
        inactivityMillis,
        createdBy);
  }
}
