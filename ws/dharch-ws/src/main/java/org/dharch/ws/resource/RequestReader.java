package org.dharch.ws.resource;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.ws.resource.ResourceFault.Kind;
import org.dharch.ws.soap.ElementReader;

/** Reads the body element of a request. */
final class RequestReader {
  /** The maximum number of properties that one message may request. */
  static final int MAX_NAMES = 1_000;

  /** The maximum number of changes in one message, and of values in all of them. */
  static final int MAX_CHANGES = 1_000;

  private static final QName NIL =
      new QName(XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI, "nil", "xsi");

  private RequestReader() {}

  /**
   * @param body a self-contained element
   * @throws ResourceFault if it is not a valid request of the operation
   */
  static ResourceRequest read(Wsrf.Operation operation, byte[] body) {
    ElementReader in = ElementReader.of(body);
    return switch (operation) {
      case GET_RESOURCE_PROPERTY -> new ResourceRequest.Get(List.of(name(in)));
      case GET_MULTIPLE_RESOURCE_PROPERTIES -> new ResourceRequest.Get(names(in));
      case QUERY_RESOURCE_PROPERTIES -> query(in);
      case SET_RESOURCE_PROPERTIES -> changes(in);
      case GET_RESOURCE_PROPERTY_DOCUMENT -> new ResourceRequest.GetDocument();
      case PUT_RESOURCE_PROPERTY_DOCUMENT -> document(in);
      case DESTROY -> new ResourceRequest.Destroy();
      case SET_TERMINATION_TIME -> terminationTime(in);
    };
  }

  private static List<QName> names(ElementReader in) {
    Set<QName> names = new LinkedHashSet<>();
    in.onlyChildren(
        () -> {
          if (!in.is(Wsrf.rp("ResourceProperty"))) {
            throw new ResourceFault(
                Kind.INVALID_RESOURCE_PROPERTY_QNAME,
                "the element must be ResourceProperty (got " + in.localName() + ")");
          }
          names.add(name(in));
          if (names.size() > MAX_NAMES) {
            throw new ResourceFault(
                Kind.INVALID_RESOURCE_PROPERTY_QNAME,
                "a request must have at most " + MAX_NAMES + " properties");
          }
        });
    if (names.isEmpty()) {
      throw new ResourceFault(
          Kind.INVALID_RESOURCE_PROPERTY_QNAME, "the request must name a property");
    }
    return List.copyOf(names);
  }

  private static QName name(ElementReader in) {
    try {
      return in.qualifiedText();
    } catch (MalformedMessageException e) {
      throw new ResourceFault(Kind.INVALID_RESOURCE_PROPERTY_QNAME, e.getMessage());
    }
  }

  private static ResourceRequest query(ElementReader in) {
    List<ResourceRequest> found = new ArrayList<>(1);
    in.onlyChildren(
        () -> {
          if (!in.is(Wsrf.rp("QueryExpression")) || !found.isEmpty()) {
            throw new ResourceFault(
                Kind.INVALID_QUERY_EXPRESSION,
                "there must be one QueryExpression (got " + in.localName() + ")");
          }
          found.add(expression(in));
        });
    if (found.isEmpty()) {
      throw new ResourceFault(
          Kind.INVALID_QUERY_EXPRESSION, "the request must have a QueryExpression");
    }
    return found.get(0);
  }

  private static ResourceRequest expression(ElementReader in) {
    Optional<String> dialect = in.attribute("Dialect");
    try {
      var scope = in.scope();
      return new ResourceRequest.Query(dialect, in.text(), scope);
    } catch (MalformedMessageException e) { // an expression of another language
      throw new ResourceFault(
          dialect.filter(Wsrf.XPATH::equals).isPresent()
              ? Kind.INVALID_QUERY_EXPRESSION
              : Kind.UNKNOWN_QUERY_EXPRESSION_DIALECT,
          e.getMessage());
    }
  }

