package org.dharch.axis2;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.addressing.RelatesTo;
import org.apache.axis2.client.Options;
import org.apache.axis2.context.MessageContext;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.dharch.api.Limits;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.Direction;

/**
 * Carries properties out of a message context and changed ones back: the SOAP and WS-Addressing
 * values under their own names, and whatever else the context and its options hold that is a text,
 * a truth value or a number. Streams, contexts and the like stay where they are.
 */
final class ContextProperties {
  private static final Log LOG = LogFactory.getLog(ContextProperties.class);

  /** Room for the names of {@link SoapProperties} within the limit on all. */
  private static final int RESERVED = 16;

  private ContextProperties() {}

  static MessageProperties of(MessageContext context, Direction flow, Limits limits) {
    Map<String, Object> all = new LinkedHashMap<>();
    soap(context, flow, all);
    int room = Math.max(0, limits.maxProperties() - RESERVED);
    for (Map.Entry<String, Object> entry : own(context).entrySet()) {
      if (room > 0 && fits(entry.getKey(), entry.getValue(), limits)) {
        all.put(entry.getKey(), entry.getValue());
        room--;
      } else {
        LOG.debug("property '" + entry.getKey() + "' stays behind: past a limit");
      }
    }
    return MessageProperties.of(all);
  }

  /** Sets in {@code context} what {@code after} has and {@code before} had not, and removes. */
  static void apply(MessageContext context, MessageProperties before, MessageProperties after) {
    if (before.equals(after)) {
      return;
    }
    Options options = context.getOptions();
    for (Map.Entry<String, Object> entry : after.asMap().entrySet()) {
      String name = entry.getKey();
      if (!isReserved(name) && !entry.getValue().equals(before.asMap().get(name))) {
        set(context, name, entry.getValue());
      }
    }
    for (String name : before.asMap().keySet()) {
      if (!isReserved(name) && !after.asMap().containsKey(name)) {
        context.removeProperty(name);
        if (options.getProperty(name) != null) {
          options.setProperty(name, null);
        }
      }
    }
    applySoap(context, before, after);
  }

  private static void set(MessageContext context, String name, Object value) {
    Object present = context.getLocalProperty(name);
    if (present != null && !MessageProperties.canTravel(present)) {
      // a handler elsewhere could not see it, so it cannot mean it
      LOG.warn("property '" + name + "' is " + present.getClass().getName() + "; it stays");
      return;
    }
    context.setProperty(name, value);
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
    if (name != null && !isReserved(name) && MessageProperties.canTravel(value)) {
      own.put(name, value);
    }
  }

  private static boolean isReserved(String name) {
    return name.startsWith(MessageProperties.RESERVED_PREFIX);
  }

  private static boolean fits(String name, Object value, Limits limits) {
    String text = value instanceof String string ? string : "12345678";
    int max = limits.maxPropertyBytes();
    return 3L * (name.length() + text.length()) <= max // whatever the characters are
        || (long) utf8(name) + utf8(text) <= max;
  }

  private static int utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static void soap(MessageContext context, Direction flow, Map<String, Object> all) {
    all.put(SoapProperties.FLOW, flow.toString());
    all.put(SoapProperties.SERVER_SIDE, context.isServerSide());
    all.put(SoapProperties.SOAP_VERSION, context.isSOAP11() ? "1.1" : "1.2");
    put(all, SoapProperties.SERVICE, Names.service(context));
    put(all, SoapProperties.OPERATION, Names.operation(context));
    put(all, SoapProperties.SOAP_ACTION, context.getSoapAction());
    put(all, SoapProperties.WSA_ACTION, context.getWSAAction());
    put(all, SoapProperties.WSA_MESSAGE_ID, context.getOptions().getMessageId());
    put(all, SoapProperties.WSA_TO, address(context.getTo()));
    put(all, SoapProperties.WSA_FROM, address(context.getFrom()));
    put(all, SoapProperties.WSA_REPLY_TO, address(context.getReplyTo()));
    put(all, SoapProperties.WSA_FAULT_TO, address(context.getFaultTo()));
    RelatesTo relatesTo = context.getRelatesTo();
    put(all, SoapProperties.WSA_RELATES_TO, relatesTo == null ? null : relatesTo.getValue());
  }

  private static void put(Map<String, Object> all, String name, String value) {
    if (value != null && !value.isEmpty()) {
      all.put(name, value);
    }
  }

  private static String address(EndpointReference reference) {
    return reference == null ? null : reference.getAddress();
  }

  private static void applySoap(
      MessageContext context, MessageProperties before, MessageProperties after) {
    // Axis2 keeps one action for both, so the later of the two lines counts
    changed(before, after, SoapProperties.SOAP_ACTION, context::setSoapAction);
    changed(before, after, SoapProperties.WSA_ACTION, context::setWSAAction);
    changed(before, after, SoapProperties.WSA_MESSAGE_ID, context::setMessageID);
    changed(before, after, SoapProperties.WSA_TO, to(context.getTo(), context::setTo));
    changed(before, after, SoapProperties.WSA_FROM, to(context.getFrom(), context::setFrom));
    changed(
        before, after, SoapProperties.WSA_REPLY_TO, to(context.getReplyTo(), context::setReplyTo));
    changed(
        before, after, SoapProperties.WSA_FAULT_TO, to(context.getFaultTo(), context::setFaultTo));
    changed(
        before,
        after,
        SoapProperties.WSA_RELATES_TO,
        value ->
            context.setRelationships(
                value == null ? new RelatesTo[0] : new RelatesTo[] {new RelatesTo(value)}));
  }

  /** Changes only the address of a reference that carries more than one. */
  private static Consumer<String> to(
      EndpointReference present, Consumer<EndpointReference> setter) {
    return address -> {
      if (address != null && present != null) {
        present.setAddress(address);
      } else {
        setter.accept(address == null ? null : new EndpointReference(address));
      }
    };
  }

  private static void changed(
      MessageProperties before, MessageProperties after, String name, Consumer<String> setter) {
    String was = before.text(name, "");
    String is = after.text(name, "");
    if (!was.equals(is)) {
      setter.accept(is.isEmpty() ? null : is);
    }
  }
}
