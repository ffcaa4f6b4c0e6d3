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
 * @param policy checks the requested sequence; without one, every sequence without a security
 *     binding is allowed
 * @param expires the maximum lifetime of a sequence; empty: as requested
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

  /** The default settings. */
  public static final RmAgreement DEFAULT =
      new RmAgreement(
          Optional.empty(), Optional.empty(), INACTIVITY, IncompleteSequenceBehavior.NO_DISCARD);

  DeliveryAssurance assurance(RmVersion version) {
    return said(version).map(RmPolicy::assurance).orElse(DeliveryAssurance.EXACTLY_ONCE_IN_ORDER);
  }

  long inactivityMillis(RmVersion version) {
    return said(version).flatMap(RmPolicy::inactivityTimeout).orElse(inactivity).toMillis();
  }

  /** Returns the granted lifetime for the requested one; empty: unlimited. */
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
