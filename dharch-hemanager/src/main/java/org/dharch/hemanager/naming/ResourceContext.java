package org.dharch.hemanager.naming;

import java.util.List;
import java.util.Map;
import javax.naming.Binding;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.Name;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.OperationNotSupportedException;

/**
 * Resources of a node, for lookup and listing; nothing can be bound. Immutable, safe for any
 * thread.
 */
@SuppressWarnings("BanJNDI") // looks up in its own map
public final class ResourceContext extends InitialContext {
  private static final String SCHEME = "java:";
  private static final String ROOT = "comp/env";

  private final Map<String, Object> resources;
  private final String at;

  private ResourceContext(Map<String, Object> resources, String at) throws NamingException {
    super(true); // delegates to no other context
    this.resources = resources;
    this.at = at;
  }

  /** The context of {@code java:} with {@code resources}. */
  public static ResourceContext of(Map<String, Object> resources) throws NamingException {
    return new ResourceContext(resources, "");
  }

  private String whole(String name) {
    String relative = name.startsWith(SCHEME) ? name.substring(SCHEME.length()) : name;
    return at.isEmpty() || relative.isEmpty() ? at + relative : at + "/" + relative;
  }

  @Override
  public Object lookup(String name) throws NamingException {
    String whole = whole(name);
    if (whole.startsWith(ROOT + "/")) {
      Object found = resources.get(whole.substring(ROOT.length() + 1));
      if (found != null) {
        return found;
      }
    }
    if (whole.isEmpty() || ROOT.equals(whole) || "comp".equals(whole) || isAbove(whole)) {
      return new ResourceContext(resources, whole);
    }
    throw new NameNotFoundException(
        "unknown resource "
            + SCHEME
            + whole
            + "; it must be one of "
            + resources.keySet()
            + " below java:comp/env");
  }

  private boolean isAbove(String whole) {
    return resources.keySet().stream().anyMatch(key -> (ROOT + "/" + key).startsWith(whole + "/"));
  }

  @Override
  public Object lookup(Name name) throws NamingException {
    return lookup(name.toString());
  }

  @Override
  public Object lookupLink(String name) throws NamingException {
    return lookup(name);
  }

  @Override
  public Object lookupLink(Name name) throws NamingException {
    return lookup(name);
  }

  @Override
  public NamingEnumeration<NameClassPair> list(String name) throws NamingException {
    return new Listed<>(
        bindings(name).stream()
            .map(each -> new NameClassPair(each.getName(), each.getClassName()))
            .toList());
  }

  @Override
  public NamingEnumeration<Binding> listBindings(String name) throws NamingException {
    return new Listed<>(bindings(name));
  }

  private List<Binding> bindings(String name) {
    String below = whole(name) + "/";
    return resources.entrySet().stream()
        .filter(each -> (ROOT + "/" + each.getKey()).startsWith(below))
        .map(
            each ->
                new Binding(
                    (ROOT + "/" + each.getKey()).substring(below.length()), each.getValue()))
        .toList();
  }

  @Override
  public NamingEnumeration<NameClassPair> list(Name name) throws NamingException {
    return list(name.toString());
  }

  @Override
  public NamingEnumeration<Binding> listBindings(Name name) throws NamingException {
    return listBindings(name.toString());
  }

  /** All methods that are not overridden use it. */
  @Override
  protected Context getDefaultInitCtx() throws NamingException {
    throw new OperationNotSupportedException(
        "resources are defined by the node document and can only be looked up");
  }

  @Override
  protected Context getURLOrDefaultInitCtx(String name) throws NamingException {
    return getDefaultInitCtx();
  }

  @Override
  protected Context getURLOrDefaultInitCtx(Name name) throws NamingException {
    return getDefaultInitCtx();
  }

  @Override
  public String getNameInNamespace() {
    return SCHEME + at;
  }

  @Override
  public void close() {
    // nothing to close
  }
}
