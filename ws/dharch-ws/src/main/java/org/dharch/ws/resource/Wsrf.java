package org.dharch.ws.resource;

import java.util.Arrays;
import java.util.Optional;
import javax.xml.namespace.QName;

/** The names of WS-Resource Framework 1.2. */
final class Wsrf {
  static final String RP = "http://docs.oasis-open.org/wsrf/rp-2";
  static final String RL = "http://docs.oasis-open.org/wsrf/rl-2";
  static final String BF = "http://docs.oasis-open.org/wsrf/bf-2";
  static final String R = "http://docs.oasis-open.org/wsrf/r-2";

  static final String EXTENSIONS = "urn:dharch:resource:1";

  /** The reference parameter that identifies a resource. */
  static final QName RESOURCE_ID = new QName(EXTENSIONS, "ResourceId", "dr");

  /** The header block with the previous document. */
  static final QName BEFORE = new QName(EXTENSIONS, "Before", "dr");

  /** The action of all faults. */
  static final String FAULT_ACTION = "http://docs.oasis-open.org/wsrf/fault";

  static final QName CURRENT_TIME = rl("CurrentTime");
  static final QName TERMINATION_TIME = rl("TerminationTime");

  /** The dialect of queries: XPath 1.0. */
  static final String XPATH = "http://www.w3.org/TR/1999/REC-xpath-19991116";

  private static final String RP_ACTION = "http://docs.oasis-open.org/wsrf/rpw-2/";
  private static final String RL_ACTION = "http://docs.oasis-open.org/wsrf/rlw-2/";

  private Wsrf() {}

  static QName rp(String name) {
    return new QName(RP, name, "wsrf-rp");
  }

  static QName rl(String name) {
    return new QName(RL, name, "wsrf-rl");
  }

  /** Each operation is the body element of its request. */
  enum Operation {
    GET_RESOURCE_PROPERTY(RP, "GetResourceProperty"),
    GET_MULTIPLE_RESOURCE_PROPERTIES(RP, "GetMultipleResourceProperties"),
    QUERY_RESOURCE_PROPERTIES(RP, "QueryResourceProperties"),
    SET_RESOURCE_PROPERTIES(RP, "SetResourceProperties"),
    GET_RESOURCE_PROPERTY_DOCUMENT(RP, "GetResourcePropertyDocument"),
    PUT_RESOURCE_PROPERTY_DOCUMENT(RP, "PutResourcePropertyDocument"),
    DESTROY(RL, "Destroy"),
    SET_TERMINATION_TIME(RL, "SetTerminationTime");

    private final String namespace;
    private final String name;

    Operation(String namespace, String name) {
      this.namespace = namespace;
      this.name = name;
    }

    static Optional<Operation> of(QName body) {
      return Arrays.stream(values())
          .filter(operation -> operation.request().equals(body))
          .findFirst();
    }

    private QName name(String suffix) {
      return namespace.equals(RP) ? rp(name + suffix) : rl(name + suffix);
    }

    QName request() {
      return name("");
    }

    QName response() {
      return name("Response");
    }

    /** The port type in the specification's WSDL, followed by the message. */
    private String action(String message) {
      return switch (this) {
        case DESTROY -> RL_ACTION + "ImmediateResourceTermination/" + name + message;
        case SET_TERMINATION_TIME -> RL_ACTION + "ScheduledResourceTermination/" + name + message;
        default -> RP_ACTION + name + "/" + name + message;
      };
    }

    String responseAction() {
      return action("Response");
    }
  }
}
