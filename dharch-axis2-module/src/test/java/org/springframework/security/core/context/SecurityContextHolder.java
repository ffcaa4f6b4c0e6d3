package org.springframework.security.core.context;

/** As Spring Security has it: a context for each thread, which is empty until it is set. */
public final class SecurityContextHolder {
  private static final ThreadLocal<SecurityContext> CONTEXT = new ThreadLocal<>();

  private SecurityContextHolder() {}

  /** The thread's context, which is made if there is none. */
  public static SecurityContext getContext() {
    if (CONTEXT.get() == null) {
      CONTEXT.set(new SecurityContext(null));
    }
    return CONTEXT.get();
  }

  public static void setContext(SecurityContext context) {
    CONTEXT.set(context);
  }

  /** Whether the thread has one, which Spring Security does not say. */
  public static boolean isSet() {
    return CONTEXT.get() != null;
  }

  public static void clearContext() {
    CONTEXT.remove();
  }
}
