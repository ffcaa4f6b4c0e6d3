package org.dharch.handlers.axis2.tree;

import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axiom.soap.SOAPHeaderBlock;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.testing.EnvelopeText;
import org.junit.jupiter.api.Test;

/** Fault E4: of an ordinary handler's blocks those count as processed that it left so. */
class ProcessedBlocksTest {
  private static final String BLOCKS = "<h:a xmlns:h='urn:h'>1</h:a><h:a xmlns:h='urn:h'>2</h:a>";
  private static final HeaderRef FIRST = new HeaderRef(new QName("urn:h", "a"), 0);
  private static final HeaderRef SECOND = new HeaderRef(new QName("urn:h", "a"), 1);

  private static Changes after(Set<HeaderRef> processed, Consumer<SOAPEnvelope> handler)
      throws Exception {
    byte[] envelope =
        bytes(
            "<s:Envelope xmlns:s='"
                + EnvelopeText.NS11
                + "'><s:Header>"
                + BLOCKS
                + "</s:Header><s:Body/></s:Envelope>");
    TrackedEnvelope tracked = new TrackedEnvelope(envelope, processed);
    handler.accept(tracked.envelope());
    Changes.Builder changes = Changes.builder();
    tracked.collect(tracked.envelope(), Limits.DEFAULT, changes);
    return changes.build();
  }

  private static SOAPHeaderBlock add(SOAPEnvelope envelope, String text) {
    SOAPHeader header = envelope.getHeader();
    SOAPHeaderBlock block =
        header.addHeaderBlock("a", header.getOMFactory().createOMNamespace("urn:h", "h"));
    block.setText(text);
    return block;
  }

  @Test
  void replacedBlockDoesNotInheritMark() throws Exception {
    Changes changes =
        after(
            Set.of(FIRST),
            envelope -> {
              envelope.getHeader().getFirstElement().detach();
              add(envelope, "3");
            });
    assertEquals(Set.of(FIRST), changes.removedHeaders());
    assertEquals(1, changes.addedHeaders().size());
    assertEquals(Set.of(), changes.processed());
  }

  @Test
  void processedNewBlockMarksNoOldOne() throws Exception {
    Changes changes =
        after(
            Set.of(),
            envelope -> {
              envelope.getHeader().getFirstElement().detach();
              add(envelope, "3").setProcessed();
            });
    assertEquals(Set.of(), changes.processed());
  }

  @Test
  void changedBlockKeepsProcessedMark() throws Exception {
    Changes changes =
        after(
            Set.of(SECOND),
            envelope ->
                ((SOAPHeaderBlock) envelope.getHeader().getFirstElement().getNextOMSibling())
                    .setText("new"));
    assertEquals(Set.of(SECOND), changes.processed());
    changes =
        after(
            Set.of(SECOND),
            envelope -> {
              envelope.getHeader().getFirstElement().getNextOMSibling().detach();
              add(envelope, "new");
            });
    assertEquals(1, changes.replaced().size());
    assertEquals(Set.of(), changes.processed());
  }
}
