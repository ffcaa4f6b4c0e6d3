package org.dharch.ws.handlers;

import org.dharch.ws.rm.RmAction;
import org.dharch.ws.rm.engine.RmDirective;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the observations of the engine. */
final class RmObservations {
  private static final Logger LOG = LoggerFactory.getLogger(RmObservations.class);

  private RmObservations() {}

  static void log(RmDirective observation) {
    RmAction action = observation.action();
    String key = observation.sequence().key();
    if (action instanceof RmAction.Dropped dropped) {
      LOG.debug(
          "Dropped message={} sequence={} reason={}", dropped.number(), key, dropped.reason());
    } else if (action instanceof RmAction.Discarded discarded) {
      LOG.warn("Discarded messages={} sequence={}", discarded.numbers(), key);
    } else if (action instanceof RmAction.GaveUp gaveUp) {
      LOG.error("Gave up delivery message={} sequence={}", gaveUp.number(), key);
    } else if (action instanceof RmAction.Lost lost) {
      LOG.error("Lost messages={} sequence={} reason={}", lost.numbers(), key, lost.reason());
    }
  }
}
