package org.dharch.core;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.api.Changes;
import org.dharch.api.MessageProperties;
import org.dharch.core.message.ExchangeProperties;

/**
 * The simulation's handlers' work: each puts a mark with its name and attempt into the header, and
 * a property beside it, so that the message itself tells who has performed, when and how often.
 */
final class Marks {
  static final String NAMESPACE = "urn:mark";
  private static final String ONCE = "once.";
  private static final Pattern MARK =
      Pattern.compile("<([A-Z]\\d+) xmlns=\"urn:mark\" attempt=\"(\\d+)\"/>");

  private Marks() {}

  /** The property beside a handler's mark; of every other handler it is the whole exchange's. */
  static String property(String handler) {
    boolean shared = handler.charAt(handler.length() - 1) % 2 == 0;
    return (shared ? MessageProperties.EXCHANGE_PREFIX : "") + "mark." + handler;
  }

  /** The property in which each time that a handler performs is another number. */
  static String once(String handler) {
    return ONCE + handler;
  }

  /** Those that are there, each as {@code handler=number}. */
  static Set<String> once(MessageProperties properties) {
    Set<String> all = new TreeSet<>();
    properties
        .asMap()
        .forEach(
            (name, value) -> {
              if (name.startsWith(ONCE)) {
                all.add(name.substring(ONCE.length()) + "=" + value);
              }
            });
    return all;
  }

  /** The handlers that have left such a property for the exchange. */
  static Set<String> exchanged(MessageProperties properties) {
    String prefix = MessageProperties.EXCHANGE_PREFIX + "mark.";
    Set<String> names = new TreeSet<>();
    ExchangeProperties.of(properties).asMap().keySet().stream()
        .filter(name -> name.startsWith(prefix))
        .forEach(name -> names.add(name.substring(prefix.length())));
    return names;
  }

  static Changes mark(String handler, int attempt) {
    String block = "<" + handler + " xmlns=\"" + NAMESPACE + "\" attempt=\"" + attempt + "\"/>";
    return Changes.builder()
        .addHeader(block.getBytes(StandardCharsets.UTF_8))
        .property(property(handler), attempt)
        .build();
  }

  /** Every mark, in document order, as {@code H0#1}: handler and attempt. */
  static List<String> all(byte[] envelope) {
    Matcher matcher = MARK.matcher(new String(envelope, StandardCharsets.UTF_8));
    List<String> marks = new ArrayList<>();
    while (matcher.find()) {
      marks.add(matcher.group(1) + "#" + matcher.group(2));
    }
    return marks;
  }

  /** The names of those who left a mark. */
  static Set<String> names(byte[] envelope) {
    Set<String> names = new TreeSet<>();
    all(envelope).forEach(mark -> names.add(mark.substring(0, mark.indexOf('#'))));
    return names;
  }
}
