package org.dharch.handlers;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.dharch.api.SoapProperties;

/** The fields of a log line about a message. */
enum LogField {
  /** The time of the line, by the node's clock. */
  TIME(""),
  /** The message's id in DHArch. */
  ID(""),
  ATTEMPT(""),
  FLOW(SoapProperties.FLOW),
  SERVICE(SoapProperties.SERVICE),
  OPERATION(SoapProperties.OPERATION),
  ACTION(SoapProperties.SOAP_ACTION),
  /** The message's id in WS-Addressing. */
  MESSAGEID(SoapProperties.WSA_MESSAGE_ID),
  RELATESTO(SoapProperties.WSA_RELATES_TO),
  TO(SoapProperties.WSA_TO),
  URL(SoapProperties.HTTP_URL),
  SOAP(SoapProperties.SOAP_VERSION),
  CLIENT(""),
  /** The size of the envelope. */
  BYTES(""),
  ENVELOPE("");

  static final String DEFAULT = "time id attempt flow service operation action client bytes";

  private final String property;

  LogField(String property) {
    this.property = property;
  }

  /** The property with the value; empty if there is none. */
  String property() {
    return property;
  }

  String text() {
    return switch (this) {
      case MESSAGEID -> "messageId";
      case RELATESTO -> "relatesTo";
      default -> name().toLowerCase(Locale.ROOT);
    };
  }

  /** All fields by their names in parameters and lines. */
  static Map<String, LogField> byName() {
    Map<String, LogField> fields = new LinkedHashMap<>();
    for (LogField field : values()) {
      fields.put(field.text(), field);
    }
    return fields;
  }
}
