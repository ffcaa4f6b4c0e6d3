package org.dharch.ws.policy;

import java.time.Duration;
import java.util.Optional;
import org.dharch.ws.rm.DeliveryAssurance;

/**
 * What an RMAssertion says beside that reliable messaging is used.
 *
 * @param hasBackoff whether the interval between retransmissions doubles
 * @param sequenceStr whether a sequence is bound to a security token (1.1)
 * @param transportSecurity whether it is bound to the connection (1.1)
 */
record RmParameters(
    Optional<Duration> inactivity,
    Optional<Duration> retransmission,
    boolean hasBackoff,
    Optional<Duration> acknowledgement,
    Optional<DeliveryAssurance> assurance,
    boolean sequenceStr,
    boolean transportSecurity) {

  /** Whether two ends can have both: what each asks of the other, not what it does itself. */
  boolean goesWith(RmParameters other) {
    boolean sameAssurance =
        assurance.isEmpty() || other.assurance.isEmpty() || assurance.equals(other.assurance);
    return sameAssurance
        && sequenceStr == other.sequenceStr
        && transportSecurity == other.transportSecurity;
  }

  /** What both have agreed on: the times of these, and of the other where these say nothing. */
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
