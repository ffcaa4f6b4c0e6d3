package org.dharch.hemanager.resources;

import java.util.Map;
import javax.naming.CompositeName;
import javax.naming.Reference;
import javax.naming.StringRefAddr;
import javax.naming.spi.ObjectFactory;
import org.dharch.api.ResourceFactory;
import org.dharch.core.message.DHArchException;
import org.dharch.core.text.OneLine;
import org.dharch.hemanager.document.ResourceSpec;

/** Creates a resource by its factory class, and closes it. */
final class FactoryResource implements AutoCloseable {
  /** The parameter for the requested type of an {@link ObjectFactory}. */
  private static final String TYPE = "type";

  private final ResourceFactory factory;
  private final Object made;

  private FactoryResource(ResourceFactory factory, Object made) {
    this.factory = factory;
    this.made = made;
  }

  /**
   * @param spec with its texts resolved
   * @param loader has the factory
   * @throws DHArchException in one line, if it cannot be created
   */
  static FactoryResource make(ResourceSpec spec, ClassLoader loader) {
    String name = "factory " + spec.factory();
    ResourceFactory factory = factory(spec.factory(), loader);
    Object made;
    try {
      made = factory.make(spec.name(), spec.parameters());
    } catch (Exception | LinkageError e) {
      throw new DHArchException(name + " threw " + OneLine.of(e), e);
    }
    if (made == null) {
      throw new DHArchException(name + " must not return null");
    }
    return new FactoryResource(factory, made);
  }

  private static ResourceFactory factory(String name, ClassLoader loader) {
    try {
      Object factory = Class.forName(name, true, loader).getConstructor().newInstance();
      if (factory instanceof ResourceFactory own) {
        return own;
      }
      if (factory instanceof ObjectFactory other) {
        return (resource, parameters) -> made(other, resource, parameters);
      }
    } catch (ClassNotFoundException e) {
      throw new DHArchException(
          "factory " + name + " must be in the sharedFolder or on the class path", e);
    } catch (ReflectiveOperationException | LinkageError e) {
      throw new DHArchException("cannot create factory " + name + ": " + OneLine.of(e), e);
    }
    throw new DHArchException(
        "factory "
            + name
            + " must be a "
            + ResourceFactory.class.getName()
            + " or a "
            + ObjectFactory.class.getName());
  }

  private static Object made(ObjectFactory factory, String name, Map<String, String> parameters)
      throws Exception {
    Reference reference =
        new Reference(
            parameters.getOrDefault(TYPE, "java.lang.Object"), factory.getClass().getName(), null);
    parameters.forEach((key, value) -> reference.add(new StringRefAddr(key, value)));
    return factory.getObjectInstance(reference, new CompositeName(name), null, null);
  }

  Object made() {
    return made;
  }

  @Override
  public void close() {
    try {
      factory.end(made);
    } catch (Exception e) {
      throw new DHArchException(
          "factory "
              + factory.getClass().getName()
              + " failed to close the resource: "
              + OneLine.of(e),
          e);
    }
  }
}
