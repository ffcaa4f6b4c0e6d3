package org.springframework.security.core.context;

/** Who calls. */
public record SecurityContext(String user) {
  /** The user, or null as in Spring Security. */
  public Object getAuthentication() {
    return user;
  }
}
