package org.dharch.sbom;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Which libraries are reached from DHArch's own classes. A class reaches another if a string of its
 * constant pool has its name, and so a name that is looked up is followed, too; an interface, the
 * JDK's too, reaches its providers in {@code META-INF/services}. What is put together at run time
 * is not followed. A library counts as reached by one class of it.
 */
final class Reachability {
  private static final String BESIDE = "";
  private static final String OWN = "org/dharch/";
  private static final String CLASS = ".class";
  private static final String VERSION = "META-INF/versions/\\d+/";
  private static final String SERVICES = "META-INF/services/";

  private record Place(String jar, byte[] bytes) {}

  private final Map<String, Place> classes = new HashMap<>();
  private final Map<String, Set<String>> providers = new HashMap<>();
  private final Set<String> seen = new HashSet<>();
  private final Deque<String> open = new ArrayDeque<>();

  Reachability(ShippedJars shipped) {
    shipped.jars().forEach((jar, entries) -> entries.forEach((name, b) -> entry(jar, name, b)));
    shipped.loose().forEach((name, bytes) -> entry(BESIDE, name, bytes));
  }

  private void entry(String jar, String entry, byte[] bytes) {
    String name = entry.replaceFirst(VERSION, "");
    if (name.endsWith(CLASS)) {
      String type = name.substring(0, name.length() - CLASS.length());
      classes.putIfAbsent(type, new Place(jar, bytes));
    } else if (name.startsWith(SERVICES)) {
      String type = name.substring(SERVICES.length()).replace('.', '/');
      new String(bytes, StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.replaceFirst("#.*", "").strip().replace('.', '/'))
          .forEach(each -> providers.computeIfAbsent(type, t -> new HashSet<>()).add(each));
    }
  }

  /** File names of the libraries that are reached. */
  Set<String> jars() {
    classes.keySet().stream().filter(name -> name.startsWith(OWN)).forEach(this::reach);
    Set<String> jars = new TreeSet<>();
    while (!open.isEmpty()) {
      String type = open.remove();
      Place place = classes.get(type);
      if (place != null) {
        jars.add(place.jar());
        ConstantPool.strings(place.bytes()).stream().flatMap(Reachability::names).forEach(this::reach);
      }
      providers.getOrDefault(type, Set.of()).forEach(this::reach);
    }
    return jars;
  }

  private void reach(String type) {
    if ((classes.containsKey(type) || providers.containsKey(type)) && seen.add(type)) {
      open.add(type);
    }
  }

  /** What may be class names in a class's name, a descriptor, a signature or any text. */
  private static Stream<String> names(String text) {
    return Stream.of(text.replace('.', '/').split("[^\\w$/]+"))
        .flatMap(
            word -> word.startsWith("L") ? Stream.of(word, word.substring(1)) : Stream.of(word));
  }
}
