package org.dharch.ws.rm;

/** Terms for sequences that are stepped by hand. */
final class HandTerms {
  static final long INACTIVITY = 600_000;

  private HandTerms() {}

  static Terms of(RmVersion version, String endpoint, String acksTo, boolean inOrder) {
    return of(version, endpoint, acksTo, inOrder, IncompleteSequenceBehavior.NO_DISCARD);
  }

  static Terms of(
      RmVersion version,
      String endpoint,
      String acksTo,
      boolean inOrder,
      IncompleteSequenceBehavior behavior) {
    return new Terms(
        version,
        "wsa",
        "soap",
        endpoint,
        acksTo,
        "",
        new DeliveryAssurance(DeliveryAssurance.Kind.EXACTLY_ONCE, inOrder),
        behavior,
        INACTIVITY,
        "");
  }
}
