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
 * exception instead of null, see {@link Absence}. For one thread, as every message context.
 */
@SuppressWarnings("serial") // it never travels by Java's own means
public final class NodeMessageContext extends MessageContext {
  private static final long serialVersionUID = 1L;
  private static final String ATTACHMENTS = "the message's attachments";
  private static final String IN_CONTAINER = "leave the handler in the container";

  private final transient Absence absence;
  private transient String within;

  /** Names of properties that there are in the container and that cannot travel. */
  private final transient Set<String> stays;

  private final transient boolean hasAttachments;

  private final transient Set<String> parametersThatStay;

  /**
   * @param parametersThatStay names of parameters that there are above the service's
   */
  NodeMessageContext(
      Absence absence, Set<String> stays, Set<String> parametersThatStay, boolean hasAttachments) {
    this.absence = absence;
    this.stays = stays;
    this.parametersThatStay = parametersThatStay;
    this.hasAttachments = hasAttachments;
    setOptionsExplicit(new NodeOptions(absence));
  }

  /** Says so, if the thread's message has a parameter of this name above its service's. */
  static void parameterStays(String name, String where) {
    if (getCurrentMessageContext() instanceof NodeMessageContext context
        && context.parametersThatStay.contains(name)) {
      context.absence.of("parameter '" + name + "' of the " + where, NodeOperation.NO_TEXT);
    }
  }

  Absence absence() {
    return absence;
  }

  /** Sets the value of the property {@value Submission#WITHIN}, which is not sent back. */
  public void within(String value) {
    within = value;
  }

  /** Of the message's own, its options' and its operation's; what is above those is not here. */
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

  /** The same without what only the options have. */
  public Object own(String name) {
    return super.getLocalProperty(name, false);
  }

  private Object missing(String name) {
    Unavailable.askedForProperty(absence, name);
    if (stays.contains(name)) {
      absence.of(
          "property '" + name + "' of the message",
          "it is too large or of a type that cannot travel; String, Boolean and number can");
    }
    return null;
  }

  @Override
  @Deprecated
  @SuppressWarnings("deprecation")
  public Map<String, Object> getProperties() {
    Unavailable.SHARED.asked(absence, "MessageContext.getProperties");
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

  // ---- the transport

  @Override
  public TransportInDescription getTransportIn() {
    Unavailable.TRANSPORT.asked(absence, "getTransportIn");
    return null;
  }

  @Override
  public TransportOutDescription getTransportOut() {
    Unavailable.TRANSPORT.asked(absence, "getTransportOut");
    return null;
  }

  @Override
  public void setTransportIn(TransportInDescription in) {
    Unavailable.TRANSPORT.asked(absence, "setTransportIn");
  }

  @Override
  public void setTransportOut(TransportOutDescription out) {
    Unavailable.TRANSPORT.asked(absence, "setTransportOut");
  }

  @Override
  public String getIncomingTransportName() {
    Unavailable.TRANSPORT.asked(absence, "getIncomingTransportName");
    return null;
  }

  // ---- the container

  @Override
  public SessionContext getSessionContext() {
    Unavailable.SESSION.asked(absence, "getSessionContext");
    return null;
  }

  @Override
  public void setSessionContext(SessionContext session) {
    Unavailable.SESSION.asked(absence, "setSessionContext");
  }

  @Override
  public Policy getEffectivePolicy() {
    Unavailable.POLICY.asked(absence, "getEffectivePolicy");
    return null;
  }

  @Override
  public boolean isEngaged(String moduleName) {
    Unavailable.MODULES.asked(absence, "isEngaged");
    return false;
  }

  @Override
  @SuppressWarnings("NonApiType") // Axis2's
  public ArrayList<Handler> getExecutionChain() {
    Unavailable.CHAIN.asked(absence, "getExecutionChain");
    return null;
  }

  @Override
  @SuppressWarnings("NonApiType") // Axis2's
  public void setExecutionChain(ArrayList<Handler> chain) {
    Unavailable.CHAIN.asked(absence, "setExecutionChain");
  }

  @Override
  public void pause() {
    Unavailable.CHAIN.asked(absence, "pause");
  }

  // ---- attachments

  /** None, if the message has none; else they cannot be had. */
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
      absence.of(ATTACHMENTS + " (" + by + ")", IN_CONTAINER);
    }
  }

  @Override
  public void addAttachment(String contentId, DataHandler handler) {
    Unavailable.NEW_ATTACHMENTS.asked(absence, "addAttachment");
  }

  @Override
  public void removeAttachment(String contentId) {
    Unavailable.NEW_ATTACHMENTS.asked(absence, "removeAttachment");
  }

  @Override
  public void setAttachmentMap(Attachments map) {
    Unavailable.NEW_ATTACHMENTS.asked(absence, "setAttachmentMap");
  }

  // ---- what stayed in the container

  @Override
  public int getCurrentHandlerIndex() {
    Unavailable.CHAIN.asked(absence, "getCurrentHandlerIndex");
    return super.getCurrentHandlerIndex();
  }

  @Override
  public int getCurrentPhaseIndex() {
    Unavailable.CHAIN.asked(absence, "getCurrentPhaseIndex");
    return super.getCurrentPhaseIndex();
  }

  @Override
  public Iterator<Handler> getExecutedPhases() {
    Unavailable.CHAIN.asked(absence, "getExecutedPhases");
    return super.getExecutedPhases();
  }

  @Override
  public AxisEndpoint findEndpoint() {
    Unavailable.ENDPOINTS.asked(absence, "findEndpoint");
    return super.findEndpoint();
  }

  @Override
  public String getServiceGroupContextId() {
    Unavailable.SESSION.asked(absence, "getServiceGroupContextId");
    return super.getServiceGroupContextId();
  }

  @Override
  public String getServiceContextID() {
    Unavailable.SESSION.asked(absence, "getServiceContextID");
    return super.getServiceContextID();
  }

  @Override
  public long getLastTouchedTime() {
    Unavailable.SESSION.asked(absence, "getLastTouchedTime");
    return super.getLastTouchedTime();
  }

  @Override
  public boolean isNewThreadRequired() {
    Unavailable.TRANSPORT.asked(absence, "isNewThreadRequired");
    return super.isNewThreadRequired();
  }

  @Override
  public synchronized Map<String, Object> getPropertyDifferences() {
    Unavailable.SHARED.asked(absence, "getPropertyDifferences");
    return super.getPropertyDifferences();
  }
}
