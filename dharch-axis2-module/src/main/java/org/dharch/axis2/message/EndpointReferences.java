package org.dharch.axis2.message;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMException;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.om.util.StAXParserConfiguration;
import org.apache.axiom.om.util.StAXUtils;
import org.apache.axis2.AxisFault;
import org.apache.axis2.addressing.AddressingConstants;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.addressing.EndpointReferenceHelper;
import org.apache.axis2.addressing.RelatesTo;

/** Converts endpoint references and relationships to texts and back without loss. */
final class EndpointReferences {
  private static final String WSA = AddressingConstants.Final.WSA_NAMESPACE;
  private static final QName NAME = new QName(WSA, "EndpointReference", "wsa");

  private EndpointReferences() {}

  /** {@code reference} as XML; empty if it has only an address. */
  static String whole(EndpointReference reference) throws AxisFault {
    if (reference == null
        || (none(reference.getAddressAttributes())
            && none(reference.getMetaData())
            && none(reference.getExtensibleElements())
            && none(reference.getAttributes())
            && (reference.getAllReferenceParameters() == null
                || reference.getAllReferenceParameters().isEmpty()))) {
      return "";
    }
    OMElement xml =
        EndpointReferenceHelper.toOM(OMAbstractFactory.getOMFactory(), reference, NAME, WSA);
    return xml.toString();
  }

  private static boolean none(List<?> list) {
    return list == null || list.isEmpty();
  }

  /**
   * Creates a reference.
   *
   * @param whole the text from {@link #whole}
   */
  static EndpointReference of(String address, String whole) throws AxisFault {
    if (whole.isEmpty()) {
      return address.isEmpty() ? null : new EndpointReference(address);
    }
    try {
      OMElement xml =
          OMXMLBuilderFactory.createStAXOMBuilder(
                  StAXUtils.createXMLStreamReader(
                      StAXParserConfiguration.SOAP, new StringReader(whole)))
              .getDocumentElement();
      xml.build();
      EndpointReference reference = EndpointReferenceHelper.fromOM(xml);
      if (!address.isEmpty()) {
        reference.setAddress(address);
      }
      return reference;
    } catch (XMLStreamException | OMException e) {
      throw new AxisFault("not an endpoint reference: " + e.getMessage(), e);
    }
  }

  /** The relationships as lines; empty if there is at most one, of the default type. */
  static String lines(RelatesTo[] relationships) {
    if (relationships == null
        || relationships.length == 0
        || (relationships.length == 1 && isUsual(relationships[0]))) {
      return "";
    }
    List<String> lines = new ArrayList<>();
    for (RelatesTo one : relationships) {
      lines.add(one.getRelationshipType() + " " + one.getValue());
    }
    return String.join("\n", lines);
  }

  private static boolean isUsual(RelatesTo one) {
    return new RelatesTo(one.getValue()).getRelationshipType().equals(one.getRelationshipType());
  }

  /**
   * Parses the text from {@link #lines}; if empty, creates the relationship to {@code value}.
   *
   * @param value the message id of a reply's request; may be empty
   */
  static RelatesTo[] relationships(String value, String lines) {
    if (lines.isEmpty()) {
      return value.isEmpty() ? new RelatesTo[0] : new RelatesTo[] {new RelatesTo(value)};
    }
    return lines
        .lines()
        .map(line -> line.split(" ", 2))
        .filter(parts -> parts.length == 2)
        .map(parts -> new RelatesTo(parts[1], parts[0]))
        .toArray(RelatesTo[]::new);
  }
}
