package org.dharch.axis1;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.axis.AxisFault;
import org.apache.axis.Message;
import org.apache.axis.message.SOAPHeaderElement;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.core.message.envelope.Envelopes;

/** Converts the marks of processed header blocks to Axis' envelope and back. */
final class HeaderMarks {
  private HeaderMarks() {}

  private interface Visitor {
    void visit(HeaderRef ref, SOAPHeaderElement block);
  }

  private static void each(Message message, Visitor visitor) throws AxisFault {
    Map<QName, Integer> seen = new HashMap<>();
    for (Object each : message.getSOAPEnvelope().getHeaders()) {
      if (each instanceof SOAPHeaderElement block) {
        QName name = block.getQName();
        visitor.visit(new HeaderRef(name, seen.merge(name, 1, Integer::sum) - 1), block);
      }
    }
  }

  static void set(Message message, Set<HeaderRef> processed) throws AxisFault {
    if (!processed.isEmpty()) {
      each(
          message,
          (ref, block) -> {
            if (processed.contains(ref)) {
              block.setProcessed(true);
            }
          });
    }
  }

  /**
   * The blocks that are marked or that the handler understands. Names of which a block was removed
   * are skipped, because the positions have changed.
   */
  static void collect(
      Message now,
      HandlerMessage message,
      List<?> understood,
      Limits limits,
      Changes.Builder changes)
      throws AxisFault {
    Set<HeaderRef> removed = changes.build().removedHeaders();
    List<HeaderRef> before = Envelopes.headers(message.envelope(), limits);
    each(
        now,
        (ref, block) -> {
          boolean done =
              block.isProcessed() || (understood != null && understood.contains(ref.name()));
          boolean moved = removed.stream().anyMatch(each -> each.name().equals(ref.name()));
          if (done && !moved && before.contains(ref) && !message.processed().contains(ref)) {
            changes.processed(ref);
          }
        });
  }
}
