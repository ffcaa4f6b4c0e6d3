package org.dharch.axis1;

import java.util.Optional;
import org.apache.axis.AxisEngine;
import org.apache.axis.AxisFault;
import org.apache.axis.MessageContext;
import org.apache.axis.handlers.soap.SOAPService;
import org.apache.axis.session.Session;
import org.dharch.core.message.DHArchException;

/**
 * The message context on a node. Reading a part that stayed in its container throws, unless the
 * handler is lenient. For one thread.
 */
final class NodeContext extends MessageContext {
  private final boolean lenient;
  private String service;

  /**
   * @param service the name of the service; may be empty
   */
  NodeContext(AxisEngine engine, String service, boolean lenient) throws AxisFault {
    super(engine);
    this.lenient = lenient;
    SOAPService described = new SOAPService();
    described.setName(service);
    described.setEngine(engine);
    described.getServiceDescription().setTypeMappingRegistry(engine.getTypeMappingRegistry());
    super.setService(described);
    this.service = service;
  }

  private void absent(String why) {
    if (!lenient) {
      throw new DHArchException("unavailable on a node: " + why);
    }
  }

  boolean isLenient() {
    return lenient;
  }

  @Override
  public String getTargetService() {
    return service == null || service.isEmpty() ? null : service;
  }

  @Override
  public void setTargetService(String name) {
    if (name != null && !name.equals(service)) {
      absent("MessageContext.setTargetService: " + Absent.dispatch());
      service = name;
    }
  }

  @Override
  public Object getProperty(String name) {
    Object value = super.getProperty(name);
    if (value == null && name != null) {
      Optional<String> why = Absent.property(name);
      why.ifPresent(this::absent);
    }
    return value;
  }

  /** The value, or null without an error. */
  Object present(String name) {
    return super.getProperty(name);
  }

  @Override
  public Session getSession() {
    Session session = super.getSession();
    if (session == null) {
      absent("MessageContext.getSession: " + Absent.SESSION);
    }
    return session;
  }
}
