package org.dharch.ws.policy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.neethi.Constants;
import org.apache.neethi.Policy;
import org.dharch.api.Changes;
import org.dharch.ws.Direction;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.UnknownMessageException;
import org.dharch.ws.WsException;
import org.dharch.ws.WsProcessor;
import org.dharch.ws.addressing.AddressingException;
import org.dharch.ws.addressing.AddressingFault;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.message.MakeConnection;
import org.dharch.ws.rm.message.RmBody;
import org.dharch.ws.rm.message.RmFault;
import org.dharch.ws.rm.message.RmHeaders;
import org.dharch.ws.rm.message.RmMessages;
import org.dharch.ws.rm.message.RmReceived;
import org.dharch.ws.soap.ElementReader;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapFault.Code;

/**
 * Checks received messages against an endpoint's policy: reliability, addressing and requested
 * sequences. Thread-safe.
 */
public final class PolicyProcessor implements WsProcessor {
  private final Policy policy;
  private final List<RmPolicy> alternatives;

  /**
   * @throws PolicyException if the policy has no alternative
   */
  public PolicyProcessor(Policy policy) {
    this.policy = policy;
    this.alternatives = RmPolicy.of(policy);
    if (alternatives.isEmpty()) {
      throw new PolicyException("the policy must have at least one alternative", null);
    }
  }

  /** The alternatives, the preferred one first. */
  public List<RmPolicy> alternatives() {
    return alternatives;
  }

  /**
   * Returns the first alternative that both ends support. Times of this end take precedence.
   *
   * @return empty if no alternative is compatible
   */
  public Optional<RmPolicy> agree(Policy other) {
    return RmPolicy.of(Policies.intersect(policy, other)).stream().findFirst();
  }

  /**
   * @throws UnknownMessageException for outbound messages
   */
  @Override
  public Changes processExchange(SOAPContext context, Direction direction) throws WsException {
    if (direction == Direction.FROM_APPLICATION) {
      throw new UnknownMessageException("outbound messages are checked by their receiver");
    }
    if (alternatives.stream().allMatch(RmPolicy::usesAddressing)
        && context.addressing().isEmpty()) {
      throw new ProcessingException(
          new AddressingException(
              AddressingFault.required(AddressingVersion.WSA_2005_08, "Action")));
    }
    if (MakeConnection.is(context)) {
      return Changes.NONE; // belongs to no sequence
    }
    try {
      check(RmMessages.read(context));
    } catch (UnknownMessageException e) {
      checkUnsequenced();
    }
    return Changes.NONE;
  }

  /** Checks a message outside a sequence. */
  private void checkUnsequenced() throws ProcessingException {
    if (alternatives.stream().anyMatch(a -> a.version().isEmpty())) {
      return;
    }
    RmFault required = RmFault.required();
    if (alternatives.stream().anyMatch(a -> a.version().equals(Optional.of(RmVersion.RM_1_1)))) {
      throw required.exception();
    }
    // 1.0 does not define a fault for this
    throw new ProcessingException(SoapFault.of(Code.SENDER, required.refusal().reason()));
  }

  private void check(RmReceived received) throws ProcessingException {
    if (received.body().isEmpty()) {
      if (received.kind().isEmpty() && received.headers().sequence().isEmpty()) {
        checkUnsequenced();
      }
      return;
    }
    if (received.body().get() instanceof RmBody.CreateSequence create) {
      RmVersion version = create.version();
      if (alternatives.stream().noneMatch(a -> allows(a, version, received.headers()))) {
        throw createRefused(version, "the policy of this endpoint does not allow this sequence");
      }
      for (String extension : create.extensions()) {
        checkExtension(version, extension);
      }
    }
  }

  private static boolean allows(RmPolicy alternative, RmVersion version, RmHeaders headers) {
    return alternative.version().equals(Optional.of(version))
        && alternative.sequenceStr() == headers.usesSequenceStr()
        && alternative.sequenceTransportSecurity() == headers.usesSequenceSsl();
  }

  /** Checks the source's policy, if the extension is one. */
  private void checkExtension(RmVersion version, String extension) throws ProcessingException {
    byte[] xml = extension.getBytes(StandardCharsets.UTF_8);
    ElementReader in = ElementReader.of(xml);
    if (!Constants.isPolicyElement(in.namespace(), in.localName())) {
      return;
    }
    try {
      if (agree(Policies.read(xml)).isEmpty()) {
        throw createRefused(
            version,
            "the policy in CreateSequence is incompatible with the policy of this endpoint");
      }
    } catch (PolicyException e) {
      throw createRefused(version, "invalid policy in CreateSequence: " + e.getMessage());
    }
  }

  private static ProcessingException createRefused(RmVersion version, String reason) {
    return RmFault.createRefused(version, reason).exception();
  }
}
