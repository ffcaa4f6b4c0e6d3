package org.dharch.core.settings;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import javax.security.auth.Subject;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Captures what an application finds on a thread of its container, for another thread that
 * continues the message: the context class loader, the diagnostic contexts of SLF4J and Log4j,
 * Spring Security's context and the JAAS subject. Uses the application's classes, because DHArch
 * may have its own versions of them. Safe for any thread.
 */
public final class ThreadContexts {
  private static final Logger LOG = LoggerFactory.getLogger(ThreadContexts.class);
  private static final String SECURITY = "org.springframework.security.core.context.";

  private final ClassLoader application;
  private final List<Holder> holders = new ArrayList<>();

  /**
   * The static methods of a class that holds a value for each thread.
   *
   * @param used whether a value is used; the holder creates the others when it is asked
   */
  private record Holder(Method get, Method set, Method clear, Optional<Method> used) {
    Object value() {
      Object value = invoke(get, null);
      if (value != null && used.isPresent() && invoke(used.get(), value) == null) {
        invoke(clear, null); // leaves no object of the application on a thread of the container
        return null;
      }
      return value;
    }

    void value(Object value) {
      invoke(clear, null);
      if (value != null) {
        invoke(set, null, value);
      }
    }
  }

  /**
   * The state of one thread. Safe for any thread.
   *
   * @param values one for each holder, or null
   * @param caller the subject, or null
   */
  private record State(ClassLoader loader, List<Object> values, Subject caller) {}

  /** Runs tasks with what one thread had. */
  public interface Captured {
    /** Calls {@code task} on the current thread and then restores what that thread had. */
    <T> T call(Callable<T> task) throws Exception;
  }

  /** Finds the classes with the class loader of an application. */
  public ThreadContexts(ClassLoader application) {
    this.application = application;
    add("org.slf4j.MDC", "getCopyOfContextMap", "setContextMap", Map.class.getName(), "clear", "");
    add(
        "org.apache.logging.log4j.ThreadContext",
        "getContext",
        "putAll",
        Map.class.getName(),
        "clearMap",
        "");
    add(
        SECURITY + "SecurityContextHolder",
        "getContext",
        "setContext",
        SECURITY + "SecurityContext",
        "clearContext",
        "getAuthentication");
  }

  private void add(
      String name, String get, String set, String valueType, String clear, String used) {
    try {
      Class<?> type = Class.forName(name, false, application);
      Class<?> value = Class.forName(valueType, false, application);
      Optional<Method> isUsed =
          used.isEmpty() ? Optional.empty() : Optional.of(value.getMethod(used));
      holders.add(
          new Holder(
              type.getMethod(get), type.getMethod(set, value), type.getMethod(clear), isUsed));
    } catch (ReflectiveOperationException | LinkageError e) {
      LOG.debug("the application has no usable {}", name, e);
    }
  }

  /** Names what is captured, for a log. */
  public List<String> carried() {
    List<String> carried = new ArrayList<>(List.of("context class loader", "JAAS subject"));
    holders.forEach(holder -> carried.add(holder.get().getDeclaringClass().getSimpleName()));
    return carried;
  }

  /** Captures what the current thread has. */
  public Captured capture() {
    return captured(state());
  }

  /** The state of a thread without a request: only the class loader of the application. */
  public Captured withoutRequest() {
    return captured(new State(application, Collections.nCopies(holders.size(), null), null));
  }

  private Captured captured(State state) {
    return new Captured() {
      @Override
      @SuppressWarnings("removal") // its successor is not in Java 17
      public <T> T call(Callable<T> task) throws Exception {
        State before = state();
        try {
          set(state);
          // without a subject it replaces one that the thread has inherited
          return Subject.doAsPrivileged(
              state.caller(), (PrivilegedExceptionAction<T>) task::call, null);
        } catch (PrivilegedActionException e) {
          throw e.getException();
        } finally {
          set(before);
        }
      }
    };
  }

  private State state() {
    List<Object> values = new ArrayList<>();
    holders.forEach(holder -> values.add(holder.value()));
    return new State(Thread.currentThread().getContextClassLoader(), values, Callers.current());
  }

  private void set(State state) {
    Thread.currentThread().setContextClassLoader(state.loader());
    for (int i = 0; i < holders.size(); i++) {
      holders.get(i).value(state.values().get(i));
    }
  }

  private static Object invoke(Method method, Object on, Object... arguments) {
    try {
      return method.invoke(on, arguments);
    } catch (IllegalAccessException | InvocationTargetException e) {
      LOG.warn("Cannot carry a thread's context method={}", method, e);
      return null;
    }
  }

  /** Reads the JAAS subject as the running Java does it: {@code Subject.current} since 18. */
  private static final class Callers {
    private static final Optional<Method> CURRENT = method(Subject.class, "current");
    private static final Optional<Method> CONTEXT =
        type("java.security.AccessController").flatMap(type -> method(type, "getContext"));
    private static final Optional<Method> SUBJECT =
        type("java.security.AccessControlContext")
            .flatMap(type -> method(Subject.class, "getSubject", type));

    static Subject current() {
      Object subject =
          CURRENT.isPresent()
              ? invoke(CURRENT.get(), null)
              : invoke(SUBJECT.orElseThrow(), null, invoke(CONTEXT.orElseThrow(), null));
      return (Subject) subject;
    }

    private static Optional<Class<?>> type(String name) {
      try {
        return Optional.of(Class.forName(name));
      } catch (ClassNotFoundException e) {
        return Optional.empty();
      }
    }

    private static Optional<Method> method(Class<?> type, String name, Class<?>... parameters) {
      try {
        return Optional.of(type.getMethod(name, parameters));
      } catch (NoSuchMethodException e) {
        return Optional.empty();
      }
    }
  }
}
