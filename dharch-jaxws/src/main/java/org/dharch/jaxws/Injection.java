package org.dharch.jaxws;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.xml.ws.WebServiceContext;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dharch.core.message.DHArchException;

/**
 * Injects resources into a handler and calls its lifecycle methods (Jakarta XML Web Services 4.0,
 * section 9.3.1). Resources on a node are the parameters of its document and the context of the
 * message.
 */
final class Injection {
  private static final String HERE =
      "; a node has only WebServiceContext and, from the parameters of the node document, texts,"
          + " numbers and booleans";

  /** Annotations of other injectors; their fields stay null. By name, because they are optional. */
  private static final List<String> OTHERS =
      List.of(
          "jakarta.inject.Inject",
          "jakarta.ejb.EJB",
          "jakarta.persistence.PersistenceContext",
          "jakarta.persistence.PersistenceUnit",
          "jakarta.xml.ws.WebServiceRef",
          "org.springframework.beans.factory.annotation.Autowired",
          "org.springframework.beans.factory.annotation.Value");

  private Injection() {}

  /** The reason why fields would stay null, by the annotations in a class file. */
  static Optional<String> byOthers(Set<String> texts) {
    return OTHERS.stream()
        .filter(each -> texts.contains("L" + each.replace('.', '/') + ";"))
        .findFirst()
        .map(each -> "its container injects fields with @" + each + HERE + ", by @Resource");
  }

  /** The reason why a resource of {@code type} is missing. */
  static Optional<String> refusal(Class<?> type) {
    for (Field field : fields(type)) {
      if (field.getType() != WebServiceContext.class && !ParameterText.isOf(field.getType())) {
        return Optional.of(
            "its resource '" + field.getName() + "' is a " + field.getType().getName() + HERE);
      }
    }
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      for (Method method : c.getDeclaredMethods()) {
        if (method.isAnnotationPresent(Resource.class)) {
          return Optional.of(
              "its resource must be injected into a field (got method " + method.getName() + ")");
        }
      }
      if (c.isAnnotationPresent(Resource.class)) {
        return Optional.of("it looks resources up by name" + HERE);
      }
    }
    return Optional.empty();
  }

  /** Sets the resources of {@code handler} that have a parameter. */
  static void fill(Object handler, Map<String, String> parameters, WebServiceContext context) {
    for (Field field : fields(handler.getClass())) {
      String declared = field.getAnnotation(Resource.class).name();
      String name = declared.isEmpty() ? field.getName() : declared;
      boolean isContext = field.getType() == WebServiceContext.class;
      if (isContext || parameters.containsKey(name)) {
        try {
          field.setAccessible(true);
          field.set(
              handler,
              isContext ? context : ParameterText.to(field.getType(), name, parameters.get(name)));
        } catch (IllegalAccessException | RuntimeException e) {
          throw new DHArchException("cannot set resource '" + name + "': " + e.getMessage(), e);
        }
      }
    }
  }

  static void started(Object handler) {
    call(handler, PostConstruct.class);
  }

  static void ended(Object handler) {
    call(handler, PreDestroy.class);
  }

  private static void call(Object handler, Class<? extends Annotation> when) {
    for (Class<?> c = handler.getClass(); c != null; c = c.getSuperclass()) {
      for (Method method : c.getDeclaredMethods()) {
        if (method.isAnnotationPresent(when) && method.getParameterCount() == 0) {
          call(handler, method);
          return;
        }
      }
    }
  }

  private static void call(Object handler, Method method) {
    try {
      method.setAccessible(true);
      method.invoke(handler);
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause();
      throw new DHArchException(method.getName() + " threw " + cause, cause);
    } catch (IllegalAccessException | RuntimeException e) {
      throw new DHArchException("cannot call " + method.getName() + ": " + e.getMessage(), e);
    }
  }

  private static List<Field> fields(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if (field.isAnnotationPresent(Resource.class)) {
          fields.add(field);
        }
      }
    }
    return fields;
  }
}
