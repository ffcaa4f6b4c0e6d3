package org.dharch.ws.policy;

import java.time.Duration;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.neethi.Assertion;
import org.apache.neethi.AssertionBuilderFactory;
import org.apache.neethi.Constants;
import org.apache.neethi.builders.AssertionBuilder;
import org.dharch.core.text.Brief;
import org.dharch.ws.rm.DeliveryAssurance;
import org.dharch.ws.rm.RmVersion;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Reads the RMAssertion of one version. */
final class RmAssertionBuilder implements AssertionBuilder<Element> {
  /** The maximum of all times, in milliseconds. */
  static final long MAX_MILLIS = Duration.ofDays(365).toMillis();

  private final RmVersion version;

  RmAssertionBuilder(RmVersion version) {
    this.version = version;
  }

  @Override
  public QName[] getKnownElements() {
    return new QName[] {RmAssertion.name(version)};
  }

  @Override
  public Assertion build(Element element, AssertionBuilderFactory factory) {
    Content content = new Content();
    content.read(element);
    return new RmAssertion(
        version, content.parameters(), isTrue(element, "Optional"), isTrue(element, "Ignorable"));
  }

  static boolean isTrue(Element element, String name) {
    for (int i = 0; i < element.getAttributes().getLength(); i++) {
      Attr attribute = (Attr) element.getAttributes().item(i);
      if (name.equals(attribute.getLocalName())
          && Constants.isPolicyNS(attribute.getNamespaceURI())) {
        String value = attribute.getValue().strip();
        return value.equals("true") || value.equals("1");
      }
    }
    return false;
  }

  /** Collects the content of the assertion, including nested policies. */
  private static final class Content {
    private Optional<Duration> inactivity = Optional.empty();
    private Optional<Duration> retransmission = Optional.empty();
    private Optional<Duration> acknowledgement = Optional.empty();
    private Optional<DeliveryAssurance.Kind> kind = Optional.empty();
    private boolean hasBackoff;
    private boolean hasAssurance;
    private boolean inOrder;
    private boolean sequenceStr;
    private boolean transportSecurity;

    void read(Element element) {
      for (Node n = element.getFirstChild(); n != null; n = n.getNextSibling()) {
        if (n instanceof Element child) {
          if (RmAssertion.NS_2005.equals(child.getNamespaceURI())) {
            time(child);
          } else if (RmAssertion.NS_2007.equals(child.getNamespaceURI())) {
            flag(child);
          }
          read(child);
        }
      }
    }

    private void time(Element child) {
      switch (child.getLocalName()) {
        case "InactivityTimeout" -> inactivity = Optional.of(millis(child));
        case "BaseRetransmissionInterval" -> retransmission = Optional.of(millis(child));
        case "AcknowledgementInterval" -> acknowledgement = Optional.of(millis(child));
        case "ExponentialBackoff" -> hasBackoff = true;
        default -> {} // an extension
      }
    }

    private void flag(Element child) {
      switch (child.getLocalName()) {
        case "SequenceSTR" -> sequenceStr = true;
        case "SequenceTransportSecurity" -> transportSecurity = true;
        case "DeliveryAssurance" -> hasAssurance = true;
        case "InOrder" -> inOrder = true;
        case "ExactlyOnce" -> kind(DeliveryAssurance.Kind.EXACTLY_ONCE);
        case "AtLeastOnce" -> kind(DeliveryAssurance.Kind.AT_LEAST_ONCE);
        case "AtMostOnce" -> kind(DeliveryAssurance.Kind.AT_MOST_ONCE);
        default -> {} // an extension
      }
    }

    private void kind(DeliveryAssurance.Kind value) {
      if (kind.isPresent() && kind.get() != value) {
        throw new PolicyException(
            "DeliveryAssurance must not have both "
                + RmAssertion.text(kind.get())
                + " and "
                + RmAssertion.text(value),
            null);
      }
      kind = Optional.of(value);
    }

    private static Duration millis(Element child) {
      String text = child.getAttribute("Milliseconds").strip();
      long millis;
      try {
        millis = Long.parseLong(text);
      } catch (NumberFormatException e) {
        millis = -1;
      }
      if (millis < 0 || millis > MAX_MILLIS) {
        throw new PolicyException(
            child.getLocalName()
                + "/@Milliseconds must be 0 to "
                + MAX_MILLIS
                + " (got '"
                + Brief.of(text)
                + "')",
            null);
      }
      return Duration.ofMillis(millis);
    }

    RmParameters parameters() {
      Optional<DeliveryAssurance> assurance =
          hasAssurance || kind.isPresent() || inOrder
              ? Optional.of(
                  new DeliveryAssurance(kind.orElse(DeliveryAssurance.Kind.EXACTLY_ONCE), inOrder))
              : Optional.empty();
      return new RmParameters(
          inactivity,
          retransmission,
          hasBackoff,
          acknowledgement,
          assurance,
          sequenceStr,
          transportSecurity);
    }
  }
}
