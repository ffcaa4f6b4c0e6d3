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
 * @param isFetching whether the client, which has no address, fetches responses that it lacks
 * @param isTwoWay whether its messages are requests, some of them at least
 * @param isSilent whether the service answers one-way messages with nothing, as if ReplyTo was none
 */
record Conversation(
    int number,
    RmVersion version,
    boolean isDecoupled,
    boolean isFetching,
    boolean isTwoWay,
    boolean isSilent,
    DeliveryAssurance assurance,
    IncompleteSequenceBehavior behavior,
    long inactivityMillis,
    long expiresMillis) {

  /**
   * @param seldom for what is seldom
   * @param later for what was drawn first when the others had been for long
   */
  static Conversation draw(
      int number, SplittableRandom random, SplittableRandom seldom, SplittableRandom later) {
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
    RmVersion version = random.nextBoolean() ? RmVersion.RM_1_0 : RmVersion.RM_1_1;
    boolean isDecoupled = random.nextBoolean();
    return new Conversation(
        number,
        version,
        isDecoupled,
        !isDecoupled && isTwoWay && seldom.nextBoolean(),
        isTwoWay,
        later.nextInt(4) == 0,
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
    String fetched = isFetching ? Terms.fetched(address(), address()) : "";
    return terms(isDecoupled ? address() : fetched, "service", "");
  }

  /** The client's; by which it fetches if it has none. */
  String address() {
    return "client" + number;
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
