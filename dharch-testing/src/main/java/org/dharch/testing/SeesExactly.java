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
final class SeesExactly extends ArchCondition<JavaClass> {
  private static final PackageMatchers JDK =
      PackageMatchers.of("java..", "javax.xml..", "org.w3c.dom..", "org.xml.sax..");

  private final Map<String, Set<String>> table;

  /** The dependencies that no class has used yet. */
  private final Map<String, Set<String>> unused = new TreeMap<>();

  SeesExactly(Map<String, Set<String>> table) {
    super("depend exactly on the packages in the table");
    this.table = table;
  }

  @Override
  public void init(Collection<JavaClass> types) {
    unused.clear();
    table.forEach((room, seen) -> unused.put(room, new TreeSet<>(seen)));
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    String room = type.getPackageName();
    if (!table.containsKey(room)) {
      events.add(SimpleConditionEvent.violated(type, room + " is not in the table"));
      return;
    }
    for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
      String target = dependency.getTargetClass().getBaseComponentType().getPackageName();
      if (!target.equals(room) && !JDK.test(target) && !allowed(room, target)) {
        events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
      }
    }
  }

  private boolean allowed(String room, String target) {
    boolean found = false;
    for (String seen : table.get(room)) {
      if (PackageMatcher.of(seen).matches(target)) {
        unused.get(room).remove(seen);
        found = true;
      }
    }
    return found;
  }

  @Override
  public void finish(ConditionEvents events) {
    unused.forEach(
        (room, seen) ->
            seen.forEach(
                other ->
                    events.add(
                        SimpleConditionEvent.violated(
                            room,
                            room + " no longer depends on " + other + ", which is in the table"))));
  }
}
