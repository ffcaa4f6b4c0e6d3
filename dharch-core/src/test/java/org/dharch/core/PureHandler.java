package org.dharch.core;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.api.Part;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;

/**
 * A handler that does what its seed says with the parts it declares, and puts what it has read into
 * what it writes: if it ran on another message than it should have, its output tells.
 *
 * @param partial whether its node is given the declared parts only
 */
record PureHandler(
    String name, Set<DeclaredPart> reads, Set<DeclaredPart> writes, long seed, boolean partial)
    implements DHHandler {

  Access access() {
    return Access.of(reads, writes);
  }

  HandlerEntry entry() {
    return HandlerEntry.of(name).access(access()).partial(partial);
  }

  @Override
  public Changes handle(HandlerMessage message) {
    return changes(message.envelope(), message.properties());
  }

  Changes changes(byte[] envelope, MessageProperties properties) {
    Random random = new Random(seed);
    int seen = 1;
    for (DeclaredPart part : ordered(reads)) {
      seen = 31 * seen + look(part, envelope, properties);
    }
    Changes.Builder changes = Changes.builder();
    for (DeclaredPart part : ordered(writes)) {
      int sum = 31 * seen + look(part, envelope, properties);
      if (part instanceof DeclaredPart.Header header) {
        headers(header.name(), sum, envelope, random, changes);
      } else if (part instanceof DeclaredPart.Property property) {
        property(property.name(), sum, random, changes);
      } else {
        inBody(part, sum, envelope, random, changes);
      }
    }
    return changes.build();
  }

  private static List<DeclaredPart> ordered(Set<DeclaredPart> parts) {
    return parts.stream().sorted(Comparator.naturalOrder()).toList();
  }

  private void headers(
      QName name, int sum, byte[] envelope, Random random, Changes.Builder changes) {
    for (HeaderRef ref : Envelopes.headers(envelope, Limits.DEFAULT)) {
      if (ref.name().equals(name)) {
        switch (random.nextInt(3)) {
          case 0 -> changes.replace(new Part.Header(ref), element(name, sum, random));
          case 1 -> changes.removeHeader(ref);
          default -> {} // it stays
        }
      }
    }
    if (random.nextBoolean()) {
      changes.addHeader(element(name, sum, random));
    }
  }

  private void property(String property, int sum, Random random, Changes.Builder changes) {
    switch (random.nextInt(4)) {
      case 0 -> changes.removeProperty(property);
      case 1 -> changes.property(property, name + " \u00e9 " + sum);
      default -> changes.property(property, sum);
    }
  }

  private void inBody(
      DeclaredPart part, int sum, byte[] envelope, Random random, Changes.Builder changes) {
    if (part instanceof DeclaredPart.Body) {
      byte[] child = element(new QName(Messages.BODY, "e" + random.nextInt(3)), sum, random);
      changes.replace(Part.body(), child);
      return;
    }
    List<QName> path = ((DeclaredPart.Element) part).path();
    Part.Element element = Messages.element(path);
    if (Envelopes.part(envelope, element, Limits.DEFAULT).isPresent()) {
      changes.replace(element, element(path.get(path.size() - 1), sum, random));
    }
  }

  private byte[] element(QName qName, int sum, Random random) {
    String tag = (random.nextBoolean() ? "p:" : "q:") + qName.getLocalPart();
    String prefix = tag.substring(0, 1);
    String declared = " xmlns:" + prefix + "='" + qName.getNamespaceURI() + "'";
    String content = Messages.text(random) + name + "#" + sum;
    String inner = random.nextBoolean() ? "<b:i xmlns:b='" + Messages.BODY + "'/>" : "";
    return ("<" + tag + declared + " by=\"" + name + "\">" + content + inner + "</" + tag + ">")
        .getBytes(StandardCharsets.UTF_8);
  }

  /**
   * What the handler knows of a part: its bytes, of every header block and of the first element.
   */
  private static int look(DeclaredPart part, byte[] envelope, MessageProperties properties) {
    if (part instanceof DeclaredPart.Property property) {
      return properties.get(property.name()).hashCode();
    }
    if (part instanceof DeclaredPart.Header header) {
      Set<Integer> sums = new TreeSet<>();
      for (HeaderRef ref : Envelopes.headers(envelope, Limits.DEFAULT)) {
        if (ref.name().equals(header.name())) {
          sums.add(31 * ref.occurrence() + sum(envelope, new Part.Header(ref)));
        }
      }
      return sums.hashCode();
    }
    return part instanceof DeclaredPart.Element element
        ? sum(envelope, Messages.element(element.path()))
        : sum(envelope, Part.body());
  }

  private static int sum(byte[] envelope, Part part) {
    return Envelopes.part(envelope, part, Limits.DEFAULT).map(Arrays::hashCode).orElse(0);
  }
}
