package org.dharch.hemanager.loading;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.dharch.core.spi.HandlerKind;
import org.dharch.core.spi.HandlerKind.Member;
import org.dharch.core.text.OneLine;

/**
 * The names that a class uses, read from its constant pool, so that a handler whose jar is missing,
 * or that needs what only its container has, is rejected at start and not at its first message.
 */
final class ClassDependencies {
  private ClassDependencies() {}

  /**
   * The names in one class file.
   *
   * @param classes the classes that it uses
   * @param members the methods that it calls and the fields that it uses
   * @param texts its string constants
   */
  private record Named(Set<String> classes, List<Member> members, Set<String> texts) {
    static final Named NOTHING = new Named(Set.of(), List.of(), Set.of());
  }

  /**
   * Returns a missing class: one that {@code type}, its superclasses or the classes that they name
   * refer to, extend or implement. A class that cannot be loaded for another reason is returned
   * with the reason.
   */
  static Optional<String> firstMissing(Class<?> type) {
    for (Class<?> c = type; c != null && c.getClassLoader() != null; c = c.getSuperclass()) {
      for (String name : named(c).classes()) {
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

  /** Returns the class that {@code error} is about, if it is not {@code requested}. */
  static String absent(NoClassDefFoundError error, String requested) {
    String message = error.getMessage();
    return message == null || message.contains(" ") ? requested : message.replace('/', '.');
  }

  /** Returns the kind's reason why {@code type}, or a superclass of it, cannot work on a node. */
  static Optional<String> firstUnavailable(Class<?> type, HandlerKind kind) {
    for (Class<?> c = type; c != null && c.getClassLoader() != null; c = c.getSuperclass()) {
      Named named = named(c);
      Optional<String> reason =
          kind.unavailable(type, new HandlerKind.ClassFile(c, named.members(), named.texts()));
      if (reason.isPresent()) {
        return reason;
      }
    }
    return Optional.empty();
  }

  private static Named named(Class<?> type) {
    String file = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      return in == null ? Named.NOTHING : named(new DataInputStream(in));
    } catch (IOException e) {
      return Named.NOTHING; // generated at run time or unreadable
    }
  }

  private static Named named(DataInputStream in) throws IOException {
    in.skipNBytes(8); // magic and version
    int count = in.readUnsignedShort();
    int[] tags = new int[count];
    int[] first = new int[count];
    int[] second = new int[count];
    String[] utf8 = new String[count];
    for (int i = 1; i < count; i++) {
      int tag = in.readUnsignedByte();
      tags[i] = tag;
      switch (tag) {
        case 1 -> utf8[i] = in.readUTF();
        case 7, 8, 16, 19, 20 -> first[i] = in.readUnsignedShort();
        case 15 -> in.skipNBytes(3);
        case 9, 10, 11, 12, 17, 18 -> {
          first[i] = in.readUnsignedShort();
          second[i] = in.readUnsignedShort();
        }
        case 3, 4 -> in.skipNBytes(4);
        case 5, 6 -> {
          in.skipNBytes(8);
          i++; // long and double use two entries
        }
        default -> throw new IOException("constant of type " + tag);
      }
    }
    Set<String> classes = new TreeSet<>();
    List<Member> members = new ArrayList<>();
    Set<String> texts = new TreeSet<>();
    for (int i = 1; i < count; i++) {
      switch (tags[i]) {
        case 7 -> classes.add(element(utf8[first[i]]));
        case 1 -> {
          if (utf8[i].startsWith("L") && utf8[i].endsWith(";")) {
            texts.add(utf8[i]); // the only place of an annotation's type
          }
        }
        case 8 -> texts.add(utf8[first[i]]);
        case 9, 10, 11 ->
            members.add(new Member(utf8[first[first[i]]], utf8[first[second[i]]], tags[i] != 9));
        default -> {
          // means nothing by itself
        }
      }
    }
    classes.remove("");
    return new Named(classes, members, texts);
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
