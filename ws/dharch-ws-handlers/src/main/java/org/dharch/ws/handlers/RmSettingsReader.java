package org.dharch.ws.handlers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.ws.policy.Policies;
import org.dharch.ws.policy.PolicyException;
import org.dharch.ws.policy.PolicyProcessor;
import org.dharch.ws.policy.RmPolicy;
import org.dharch.ws.rm.IncompleteSequenceBehavior;
import org.dharch.ws.rm.SinkSettings;
import org.dharch.ws.rm.SourceSettings;
import org.dharch.ws.rm.engine.RmLimits;
import org.dharch.ws.rm.engine.RmSettings;
import org.dharch.ws.rm.processor.RmAgreement;
import org.dharch.ws.rm.processor.RmEmissions;

/**
 * The common parameters of all RM handlers of a node.
 *
 * @param store the store of sequences and messages
 */
record RmSettingsReader(
    StoreParameters store,
    RmSettings engine,
    RmAgreement agreement,
    RmEmissions.Settings emissions,
    Duration requestTime,
    Optional<String> repliesTo) {
  private static final Duration QUEUED_TIME = Duration.ofSeconds(15);

  /** Reads the common parameters and leaves the others to the handler. */
  static RmSettingsReader read(HandlerSettings settings) {
    Optional<PolicyProcessor> policy = settings.text("policy").map(RmSettingsReader::policy);
    Duration delivery = settings.duration("deliveryTime", Duration.ofSeconds(60));
    StoreParameters store = StoreParameters.read(settings);
    return new RmSettingsReader(
        store,
        engine(settings, policy, delivery),
        new RmAgreement(
            policy,
            settings.duration("expires"),
            settings.duration("inactivity", RmAgreement.INACTIVITY),
            settings.choice(
                "incomplete",
                Map.of(
                    "DiscardEntireSequence",
                    IncompleteSequenceBehavior.DISCARD_ENTIRE_SEQUENCE,
                    "DiscardFollowingFirstGap",
                    IncompleteSequenceBehavior.DISCARD_FOLLOWING_FIRST_GAP,
                    "NoDiscard",
                    IncompleteSequenceBehavior.NO_DISCARD),
                IncompleteSequenceBehavior.NO_DISCARD)),
        new RmEmissions.Settings(
            settings.text("deliver"),
            settings.text("send"),
            delivery,
            settings.duration("sendTime", Duration.ofSeconds(30)),
            settings.flag("keyHeader"),
            settings.duration("expires")),
        settings.duration("requestTime", Duration.ofSeconds(90)),
        settings.text("repliesTo"));
  }

  private static RmSettings engine(
      HandlerSettings settings, Optional<PolicyProcessor> policy, Duration delivery) {
    SinkSettings sink = SinkSettings.DEFAULT;
    SourceSettings source = SourceSettings.DEFAULT;
    List<RmPolicy> policies = policy.map(PolicyProcessor::alternatives).orElse(List.of());
    if (!policies.isEmpty()) {
      sink = policies.get(0).applyTo(sink);
      source = policies.get(0).applyTo(source);
    }
    RmLimits limits = RmLimits.DEFAULT;
    return new RmSettings(
        sink,
        withQueuedTime(source),
        new RmLimits(
            settings.number("maxSequences", limits.maxSequences(), 1),
            settings.number("maxMessages", limits.maxMessages(), 1),
            settings.number("maxBytes", limits.maxBytes(), 1)),
        RmSettings.DEFAULT.leaseMillis(),
        delivery.toMillis());
  }

  /**
   * A message that waited for its sequence is repeated by its manager. The store sends it only if
   * the manager died, because a response to the store would reach no caller.
   */
  private static SourceSettings withQueuedTime(SourceSettings source) {
    return new SourceSettings(
        source.retransmission(),
        source.maxInFlight(),
        source.createMillis(),
        source.idleMillis(),
        source.keptMillis(),
        source.maxTerminations(),
        QUEUED_TIME.toMillis());
  }

  private static PolicyProcessor policy(String file) {
    try {
      return new PolicyProcessor(Policies.read(Files.readAllBytes(Path.of(file))));
    } catch (IOException e) {
      throw HandlerFiles.unread("policy", file, e);
    } catch (PolicyException | MalformedMessageException e) {
      throw new DHArchException("policy='" + file + "': " + e.getMessage(), e);
    }
  }
}
