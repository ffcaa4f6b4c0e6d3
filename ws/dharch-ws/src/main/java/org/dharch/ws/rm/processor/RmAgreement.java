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
 * The conditions on which a sink creates sequences.
 *
 * @param policy checks the requested sequence; without one, sequences must not be bound to security
 * @param expires the maximum lifetime of a sequence; empty for no maximum
 * @param inactivity the inactivity timeout, unless the policy has one
 * @param behavior the incomplete sequence behavior
 */
public record RmAgreement(
    Optional<PolicyProcessor> policy,
    Optional<Duration> expires,
    Duration inactivity,
    IncompleteSequenceBehavior behavior) {

  /** The default inactivity timeout. */
  public static final Duration INACTIVITY = Duration.ofHours(1);

  public static final RmAgreement DEFAULT =
      new RmAgreement(
          Optional.empty(), Optional.empty(), INACTIVITY, IncompleteSequenceBehavior.NO_DISCARD);

  DeliveryAssurance assurance(RmVersion version) {
    return alternative(version)
        .map(RmPolicy::assurance)
        .orElse(DeliveryAssurance.EXACTLY_ONCE_IN_ORDER);
  }

  long inactivityMillis(RmVersion version) {
    return alternative(version).flatMap(RmPolicy::inactivityTimeout).orElse(inactivity).toMillis();
  }

  /** Returns the granted lifetime; empty for unlimited. */
  Optional<Duration> granted(Optional<Duration> requested) {
    if (expires.isEmpty() || requested.isEmpty()) {
      return requested.or(() -> expires);
    }
    return requested.get().compareTo(expires.get()) < 0 ? requested : expires;
  }

  private Optional<RmPolicy> alternative(RmVersion version) {
    return policy.map(PolicyProcessor::alternatives).orElse(List.of()).stream()
        .filter(candidate -> candidate.version().equals(Optional.of(version)))
        .findFirst();
  }
}
