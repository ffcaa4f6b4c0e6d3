package org.dharch.axis2.chain;

import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.description.ParameterInclude;
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.api.DHHandler;
import org.dharch.core.message.DHArchException;

/** Loads native handlers from the class loaders that Axis2 uses for its own handlers. */
final class ChainLoader {
  private ChainLoader() {}

  /**
   * Creates a handler.
   *
   * @throws DHArchException if the class is missing or unsuitable
   */
  static DHHandler make(HandlerDescription description, String where, String className) {
    Class<?> type = find(description, where, className);
    if (!DHHandler.class.isAssignableFrom(type)) {
      throw new DHArchException(
          where
              + ": "
              + className
              + " does not implement "
              + DHHandler.class.getName()
              + (implementsAnother(type)
                  ? " but another one of that name: dharch-api belongs into the application's own"
                      + " libraries (WEB-INF/lib), and into no archive"
                  : ""));
    }
    try {
      return (DHHandler) type.getConstructor().newInstance();
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new DHArchException(
          where
              + ": "
              + className
              + " must be a public class with a public constructor without parameters: "
              + e,
          e);
    }
  }

  /** Whether it implements an interface of that name from another class loader. */
  private static boolean implementsAnother(Class<?> type) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      for (Class<?> present : each.getInterfaces()) {
        if (present.getName().equals(DHHandler.class.getName())) {
          return true;
        }
      }
    }
    return false;
  }

  private static Class<?> find(HandlerDescription description, String where, String className) {
    Set<ClassLoader> loaders = new LinkedHashSet<>();
    ParameterInclude parent = description.getParent();
    if (parent instanceof AxisModule module) {
      loaders.add(module.getModuleClassLoader());
    } else if (parent instanceof AxisService service) {
      loaders.add(service.getClassLoader());
    } else if (parent instanceof AxisConfiguration configuration) {
      loaders.add(configuration.getSystemClassLoader());
    }
    loaders.add(Thread.currentThread().getContextClassLoader());
    loaders.add(ChainLoader.class.getClassLoader());
    for (ClassLoader loader : loaders) {
      if (loader != null) {
        try {
          return Class.forName(className, true, loader);
        } catch (ClassNotFoundException e) {
          // try the next one
        } catch (LinkageError e) {
          throw new DHArchException(where + ": cannot load " + className + ": " + e, e);
        }
      }
    }
    throw new DHArchException(
        where
            + ": class "
            + className
            + " must be on the class path of its service or module, the application or Axis2");
  }
}
