package org.dharch.ws.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import javax.xml.namespace.QName;

/** Computes the properties CurrentTime and TerminationTime, which are not stored. */
final class Computed {
  static final Set<QName> NAMES = Set.of(Wsrf.CURRENT_TIME, Wsrf.TERMINATION_TIME);

  private Computed() {}

  /**
   * Adds both properties to a document if there is no schema or the schema has them.
   *
   * @param now in milliseconds since 1970
   */
  static PropertiesDocument seen(
      PropertiesDocument kept,
      Optional<PropertiesSchema> schema,
      long now,
      OptionalLong terminationAt) {
    List<Modification.Value> values = new ArrayList<>(2);
    for (QName name : List.of(Wsrf.CURRENT_TIME, Wsrf.TERMINATION_TIME)) {
      if (schema.isEmpty() || schema.get().isProperty(kept.name(), name)) {
        values.add(new Modification.Value(name, value(name, now, terminationAt)));
      }
    }
    return values.isEmpty()
        ? kept
        : kept.with(List.of(Modification.update(values)), order(kept, schema));
  }

  static String value(QName name, long now, OptionalLong terminationAt) {
    return Times.time(name, name.equals(Wsrf.CURRENT_TIME) ? OptionalLong.of(now) : terminationAt);
  }

  /** Removes both properties from a document before it is stored. */
  static PropertiesDocument kept(PropertiesDocument seen) {
    return NAMES.stream().noneMatch(seen::has)
        ? seen
        : seen.with(
            List.of(new Modification(true, NAMES, List.of())), PropertiesDocument.Order.NONE);
  }

  static PropertiesDocument.Order order(
      PropertiesDocument document, Optional<PropertiesSchema> schema) {
    return schema.map(it -> it.order(document.name())).orElse(PropertiesDocument.Order.NONE);
  }
}
