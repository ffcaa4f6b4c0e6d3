package org.dharch.testing;

import java.util.List;
import javax.security.auth.Subject;

/** Names the JAAS subject of the current thread, on each supported Java version. */
public final class CurrentSubject {
  private CurrentSubject() {}

  /** Returns its principals; "none" without a subject. */
  public static String principals() {
    Subject subject = subject();
    return subject == null ? "none" : List.copyOf(subject.getPrincipals()).toString();
  }

  @SuppressWarnings("removal")
  private static Subject subject() {
    try {
      return (Subject) Subject.class.getMethod("current").invoke(null);
    } catch (NoSuchMethodException e) { // before Java 18
      return Subject.getSubject(java.security.AccessController.getContext());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
