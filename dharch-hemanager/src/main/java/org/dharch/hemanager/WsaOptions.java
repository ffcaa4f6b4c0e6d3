package org.dharch.hemanager;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.addressing.RelatesTo;
import org.apache.axis2.client.Options;
import org.dharch.api.Changes;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;

/**
 * WS-Addressing and SOAPAction between a message's properties and Axis2's options. Of an endpoint
 * reference its address travels. What is absent stays absent: no message id is invented.
 */
final class WsaOptions {
  private WsaOptions() {}

  static void set(MessageProperties properties, Options options) {
    // Axis2 has one field for both; the addressing header counts if there is one
    String action = properties.text(SoapProperties.WSA_ACTION, "");
    action = action.isEmpty() ? properties.text(SoapProperties.SOAP_ACTION, "") : action;
    if (!action.isEmpty()) {
      options.setAction(action);
    }
    String messageId = properties.text(SoapProperties.WSA_MESSAGE_ID, "");
    if (!messageId.isEmpty()) {
      options.setMessageId(messageId);
    }
    String relatesTo = properties.text(SoapProperties.WSA_RELATES_TO, "");
    if (!relatesTo.isEmpty()) {
      options.addRelatesTo(new RelatesTo(relatesTo));
    }
    options.setTo(reference(properties, SoapProperties.WSA_TO));
    options.setFrom(reference(properties, SoapProperties.WSA_FROM));
    options.setReplyTo(reference(properties, SoapProperties.WSA_REPLY_TO));
    options.setFaultTo(reference(properties, SoapProperties.WSA_FAULT_TO));
  }

  private static EndpointReference reference(MessageProperties properties, String name) {
    String address = properties.text(name, "");
    return address.isEmpty() ? null : new EndpointReference(address);
  }

  /** All that {@link #set} can set, as it is in {@code options}. */
  static Map<String, String> of(Options options) {
    Map<String, String> values = new LinkedHashMap<>();
    put(values, SoapProperties.WSA_ACTION, options.getAction());
    put(values, SoapProperties.WSA_MESSAGE_ID, options.getMessageId());
    RelatesTo relatesTo = options.getRelatesTo();
    put(values, SoapProperties.WSA_RELATES_TO, relatesTo == null ? null : relatesTo.getValue());
    put(values, SoapProperties.WSA_TO, options.getTo());
    put(values, SoapProperties.WSA_FROM, options.getFrom());
    put(values, SoapProperties.WSA_REPLY_TO, options.getReplyTo());
    put(values, SoapProperties.WSA_FAULT_TO, options.getFaultTo());
    return values;
  }

  private static void put(Map<String, String> values, String name, EndpointReference reference) {
    put(values, name, reference == null ? null : reference.getAddress());
  }

  private static void put(Map<String, String> values, String name, String value) {
    values.put(name, value == null ? "" : value);
  }

  /** What is different in {@code after}. */
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
