package org.dharch.core.document;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.apache.xmlbeans.SchemaAnnotation;
import org.apache.xmlbeans.SchemaProperty;
import org.apache.xmlbeans.SchemaType;
import org.apache.xmlbeans.XmlAnySimpleType;
import org.apache.xmlbeans.XmlError;
import org.apache.xmlbeans.XmlObject;
import org.apache.xmlbeans.XmlValidationError;
import org.dharch.core.document.DocumentException.Problem;
import org.dharch.core.text.DidYouMean;

/**
 * Converts XMLBeans' errors to readable problems: names without namespaces, and the allowed values
 * if the schema has them.
 */
final class XmlProblems {
  private static final Pattern NOTATION = Pattern.compile("([^\\s'@]+)@[^\\s']+:[^\\s':]+");
  private static final Pattern GOT = Pattern.compile("^got ([^\\s@]+)@(\\S+)$");
  private static final Pattern TYPE =
      Pattern.compile(" for (?:type of (\\S+) attribute in )?(\\w+) in namespace (\\S+)");

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
    return plain(raw) + allowed(error, raw, document);
  }

  private static String plain(String raw) {
    String text =
        TYPE.matcher(raw)
            .replaceAll(m -> m.group(1) == null ? "" : " for attribute '" + m.group(1) + "'");
    text = NOTATION.matcher(text).replaceAll("$1");
    return text.replace(" (no wildcards allowed)", "")
        .replace("string value", "value")
        .replace("decimal value", "value")
        .replace("minInclusive facet", "the least allowed")
        .replace("maxInclusive facet", "the most allowed")
        .replaceFirst(
            "(Expected attribute|Attribute not allowed|Element not allowed): (\\S+)", "$1: '$2'")
        .replaceFirst("Duplicate key (.*) for unique constraint .*", "$1 must be unique")
        .replaceFirst("\\.$", "");
  }

  private static String allowed(XmlError error, String raw, SchemaType document) {
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
    if (error instanceof XmlValidationError invalid && ELEMENT.matcher(raw).find()) {
      return meant(invalid);
    }
    if (raw.startsWith("Invalid boolean")) {
      return "; allowed: true, false";
    }
    var type = TYPE.matcher(raw);
    if (!type.find()) {
      return "";
    }
    SchemaType simple = document.getTypeSystem().findType(new QName(type.group(3), type.group(2)));
    return simple == null || !simple.isSimpleType() ? "" : allowed(simple);
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

  private static String allowed(SchemaType simple) {
    XmlAnySimpleType[] values = simple.getEnumerationValues();
    if (values != null) {
      return "; allowed: "
          + Arrays.stream(values)
              .map(XmlAnySimpleType::getStringValue)
              .collect(Collectors.joining(", "));
    }
    String documentation = documentation(simple.getAnnotation());
    if (!documentation.isEmpty()) {
      return "; allowed: " + documentation;
    }
    String[] patterns = simple.getPatterns();
    return patterns.length == 0 ? "" : "; allowed: " + String.join(" or ", patterns);
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
