package org.dharch.core.message;

import java.util.function.IntPredicate;

/** Writes a {@link FaultReply} as a whole SOAP envelope. */
final class FaultText {
  private static final String NS11 = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String NS12 = "http://www.w3.org/2003/05/soap-envelope";

  private FaultText() {}

  static String envelope(FaultReply fault, boolean soap12) {
    String reason = text(fault.reason());
    String which =
        soap12
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
    return "<soap:Envelope xmlns:soap=\""
        + (soap12 ? NS12 : NS11)
        + "\"><soap:Body><soap:Fault>"
        + which
        + "</soap:Fault></soap:Body></soap:Envelope>";
  }

  private static String detail(FaultReply fault) {
    return "<dharch:fault xmlns:dharch=\""
        + FaultReply.NAMESPACE
        + "\">"
        + element("code", fault.code())
        + (fault.handler().isEmpty() ? "" : element("handler", fault.handler()))
        + fault.message().map(id -> element("message", id.toString())).orElse("")
        + "</dharch:fault>";
  }

  private static String element(String name, String text) {
    return "<dharch:" + name + ">" + text(text) + "</dharch:" + name + ">";
  }

  /** Removes characters that XML does not allow, since a handler's reason may hold any text. */
  private static String text(String text) {
    IntPredicate allowed =
        c ->
            c == '\t'
                || c == '\n'
                || (c >= 0x20 && c <= 0xd7ff)
                || (c >= 0xe000 && c <= 0xfffd)
                || c > 0xffff;
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .map(c -> allowed.test(c) ? c : '?')
        .forEach(
            c -> {
              switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                default -> escaped.appendCodePoint(c);
              }
            });
    return escaped.toString();
  }
}
