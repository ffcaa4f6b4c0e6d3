package org.dharch.hemanager.loading;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.dharch.core.spi.HandlerKind;
import org.dharch.core.text.OneLine;

/** The kinds of handlers that a node can run: native ones and those of service files. */
final class HandlerKinds {
  private final List<HandlerKind> kinds = new ArrayList<>();
  private final List<String> broken = new ArrayList<>();

  /** Finds the kinds on the class path and in the jars of {@code loader}. */
  HandlerKinds(ClassLoader loader) {
    kinds.add(new NativeKind());
    Iterator<HandlerKind> found = ServiceLoader.load(HandlerKind.class, loader).iterator();
    while (true) {
      try {
        if (!found.hasNext()) {
          return;
        }
        kinds.add(found.next());
      } catch (ServiceConfigurationError | LinkageError e) {
        broken.add(OneLine.of(e));
      }
    }
  }

  /** The first kind that accepts {@code type}. */
  Optional<HandlerKind> of(Class<?> type) {
    for (HandlerKind kind : kinds) {
      try {
        if (kind.takes(type)) {
          return Optional.of(kind);
        }
      } catch (LinkageError e) { // its library is missing, so the class is not of this kind
        broken.add(kind.getClass().getSimpleName() + " is unavailable: " + OneLine.of(e));
      }
    }
    return Optional.empty();
  }

  /**
   * The interfaces that a handler's class may implement, with a hint if {@code type} is close to
   * one.
   */
  String needed(Class<?> type) {
    List<String> interfaces = new ArrayList<>();
    for (HandlerKind kind : kinds) {
      try {
        interfaces.add(kind.handlerInterface());
      } catch (LinkageError e) {
        broken.add(kind.getClass().getSimpleName() + " is unavailable: " + OneLine.of(e));
      }
    }
    String hint = "";
    for (Class<?> c = type; c != null && hint.isEmpty(); c = c.getSuperclass()) {
      for (Class<?> each : c.getInterfaces()) {
        hint = hint.isEmpty() ? hint(each.getName()) : hint;
      }
    }
    String failed = broken.isEmpty() ? "" : " (" + String.join("; ", broken) + ")";
    return alternatives(interfaces) + hint + failed;
  }

  private static String alternatives(List<String> names) {
    int last = names.size() - 1;
    return last == 0
        ? names.get(0)
        : String.join(", ", names.subList(0, last)) + " or " + names.get(last);
  }

  /** A hint derived from the class {@code name}; empty if there is none. */
  static String hint(String name) {
    if (name.startsWith("javax.xml.ws.") || name.startsWith("javax.xml.soap.")) {
      return "; it is of JAX-WS before Jakarta's, and its jar has to be migrated to jakarta.xml.ws"
          + " first (docs/handler-authors.md)";
    }
    if (name.startsWith("org.apache.axis2.")) {
      return "; Axis2 handlers need dharch-handlers-axis2 on the class path"
          + " (docs/handler-authors.md)";
    }
    if (name.startsWith("org.apache.axis.")) {
      return "; Axis 1's handlers need the jars of dharch-axis1 and of Axis in the handlers folder"
          + " (docs/handler-authors.md)";
    }
    return "";
  }
}
