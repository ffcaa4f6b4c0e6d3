package org.dharch.handlers.axis2.context;

import jakarta.activation.DataHandler;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.apache.axiom.attachments.Attachments;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.SessionContext;
import org.apache.axis2.description.AxisEndpoint;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.description.TransportInDescription;
import org.apache.axis2.description.TransportOutDescription;
import org.apache.axis2.engine.Handler;
import org.apache.neethi.Policy;
import org.dharch.core.message.Submission;

/**
 * The message context on a node. A request for a part that stayed in the container fails with an
 * exception instead of null, see {@link Absence}. Not thread-safe, as every message context.
 */
@SuppressWarnings("serial") // never serialized
public final class NodeMessageContext extends MessageContext {
  private static final long serialVersionUID = 1L;
  private static final String ATTACHMENTS = "the message's attachments";
  private static final String IN_CONTAINER = "leave the handler in the container";

  private final transient Absence absence;
  private transient String within;

  /** Names of properties of the container that cannot be sent. */
  private final transient Set<String> stays;

  private final transient boolean hasAttachments;

  private final transient Set<String> parametersThatStay;

  /**
   * @param parametersThatStay names of the parameters above the service's
   */
  NodeMessageContext(
      Absence absence, Set<String> stays, Set<String> parametersThatStay, boolean hasAttachments) {
    this.absence = absence;
    this.stays = stays;
    this.parametersThatStay = parametersThatStay;
    this.hasAttachments = hasAttachments;
    setOptionsExplicit(new NodeOptions(absence));
  }

  /** Rejects a parameter above the service's that the message has in its container. */
  static void parameterStays(String name, String where) {
    if (getCurrentMessageContext() instanceof NodeMessageContext context
        && context.parametersThatStay.contains(name)) {
      context.absence.report("parameter '" + name + "' of the " + where, NodeOperation.NO_TEXT);
    }
  }

  Absence absence() {
    return absence;
  }

  /** Sets the value of the property {@value Submission#WITHIN}, which is not sent back. */
  public void within(String value) {
    within = value;
  }

  /**
   * Reads the message's, its options' and its operation's properties; higher levels stay in the
   * container.
   */
  @Override
  public Object getProperty(String name) {
    if (Submission.WITHIN.equals(name)) {
      return within;
    }
    Object value = super.getLocalProperty(name, true);
    if (value == null && getOperationContext() != null) {
      value = getOperationContext().getLocalProperty(name);
    }
    return value == null ? missing(name) : value;
  }

  @Override
  public Object getLocalProperty(String name) {
    return getLocalProperty(name, true);
  }

  @Override
  public Object getLocalProperty(String name, boolean searchOptions) {
    Object value = super.getLocalProperty(name, searchOptions);
    return value == null ? missing(name) : value;
  }

  /** The current value of this property, without an exception if it is absent. */
  public Object present(String name) {
    return super.getLocalProperty(name, true);
  }

  /** As {@link #present}, without properties of the options. */
  public Object own(String name) {
    return super.getLocalProperty(name, false);
  }

  private Object missing(String name) {
    Unavailable.checkProperty(absence, name);
    if (stays.contains(name)) {
      absence.report(
          "property '" + name + "' of the message",
          "it is too large or of a type that cannot travel; String, Boolean and number can");
    }
    return null;
  }

  @Override
  @Deprecated
  @SuppressWarnings("deprecation")
  public Map<String, Object> getProperties() {
    Unavailable.SHARED.missing(absence, "MessageContext.getProperties");
    return super.getProperties();
  }

  @Override
  public Object getPropertyNonReplicable(String name) {
    return getProperty(name);
  }

  /** The handler's parameter from the node document; a node has no modules. */
  @Override
  public Parameter getModuleParameter(String name, String module, HandlerDescription handler) {
    return handler == null ? null : handler.getParameter(name);
  }

  @Override
  public TransportInDescription getTransportIn() {
    Unavailable.TRANSPORT.missing(absence, "getTransportIn");
    return null;
  }

  @Override
  public TransportOutDescription getTransportOut() {
    Unavailable.TRANSPORT.missing(absence, "getTransportOut");
    return null;
  }

