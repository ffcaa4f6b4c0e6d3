package org.dharch.core.node.emission;

import java.util.Optional;
import org.dharch.api.Emission;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.EmissionFormat;
import org.dharch.core.wire.NodeEmission;
import org.dharch.core.wire.WireProperties;

/** Checks the emissions of handlers and encodes them as DMFormat. */
final class EmissionCheck {
  private final Limits limits;
  private final EmissionFormat format;

  EmissionCheck(Limits limits) {
    this.limits = limits;
    this.format = new EmissionFormat(limits);
  }

  /**
   * Encodes {@code emission} for the transport.
   *
   * @throws MalformedMessageException if it must not be sent; the message states the reason
   */
  DMFormat encode(NodeEmission emission) {
    for (String name : emission.emission().properties().asMap().keySet()) {
      if (WireProperties.isKept(name) || name.startsWith(MessageProperties.SECURITY_PREFIX)) {
        throw new MalformedMessageException("its property '" + name + "' is reserved for DHArch");
      }
    }
    DMFormat message = format.encode(emission);
    Envelopes.outline(emission.emission().envelope(), limits);
    return message;
  }

  /** Returns the reason why {@code emission} cannot be sent; empty if it can. */
  Optional<String> problem(NodeEmission emission) {
    try {
      encode(emission);
      return Optional.empty();
    } catch (MalformedMessageException e) {
      return Optional.of(problem(emission.emission(), e));
    }
  }

  /** The error text for an emission that cannot be sent. */
  static String problem(Emission emission, MalformedMessageException why) {
    return "emission " + emission.id() + ": " + why.getMessage();
  }
}
