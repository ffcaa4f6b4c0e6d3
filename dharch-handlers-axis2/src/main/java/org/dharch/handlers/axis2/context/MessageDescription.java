package org.dharch.handlers.axis2.context;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;

/**
 * What a message's properties say of its service and operation; two messages of which that is the
 * same share what is made of it.
 *
 * @param service empty if unknown
 * @param operation empty if unknown
 * @param serviceParameters those that are texts
 * @param operationParameters those that are texts
 * @param serviceStays names of service parameters that there are and that do not travel
 * @param operationStays names of operation parameters likewise
 * @param messageStays names of parameters of the message's own description likewise
 * @param pattern the message exchange pattern; empty if it is request and answer
 * @param answerAction the action of answers; empty if it is what Axis2 makes of the name
 * @param facts what else the container says
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

  /** The names of what of this kind stays in the container. */
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
