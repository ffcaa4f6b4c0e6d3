package org.dharch.testing;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.PackageMatcher;
import com.tngtech.archunit.core.domain.PackageMatchers;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Checks that packages depend exactly on the packages in a table, without outdated entries. */
final class ExactDependencies extends ArchCondition<JavaClass> {
  private static final PackageMatchers JDK =
      PackageMatchers.of("java..", "javax.xml..", "org.w3c.dom..", "org.xml.sax..");

  private final Map<String, Set<String>> table;

  /** The dependencies that no class has used yet. */
  private final Map<String, Set<String>> unused = new TreeMap<>();

  ExactDependencies(Map<String, Set<String>> table) {
    super("depend exactly on the packages in the table");
    this.table = table;
  }

  @Override
  public void init(Collection<JavaClass> types) {
    unused.clear();
    table.forEach((name, used) -> unused.put(name, new TreeSet<>(used)));
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    String name = type.getPackageName();
    if (!table.containsKey(name)) {
      events.add(SimpleConditionEvent.violated(type, name + " is not in the table"));
      return;
    }
    for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
      String target = dependency.getTargetClass().getBaseComponentType().getPackageName();
      if (!target.equals(name) && !JDK.test(target) && !allowed(name, target)) {
        events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
      }
    }
  }

  private boolean allowed(String name, String target) {
    boolean found = false;
    for (String used : table.get(name)) {
      if (PackageMatcher.of(used).matches(target)) {
        unused.get(name).remove(used);
        found = true;
      }
    }
    return found;
  }

  @Override
  public void finish(ConditionEvents events) {
    unused.forEach(
        (name, used) ->
            used.forEach(
                other ->
                    events.add(
                        SimpleConditionEvent.violated(
                            name,
                            name + " no longer depends on " + other + ", which is in the table"))));
  }
}
