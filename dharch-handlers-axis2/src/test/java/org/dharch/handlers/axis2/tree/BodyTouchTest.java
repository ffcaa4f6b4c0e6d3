package org.dharch.handlers.axis2.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMFactory;
import org.apache.axiom.soap.SOAPBody;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;

/** Every way to touch a deferred body is noticed; what Axiom does underneath is not guessed. */
final class BodyTouchTest {
  private static final byte[] ENVELOPE =
      Utf8.bytes(EnvelopeText.SOAP11.of("<b xmlns='urn:b'><c>1</c></b><d/>"));

  private static Changes after(Consumer<SOAPBody> step) throws Exception {
    TrackedEnvelope tracked = new TrackedEnvelope(ENVELOPE, Set.of());
    assertFalse(tracked.bodyEntered());
    step.accept(tracked.envelope().getBody());
    Changes.Builder changes = Changes.builder();
    tracked.collect(tracked.envelope(), Limits.DEFAULT, changes);
    return changes.build();
  }

  private static OMElement element(SOAPBody body) {
    OMFactory factory = body.getOMFactory();
    return factory.createOMElement("new", factory.createOMNamespace("urn:n", "n"));
  }

  @Test
  void everyChangeIsDetected() throws Exception {
    List<Consumer<SOAPBody>> steps =
        List.of(
            body -> body.addChild(element(body)),
            body -> body.setText("text"),
            body -> body.removeChildren(),
            body -> body.getFirstElement().detach(),
            body -> body.getFirstElement().addAttribute("a", "1", null),
            body -> body.getFirstElement().setLocalName("z"),
            body -> body.getFirstElement().insertSiblingBefore(element(body)),
            body -> body.getFirstElement().getFirstElement().setText("2"));
    for (int i = 0; i < steps.size(); i++) {
      assertTrue(after(steps.get(i)).touchesEnvelope(), "step " + i);
    }
  }

  @Test
  void readingIsNoChange() throws Exception {
    assertEquals(true, after(body -> body.getFirstElement().getText()).isEmpty());
    assertEquals(true, after(body -> body.build()).isEmpty());
    assertEquals(true, after(body -> {}).isEmpty());
  }
}
