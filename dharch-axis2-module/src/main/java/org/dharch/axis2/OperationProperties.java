package org.dharch.axis2;

import java.util.Iterator;
import java.util.Map;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.OperationContext;
import org.apache.axis2.description.AxisDescription;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.description.WSDL2Constants;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.settings.Parameters;

/**
 * What a message's service and operation say, as properties: their own parameters, and the
 * operation context's properties, by which handlers of the in flow tell those of the out flow, and
 * which come back.
 */
final class OperationProperties {
  private static final String OWN = "org.dharch.";

  /** A model that Axis2 gives every service and operation, spelt as it spells it. */
  private static final String JAXRS = "JAXRSAnnotaion";

  private OperationProperties() {}

  static void take(MessageContext context, PropertyBag to) {
    OperationContext operation = context.getOperationContext();
    if (operation != null) {
      for (Iterator<String> names = operation.getPropertyNames(); names.hasNext(); ) {
        String name = names.next();
        if (!name.startsWith(OWN)) {
          Object value = operation.getLocalProperty(name);
          to.offer(SoapProperties.OPERATION_PROPERTY, PropertyBag.OPERATION, name, value);
        }
      }
    }
    if (context.getAxisOperation() != null) {
      description(context.getAxisOperation(), to);
    }
    parameters(
        context.getAxisService(),
        SoapProperties.SERVICE_PARAMETER,
        PropertyBag.SERVICE_PARAMETER,
        to);
    parameters(
        context.getAxisOperation(),
        SoapProperties.OPERATION_PARAMETER,
        PropertyBag.OPERATION_PARAMETER,
        to);
  }

  private static void description(AxisOperation operation, PropertyBag to) {
    String action = operation.getOutputAction();
    if (operation.getName() != null
        && !("urn:" + operation.getName().getLocalPart() + "Response").equals(action)) {
      to.put(SoapProperties.OPERATION_ANSWER_ACTION, action);
    }
    String pattern = operation.getMessageExchangePattern();
    if (!WSDL2Constants.MEP_URI_IN_OUT.equals(pattern)) {
      to.put(SoapProperties.OPERATION_PATTERN, pattern);
    }
  }

  private static void parameters(
      AxisDescription description, String prefix, String kind, PropertyBag to) {
    if (description == null) {
      return;
    }
    for (Parameter parameter : description.getParameters()) {
      Object value = parameter.getValue();
      String name = parameter.getName();
      // its schema generator keeps the names of each operation's arguments there
      boolean ownToAxis2 = name.equals(JAXRS) || value instanceof String[];
      if (!name.startsWith(Parameters.PREFIX) && !ownToAxis2) {
        to.offer(prefix, kind, name, value instanceof String ? value : opaque(value));
      }
    }
  }

  /** Something that does not travel, whatever it is. */
  private static Object opaque(Object value) {
    return value == null ? null : new Object();
  }

  /** Sets and removes on {@code context}'s operation what is different in {@code after}. */
  static void apply(MessageContext context, MessageProperties before, MessageProperties after) {
    OperationContext operation = context.getOperationContext();
    if (operation == null) {
      return;
    }
    for (Map.Entry<String, Object> entry : after.asMap().entrySet()) {
      String name = entry.getKey();
      if (name.startsWith(SoapProperties.OPERATION_PROPERTY)
          && !entry.getValue().equals(before.asMap().get(name))) {
        operation.setProperty(own(name), entry.getValue());
      }
    }
    for (String name : before.asMap().keySet()) {
      if (name.startsWith(SoapProperties.OPERATION_PROPERTY) && !after.asMap().containsKey(name)) {
        operation.removeProperty(own(name));
      }
    }
  }

  private static String own(String name) {
    return name.substring(SoapProperties.OPERATION_PROPERTY.length());
  }
}
