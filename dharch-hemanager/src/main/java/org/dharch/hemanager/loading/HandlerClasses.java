package org.dharch.hemanager.loading;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Optional;
import org.dharch.api.DHHandler;
import org.dharch.api.Limits;
import org.dharch.api.NodeContext;
import org.dharch.core.message.DHArchException;
import org.dharch.core.spi.HandlerKind;
import org.dharch.core.text.OneLine;
import org.dharch.hemanager.document.HandlerSpec;

/** Creates a handler from the name of its class, or reports in one line why it cannot. */
public final class HandlerClasses {
  private final FolderLoader loader;
  private final HandlerKinds kinds;
  private final Limits limits;

  public HandlerClasses(FolderLoader loader, Limits limits) {
    this.loader = loader;
    this.kinds = new HandlerKinds(loader);
    this.limits = limits;
  }

  /**
   * Returns the initialized handler that {@code spec} names.
   *
   * @param node its view of the node
   * @throws DHArchException if it cannot be created, in one line
   */
  public DHHandler load(HandlerSpec spec, NodeContext node) {
    DHHandler made = make(spec);
    String type = spec.className();
    try {
      made.init(spec.parameters(), node);
    } catch (DHArchException e) {
      throw new DHArchException("class " + type + ": in its init " + e.getMessage(), e);
    } catch (LinkageError e) {
      throw new DHArchException(
          "class " + type + ": its init threw " + SharedCopies.explain(e, loader), e);
    } catch (Exception | Error e) {
      // Includes an Error, which would otherwise end the container of a node without a reason.
      throw new DHArchException("class " + type + ": its init threw " + OneLine.of(e), e);
    }
    return made;
  }

  /**
   * As {@link #load}, without initializing it.
   *
   * @throws DHArchException if it cannot be created, in one line
   */
  DHHandler make(HandlerSpec spec) {
    Class<?> type = find(spec.className());
    HandlerKind kind =
        kinds
            .of(type)
            .orElseThrow(
                () ->
                    new DHArchException(
                        "class " + type.getName() + " must implement " + kinds.needed(type)));
    check(type, kind, spec.lenient());
    Object instance = instance(type);
    HandlerKind.Setting setting = new HandlerKind.Setting(spec.name(), spec.lenient(), limits);
    return new LoaderScope(kind.adapt(instance, setting), loader);
  }

  private Class<?> find(String name) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new DHArchException(
          "class " + name + " must be in the handlers folder or on the class path", e);
    } catch (NoClassDefFoundError e) {
      String absent = ClassDependencies.absent(e, name);
      throw new DHArchException(
          needs(name, absent + " (it extends or implements it)") + HandlerKinds.hint(absent), e);
    } catch (LinkageError e) {
      throw new DHArchException(
          "cannot load class " + name + ": " + SharedCopies.explain(e, loader), e);
    }
  }

  private void check(Class<?> type, HandlerKind kind, boolean lenient) {
    String name = type.getName();
    refuse(name, refusal(type, kind));
    Optional<String> missing = ClassDependencies.firstMissing(type);
    if (missing.isPresent()) {
      throw new DHArchException(needs(name, missing.get()) + HandlerKinds.hint(missing.get()));
    }
    if (!lenient) {
      refuse(name, ClassDependencies.firstUnavailable(type, kind));
    }
  }

  /**
   * The kind's reason against the class. The kind may inspect all members, and so load types that
   * only they name.
   */
  private Optional<String> refusal(Class<?> type, HandlerKind kind) {
    String name = type.getName();
    try {
      return kind.refusal(type);
    } catch (NoClassDefFoundError e) {
      String absent = ClassDependencies.absent(e, name);
      throw new DHArchException(
          needs(name, absent + " (a field or method of it names it)") + HandlerKinds.hint(absent),
          e);
    } catch (LinkageError e) {
      throw new DHArchException(
          "cannot inspect class " + name + ": " + SharedCopies.explain(e, loader), e);
    }
  }

  private static String needs(String name, String missing) {
    return "class "
        + name
        + " needs class "
        + missing
        + ", which must be in the handlers folder or on the class path";
  }

  private static void refuse(String name, Optional<String> reason) {
    if (reason.isPresent()) {
      throw new DHArchException("class " + name + " cannot run on a node: " + reason.get());
    }
  }

  private String causeOf(InvocationTargetException thrown) {
    return thrown.getCause() instanceof LinkageError e
        ? SharedCopies.explain(e, loader)
        : OneLine.of(thrown.getCause());
  }

  private Object instance(Class<?> type) {
    if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
      throw new DHArchException("class " + type.getName() + " must not be abstract");
    }
    try {
      Constructor<?> constructor = type.getConstructor();
      if (!Modifier.isPublic(type.getModifiers())) {
        throw new DHArchException("class " + type.getName() + " must be public");
      }
      return constructor.newInstance();
    } catch (NoSuchMethodException e) {
      throw new DHArchException(
          "class " + type.getName() + " must have a public constructor without parameters", e);
    } catch (InvocationTargetException e) {
      throw new DHArchException(
          "class " + type.getName() + ": its constructor threw " + causeOf(e), e);
    } catch (LinkageError e) {
      throw new DHArchException(
          "cannot create class " + type.getName() + ": " + SharedCopies.explain(e, loader), e);
    } catch (ReflectiveOperationException e) {
      throw new DHArchException("cannot create class " + type.getName() + ": " + OneLine.of(e), e);
    }
  }
}
