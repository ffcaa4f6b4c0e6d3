package org.dharch.core.message;

import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.dharch.api.MessageProperties;

/**
 * A SOAP fault that a handler threw, as the handler's own framework would send it. Characters that
 * XML does not allow are replaced by '?'.
 *
 * @param code without a namespace, it is sent as it is
 * @param subcodes of SOAP 1.2, the outermost first
 * @param reasons the first is SOAP 1.1's faultstring
 * @param node the URI of the SOAP node; empty if there is none
 * @param role the URI of the role, SOAP 1.1's faultactor; empty if there is none
 * @param detail the elements in the detail, each as XML with all namespaces that it uses
 * @param headers the header blocks that are sent with the fault, likewise
 * @param properties the properties that the handler set before it threw, such as HTTP status and
 *     headers: {@link org.dharch.api.SoapProperties#HTTP_STATUS}
 */
public record ThrownFault(
    QName code,
    List<QName> subcodes,
    List<Reason> reasons,
    String node,
    String role,
    List<String> detail,
    List<String> headers,
    MessageProperties properties) {
  private static final Pattern PREFIX = Pattern.compile("|[A-Za-z_][A-Za-z0-9_.-]*");

  /**
   * One reason.
   *
   * @param language empty if it is unknown
   */
  public record Reason(String language, String text) {
    public Reason {
      language = FaultText.legal(language);
      text = FaultText.legal(text);
    }
  }

  public ThrownFault {
    check(code);
    subcodes = List.copyOf(subcodes);
    subcodes.forEach(ThrownFault::check);
    reasons = List.copyOf(reasons);
    node = FaultText.legal(node);
    role = FaultText.legal(role);
    detail = List.copyOf(detail);
    headers = List.copyOf(headers);
    Objects.requireNonNull(properties, "properties");
  }

  private static void check(QName code) {
    if (code.getLocalPart().isEmpty()) {
      throw new IllegalArgumentException("a fault code must not be empty");
    }
    if (!PREFIX.matcher(code.getPrefix()).matches()) {
      throw new IllegalArgumentException(
          "the prefix of a fault code must be a name (got '" + code.getPrefix() + "')");
    }
  }

  /** The same without its detail and header blocks. */
  public ThrownFault withoutDetail() {
    return new ThrownFault(code, subcodes, reasons, node, role, List.of(), List.of(), properties);
  }

  /** The same of a handler that set {@code values}. */
  public ThrownFault with(MessageProperties values) {
    return new ThrownFault(code, subcodes, reasons, node, role, detail, headers, values);
  }

  /** The first reason; empty if there is none. */
  public String reason() {
    return reasons.isEmpty() ? "" : reasons.get(0).text();
  }
}
