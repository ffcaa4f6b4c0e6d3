package org.dharch.ws.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.dharch.core.message.DHArchException;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.soap.ElementWriter;
import org.dharch.ws.soap.SoapFault;

/** A fault of WS-BaseFaults 1.2; the transaction that throws it is rolled back. */
final class ResourceFault extends DHArchException {
  private static final long serialVersionUID = 1;

  /** The faults of WS-Resource, -ResourceProperties and -ResourceLifetime. */
  enum Kind {
    RESOURCE_UNKNOWN(Wsrf.R, "ResourceUnknown"),
    INVALID_RESOURCE_PROPERTY_QNAME(Wsrf.RP, "InvalidResourcePropertyQName"),
    UNKNOWN_QUERY_EXPRESSION_DIALECT(Wsrf.RP, "UnknownQueryExpressionDialect"),
    INVALID_QUERY_EXPRESSION(Wsrf.RP, "InvalidQueryExpression"),
    QUERY_EVALUATION_ERROR(Wsrf.RP, "QueryEvaluationError"),
    UNABLE_TO_MODIFY_RESOURCE_PROPERTY(Wsrf.RP, "UnableToModifyResourceProperty"),
    INVALID_MODIFICATION(Wsrf.RP, "InvalidModification"),
    SET_RESOURCE_PROPERTY_REQUEST_FAILED(Wsrf.RP, "SetResourcePropertyRequestFailed"),
    UNABLE_TO_PUT_RESOURCE_PROPERTY_DOCUMENT(Wsrf.RP, "UnableToPutResourcePropertyDocument"),
    RESOURCE_NOT_DESTROYED(Wsrf.RL, "ResourceNotDestroyed"),
    UNABLE_TO_SET_TERMINATION_TIME(Wsrf.RL, "UnableToSetTerminationTime"),
    TERMINATION_TIME_CHANGE_REJECTED(Wsrf.RL, "TerminationTimeChangeRejected");

    private final String namespace;
    private final String name;

    Kind(String namespace, String name) {
      this.namespace = namespace;
      this.name = name;
    }

    /** The element in the fault's detail, also its subcode. */
    QName qname() {
      return new QName(namespace, name + "Fault", "wsrf");
    }

    boolean isChangeFailure() {
      return switch (this) {
        case UNABLE_TO_MODIFY_RESOURCE_PROPERTY,
            INVALID_MODIFICATION,
            SET_RESOURCE_PROPERTY_REQUEST_FAILED,
            UNABLE_TO_PUT_RESOURCE_PROPERTY_DOCUMENT ->
            true;
        default -> false;
      };
    }
  }

  /**
   * The maximum length of values in a fault, in characters; keeps faults shorter than their
   * requests.
   */
  private static final int MAX_VALUES = 4_096;

  private final Kind kind;
  private final transient List<String> current;
  private final transient List<String> requested;

  ResourceFault(Kind kind, String description) {
    this(kind, description, List.of(), List.of());
  }

  /**
   * @param current the values before the failed change, which the rollback keeps
   * @param requested the requested values
   */
  ResourceFault(Kind kind, String description, List<String> current, List<String> requested) {
    super(description);
    this.kind = kind;
    this.current = List.copyOf(current);
    this.requested = List.copyOf(requested);
  }

  /**
   * Converts to the exception for the sender.
   *
   * @param now the fault's timestamp, in milliseconds since 1970
   */
  ProcessingException exception(long now) {
    SoapFault fault =
        new SoapFault(
            SoapFault.Code.SENDER,
            List.of(kind.qname()),
            getMessage(),
            List.of(detail(now)),
            Optional.empty(),
            false);
    return new ProcessingException(fault, Wsrf.FAULT_ACTION);
  }

  private String detail(long now) {
    ElementWriter out = new ElementWriter().start(kind.qname());
    out.element(bf("Timestamp"), Times.text(now));
    out.start(bf("Description"))
        .attribute(new QName(XMLConstants.XML_NS_URI, "lang", XMLConstants.XML_NS_PREFIX), "en")
        .text(getMessage())
        .end();
    if (kind.isChangeFailure()) {
      // changes are atomic, so the current values are restored
      out.start(Wsrf.rp("ResourcePropertyChangeFailure")).attribute("Restored", "true");
      values(out, "CurrentValue", current);
      values(out, "RequestedValue", requested);
      out.end();
    }
    return out.end().toString();
  }

  private static void values(ElementWriter out, String name, List<String> values) {
    List<String> included = new ArrayList<>();
    int length = 0;
    for (String value : values) {
      length += value.length();
      if (length > MAX_VALUES) {
        break;
      }
      included.add(value);
    }
    if (!included.isEmpty()) {
      out.start(Wsrf.rp(name));
      included.forEach(out::xml);
      out.end();
    }
  }

  private static QName bf(String name) {
    return new QName(Wsrf.BF, name, "wsrf-bf");
  }
}
