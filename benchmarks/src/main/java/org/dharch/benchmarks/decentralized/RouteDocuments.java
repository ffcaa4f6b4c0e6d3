package org.dharch.benchmarks.decentralized;

import java.util.List;
import org.dharch.core.message.DHArchException;
import org.dharch.core.orchestration.document.OrchestrationDocument;
import org.dharch.samples.SampleHandlers;
import org.dharch.samples.findroute.RouteHandlers;

/** The documents of DHArch's variants. */
final class RouteDocuments {
  /**
   * Forwarding between nodes; the rest of the document is the same, except what only central
   * supports.
   */
  private static final String DIRECT = "direct=\"always\"";

  private static final String CENTRAL = "direct=\"never\"";

  /** A partial handler does not receive the message and cannot forward it. */
  private static final String PARTIAL = " partial=\"true\"";

  private static final String NAMED = "<orchestration name=\"";

  /** Longer than the whole overload, as in the other four variants. */
  static final String FLOW =
      "<flow xmlns='urn:dharch:flow:1'><concurrencyLimit size='2000'/><waiting"
          + " limit='120s'/></flow>";

  private RouteDocuments() {}

  /** Returns FindRoute's orchestration, as in the sample. */
  static String findRoute(boolean isDirect) {
    String sample = RouteHandlers.orchestration();
    return isDirect ? with(DIRECT, sample.replace(PARTIAL, "")) : central(sample);
  }

  /**
   * Returns sequential stages of one handler each.
   *
   * @param handlers their names
   */
  static String sequence(boolean isDirect, List<String> handlers) {
    StringBuilder xml =
        new StringBuilder("<orchestrations xmlns=\"urn:dharch:orchestration:1\">")
            .append(NAMED)
            .append("sequence\">");
    handlers.forEach(name -> xml.append("<handler name=\"").append(name).append("\"/>"));
    xml.append("</orchestration><rule orchestration=\"sequence\"/></orchestrations>");
    return isDirect ? with(DIRECT, xml.toString()) : central(xml.toString());
  }

  private static String central(String document) {
    return supportsDirect() ? with(CENTRAL, document) : document;
  }

  private static String with(String attribute, String document) {
    return document.replaceFirst(NAMED + "([a-z]+)\"", NAMED + "$1\" " + attribute);
  }

  /** Returns whether this DHArch supports direct orchestrations. */
  static boolean supportsDirect() {
    try {
      OrchestrationDocument.parse("direct", with(DIRECT, RouteHandlers.orchestration()));
      return true;
    } catch (DHArchException e) {
      return false;
    }
  }

  /**
   * Returns the node document of a partition. Links are off, so that all variants use the broker.
   */
  static String node(String place, int workers, List<SampleHandlers.Spec> handlers) {
    SampleHandlers.Spec handler =
        handlers.stream().filter(each -> each.name().equals(place)).findFirst().orElseThrow();
    StringBuilder xml = new StringBuilder("<node xmlns='urn:dharch:node:1' link='off' name='");
    xml.append(place).append("' workers='").append(workers).append("'><handler name='");
    xml.append(place).append("' class='").append(handler.type().getName()).append("'>");
    handler
        .parameters()
        .forEach(
            (name, value) ->
                xml.append("<parameter name='")
                    .append(name)
                    .append("'>")
                    .append(value)
                    .append("</parameter>"));
    return xml.append("</handler></node>").toString();
  }
}
