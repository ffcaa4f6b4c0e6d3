package org.dharch.ws.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import javax.xml.namespace.QName;

/** Computes the properties CurrentTime and TerminationTime, which are not stored. */
final class ComputedProperties {
  static final Set<QName> NAMES = Set.of(Wsrf.CURRENT_TIME, Wsrf.TERMINATION_TIME);

  private ComputedProperties() {}

  /**
   * Adds both properties to a document; with a schema, only those that it declares.
   *
   * @param now in milliseconds since 1970
   */
  static PropertiesDocument add(
      PropertiesDocument document,
      Optional<PropertiesSchema> schema,
      long now,
      OptionalLong terminationAt) {
    List<Modification.Value> values = new ArrayList<>(2);
    for (QName name : List.of(Wsrf.CURRENT_TIME, Wsrf.TERMINATION_TIME)) {
      if (schema.isEmpty() || schema.get().isProperty(document.name(), name)) {
        values.add(new Modification.Value(name, value(name, now, terminationAt)));
      }
    }
    return values.isEmpty()
        ? document
        : document.with(List.of(Modification.update(values)), order(document, schema));
  }

  static String value(QName name, long now, OptionalLong terminationAt) {
    return Times.time(name, name.equals(Wsrf.CURRENT_TIME) ? OptionalLong.of(now) : terminationAt);
  }

  /** Removes both properties. */
  static PropertiesDocument remove(PropertiesDocument document) {
    return NAMES.stream().noneMatch(document::has)
        ? document
        : document.with(
            List.of(new Modification(true, NAMES, List.of())), PropertiesDocument.Order.NONE);
  }

  static PropertiesDocument.Order order(
      PropertiesDocument document, Optional<PropertiesSchema> schema) {
    return schema.map(s -> s.order(document.name())).orElse(PropertiesDocument.Order.NONE);
  }
}
