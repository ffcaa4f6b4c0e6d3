package org.dharch.axis2.message;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMException;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.om.util.StAXParserConfiguration;
import org.apache.axiom.om.util.StAXUtils;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.addressing.AddressingConstants;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.addressing.EndpointReferenceHelper;
import org.apache.axis2.addressing.RelatesTo;
import org.apache.axis2.client.Options;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.kernel.RequestResponseTransport;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.axis2.envelope.Faults;
import org.dharch.core.message.ChangedProperties;
import org.dharch.core.message.Direction;

/**
 * Reads properties from a message context and applies changed ones: the SOAP and WS-Addressing
 * values under fixed names, and all other properties of the context and its options that are a
 * text, a boolean or a number. Other objects, such as streams, do not travel.
 */
public final class ContextProperties {
  private static final Log LOG = LogFactory.getLog(ContextProperties.class);

  /**
   * Properties of transports that cannot travel, travel under another name or are derived by the
   * node. Nodes know that they are missing, so their names do not travel either.
   */
  private static final Set<String> NEVER_TRAVELS =
      Set.of(
          HTTPConstants.MC_HTTP_SERVLETREQUEST,
          HTTPConstants.MC_HTTP_SERVLETRESPONSE,
          HTTPConstants.MC_HTTP_SERVLETCONTEXT,
          HTTPConstants.HTTP_HEADERS,
          HTTPConstants.HTTP_METHOD,
          Constants.Configuration.TRANSPORT_IN_URL,
          MessageContext.TRANSPORT_HEADERS,
          MessageContext.TRANSPORT_IN,
          MessageContext.TRANSPORT_OUT,
          MessageContext.IN_MESSAGE_CONTEXT,
          RequestResponseTransport.TRANSPORT_CONTROL,
          Constants.OUT_TRANSPORT_INFO,
          Constants.BUILDER,
          Constants.AXIS_BINDING_MESSAGE,
          Constants.AXIS_BINDING_OPERATION,
          AddressingConstants.ACTION_ATTRIBUTES,
          AddressingConstants.MESSAGEID_ATTRIBUTES);

  private static final String OWN = "org.dharch.";
  private static final String WSA = AddressingConstants.Final.WSA_NAMESPACE;
  private static final QName REFERENCE = new QName(WSA, "EndpointReference", "wsa");

  private ContextProperties() {}

  /**
   * Reads the properties of {@code context} that travel.
   *
   * @throws AxisFault if an endpoint reference cannot be serialized
   */
  static MessageProperties of(MessageContext context, Direction flow, Limits limits)
      throws AxisFault {
    PropertyBag bag = new PropertyBag(limits);
    soap(context, flow, bag);
    HttpProperties.take(context, bag);
    OperationProperties.take(context, bag);
    own(context).forEach((name, value) -> bag.offer("", PropertyBag.MESSAGE, name, value));
    return bag.properties();
  }

  /** Applies the difference between {@code before} and {@code after} to {@code context}. */
  public static void apply(
      MessageContext context, MessageProperties before, MessageProperties after) throws AxisFault {
    if (before.equals(after)) {
      return;
    }
    ChangedProperties.between(before, after, ContextProperties::isReturned)
        .forEach(
            (name, value) ->
                value.ifPresentOrElse(it -> set(context, name, it), () -> remove(context, name)));
    applySoap(context, before, after);
    HttpProperties.apply(context, before, after);
    OperationProperties.apply(context, before, after);
  }

  private static void set(MessageContext context, String name, Object value) {
    Object present = context.getLocalProperty(name);
    if (present != null && !MessageProperties.canTravel(present)) {
      // a distributed handler cannot see the present value
      LOG.warn(
          "Kept a property of another type property="
              + name
              + " type="
              + present.getClass().getName());
      return;
    }
    context.setProperty(name, value);
  }

  private static void remove(MessageContext context, String name) {
    context.removeProperty(name);
    Options options = context.getOptions();
    if (options.getProperty(name) != null) {
      options.setProperty(name, null);
    }
  }

  private static Map<String, Object> own(MessageContext context) {
    Map<String, Object> own = new LinkedHashMap<>();
    Options options = context.getOptions();
    options.getProperties().forEach((name, value) -> take(own, name, value));
    for (Iterator<String> names = context.getPropertyNames(); names.hasNext(); ) {
      String name = names.next();
      take(own, name, context.getLocalProperty(name, false));
    }
    return own;
  }

  private static void take(Map<String, Object> own, String name, Object value) {
    if (name != null
        && !isReserved(name)
        && !name.startsWith(OWN)
        && !NEVER_TRAVELS.contains(name)) {
      own.put(name, value);
    }
  }

  /** Whether handlers may set it; results of verification are for the service only. */
  private static boolean isReturned(String name) {
    return !isReserved(name) || name.startsWith(MessageProperties.SECURITY_PREFIX);
  }