  @Override
  public void setTransportIn(TransportInDescription in) {
    Unavailable.TRANSPORT.missing(absence, "setTransportIn");
  }

  @Override
  public void setTransportOut(TransportOutDescription out) {
    Unavailable.TRANSPORT.missing(absence, "setTransportOut");
  }

  @Override
  public String getIncomingTransportName() {
    Unavailable.TRANSPORT.missing(absence, "getIncomingTransportName");
    return null;
  }

  @Override
  public SessionContext getSessionContext() {
    Unavailable.SESSION.missing(absence, "getSessionContext");
    return null;
  }

  @Override
  public void setSessionContext(SessionContext session) {
    Unavailable.SESSION.missing(absence, "setSessionContext");
  }

  @Override
  public Policy getEffectivePolicy() {
    Unavailable.POLICY.missing(absence, "getEffectivePolicy");
    return null;
  }

  @Override
  public boolean isEngaged(String moduleName) {
    Unavailable.MODULES.missing(absence, "isEngaged");
    return false;
  }

  @Override
  @SuppressWarnings("NonApiType") // Axis2's
  public ArrayList<Handler> getExecutionChain() {
    Unavailable.CHAIN.missing(absence, "getExecutionChain");
    return null;
  }

  @Override
  @SuppressWarnings("NonApiType") // Axis2's
  public void setExecutionChain(ArrayList<Handler> chain) {
    Unavailable.CHAIN.missing(absence, "setExecutionChain");
  }

  @Override
  public void pause() {
    Unavailable.CHAIN.missing(absence, "pause");
  }

  /** Null if the message has none; otherwise throws, because they stay in the container. */
  @Override
  public Attachments getAttachmentMap(boolean create) {
    attached("getAttachmentMap");
    return super.getAttachmentMap(create);
  }

  @Override
  public DataHandler getAttachment(String contentId) {
    attached("getAttachment");
    return super.getAttachment(contentId);
  }

  private void attached(String by) {
    if (hasAttachments) {
      absence.report(ATTACHMENTS + " (" + by + ")", IN_CONTAINER);
    }
  }

  @Override
  public void addAttachment(String contentId, DataHandler handler) {
    Unavailable.NEW_ATTACHMENTS.missing(absence, "addAttachment");
  }

  @Override
  public void removeAttachment(String contentId) {
    Unavailable.NEW_ATTACHMENTS.missing(absence, "removeAttachment");
  }

  @Override
  public void setAttachmentMap(Attachments map) {
    Unavailable.NEW_ATTACHMENTS.missing(absence, "setAttachmentMap");
  }

  @Override
  public int getCurrentHandlerIndex() {
    Unavailable.CHAIN.missing(absence, "getCurrentHandlerIndex");
    return super.getCurrentHandlerIndex();
  }

  @Override
  public int getCurrentPhaseIndex() {
    Unavailable.CHAIN.missing(absence, "getCurrentPhaseIndex");
    return super.getCurrentPhaseIndex();
  }

  @Override
  public Iterator<Handler> getExecutedPhases() {
    Unavailable.CHAIN.missing(absence, "getExecutedPhases");
    return super.getExecutedPhases();
  }

  @Override
  public AxisEndpoint findEndpoint() {
    Unavailable.ENDPOINTS.missing(absence, "findEndpoint");
    return super.findEndpoint();
  }

  @Override
  public String getServiceGroupContextId() {
    Unavailable.SESSION.missing(absence, "getServiceGroupContextId");
    return super.getServiceGroupContextId();
  }

  @Override
  public String getServiceContextID() {
    Unavailable.SESSION.missing(absence, "getServiceContextID");
    return super.getServiceContextID();
  }

  @Override
  public long getLastTouchedTime() {
    Unavailable.SESSION.missing(absence, "getLastTouchedTime");
    return super.getLastTouchedTime();
  }

  @Override
  public boolean isNewThreadRequired() {
    Unavailable.TRANSPORT.missing(absence, "isNewThreadRequired");
    return super.isNewThreadRequired();
  }

  @Override
  public synchronized Map<String, Object> getPropertyDifferences() {
    Unavailable.SHARED.missing(absence, "getPropertyDifferences");
    return super.getPropertyDifferences();
  }
}
