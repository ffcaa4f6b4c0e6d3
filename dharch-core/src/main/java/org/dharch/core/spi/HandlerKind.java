package org.dharch.core.spi;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.DHHandler;
import org.dharch.api.Limits;

/**
 * One kind of handlers that a node runs (seed 000, section 3.1.3: the common interface, to which
 * other handlers are adapted). Kinds other than native are found as services ({@code
 * META-INF/services}) in the class loader of the handlers folder, which may contain the kind's jar.
 * Safe for any thread.
 */
public interface HandlerKind {
  /** The interface that classes of this kind implement, for error messages. */
  String handlerInterface();

  /** Whether {@code type} is of this kind. */
  boolean takes(Class<?> type);

  /** The reason why a class of this kind can never run on a node; empty if it may. */
  default Optional<String> refusal(Class<?> type) {
    return Optional.empty();
  }

  /**
   * The reason in one class file why a class cannot work on a node. Not called for a lenient
   * handler.
   *
   * @param type the handler's class
   * @param file the class file of it, or of one of its superclasses
   */
  default Optional<String> unavailable(Class<?> type, ClassFile file) {
    return Optional.empty();
  }

  /** Adapts {@code handler}, an object of a class of this kind, to a native handler. */
  DHHandler adapt(Object handler, Setting setting);

  /**
   * The names in one class file.
   *
   * @param type the class
   * @param members the methods that it calls and the fields that it reads or writes
   * @param texts its string constants, which include interface constants that it uses, and type
   *     descriptors such as {@code Ljava/lang/Deprecated;}, which include its annotations
   */
  record ClassFile(Class<?> type, List<Member> members, Set<String> texts) {
    public ClassFile {
      members = List.copyOf(members);
      texts = Set.copyOf(texts);
    }
  }

  /**
   * A method or a field.
   *
   * @param owner its class, with slashes
   * @param name its own
   * @param method whether it is a method
   */
  record Member(String owner, String name, boolean method) {}

  /**
   * The node's settings for one of its handlers.
   *
   * @param name the handler's name
   * @param lenient whether the handler receives null, instead of an error, for what a node does not
   *     have
   * @param limits the limits of a result
   */
  record Setting(String name, boolean lenient, Limits limits) {}
}
