package org.dharch.ws.policy;

import java.time.Duration;
import java.util.Optional;
import org.dharch.ws.rm.DeliveryAssurance;

/**
 * The parameters of an RMAssertion.
 *
 * @param hasBackoff whether the retransmission interval doubles
 * @param sequenceStr whether a sequence is bound to a security token (1.1)
 * @param transportSecurity whether a sequence is bound to the connection (1.1)
 */
record RmParameters(
    Optional<Duration> inactivity,
    Optional<Duration> retransmission,
    boolean hasBackoff,
    Optional<Duration> acknowledgement,
    Optional<DeliveryAssurance> assurance,
    boolean sequenceStr,
    boolean transportSecurity) {

  /**
   * Whether two ends are compatible: compares the requirements on each other, not local behavior.
   */
  boolean goesWith(RmParameters other) {
    boolean sameAssurance =
        assurance.isEmpty() || other.assurance.isEmpty() || assurance.equals(other.assurance);
    return sameAssurance
        && sequenceStr == other.sequenceStr
        && transportSecurity == other.transportSecurity;
  }

  /** Combines both ends' parameters: the times of this object, otherwise the other's. */
  RmParameters with(RmParameters other) {
    return new RmParameters(
        inactivity.or(other::inactivity),
        retransmission.or(other::retransmission),
        hasBackoff || (retransmission.isEmpty() && other.hasBackoff),
        acknowledgement.or(other::acknowledgement),
        assurance.or(other::assurance),
        sequenceStr,
        transportSecurity);
  }
}
