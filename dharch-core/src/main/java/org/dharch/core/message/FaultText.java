package org.dharch.core.message;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;

/** Writes a {@link FaultReply} as a whole SOAP envelope. */
final class FaultText {
  private static final String NS11 = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String NS12 = "http://www.w3.org/2003/05/soap-envelope";
  private static final String XML = " xml:lang=\"";

  private FaultText() {}

  static String envelope(FaultReply fault, boolean soap12) {
    return fault
        .thrown()
        .map(thrown -> envelope(thrown, soap12))
        .orElseGet(() -> envelope(soap12, "", own(fault, soap12)));
  }

  private static String envelope(boolean soap12, String header, String fault) {
    return "<soap:Envelope xmlns:soap=\""
        + (soap12 ? NS12 : NS11)
        + "\">"
        + (header.isEmpty() ? "" : "<soap:Header>" + header + "</soap:Header>")
        + "<soap:Body><soap:Fault>"
        + fault
        + "</soap:Fault></soap:Body></soap:Envelope>";
  }

  private static String own(FaultReply fault, boolean soap12) {
    String reason = text(fault.reason());
    return soap12
        ? "<soap:Code><soap:Value>soap:"
            + (fault.senders() ? "Sender" : "Receiver")
            + "</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang=\"en\">"
            + reason
            + "</soap:Text></soap:Reason><soap:Detail>"
            + detail(fault)
            + "</soap:Detail>"
        : "<faultcode>soap:"
            + (fault.senders() ? "Client" : "Server")
            + "</faultcode><faultstring>"
            + reason
            + "</faultstring><detail>"
            + detail(fault)
            + "</detail>";
  }

  private static String detail(FaultReply fault) {
    return "<dharch:fault xmlns:dharch=\""
        + FaultReply.NAMESPACE
        + "\">"
        + element("dharch:code", fault.code())
        + (fault.handler().isEmpty() ? "" : element("dharch:handler", fault.handler()))
        + fault.message().map(id -> element("dharch:message", id.toString())).orElse("")
        + "</dharch:fault>";
  }

  private static String envelope(ThrownFault fault, boolean soap12) {
    String detail = String.join("", fault.detail());
    String content =
        soap12
            ? "<soap:Code>"
                + value(fault.code(), NS12)
                + subcodes(fault.subcodes())
                + "</soap:Code><soap:Reason>"
                + reasons(fault)
                + "</soap:Reason>"
                + optional("soap:Node", fault.node())
                + optional("soap:Role", fault.role())
                + (detail.isEmpty() ? "" : "<soap:Detail>" + detail + "</soap:Detail>")
            : named("faultcode", fault.code(), NS11)
                + element("faultstring", fault.reason())
                + optional("faultactor", fault.role())
                + (detail.isEmpty() ? "" : "<detail>" + detail + "</detail>");
    return envelope(soap12, String.join("", fault.headers()), content);
  }

  private static String value(QName code, String soap) {
    return named("soap:Value", code, soap);
  }

  private static String subcodes(List<QName> codes) {
    return codes.isEmpty()
        ? ""
        : "<soap:Subcode>"
            + value(codes.get(0), NS12)
            + subcodes(codes.subList(1, codes.size()))
            + "</soap:Subcode>";
  }

  private static String reasons(ThrownFault fault) {
    return fault.reasons().stream()
        .map(
            one ->
                "<soap:Text"
                    + XML
                    + quoted(one.language().isEmpty() ? "en" : one.language())
                    + "\">"
                    + text(one.text())
                    + "</soap:Text>")
        .collect(Collectors.joining());
  }

  /** An element whose text is a qualified name. */
  private static String named(String element, QName name, String soap) {
    String uri = name.getNamespaceURI();
    String local = text(name.getLocalPart());
    if (uri.isEmpty() || uri.equals(soap)) {
      String prefix = uri.isEmpty() ? "" : "soap:";
      return "<" + element + ">" + prefix + local + "</" + element + ">";
    }
    String prefix =
        List.of("", "soap", "xml", "xmlns").contains(name.getPrefix()) ? "ns" : name.getPrefix();
    return "<"
        + element
        + " xmlns:"
        + prefix
        + "=\""
        + quoted(uri)
        + "\">"
        + prefix
        + ":"
        + local
        + "</"
        + element
        + ">";
  }

  private static String optional(String name, String text) {
    return text.isEmpty() ? "" : element(name, text);
  }

  private static String element(String name, String text) {
    return "<" + name + ">" + text(text) + "</" + name + ">";
  }

  private static String quoted(String text) {
    return text(text).replace("\"", "&quot;");
  }

  private static String text(String text) {
    return legal(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** Replaces characters that XML does not allow, since a handler's reason may hold any text. */
  static String legal(String text) {
    IntPredicate allowed =
        c ->
            c == '\t'
                || c == '\n'
                || (c >= 0x20 && c <= 0xd7ff)
                || (c >= 0xe000 && c <= 0xfffd)
                || c > 0xffff;
    return text.codePoints().allMatch(allowed)
        ? text
        : text.codePoints()
            .map(c -> allowed.test(c) ? c : '?')
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
  }
}
