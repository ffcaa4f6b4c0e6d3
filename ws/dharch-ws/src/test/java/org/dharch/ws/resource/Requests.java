package org.dharch.ws.resource;

import java.nio.charset.StandardCharsets;
import org.dharch.ws.soap.SoapVersion;

/** Messages about the resource of a weather station, as a client writes them. */
final class Requests {
  static final String NAMESPACE = "urn:weather";
  static final String DOCUMENT =
      "<w:station xmlns:w=\"urn:weather\"><w:place>Bloomington</w:place>"
          + "<w:reading unit=\"C\">21</w:reading><w:reading unit=\"C\">22</w:reading></w:station>";

  private Requests() {}

  /** With WS-Addressing, and the resource as reference parameter. */
  static byte[] about(String id, SoapVersion version, String body) {
    return envelope(
        version,
        "<a:Action xmlns:a=\"http://www.w3.org/2005/08/addressing\">urn:any</a:Action>"
            + "<a:MessageID xmlns:a=\"http://www.w3.org/2005/08/addressing\">urn:m:1</a:MessageID>"
            + (id.isEmpty()
                ? ""
                : "<r:ResourceId xmlns:r=\"urn:dharch:resource:1\">" + id + "</r:ResourceId>"),
        body);
  }

  static byte[] envelope(SoapVersion version, String headers, String body) {
    return ("<s:Envelope xmlns:s=\""
            + version.namespace()
            + "\" xmlns:w=\"urn:weather\" xmlns:rp=\"http://docs.oasis-open.org/wsrf/rp-2\""
            + " xmlns:rl=\"http://docs.oasis-open.org/wsrf/rl-2\"><s:Header>"
            + headers
            + "</s:Header><s:Body>"
            + body
            + "</s:Body></s:Envelope>")
        .getBytes(StandardCharsets.UTF_8);
  }

  static String get(String name) {
    return "<rp:GetResourceProperty>" + name + "</rp:GetResourceProperty>";
  }

  static String getAll(String... names) {
    StringBuilder all = new StringBuilder("<rp:GetMultipleResourceProperties>");
    for (String name : names) {
      all.append("<rp:ResourceProperty>").append(name).append("</rp:ResourceProperty>");
    }
    return all.append("</rp:GetMultipleResourceProperties>").toString();
  }

  static String query(String expression) {
    return query(Wsrf.XPATH, expression);
  }

  static String query(String dialect, String expression) {
    return "<rp:QueryResourceProperties><rp:QueryExpression Dialect=\""
        + dialect
        + "\">"
        + expression.replace("&", "&amp;").replace("<", "&lt;")
        + "</rp:QueryExpression></rp:QueryResourceProperties>";
  }

  static String set(String... changes) {
    return "<rp:SetResourceProperties>" + String.join("", changes) + "</rp:SetResourceProperties>";
  }

  static String insert(String values) {
    return "<rp:Insert>" + values + "</rp:Insert>";
  }

  static String update(String values) {
    return "<rp:Update>" + values + "</rp:Update>";
  }

  static String delete(String name) {
    return "<rp:Delete ResourceProperty=\"" + name + "\"/>";
  }

  static String getDocument() {
    return "<rp:GetResourcePropertyDocument/>";
  }

  static String put(String document) {
    return "<rp:PutResourcePropertyDocument>" + document + "</rp:PutResourcePropertyDocument>";
  }

  static String destroy() {
    return "<rl:Destroy/>";
  }

  static String endAt(String time) {
    return "<rl:SetTerminationTime><rl:RequestedTerminationTime>"
        + time
        + "</rl:RequestedTerminationTime></rl:SetTerminationTime>";
  }

  static String neverEnd() {
    return "<rl:SetTerminationTime><rl:RequestedTerminationTime"
        + " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:nil=\"true\"/>"
        + "</rl:SetTerminationTime>";
  }

  static String endIn(String duration) {
    return "<rl:SetTerminationTime><rl:RequestedLifetimeDuration>"
        + duration
        + "</rl:RequestedLifetimeDuration></rl:SetTerminationTime>";
  }
}
