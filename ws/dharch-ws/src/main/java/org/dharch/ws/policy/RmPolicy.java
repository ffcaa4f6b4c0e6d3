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
 * One alternative of a policy for reliable messaging and addressing: the constants of the sequences
 * of an endpoint (Pallickara et al., section 2.1). Immutable.
 *
 * @param version the RM version; empty if RM is not used
 * @param inactivityTimeout how long a sequence may last without messages
 * @param baseRetransmissionInterval how long a source waits for the first acknowledgement
 * @param exponentialBackoff whether that interval doubles each time
 * @param acknowledgementInterval how long acknowledgements may be delayed
 * @param assurance the delivery assurance of the sink
 * @param sequenceStr whether a sequence is bound to a security token
 * @param sequenceTransportSecurity whether it is bound to the connection
 * @param usesAddressing whether WS-Addressing is required
 * @param anonymous where replies may be sent
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
   * Creates one object for each alternative of a policy, in order. An alternative with both
   * versions becomes two objects.
   */
  public static List<RmPolicy> of(Policy policy) {
    List<RmPolicy> all = new ArrayList<>();
    for (List<Assertion> alternative : Policies.alternatives(policy)) {
      Optional<AddressingAssertion> addressing =
          all(alternative, AddressingAssertion.class).stream().findFirst();
      List<RmAssertion> assertions = all(alternative, RmAssertion.class);
      if (assertions.isEmpty()) {
        all.add(of(Optional.empty(), NO_PARAMETERS, addressing));
      }
      for (RmAssertion assertion : assertions) {
        all.add(of(Optional.of(assertion.version()), assertion.parameters(), addressing));
      }
    }
    return all;
  }

  private static <T> List<T> all(List<Assertion> alternative, Class<T> type) {
    return alternative.stream().filter(type::isInstance).map(type::cast).toList();
  }

  private static final RmParameters NO_PARAMETERS =
      new RmParameters(
          Optional.empty(),
          Optional.empty(),
          false,
          Optional.empty(),
          Optional.empty(),
          false,
          false);

  private static RmPolicy of(
      Optional<RmVersion> version,
      RmParameters parameters,
      Optional<AddressingAssertion> addressing) {
    return new RmPolicy(
        version,
        parameters.inactivity(),
        parameters.retransmission(),
        parameters.hasBackoff(),
        parameters.acknowledgement(),
        parameters.assurance().orElse(DeliveryAssurance.EXACTLY_ONCE_IN_ORDER),
        parameters.sequenceStr(),
        parameters.transportSecurity(),
        addressing.isPresent(),
        addressing.map(AddressingAssertion::use).orElse(AnonymousUse.OPTIONAL));
  }

  /** Applies the policy to a source's settings; the maximum interval is unchanged. */
  public SourceSettings applyTo(SourceSettings settings) {
    if (baseRetransmissionInterval.isEmpty()) {
      return settings;
    }
    long base = Math.max(1, baseRetransmissionInterval.get().toMillis());
    long max = exponentialBackoff ? Math.max(base, settings.retransmission().maxMillis()) : base;
    return new SourceSettings(
        new Backoff(base, max),
        settings.maxInFlight(),
        settings.createMillis(),
        settings.idleMillis(),
        settings.keptMillis(),
        settings.maxTerminations(),
        settings.queuedMillis());
  }

  /** Applies the policy to a sink's settings. */
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
