package org.dharch.benchmarks.xmllimit;

import java.util.List;
import javax.xml.stream.XMLStreamReader;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Part;

/** Parses the whole message and increments the quantity of the first element in its body. */
public final class BodyChanger implements DHHandler {
  private static final Part QUANTITY =
      Part.element(List.of(step("question"), step(Xml.ELEMENT), step(Xml.QUANTITY)));

  /** Called by the node. */
  public BodyChanger() {}

  private static Part.Step step(String name) {
    return new Part.Step(Envelopes.name(name), 0);
  }

  @Override
  public Changes handle(HandlerMessage message) throws Exception {
    XMLStreamReader in = Envelopes.reader(message);
    Envelopes.toStartOf(in, Xml.QUANTITY);
    int quantity = Integer.parseInt(in.getElementText());
    while (in.hasNext()) {
      in.next();
    }
    byte[] changed = Envelopes.element(Xml.QUANTITY, Integer.toString(quantity + 1));
    return Changes.builder().replace(QUANTITY, changed).build();
  }
}
