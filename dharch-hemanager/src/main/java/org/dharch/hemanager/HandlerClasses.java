package org.dharch.hemanager;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Optional;
import org.apache.axis2.engine.Handler;
import org.dharch.api.DHHandler;
import org.dharch.api.Limits;
import org.dharch.api.NodeContext;
import org.dharch.core.message.DHArchException;

/** Makes a handler from the name of its class, or says in one line why it cannot be one. */
final class HandlerClasses {
  private final ClassLoader loader;
  private final Axis2Contexts contexts;
  private final Limits limits;

  HandlerClasses(ClassLoader loader, Axis2Contexts contexts, Limits limits) {
    this.loader = loader;
    this.contexts = contexts;
    this.limits = limits;
  }

  /**
   * The handler that {@code spec} names, initialized.
   *
   * @param node what it has of its node besides messages
   * @throws DHArchException if there is none, in one line
   */
  DHHandler load(HandlerSpec spec, NodeContext node) {
    Class<?> type = find(spec.className(), spec.lenient());
    Object instance = instance(type);
    DHHandler handler =
        instance instanceof DHHandler own
            ? own
            : new Axis2Handler(spec.name(), (Handler) instance, contexts, limits, spec.lenient());
    DHHandler scoped = new LoaderScope(handler, loader);
    try {
      scoped.init(spec.parameters(), node);
    } catch (DHArchException e) {
      throw new DHArchException("class " + type.getName() + ": in its init " + e.getMessage(), e);
    } catch (Exception | Error e) {
      // whatever it is: an Error would end the container of a node in there, and nobody knew why
      throw new DHArchException("class " + type.getName() + ": its init threw " + OneLine.of(e), e);
    }
    return scoped;
  }

  private Class<?> find(String name, boolean lenient) {
    Class<?> type;
    try {
      type = Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw new DHArchException(
          "class " + name + " is neither in the handlers folder nor on the class path", e);
    } catch (NoClassDefFoundError e) {
      throw new DHArchException(
          needs(name, ClassNeeds.absent(e, name) + " (it extends or implements it)"), e);
    } catch (LinkageError e) {
      throw new DHArchException("class " + name + " cannot be loaded: " + OneLine.of(e), e);
    }
    boolean axis2 = Handler.class.isAssignableFrom(type);
    if (!axis2 && !DHHandler.class.isAssignableFrom(type)) {
      throw new DHArchException(
          "class "
              + name
              + " is no handler; "
              + DHHandler.class.getName()
              + " or "
              + Handler.class.getName()
              + " is needed");
    }
    if (!DHHandler.class.isAssignableFrom(type)) {
      refuse(name, Axis2Refusals.reason(type));
    }
    Optional<String> missing = ClassNeeds.firstMissing(type);
    if (missing.isPresent()) {
      throw new DHArchException(needs(name, missing.get()));
    }
    if (!lenient && !DHHandler.class.isAssignableFrom(type)) {
      refuse(name, ClassNeeds.firstUnavailable(type));
    }
    return type;
  }

  private static String needs(String name, String missing) {
    return "class "
        + name
        + " needs class "
        + missing
        + ", which is neither in the handlers folder nor on the class path";
  }

  private static void refuse(String name, Optional<String> reason) {
    if (reason.isPresent()) {
      throw new DHArchException("class " + name + " cannot run on a node: " + reason.get());
    }
  }

  private static Object instance(Class<?> type) {
    if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
      throw new DHArchException(
          "class " + type.getName() + " is abstract; a concrete one is needed");
    }
    try {
      Constructor<?> constructor = type.getConstructor();
      if (!Modifier.isPublic(type.getModifiers())) {
        throw new DHArchException("class " + type.getName() + " is not public");
      }
      return constructor.newInstance();
    } catch (NoSuchMethodException e) {
      throw new DHArchException(
          "class " + type.getName() + " has no public constructor without parameters", e);
    } catch (InvocationTargetException e) {
      throw new DHArchException(
          "class " + type.getName() + ": its constructor threw " + OneLine.of(e.getCause()), e);
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new DHArchException("class " + type.getName() + " cannot be made: " + OneLine.of(e), e);
    }
  }
}
