package org.dharch.handlers.axis2;

import java.io.StringReader;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
import org.apache.axis2.client.Options;
import org.dharch.api.Changes;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.text.OneLine;

/**
 * Converts WS-Addressing and SOAPAction between a message's properties and Axis2's options.
 * Endpoint references are sent completely, as XML only if they have more than an address. No
 * message id is generated.
 */
final class WsaOptions {
  private static final String WSA = AddressingConstants.Final.WSA_NAMESPACE;
  private static final QName NAME = new QName(WSA, "EndpointReference", "wsa");

  private WsaOptions() {}

  /**
   * @throws AxisFault if an endpoint reference is invalid
   */
  static void set(MessageProperties properties, Options options) throws AxisFault {
    // Axis2 has one field for both; the addressing header has precedence
    String action = properties.text(SoapProperties.WSA_ACTION, "");
    action = action.isEmpty() ? properties.text(SoapProperties.SOAP_ACTION, "") : action;
    if (!action.isEmpty()) {
      options.setAction(action);
    }
    String messageId = properties.text(SoapProperties.WSA_MESSAGE_ID, "");
    if (!messageId.isEmpty()) {
      options.setMessageId(messageId);
    }
    RelatesTo[] relationships = relationships(properties);
    if (relationships.length > 0) {
      options.setRelationships(relationships);
    }
    options.setTo(reference(properties, SoapProperties.WSA_TO));
    options.setFrom(reference(properties, SoapProperties.WSA_FROM));
    options.setReplyTo(reference(properties, SoapProperties.WSA_REPLY_TO));
    options.setFaultTo(reference(properties, SoapProperties.WSA_FAULT_TO));
  }

  private static RelatesTo[] relationships(MessageProperties properties) {
    String all = properties.text(SoapProperties.WSA_RELATIONSHIPS, "");
    String one = properties.text(SoapProperties.WSA_RELATES_TO, "");
    if (all.isEmpty()) {
      return one.isEmpty() ? new RelatesTo[0] : new RelatesTo[] {new RelatesTo(one)};
    }
    return all.lines()
        .map(line -> line.split(" ", 2))
        .filter(parts -> parts.length == 2)
        .map(parts -> new RelatesTo(parts[1], parts[0]))
        .toArray(RelatesTo[]::new);
  }

  private static EndpointReference reference(MessageProperties properties, String name)
      throws AxisFault {
    String address = properties.text(name, "");
    String whole = properties.text(name + SoapProperties.WSA_REFERENCE, "");
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
      reference.setAddress(address.isEmpty() ? reference.getAddress() : address);
      return reference;
    } catch (XMLStreamException | OMException e) {
      throw new AxisFault(name + " must be an endpoint reference: " + OneLine.of(e), e);
    }
  }

  /** The values in {@code options} of everything that {@link #set} can set. */
  static Map<String, String> of(Options options) throws AxisFault {
    Map<String, String> values = new LinkedHashMap<>();
    put(values, SoapProperties.WSA_ACTION, options.getAction());
    put(values, SoapProperties.WSA_MESSAGE_ID, options.getMessageId());
    RelatesTo relatesTo = options.getRelatesTo();
    put(values, SoapProperties.WSA_RELATES_TO, relatesTo == null ? null : relatesTo.getValue());
    put(values, SoapProperties.WSA_RELATIONSHIPS, lines(options.getRelationships()));
    put(values, SoapProperties.WSA_TO, options.getTo());
    put(values, SoapProperties.WSA_FROM, options.getFrom());
    put(values, SoapProperties.WSA_REPLY_TO, options.getReplyTo());
    put(values, SoapProperties.WSA_FAULT_TO, options.getFaultTo());
    return values;
  }

  private static String lines(RelatesTo[] relationships) {
    int count = relationships == null ? 0 : relationships.length;
    if (count == 0 || (count == 1 && isUsual(relationships[0]))) {
      return "";
    }
    return Arrays.stream(relationships)
        .map(one -> one.getRelationshipType() + " " + one.getValue())
        .collect(Collectors.joining("\n"));
  }

  private static boolean isUsual(RelatesTo one) {
    return new RelatesTo(one.getValue()).getRelationshipType().equals(one.getRelationshipType());
  }

  private static void put(Map<String, String> values, String name, EndpointReference reference)
      throws AxisFault {
    put(values, name, reference == null ? null : reference.getAddress());
    put(values, name + SoapProperties.WSA_REFERENCE, whole(reference));
  }

  /** {@code reference} as XML; empty if it is only an address. */
  private static String whole(EndpointReference reference) throws AxisFault {
    if (reference == null
        || (none(reference.getAddressAttributes())
            && none(reference.getMetaData())
            && none(reference.getExtensibleElements())
            && none(reference.getAttributes())
            && (reference.getAllReferenceParameters() == null
                || reference.getAllReferenceParameters().isEmpty()))) {
      return "";
    }
    return EndpointReferenceHelper.toOM(OMAbstractFactory.getOMFactory(), reference, NAME, WSA)
        .toString();
  }

  private static boolean none(List<?> list) {
    return list == null || list.isEmpty();
  }

  private static void put(Map<String, String> values, String name, String value) {
    values.put(name, value == null ? "" : value);
  }

  /** The changes in {@code after}. */
  static void collect(
      Map<String, String> before, Map<String, String> after, Changes.Builder changes) {
    after.forEach(
        (name, value) -> {
          if (value.equals(before.get(name))) {
            return;
          }
          change(name, value, changes);
          if (name.equals(SoapProperties.WSA_ACTION)) {
            change(SoapProperties.SOAP_ACTION, value, changes);
          }
        });
  }

  private static void change(String name, String value, Changes.Builder changes) {
    if (value.isEmpty()) {
      changes.removeProperty(name);
    } else {
      changes.property(name, value);
    }
  }
}
