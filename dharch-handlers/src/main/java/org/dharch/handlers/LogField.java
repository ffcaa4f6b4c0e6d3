package org.dharch.handlers;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.dharch.api.SoapProperties;

/** The fields of a log line about a message. */
enum LogField {
  /** When it was written, by the node's clock. */
  TIME(""),
  /** The id that DHArch gave it. */
  ID(""),
  ATTEMPT(""),
  FLOW(SoapProperties.FLOW),
  SERVICE(SoapProperties.SERVICE),
  OPERATION(SoapProperties.OPERATION),
  ACTION(SoapProperties.SOAP_ACTION),
  /** The id by WS-Addressing. */
  MESSAGEID(SoapProperties.WSA_MESSAGE_ID),
  RELATESTO(SoapProperties.WSA_RELATES_TO),
  TO(SoapProperties.WSA_TO),
  URL(SoapProperties.HTTP_URL),
  SOAP(SoapProperties.SOAP_VERSION),
  CLIENT(""),
  /** How large the envelope is. */
  BYTES(""),
  ENVELOPE("");

  /** The default fields. */
  static final String USUAL = "time id attempt flow service operation action client bytes";

  private final String property;

  LogField(String property) {
    this.property = property;
  }

  /** The property that it is, or empty. */
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

  /** All by their names in parameters and lines. */
  static Map<String, LogField> byName() {
    Map<String, LogField> fields = new LinkedHashMap<>();
    for (LogField each : values()) {
      fields.put(each.text(), each);
    }
    return fields;
  }
}
