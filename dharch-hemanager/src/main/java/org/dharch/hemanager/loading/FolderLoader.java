package org.dharch.hemanager.loading;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.dharch.core.message.DHArchException;
import org.dharch.core.text.OneLine;
import org.dharch.hemanager.naming.ResourceScope;

/**
 * Loads the classes and resources of a handlers folder. Types that handlers and node share, and
 * singletons of a process, are loaded from the class path if it has them. All others are loaded
 * from the folder first, so that a handler gets its own library versions. Safe for any thread.
 */
public final class FolderLoader extends URLClassLoader implements ResourceScope {
  static {
    registerAsParallelCapable();
  }

  /** Prefixes of the names of classes that are loaded from the class path first. */
  private static final List<String> SHARED =
      List.of(
          "java.",
          "javax.",
          "jakarta.",
          "org.w3c.dom.",
          "org.xml.sax.",
          "org.dharch.",
          // Axis2 and the types in its API
          "org.apache.axis2.",
          "org.apache.axiom.",
          "org.apache.neethi.",
          "org.apache.woden.",
          "org.apache.ws.commons.schema.",
          // implementations of interfaces of the JDK and of Jakarta
          "com.sun.xml.messaging.saaj.",
          "org.jvnet.staxex.",
          "org.postgresql.",
          "org.sqlite.",
          // logging
          "org.slf4j.",
          "org.apache.commons.logging.",
          "org.apache.logging.");

  private final JarCopies jars;
  private final Map<String, Object> resources;

  /**
   * @param jars its jars, whose copies are deleted when it is closed
   * @param parent the class path, or the loader between it and this folder
   * @param resources the node's, for its classes
   */
  FolderLoader(JarCopies jars, ClassLoader parent, Map<String, Object> resources) {
    super(name(jars), jars.urls().toArray(URL[]::new), parent);
    this.jars = jars;
    this.resources = resources;
  }

  /** The prefix of its classes in stack traces, which distinguishes versions. */
  private static String name(JarCopies jars) {
    return jars.folder()
        .map(Path::getFileName)
        .map(Path::toString)
        .filter(name -> !name.isEmpty())
        .orElse("dharch-handlers");
  }

  @Override
  public Map<String, Object> resources() {
    return resources;
  }

  public JarCopies jars() {
    return jars;
  }

  static boolean isShared(String name) {
    return SHARED.stream().anyMatch(name::startsWith);
  }

  /**
   * Service files select, for example, the parser of a process, which must match Axis2's objects.
   */
  private static boolean isSharedResource(String path) {
    return path.startsWith("META-INF/") || isShared(path.replace('/', '.'));
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (isShared(name)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      try {
        return findClass(name);
      } catch (ClassNotFoundException e) {
        return super.loadClass(name, resolve);
      }
    }
  }

  @Override
  public URL getResource(String path) {
    URL own = isSharedResource(path) ? null : findResource(path);
    return own == null ? super.getResource(path) : own;
  }

  /** From the folder first, unless they are shared. */
  @Override
  public Enumeration<URL> getResources(String path) throws IOException {
    if (isSharedResource(path)) {
      return super.getResources(path);
    }
    List<URL> all = new ArrayList<>(Collections.list(findResources(path)));
    all.addAll(Collections.list(getParent().getResources(path)));
    return Collections.enumeration(all);
  }

  /**
   * Deregisters the JDBC drivers of this loader from the process, which would keep it forever.
   *
   * @return their classes
   */
  @SuppressWarnings("unchecked") // the named class
  public Collection<String> deregisterDrivers() {
    try {
      Class<?> source = OwnDrivers.class;
      byte[] code;
      try (InputStream in = source.getResourceAsStream(source.getSimpleName() + ".class")) {
        code = in.readAllBytes();
      }
      // java.sql.DriverManager returns drivers only to callers with their loader
      Class<?> copy = defineClass(source.getName(), code, 0, code.length);
      Constructor<?> constructor = copy.getDeclaredConstructor();
      constructor.setAccessible(true);
      return ((Callable<Collection<String>>) constructor.newInstance()).call();
    } catch (Exception | LinkageError e) {
      throw new DHArchException("cannot find JDBC drivers: " + OneLine.of(e), e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      super.close();
    } finally {
      jars.close();
    }
  }
}
