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
 * Finds the libraries that DHArch's own classes reach. A class reaches another if its constant pool
 * contains the name, including names for reflection. An interface, including those of the JDK,
 * reaches its providers in {@code META-INF/services}. Names composed at run time are not found. A
 * library is reachable if one of its classes is.
 */
final class Reachability {
  private static final String LOOSE = "";
  private static final String OWN = "org/dharch/";
  private static final String CLASS = ".class";
  private static final String VERSION = "META-INF/versions/\\d+/";
  private static final String SERVICES = "META-INF/services/";

  private record Place(String jar, byte[] bytes) {}

  private final Map<String, Place> classes = new HashMap<>();
  private final Map<String, Set<String>> providers = new HashMap<>();
  private final Set<String> used = new HashSet<>();
  private final Deque<String> open = new ArrayDeque<>();

  Reachability(ShippedJars shipped) {
    shipped.jars().forEach((jar, entries) -> entries.forEach((name, b) -> entry(jar, name, b)));
    shipped.loose().forEach((name, bytes) -> entry(LOOSE, name, bytes));
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

  /** Returns the file names of the reachable libraries. */
  Set<String> jars() {
    classes.keySet().stream().filter(name -> name.startsWith(OWN)).forEach(this::reach);
    Set<String> jars = new TreeSet<>();
    while (!open.isEmpty()) {
      String type = open.remove();
      Place place = classes.get(type);
      if (place != null) {
        jars.add(place.jar());
        ConstantPool.strings(place.bytes()).stream()
            .flatMap(Reachability::names)
            .forEach(this::reach);
      }
      providers.getOrDefault(type, Set.of()).forEach(this::reach);
    }
    return jars;
  }

  private void reach(String type) {
    if ((classes.containsKey(type) || providers.containsKey(type)) && used.add(type)) {
      open.add(type);
    }
  }

  /** Returns possible class names in a class name, a descriptor, a signature or other text. */
  private static Stream<String> names(String text) {
    return Stream.of(text.replace('.', '/').split("[^\\w$/]+"))
        .flatMap(
            word -> word.startsWith("L") ? Stream.of(word, word.substring(1)) : Stream.of(word));
  }
}