  private static boolean isReserved(String name) {
    return name.startsWith(MessageProperties.RESERVED_PREFIX);
  }

  private static void soap(MessageContext context, Direction flow, PropertyBag to)
      throws AxisFault {
    to.put(SoapProperties.FLOW, flow.toString());
    to.put(SoapProperties.SERVER_SIDE, context.isServerSide());
    to.put(SoapProperties.SOAP_VERSION, context.isSOAP11() ? "1.1" : "1.2");
    if (context.isDoingREST()) {
      to.put(SoapProperties.SOAP_REST, true);
    }
    to.put(SoapProperties.SERVICE, Names.service(context));
    to.put(SoapProperties.OPERATION, Names.operation(context));
    to.put(SoapProperties.SOAP_ACTION, context.getSoapAction());
    to.put(SoapProperties.WSA_ACTION, context.getWSAAction());
    to.put(SoapProperties.WSA_MESSAGE_ID, context.getOptions().getMessageId());
    put(to, context, SoapProperties.WSA_TO, context.getTo());
    put(to, context, SoapProperties.WSA_FROM, context.getFrom());
    put(to, context, SoapProperties.WSA_REPLY_TO, context.getReplyTo());
    put(to, context, SoapProperties.WSA_FAULT_TO, context.getFaultTo());
    RelatesTo relatesTo = context.getRelatesTo();
    to.put(SoapProperties.WSA_RELATES_TO, relatesTo == null ? null : relatesTo.getValue());
    to.put(SoapProperties.WSA_RELATIONSHIPS, lines(context.getRelationships()));
  }

  private static void put(
      PropertyBag to, MessageContext context, String name, EndpointReference reference)
      throws AxisFault {
    if (reference == null) {
      return;
    }
    String whole = whole(reference);
    if (!to.fits(name + SoapProperties.WSA_REFERENCE, whole)
        || !to.fits(name, String.valueOf(reference.getAddress()))) {
      throw Faults.wrong(context, name + ": the endpoint reference is too large for a property");
    }
    to.put(name, reference.getAddress());
    to.put(name + SoapProperties.WSA_REFERENCE, whole);
  }

  private static void applySoap(
      MessageContext context, MessageProperties before, MessageProperties after) throws AxisFault {
    // Axis2 has one action for both, so the second call wins
    changed(before, after, SoapProperties.SOAP_ACTION, context::setSoapAction);
    changed(before, after, SoapProperties.WSA_ACTION, context::setWSAAction);
    changed(before, after, SoapProperties.WSA_MESSAGE_ID, context::setMessageID);
    reference(before, after, SoapProperties.WSA_TO, context.getTo(), context::setTo);
    reference(before, after, SoapProperties.WSA_FROM, context.getFrom(), context::setFrom);
    reference(
        before, after, SoapProperties.WSA_REPLY_TO, context.getReplyTo(), context::setReplyTo);
    reference(
        before, after, SoapProperties.WSA_FAULT_TO, context.getFaultTo(), context::setFaultTo);
    String relatesTo = SoapProperties.WSA_RELATES_TO;
    String all = SoapProperties.WSA_RELATIONSHIPS;
    if (differs(before, after, all)) {
      context.setRelationships(relationships(after.text(relatesTo, ""), after.text(all, "")));
    } else if (differs(before, after, relatesTo)) {
      context.setRelationships(relationships(after.text(relatesTo, ""), ""));
    }
  }

  /** If only the address differs, the rest of the reference stays. */
  private static void reference(
      MessageProperties before,
      MessageProperties after,
      String name,
      EndpointReference present,
      Consumer<EndpointReference> setter)
      throws AxisFault {
    boolean rest = differs(before, after, name + SoapProperties.WSA_REFERENCE);
    if (!rest && !differs(before, after, name)) {
      return;
    }
    String address = after.text(name, "");
    if (!rest && !address.isEmpty() && present != null) {
      present.setAddress(address);
    } else {
      String whole = after.text(name + SoapProperties.WSA_REFERENCE, "");
      setter.accept(referenceOf(address, address.isEmpty() ? "" : whole));
    }
  }

  private static boolean differs(MessageProperties before, MessageProperties after, String name) {
    return !before.text(name, "").equals(after.text(name, ""));
  }

  private static void changed(
      MessageProperties before, MessageProperties after, String name, Consumer<String> setter) {
    String is = after.text(name, "");
    if (differs(before, after, name)) {
      setter.accept(is.isEmpty() ? null : is);
    }
  }

  /** {@code reference} as XML; empty if it has only an address. */
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
    OMElement xml =
        EndpointReferenceHelper.toOM(OMAbstractFactory.getOMFactory(), reference, REFERENCE, WSA);
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
  private static EndpointReference referenceOf(String address, String whole) throws AxisFault {
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
  private static String lines(RelatesTo[] relationships) {
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
  private static RelatesTo[] relationships(String value, String lines) {
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
