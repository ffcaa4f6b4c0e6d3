package org.dharch.ws.policy;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.neethi.Assertion;
import org.apache.neethi.Constants;
import org.apache.neethi.IntersectableAssertion;
import org.apache.neethi.PolicyComponent;
import org.apache.neethi.builders.PrimitiveAssertion;
import org.dharch.ws.rm.DeliveryAssurance;
import org.dharch.ws.rm.RmVersion;

/**
 * The RMAssertion of 2005/02 and 2007/02. The assertion of 2007/02 may contain the times of
 * 2005/02, as an extension in their namespace.
 */
final class RmAssertion extends PrimitiveAssertion implements IntersectableAssertion {
  static final String NS_2005 = "http://schemas.xmlsoap.org/ws/2005/02/rm/policy";
  static final String NS_2007 = "http://docs.oasis-open.org/ws-rx/wsrmp/200702";

  private final RmVersion version;
  private final RmParameters parameters;

  RmAssertion(RmVersion version, RmParameters parameters, boolean isOptional, boolean isIgnorable) {
    super(name(version), isOptional, isIgnorable, Map.of());
    this.version = version;
    this.parameters = parameters;
  }

  static QName name(RmVersion version) {
    return new QName(version == RmVersion.RM_1_0 ? NS_2005 : NS_2007, "RMAssertion", "wsrmp");
  }

  RmVersion version() {
    return version;
  }

  RmParameters parameters() {
    return parameters;
  }

  @Override
  protected Assertion clone(boolean isOptional) {
    return new RmAssertion(version, parameters, isOptional, isIgnorable());
  }

  @Override
  public boolean isCompatible(Assertion other, boolean strict) {
    return other instanceof RmAssertion that
        && that.version == version
        && parameters.isCompatibleWith(that.parameters);
  }

  @Override
  public Assertion intersect(Assertion other, boolean strict) {
    RmParameters both = parameters.combine(((RmAssertion) other).parameters);
    return new RmAssertion(
        version, both, isOptional() && other.isOptional(), isIgnorable() && other.isIgnorable());
  }

  @Override
  public boolean equal(PolicyComponent other) {
    return equals(other);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RmAssertion that
        && that.version == version
        && that.parameters.equals(parameters)
        && that.isOptional() == isOptional();
  }

  @Override
  public int hashCode() {
    return Objects.hash(version, parameters, isOptional());
  }

  @Override
  protected boolean hasContents() {
    return true;
  }

  @Override
  protected void writeContents(XMLStreamWriter out) throws XMLStreamException {
    if (version == RmVersion.RM_1_1) {
      out.writeStartElement("wsp", "Policy", Constants.URI_POLICY_15_NS);
      writeFlags(out);
      out.writeEndElement();
    }
    time(out, "InactivityTimeout", parameters.inactivity());
    time(out, "BaseRetransmissionInterval", parameters.retransmission());
    if (parameters.hasBackoff()) {
      empty(out, NS_2005, "ExponentialBackoff");
    }
    time(out, "AcknowledgementInterval", parameters.acknowledgement());
    if (version == RmVersion.RM_1_0) {
      writeFlags(out); // the schema requires them after the times
    }
  }

  private void writeFlags(XMLStreamWriter out) throws XMLStreamException {
    if (parameters.sequenceStr()) {
      empty(out, NS_2007, "SequenceSTR");
    }
    if (parameters.transportSecurity()) {
      empty(out, NS_2007, "SequenceTransportSecurity");
    }
    if (parameters.assurance().isPresent()) {
      DeliveryAssurance assurance = parameters.assurance().get();
      out.writeStartElement("p", "DeliveryAssurance", NS_2007);
      out.writeStartElement("wsp", "Policy", Constants.URI_POLICY_15_NS);
      empty(out, NS_2007, text(assurance.kind()));
      if (assurance.inOrder()) {
        empty(out, NS_2007, "InOrder");
      }
      out.writeEndElement();
      out.writeEndElement();
    }
  }

  private static void time(XMLStreamWriter out, String name, Optional<Duration> time)
      throws XMLStreamException {
    if (time.isPresent()) {
      out.writeEmptyElement("t", name, NS_2005);
      out.writeAttribute("Milliseconds", Long.toString(time.get().toMillis()));
    }
  }

  private static void empty(XMLStreamWriter out, String uri, String name)
      throws XMLStreamException {
    String prefix = uri.equals(NS_2005) ? "t" : "p";
    out.writeEmptyElement(prefix, name, uri);
  }

  /** Converts AT_LEAST_ONCE to AtLeastOnce. */
  static String text(DeliveryAssurance.Kind kind) {
    StringBuilder text = new StringBuilder();
    for (String word : kind.name().split("_", -1)) {
      text.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return text.toString();
  }
}
