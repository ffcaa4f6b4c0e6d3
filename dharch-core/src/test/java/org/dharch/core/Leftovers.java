package org.dharch.core;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.security.CodeSource;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.dharch.core.context.DHMContext;

/**
 * What is left in the objects of a manager or a node: the sizes of all collections that are not
 * empty, and the counts that are not zero, by class and field. Follows the fields of DHArch's own
 * objects.
 */
final class Leftovers {
  private static final Map<Class<?>, List<Field>> FIELDS = new ConcurrentHashMap<>();
  private static final Map<Class<?>, Boolean> OWN = new ConcurrentHashMap<>();
  private static final URL PRODUCT =
      DHManager.class.getProtectionDomain().getCodeSource().getLocation();

  private Leftovers() {}

  /**
   * Looks at everything that {@code root} refers to.
   *
   * @param counts numeric fields to be looked at, as {@code Class.field}
   * @param skipped fields that are neither looked at nor followed
   */
  static Map<String, Long> of(Object root, Set<String> counts, Set<String> skipped) {
    Map<String, Long> left = new TreeMap<>();
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object> next = new ArrayDeque<>(List.of(root));
    while (!next.isEmpty()) {
      Object one = next.remove();
      if (!seen.add(one)) {
        continue;
      }
      for (Field field : fields(one.getClass())) {
        String name = name(field);
        if (!skipped.contains(name)) {
          look(name, value(field, one), counts, left, next);
        }
      }
    }
    return left;
  }

  private static void look(
      String name, Object value, Set<String> counts, Map<String, Long> left, Deque<Object> next) {
    if (value instanceof Optional<?> there) {
      there.ifPresent(is -> look(name, is, counts, left, next));
    } else if (value instanceof Collection<?> all) {
      add(name, all.size(), left);
      all.stream().filter(Leftovers::isOwn).forEach(next::add);
    } else if (value instanceof Map<?, ?> all) {
      add(name, all.size(), left);
      all.values().stream().filter(Leftovers::isOwn).forEach(next::add);
    } else if (value instanceof AtomicInteger || value instanceof AtomicLong) {
      add(name, counts.contains(name) ? ((Number) value).longValue() : 0, left);
    } else if (value instanceof Number number) {
      add(name, counts.contains(name) ? number.longValue() : 0, left);
    } else if (isOwn(value)) {
      next.add(value);
    }
  }

  private static void add(String name, long size, Map<String, Long> left) {
    if (size != 0) {
      left.merge(name, size, Long::sum);
    }
  }

  /** Whether its class is one of the product, not of a test, and may have such fields. */
  private static boolean isOwn(Object value) {
    return value != null && OWN.computeIfAbsent(value.getClass(), Leftovers::isOwn);
  }

  private static boolean isOwn(Class<?> type) {
    CodeSource of = type.getProtectionDomain().getCodeSource();
    return of != null
        && of.getLocation().equals(PRODUCT)
        && !type.isEnum()
        && !type.isRecord()
        && type != DHMContext.class // it is enough that it is in a collection
        && !type.isHidden(); // a lambda
  }

  private static String name(Field field) {
    String of = field.getDeclaringClass().getName();
    return of.substring(of.lastIndexOf('.') + 1).replace('$', '.') + "." + field.getName();
  }

  private static List<Field> fields(Class<?> type) {
    return FIELDS.computeIfAbsent(type, Leftovers::findFields);
  }

  private static List<Field> findFields(Class<?> type) {
    Map<String, Field> found = new HashMap<>();
    for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
      for (Field field : each.getDeclaredFields()) {
        try {
          if (!Modifier.isStatic(field.getModifiers())) {
            field.setAccessible(true);
            found.put(name(field), field);
          }
        } catch (InaccessibleObjectException e) {
          break; // of the JDK
        }
      }
    }
    return List.copyOf(found.values());
  }

  private static Object value(Field field, Object of) {
    try {
      return field.get(of);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
