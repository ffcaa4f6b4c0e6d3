package org.dharch.ws.resource;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;

/**
 * One change of properties: an optional removal followed by insertions.
 *
 * @param removes whether all properties with one of the names are removed first
 * @param names the names of the affected properties
 * @param values the properties to insert, in order
 */
record Modification(boolean removes, Set<QName> names, List<Value> values) {
  /** A property: a self-contained element. */
  record Value(QName name, String xml) {}

  Modification {
    names = Set.copyOf(names);
    values = List.copyOf(values);
  }

  static Modification insert(List<Value> values) {
    return new Modification(false, names(values), values);
  }

  static Modification update(List<Value> values) {
    return new Modification(true, names(values), values);
  }

  static Modification delete(QName name) {
    return new Modification(true, Set.of(name), List.of());
  }

  private static Set<QName> names(List<Value> values) {
    return values.stream().map(Value::name).collect(Collectors.toSet());
  }

  boolean isDeletion() {
    return values.isEmpty();
  }

  List<String> xml() {
    return values.stream().map(Value::xml).toList();
  }
}
