package org.dharch.ws.policy;

import java.time.Duration;
import java.util.Optional;
import org.dharch.ws.rm.DeliveryAssurance;

/**
 * The parameters of an RM policy assertion.
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

  /** Compares the requirements on the other end, not local behavior. */
  boolean isCompatibleWith(RmParameters other) {
    return (assurance.isEmpty() || other.assurance.isEmpty() || assurance.equals(other.assurance))
        && sequenceStr == other.sequenceStr
        && transportSecurity == other.transportSecurity;
  }

  /** Combines both ends' parameters; this object's times take precedence. */
  RmParameters combine(RmParameters other) {
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
