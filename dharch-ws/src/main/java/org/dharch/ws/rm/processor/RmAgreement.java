package org.dharch.ws.rm.processor;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.dharch.ws.policy.PolicyProcessor;
import org.dharch.ws.policy.RmPolicy;
import org.dharch.ws.rm.DeliveryAssurance;
import org.dharch.ws.rm.IncompleteSequenceBehavior;
import org.dharch.ws.rm.RmVersion;

/**
 * What a sink agrees to when a sequence is created.
 *
 * @param policy against which what is asked for is held; without one every sequence is allowed that
 *     is bound to nothing
 * @param expires how long a sequence lasts at most; empty: as long as its source wants
 * @param inactivity after how long without a message it is over, unless the policy says
 * @param behavior what becomes of one that ends with gaps
 */
public record RmAgreement(
    Optional<PolicyProcessor> policy,
    Optional<Duration> expires,
    Duration inactivity,
    IncompleteSequenceBehavior behavior) {

  /** How long a sequence without messages lasts if nothing is said. */
  public static final Duration INACTIVITY = Duration.ofHours(1);

  /** What holds where nothing is configured. */
  public static final RmAgreement DEFAULT =
      new RmAgreement(
          Optional.empty(), Optional.empty(), INACTIVITY, IncompleteSequenceBehavior.NO_DISCARD);

  DeliveryAssurance assurance(RmVersion version) {
    return said(version).map(RmPolicy::assurance).orElse(DeliveryAssurance.EXACTLY_ONCE_IN_ORDER);
  }

  long inactivityMillis(RmVersion version) {
    return said(version).flatMap(RmPolicy::inactivityTimeout).orElse(inactivity).toMillis();
  }

  /** How long a sequence lasts of which its source says this; empty: for ever. */
  Optional<Duration> granted(Optional<Duration> wanted) {
    if (expires.isEmpty() || wanted.isEmpty()) {
      return wanted.or(() -> expires);
    }
    return wanted.get().compareTo(expires.get()) < 0 ? wanted : expires;
  }

  private Optional<RmPolicy> said(RmVersion version) {
    return policy.map(PolicyProcessor::alternatives).orElse(List.of()).stream()
        .filter(alternative -> alternative.version().equals(Optional.of(version)))
        .findFirst();
  }
}
