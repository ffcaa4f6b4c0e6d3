package org.dharch.ws.policy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.neethi.Assertion;
import org.apache.neethi.Policy;
import org.dharch.ws.AnonymousUse;
import org.dharch.ws.rm.Backoff;
import org.dharch.ws.rm.DeliveryAssurance;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SinkSettings;
import org.dharch.ws.rm.SourceSettings;

/**
 * What one alternative of a policy says of reliable messaging and addressing: the constants of a
 * sequence, or of all sequences of an endpoint (Pallickara et al., section 2.1). Immutable.
 *
 * @param version the version that is used; empty if none is
 * @param inactivityTimeout after how long without a message a sequence is over
 * @param baseRetransmissionInterval how long the first acknowledgement is waited for
 * @param exponentialBackoff whether that doubles each time
 * @param acknowledgementInterval how long an acknowledgement may wait for others
 * @param assurance what the sink promises
 * @param sequenceStr whether a sequence is bound to a security token
 * @param sequenceTransportSecurity whether it is bound to the connection
 * @param usesAddressing whether WS-Addressing must be used
 * @param anonymous where replies may go
 */
public record RmPolicy(
    Optional<RmVersion> version,
    Optional<Duration> inactivityTimeout,
    Optional<Duration> baseRetransmissionInterval,
    boolean exponentialBackoff,
    Optional<Duration> acknowledgementInterval,
    DeliveryAssurance assurance,
    boolean sequenceStr,
    boolean sequenceTransportSecurity,
    boolean usesAddressing,
    AnonymousUse anonymous) {

  /**
   * One for each of a policy's alternatives, in their order; two for one that has both versions.
   */
  public static List<RmPolicy> of(Policy policy) {
    List<RmPolicy> all = new ArrayList<>();
    for (List<Assertion> alternative : Policies.alternatives(policy)) {
      Optional<AddressingAssertion> addressing =
          alternative.stream()
              .filter(AddressingAssertion.class::isInstance)
              .map(AddressingAssertion.class::cast)
              .findFirst();
      List<RmAssertion> assertions =
          alternative.stream()
              .filter(RmAssertion.class::isInstance)
              .map(RmAssertion.class::cast)
              .toList();
      if (assertions.isEmpty()) {
        all.add(of(Optional.empty(), NOTHING, addressing));
      }
      for (RmAssertion assertion : assertions) {
        all.add(of(Optional.of(assertion.version()), assertion.parameters(), addressing));
      }
    }
    return all;
  }

  private static final RmParameters NOTHING =
      new RmParameters(
          Optional.empty(),
          Optional.empty(),
          false,
          Optional.empty(),
          Optional.empty(),
          false,
          false);

  private static RmPolicy of(
      Optional<RmVersion> version, RmParameters said, Optional<AddressingAssertion> addressing) {
    return new RmPolicy(
        version,
        said.inactivity(),
        said.retransmission(),
        said.hasBackoff(),
        said.acknowledgement(),
        said.assurance().orElse(DeliveryAssurance.EXACTLY_ONCE_IN_ORDER),
        said.sequenceStr(),
        said.transportSecurity(),
        addressing.isPresent(),
        addressing.map(AddressingAssertion::use).orElse(AnonymousUse.OPTIONAL));
  }

  /** A source's settings with what the policy says; the longest interval stays as it is. */
  public SourceSettings applyTo(SourceSettings settings) {
    if (baseRetransmissionInterval.isEmpty()) {
      return settings;
    }
    long base = Math.max(1, baseRetransmissionInterval.get().toMillis());
    long most = exponentialBackoff ? Math.max(base, settings.retransmission().maxMillis()) : base;
    return new SourceSettings(
        new Backoff(base, most),
        settings.maxInFlight(),
        settings.createMillis(),
        settings.idleMillis(),
        settings.keptMillis(),
        settings.maxTerminations(),
        settings.queuedMillis());
  }

  /** A sink's settings with what the policy says. */
  public SinkSettings applyTo(SinkSettings settings) {
    if (acknowledgementInterval.isEmpty()) {
      return settings;
    }
    return new SinkSettings(
        settings.maxRanges(),
        settings.maxHeld(),
        settings.maxDelivering(),
        settings.maxDeliveries(),
        settings.leaseMillis(),
        acknowledgementInterval.get().toMillis(),
        settings.responseMillis(),
        settings.keptMillis(),
        settings.retry());
  }
}
