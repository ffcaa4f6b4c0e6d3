package org.dharch.hemanager.naming.java;

import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.Name;
import javax.naming.NamingException;
import javax.naming.spi.ObjectFactory;
import org.dharch.hemanager.naming.ResourceContext;
import org.dharch.hemanager.naming.ResourceScope;

/**
 * Resolves names that start with {@code java:}; the JDK finds it by its name. Stateless, safe for
 * any thread.
 */
public final class javaURLContextFactory implements ObjectFactory {
  /** The JDK creates it. */
  public javaURLContextFactory() {}

  /** Returns null, as the JDK requires, for threads that run no handler of a node document. */
  @Override
  public Object getObjectInstance(
      Object what, Name name, Context context, Hashtable<?, ?> environment) throws NamingException {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    for (ClassLoader each = loader; each != null; each = each.getParent()) {
      if (each instanceof ResourceScope scope) {
        return ResourceContext.of(scope.resources());
      }
    }
    return null;
  }
}
