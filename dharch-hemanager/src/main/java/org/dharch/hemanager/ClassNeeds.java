package org.dharch.hemanager;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What classes a class names, read from its constant pool, so that a handler whose jar is missing
 * is refused at start and not at its first message.
 */
final class ClassNeeds {
  private ClassNeeds() {}

  /**
   * A class that is missing: {@code type} or one of its superclasses names it, or extends or
   * implements it, or does so with one that it names. What cannot be loaded for another reason is
   * named with the reason.
   */
  static Optional<String> firstMissing(Class<?> type) {
    for (Class<?> c = type; c != null && c.getClassLoader() != null; c = c.getSuperclass()) {
      for (String name : named(c)) {
        try {
          Class.forName(name, false, c.getClassLoader());
        } catch (ClassNotFoundException e) {
          return Optional.of(name);
        } catch (NoClassDefFoundError e) {
          return Optional.of(absent(e, name) + " (" + name + " extends or implements it)");
        } catch (LinkageError e) {
          return Optional.of(name + " (" + OneLine.of(e) + ")");
        }
      }
    }
    return Optional.empty();
  }

  /** The class that {@code error} is about, which is not the one that was asked for. */
  static String absent(NoClassDefFoundError error, String asked) {
    String message = error.getMessage();
    return message == null || message.contains(" ") ? asked : message.replace('/', '.');
  }

  private static Set<String> named(Class<?> type) {
    String file = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      return in == null ? Set.of() : named(new DataInputStream(in));
    } catch (IOException e) {
      return Set.of(); // made at run time or unreadable: nothing can be said of it
    }
  }

  private static Set<String> named(DataInputStream in) throws IOException {
    in.skipNBytes(8); // magic and version
    int count = in.readUnsignedShort();
    String[] texts = new String[count];
    int[] classes = new int[count];
    for (int i = 1; i < count; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1 -> texts[i] = in.readUTF();
        case 7 -> classes[i] = in.readUnsignedShort();
        case 8, 16, 19, 20 -> in.skipNBytes(2);
        case 15 -> in.skipNBytes(3);
        case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
        case 5, 6 -> {
          in.skipNBytes(8);
          i++; // long and double take two places
        }
        default -> throw new IOException("constant of type " + tag);
      }
    }
    Set<String> names = new TreeSet<>();
    for (int at : classes) {
      String name = at == 0 ? "" : element(texts[at]);
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
    return names;
  }

  /** The class's name, of an array that of its elements; empty for primitives. */
  private static String element(String internal) {
    String name = internal.replaceAll("^\\[+", "");
    if (!internal.startsWith("[")) {
      return name.replace('/', '.');
    }
    return name.startsWith("L") ? name.substring(1, name.length() - 1).replace('/', '.') : "";
  }
}
