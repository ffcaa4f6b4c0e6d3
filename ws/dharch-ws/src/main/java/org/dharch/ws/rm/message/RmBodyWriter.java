package org.dharch.ws.rm.message;

import java.time.Duration;
import java.util.Optional;
import org.dharch.ws.rm.IncompleteSequenceBehavior;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.message.RmBody.CloseSequence;
import org.dharch.ws.rm.message.RmBody.CreateSequence;
import org.dharch.ws.rm.message.RmBody.CreateSequenceResponse;
import org.dharch.ws.rm.message.RmBody.Offer;
import org.dharch.ws.rm.message.RmBody.TerminateSequence;
import org.dharch.ws.soap.ElementWriter;

/** Writes bodies in the order of the schemas. Omits elements that a version does not define. */
final class RmBodyWriter {
  private final RmVersion version;
  private final ElementWriter out = new ElementWriter();

  private RmBodyWriter(RmVersion version) {
    this.version = version;
  }

  static String write(RmBody body) {
    if (!body.kind().existsIn(body.version())) {
      throw new IllegalArgumentException(body.version() + " does not define " + body.kind().text());
    }
    RmBodyWriter writer = new RmBodyWriter(body.version());
    writer.out.start(body.version().name(body.kind().text()));
    writer.content(body);
    return writer.out.end().toString();
  }

  private void content(RmBody body) {
    if (body instanceof CreateSequence create) {
      out.xml(create.acksTo().write(version.name("AcksTo")));
      expires(create.expires());
      create.offer().ifPresent(this::offer);
      create.extensions().forEach(out::xml);
    } else if (body instanceof CreateSequenceResponse created) {
      identifier(created.id());
      expires(created.expires());
      behavior(created.behavior());
      created
          .accepted()
          .ifPresent(
              acksTo -> {
                out.start(version.name("Accept"));
                out.xml(acksTo.write(version.name("AcksTo"))).end();
              });
    } else if (body instanceof CloseSequence close) {
      identifier(close.id());
      last(close.last());
    } else if (body instanceof TerminateSequence terminate) {
      identifier(terminate.id());
      last(terminate.last());
    } else if (body instanceof RmBody.CloseSequenceResponse closed) {
      identifier(closed.id());
    } else if (body instanceof RmBody.TerminateSequenceResponse terminated) {
      identifier(terminated.id());
    }
  }

  private void offer(Offer offer) {
    out.start(version.name("Offer"));
    identifier(offer.id());
    if (version.hasOfferEndpoint()) {
      offer.endpoint().ifPresent(epr -> out.xml(epr.write(version.name("Endpoint"))));
    }
    expires(offer.expires());
    behavior(offer.behavior());
    out.end();
  }

  private void identifier(SequenceId id) {
    out.element(version.name("Identifier"), id.value());
  }

  private void expires(Optional<Duration> expires) {
    expires.ifPresent(time -> out.element(version.name("Expires"), time.toString()));
  }

  private void behavior(Optional<IncompleteSequenceBehavior> behavior) {
    if (version.hasIncompleteSequenceBehavior()) {
      behavior.ifPresent(
          value -> out.element(version.name("IncompleteSequenceBehavior"), value.text()));
    }
  }

  private void last(Optional<Long> last) {
    if (version.hasLastMsgNumber()) {
      last.ifPresent(number -> out.element(version.name("LastMsgNumber"), Long.toString(number)));
    }
  }
}
