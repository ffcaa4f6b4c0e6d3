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

/** That packages see what a table says: nothing else, and nothing in it is out of date. */
final class SeesExactly extends ArchCondition<JavaClass> {
  private static final PackageMatchers JDK =
      PackageMatchers.of("java..", "javax.xml..", "org.w3c.dom..", "org.xml.sax..");

  private final Map<String, Set<String>> table;

  /** What no class has needed yet. */
  private final Map<String, Set<String>> unseen = new TreeMap<>();

  SeesExactly(Map<String, Set<String>> table) {
    super("see exactly what the table says");
    this.table = table;
  }

  @Override
  public void init(Collection<JavaClass> types) {
    unseen.clear();
    table.forEach((room, seen) -> unseen.put(room, new TreeSet<>(seen)));
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
        unseen.get(room).remove(seen);
        found = true;
      }
    }
    return found;
  }

  @Override
  public void finish(ConditionEvents events) {
    unseen.forEach(
        (room, seen) ->
            seen.forEach(
                other ->
                    events.add(
                        SimpleConditionEvent.violated(
                            room, room + " no longer sees " + other + ", but the table says so"))));
  }
}
