package org.dharch.handlers.axis2.context;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;

/**
 * The properties of a message's service and operation; messages with equal ones share the Axis2
 * descriptions.
 *
 * @param service empty if unknown
 * @param operation empty if unknown
 * @param serviceParameters the text parameters
 * @param operationParameters the text parameters
 * @param serviceStays names of the service parameters that are not sent
 * @param operationStays names of the operation parameters that are not sent
 * @param messageStays names of the message description's parameters that are not sent
 * @param pattern the message exchange pattern; empty for request and response
 * @param answerAction the action of responses; empty if Axis2 derives it from the name
 * @param facts further properties of the container
 */
record MessageDescription(
    String service,
    String operation,
    Map<String, String> serviceParameters,
    Map<String, String> operationParameters,
    Set<String> serviceStays,
    Set<String> operationStays,
    Set<String> messageStays,
    String pattern,
    String answerAction,
    ContainerFacts facts) {

  static MessageDescription of(MessageProperties properties) {
    return new MessageDescription(
        properties.text(SoapProperties.SERVICE, ""),
        properties.text(SoapProperties.OPERATION, ""),
        below(properties, SoapProperties.SERVICE_PARAMETER),
        below(properties, SoapProperties.OPERATION_PARAMETER),
        staying(properties, "service-parameter"),
        staying(properties, "operation-parameter"),
        staying(properties, "message-parameter"),
        properties.text(SoapProperties.OPERATION_PATTERN, ""),
        properties.text(SoapProperties.OPERATION_ANSWER_ACTION, ""),
        ContainerFacts.of(properties));
  }

  private static Map<String, String> below(MessageProperties properties, String prefix) {
    Map<String, String> found = new HashMap<>();
    properties
        .asMap()
        .forEach(
            (name, value) -> {
              if (name.startsWith(prefix)) {
                found.put(name.substring(prefix.length()), value.toString());
              }
            });
    return found;
  }

  /** The names of this kind that are not sent. */
  static Set<String> staying(MessageProperties properties, String kind) {
    String lines = properties.text(SoapProperties.STAYS, "");
    if (lines.isEmpty()) {
      return Set.of();
    }
    Set<String> names = new HashSet<>();
    for (String line : lines.lines().toList()) {
      if (line.startsWith(kind + " ")) {
        names.add(line.substring(kind.length() + 1));
      }
    }
    return names;
  }
}
