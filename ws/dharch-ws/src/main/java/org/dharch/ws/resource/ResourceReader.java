package org.dharch.ws.resource;

import java.util.List;
import java.util.OptionalLong;
import javax.xml.namespace.QName;
import org.dharch.core.xpath.EvaluationBudget;
import org.dharch.core.xpath.XPath;
import org.dharch.core.xpath.XmlTree;
import org.dharch.ws.resource.ResourceFault.Kind;
import org.dharch.ws.soap.ElementWriter;
import org.dharch.ws.soap.SafeXml;

/** Executes requests that read a resource. Immutable. */
final class ResourceReader {
  /** The maximum length of an answer, in characters. */
  static final int MAX_RESULT = 4 * Resource.MAX_BYTES;

  /** The maximum length of a query, in characters. */
  static final int MAX_EXPRESSION = 4_096;

  /** The maximum number of evaluation steps of a query: about 50 ms. */
  static final long MAX_STEPS = 2_000_000;

  private final ResourceSettings settings;

  ResourceReader(ResourceSettings settings) {
    this.settings = settings;
  }

  /**
   * Builds the body element of the response.
   *
   * @param now the time when the resource was read
   * @throws ResourceFault if the request cannot be executed
   */
  String execute(Resource resource, long now, ResourceRequest.Reading request, QName response) {
    PropertiesDocument stored = PropertiesDocument.of(resource.document());
    ElementWriter out = new ElementWriter().start(response);
    if (request instanceof ResourceRequest.Get get) {
      get(stored, resource.terminationAt(), now, get.names()).forEach(out::xml);
    } else {
      PropertiesDocument complete =
          ComputedProperties.add(stored, settings.schema(), now, resource.terminationAt());
      if (request instanceof ResourceRequest.Query query) {
        query(complete, query).forEach(out::xml);
      } else {
        out.xml(complete.xml());
      }
    }
    return out.end().toString();
  }

  private List<String> get(
      PropertiesDocument document, OptionalLong terminationAt, long now, List<QName> names) {
    for (QName name : names) {
      if (!ComputedProperties.NAMES.contains(name)
          && !document.has(name)
          && settings.schema().filter(s -> s.isProperty(document.name(), name)).isEmpty()) {
        throw new ResourceFault(
            Kind.INVALID_RESOURCE_PROPERTY_QNAME, "the resource has no property " + name);
      }
    }
    return document.values(
        names,
        MAX_RESULT,
        name ->
            ComputedProperties.NAMES.contains(name)
                ? List.of(ComputedProperties.value(name, now, terminationAt))
                : List.of());
  }

  private static List<String> query(PropertiesDocument complete, ResourceRequest.Query query) {
    if (!query.dialect().orElse("").equals(Wsrf.XPATH)) {
      throw new ResourceFault(
          Kind.UNKNOWN_QUERY_EXPRESSION_DIALECT,
          "unsupported dialect '" + query.dialect().orElse("") + "'; it must be " + Wsrf.XPATH);
    }
    XPath expression = compile(query);
    try {
      return expression.selected(
          XmlTree.parse(complete.bytes(), SafeXml.MAX_DEPTH),
          new EvaluationBudget(MAX_STEPS),
          MAX_RESULT);
    } catch (EvaluationBudget.ExceededException e) {
      throw new ResourceFault(Kind.QUERY_EVALUATION_ERROR, e.getMessage());
    }
  }

  private static XPath compile(ResourceRequest.Query query) {
    int length = query.expression().length();
    if (length > MAX_EXPRESSION) {
      throw new ResourceFault(
          Kind.INVALID_QUERY_EXPRESSION,
          "the expression must have at most "
              + MAX_EXPRESSION
              + " characters (got "
              + length
              + ")");
    }
    try {
      return new XPath(query.expression(), query.namespaces());
    } catch (IllegalArgumentException e) {
      throw new ResourceFault(Kind.INVALID_QUERY_EXPRESSION, e.getMessage());
    }
  }
}
