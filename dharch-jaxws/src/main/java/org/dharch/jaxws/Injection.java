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
 * What a container does to a handler before its first message and after its last (Jakarta XML Web
 * Services 4.0, section 9.3.1): resources, of which a node has the parameters of its document and
 * the context of the message, and the two methods that are told of its life.
 */
final class Injection {
  private static final String HERE =
      "; here are WebServiceContext and, from the parameters of the node document, texts, numbers"
          + " and truth values";

  /** What has others fill fields in, which are null here; not all of it need be on a class path. */
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

  /** Why fields would stay null, by the annotations that a class file names. */
  static Optional<String> byOthers(Set<String> texts) {
    return OTHERS.stream()
        .filter(each -> texts.contains("L" + each.replace('.', '/') + ";"))
        .findFirst()
        .map(each -> "its container fills in what is marked @" + each + HERE + ", by @Resource");
  }

  /** Why the resources of {@code type} are not all here. */
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
              "its resource is set by method " + method.getName() + "; fields can be");
        }
      }
      if (c.isAnnotationPresent(Resource.class)) {
        return Optional.of("it looks resources up by name" + HERE);
      }
    }
    return Optional.empty();
  }

  /** Sets the resources of {@code handler}; one without a parameter stays what it is. */
  static void fill(Object handler, Map<String, String> parameters, WebServiceContext context) {
    for (Field field : fields(handler.getClass())) {
      String said = field.getAnnotation(Resource.class).name();
      String name = said.isEmpty() ? field.getName() : said;
      boolean isContext = field.getType() == WebServiceContext.class;
      if (isContext || parameters.containsKey(name)) {
        try {
          field.setAccessible(true);
          field.set(
              handler,
              isContext ? context : ParameterText.to(field.getType(), name, parameters.get(name)));
        } catch (IllegalAccessException | RuntimeException e) {
          throw new DHArchException("resource '" + name + "' cannot be set: " + e.getMessage(), e);
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
      throw new DHArchException(method.getName() + " cannot be called: " + e.getMessage(), e);
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
