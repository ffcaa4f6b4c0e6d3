package org.dharch.core.emission;

import java.util.List;
import org.dharch.api.Emitted;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.spi.CManager;
import org.dharch.core.wire.EmittedFormat;
import org.dharch.core.wire.NodeEmission;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports the outcomes of emissions to their nodes. Safe for any thread. */
final class EmissionNotifier {
  private static final Logger LOG = LoggerFactory.getLogger(EmissionNotifier.class);

  private final CManager cmanager;
  private final EmittedFormat format;

  EmissionNotifier(CManager cmanager, Limits limits) {
    this.cmanager = cmanager;
    this.format = new EmittedFormat(limits);
  }

  /**
   * Returns whether it contains a SOAP response, which may be large and for which its handler
   * waits.
   */
  static boolean isAnswer(Emitted outcome) {
    return outcome instanceof Emitted.Sent sent && sent.envelope().isPresent();
  }

  /**
   * Sends the waiting outcomes of an emission; a SOAP response, always the last one, is sent alone.
   */
  void report(EmissionInHand emission) {
    List<Emitted> all = emission.takeUnsent();
    int last = all.size() - 1;
    if (last > 0 && isAnswer(all.get(last))) {
      report(emission.from, all.subList(0, last));
      report(emission.from, all.subList(last, all.size()));
    } else if (last >= 0) {
      report(emission.from, all);
    }
  }

  /** Sends outcomes; not repeated if the node cannot be reached. */
  void report(NodeEmission from, List<Emitted> outcomes) {
    try {
      if (!cmanager.send(from.node(), format.encode(from.emission().id(), outcomes))) {
        LOG.debug("Node not notified emission={}", from);
      }
    } catch (MalformedMessageException e) {
      LOG.warn("Failed to notify node emission={} reason={}", from, e.getMessage());
    }
  }
}
