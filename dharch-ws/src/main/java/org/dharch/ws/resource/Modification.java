package org.dharch.ws.resource;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;

/**
 * One change of properties of a resource: some go, some come.
 *
 * @param removes whether all that have one of its names go first
 * @param names of the properties that it is about
 * @param values what comes, in this order
 */
record Modification(boolean removes, Set<QName> names, List<Value> values) {
  /** A property: an element that stands alone. */
  record Value(QName name, String xml) {}

  Modification {
    names = Set.copyOf(names);
    values = List.copyOf(values);
  }

  static Modification insert(List<Value> values) {
    return new Modification(false, names(values), values);
  }

  /** All that have the names of these are replaced by these. */
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
