package org.dharch.handlers.axis2.context;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.OperationContext;
import org.apache.axis2.context.ServiceContext;
import org.apache.axis2.description.AxisOperation;

/**
 * The operation context on a node: its properties travel with the message in both directions; its
 * other message stays in the container. Used by one message's thread.
 */
@SuppressWarnings("serial") // never serialized
final class NodeOperationContext extends OperationContext {
  private static final long serialVersionUID = 1L;

  private final transient Absence absence;
  private final transient Set<String> stays;

  NodeOperationContext(
      AxisOperation operation, ServiceContext service, Absence absence, Set<String> stays) {
    super(operation, service);
    this.absence = absence;
    this.stays = stays;
  }

  /** Reads this context's own properties; higher levels stay in the container. */
  @Override
  public Object getProperty(String name) {
    return getLocalProperty(name);
  }

  @Override
  public Object getPropertyNonReplicable(String name) {
    return getLocalProperty(name);
  }

  @Override
  public Object getLocalProperty(String name) {
    Object value = super.getLocalProperty(name);
    if (value == null && stays.contains(name)) {
      absence.report(
          "property '" + name + "' of the operation context",
          "it is too large or of a type that cannot travel; String, Boolean and number can");
    }
    return value;
  }

  @Override
  public MessageContext getMessageContext(String label) {
    Unavailable.OTHER_MESSAGES.missing(absence, "getMessageContext");
    return null;
  }

  @Override
  @SuppressWarnings("NonApiType") // Axis2's
  public HashMap<String, MessageContext> getMessageContexts() {
    Unavailable.OTHER_MESSAGES.missing(absence, "getMessageContexts");
    return super.getMessageContexts();
  }

  @Override
  public boolean isComplete() {
    Unavailable.OTHER_MESSAGES.missing(absence, "isComplete");
    return super.isComplete();
  }

  @Override
  public long getLastTouchedTime() {
    Unavailable.SESSION.missing(absence, "getLastTouchedTime");
    return super.getLastTouchedTime();
  }

  @Override
  public synchronized Map<String, Object> getPropertyDifferences() {
    Unavailable.SHARED.missing(absence, "getPropertyDifferences");
    return super.getPropertyDifferences();
  }
}