  private static ResourceRequest changes(ElementReader in) {
    List<Modification> changes = new ArrayList<>();
    int[] values = {0};
    in.onlyChildren(
        () -> {
          Modification change = change(in);
          changes.add(change);
          values[0] += change.values().size();
          if (changes.size() > MAX_CHANGES || values[0] > MAX_CHANGES) {
            throw failed("a request must have at most " + MAX_CHANGES + " changes");
          }
        });
    if (changes.isEmpty()) {
      throw failed("the request must have a change");
    }
    return new ResourceRequest.SetProperties(changes);
  }

  private static Modification change(ElementReader in) {
    if (in.is(Wsrf.rp("Insert"))) {
      return Modification.insert(values(in));
    } else if (in.is(Wsrf.rp("Update"))) {
      return Modification.update(values(in));
    } else if (in.is(Wsrf.rp("Delete"))) {
      try {
        Modification deletion =
            Modification.delete(
                in.qualifiedAttribute("ResourceProperty")
                    .orElseThrow(() -> failed("a Delete must have a ResourceProperty")));
        in.onlyChildren(
            () -> {
              throw failed("a Delete must be empty (got " + in.localName() + ")");
            });
        return deletion;
      } catch (MalformedMessageException e) {
        throw new ResourceFault(Kind.INVALID_RESOURCE_PROPERTY_QNAME, e.getMessage());
      }
    }
    throw failed("the element must be Insert, Update or Delete (got " + in.localName() + ")");
  }

  private static List<Modification.Value> values(ElementReader in) {
    String change = in.localName();
    List<Modification.Value> values = new ArrayList<>();
    in.onlyChildren(
        () -> {
          if (values.size() == MAX_CHANGES) {
            throw failed("a request must have at most " + MAX_CHANGES + " values");
          }
          values.add(new Modification.Value(in.name(), in.xml()));
        });
    if (values.isEmpty()) {
      throw failed("there is nothing in an " + change);
    }
    return values;
  }

  private static ResourceFault failed(String reason) {
    return new ResourceFault(Kind.SET_RESOURCE_PROPERTY_REQUEST_FAILED, reason);
  }

  private static ResourceRequest document(ElementReader in) {
    List<String> documents = new ArrayList<>(1);
    in.onlyChildren(
        () -> {
          if (!documents.isEmpty()) {
            throw new ResourceFault(
                Kind.UNABLE_TO_PUT_RESOURCE_PROPERTY_DOCUMENT,
                "the request must have exactly one document");
          }
          documents.add(in.xml());
        });
    if (documents.isEmpty()) {
      throw new ResourceFault(
          Kind.UNABLE_TO_PUT_RESOURCE_PROPERTY_DOCUMENT, "the request must have a document");
    }
    return new ResourceRequest.PutDocument(documents.get(0));
  }

  private static ResourceRequest terminationTime(ElementReader in) {
    List<ResourceRequest> found = new ArrayList<>(1);
    in.onlyChildren(
        () -> {
          boolean isDuration = in.is(Wsrf.rl("RequestedLifetimeDuration"));
          if (!found.isEmpty() || (!isDuration && !in.is(Wsrf.rl("RequestedTerminationTime")))) {
            throw new ResourceFault(
                Kind.UNABLE_TO_SET_TERMINATION_TIME,
                "there must be one RequestedTerminationTime or RequestedLifetimeDuration (got "
                    + in.localName()
                    + ")");
          }
          String nil = in.attribute(NIL).orElse("");
          found.add(
              terminationTime(
                  isDuration, !isDuration && (nil.equals("true") || nil.equals("1")), in));
        });
    if (found.isEmpty()) {
      throw new ResourceFault(Kind.UNABLE_TO_SET_TERMINATION_TIME, "the request must have a time");
    }
    return found.get(0);
  }

  private static ResourceRequest terminationTime(
      boolean isDuration, boolean isNil, ElementReader in) {
    String text = in.text();
    if (text.isEmpty() != isNil) {
      throw new ResourceFault(
          Kind.UNABLE_TO_SET_TERMINATION_TIME,
          isNil ? "a nil time must be empty (got '" + text + "')" : "the request must have a time");
    }
    return new ResourceRequest.SetTerminationTime(isDuration, text);
  }
}
