package org.dharch.core.document;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.apache.xmlbeans.SchemaAnnotation;
import org.apache.xmlbeans.SchemaProperty;
import org.apache.xmlbeans.SchemaType;
import org.apache.xmlbeans.XmlAnySimpleType;
import org.apache.xmlbeans.XmlCursor;
import org.apache.xmlbeans.XmlError;
import org.apache.xmlbeans.XmlObject;
import org.apache.xmlbeans.XmlValidationError;
import org.dharch.core.document.DocumentException.Problem;
import org.dharch.core.text.Brief;
import org.dharch.core.text.DidYouMean;

/**
 * Converts XMLBeans' errors to readable problems: names without namespaces, and the allowed values
 * if the schema has them.
 */
final class XmlProblems {
  private static final Pattern NOTATION = Pattern.compile("([^\\s'@]+)@[^\\s']+:[^\\s':]+");
  private static final Pattern GOT = Pattern.compile("^got ([^\\s@]+)@(\\S+)$");
  private static final Pattern ATTRIBUTE =
      Pattern.compile("^Attribute not allowed[^:]*: ([^\\s@]+).*", Pattern.DOTALL);
  private static final Pattern ELEMENT = Pattern.compile("^(Expected element|Element not allowed)");

  private XmlProblems() {}

  static List<Problem> of(List<XmlError> errors, SchemaType document) {
    List<Problem> problems = new ArrayList<>();
    for (XmlError error : errors) {
      problems.add(of(error, document));
    }
    problems.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
    return problems;
  }

  static Problem of(XmlError error, SchemaType document) {
    return new Problem(
        Math.max(0, error.getLine()),
        Math.max(error.getLine() > 0 ? 1 : 0, error.getColumn()),
        text(error, document));
  }

  private static String text(XmlError error, SchemaType document) {
    String raw = String.valueOf(error.getMessage());
    if (raw.startsWith("DOCTYPE is disallowed")) {
      return "a DTD is not allowed";
    }
    if (raw.startsWith("The document is not a ")) {
      QName root = document.getDocumentElementName();
      return "this is another document; allowed is one whose root is '"
          + root.getLocalPart()
          + "' in namespace '"
          + root.getNamespaceURI()
          + "' ("
          + GOT.matcher(raw.substring(raw.lastIndexOf("mismatch") + "mismatch ".length()))
              .replaceFirst("got $1 in namespace '$2'")
          + ")";
    }
    return ofAttribute(error).orElseGet(() -> plain(raw) + allowed(error, raw));
  }

  /** Describes a wrong value of an attribute, which XMLBeans does not name. */
  private static Optional<String> ofAttribute(XmlError error) {
    boolean isValue =
        error instanceof XmlValidationError invalid
            && invalid.getErrorType() == XmlValidationError.ATTRIBUTE_TYPE_INVALID;
    if (!isValue || error.getCursorLocation() == null) {
      return Optional.empty();
    }
    try (XmlCursor at = error.getCursorLocation().newCursor()) {
      QName name = at.getName();
      String value = at.getTextValue();
      if (!at.isAttr() || !at.toParent()) {
        return Optional.empty();
      }
      SchemaType type = at.getObject().schemaType().getAttributeProperty(name).getType();
      return Optional.of(
          "attribute '"
              + name.getLocalPart()
              + "' must be "
              + allowed(type)
              + " (got '"
              + Brief.of(value)
              + "')"
              + DidYouMean.question(value, enumeration(type)));
    }
  }

  private static String plain(String raw) {
    String text = NOTATION.matcher(raw).replaceAll("$1");
    return text.replace(" (no wildcards allowed)", "")
        .replaceFirst(
            "(Expected attribute|Attribute not allowed|Element not allowed): (\\S+)", "$1: '$2'")
        .replaceFirst("Duplicate key (.*) for unique constraint .*", "$1 must be unique")
        .replaceFirst("\\.$", "");
  }

  private static String allowed(XmlError error, String raw) {
    if (error instanceof XmlValidationError invalid
        && raw.startsWith("Attribute not allowed")
        && invalid.getBadSchemaType() != null) {
      List<String> names =
          Arrays.stream(invalid.getBadSchemaType().getAttributeProperties())
              .map(SchemaProperty::getName)
              .map(QName::getLocalPart)
              .toList();
      String wrong = ATTRIBUTE.matcher(raw).replaceFirst("$1");
      return "; allowed: " + String.join(", ", names) + DidYouMean.question(wrong, names);
    }
    return error instanceof XmlValidationError invalid && ELEMENT.matcher(raw).find()
        ? meant(invalid)
        : "";
  }

  private static String meant(XmlValidationError invalid) {
    QName wrong = invalid.getOffendingQName();
    List<?> expected = invalid.getExpectedQNames();
    return wrong == null || expected == null
        ? ""
        : DidYouMean.question(
            wrong.getLocalPart(),
            expected.stream().map(it -> ((QName) it).getLocalPart()).distinct().toList());
  }

  private static String allowed(SchemaType type) {
    List<String> values = enumeration(type);
    if (!values.isEmpty()) {
      return (isList(type) ? "some of " : "one of ") + String.join(", ", values);
    }
    String documentation = type.isBuiltinType() ? "" : documentation(type.getAnnotation());
    if (!documentation.isEmpty()) {
      return documentation.substring(0, 1).toLowerCase(Locale.ROOT) + documentation.substring(1);
    }
    String[] patterns = type.getPatterns();
    if (patterns.length > 0) {
      return "a text of the form " + String.join(" or ", patterns);
    }
    return switch (type.getPrimitiveType().getBuiltinTypeCode()) {
      case SchemaType.BTC_BOOLEAN -> "true or false";
      case SchemaType.BTC_DECIMAL -> number(type);
      default -> "a valid " + type.getPrimitiveType().getName().getLocalPart();
    };
  }

  private static boolean isList(SchemaType type) {
    return type.getSimpleVariety() == SchemaType.LIST;
  }

  private static List<String> enumeration(SchemaType type) {
    XmlAnySimpleType[] values =
        (isList(type) ? type.getListItemType() : type).getEnumerationValues();
    return values == null
        ? List.of()
        : Arrays.stream(values).map(XmlAnySimpleType::getStringValue).toList();
  }

  private static String number(SchemaType type) {
    String number =
        type.getFacet(SchemaType.FACET_FRACTION_DIGITS) == null ? "a number" : "a whole number";
    Optional<String> least = bound(type, SchemaType.FACET_MIN_INCLUSIVE, Integer.MIN_VALUE);
    Optional<String> most = bound(type, SchemaType.FACET_MAX_INCLUSIVE, Integer.MAX_VALUE);
    if (least.isPresent()) {
      return number + " from " + least.get() + most.map(it -> " to " + it).orElse("");
    }
    return number + most.map(it -> " up to " + it).orElse("");
  }

  /** A facet other than the bound of the type {@code int}. */
  private static Optional<String> bound(SchemaType type, int facet, int usual) {
    return Optional.ofNullable(type.getFacet(facet))
        .map(XmlAnySimpleType::getStringValue)
        .filter(it -> !it.equals(Integer.toString(usual)));
  }

  private static String documentation(SchemaAnnotation annotation) {
    if (annotation == null) {
      return "";
    }
    return Arrays.stream(annotation.getUserInformation())
        .map(XmlProblems::content)
        .collect(Collectors.joining(" "));
  }

  private static String content(XmlObject documentation) {
    try (var cursor = documentation.newCursor()) {
      return cursor.getTextValue().strip().replaceAll("\\s+", " ").replaceFirst("\\.$", "");
    }
  }
}
