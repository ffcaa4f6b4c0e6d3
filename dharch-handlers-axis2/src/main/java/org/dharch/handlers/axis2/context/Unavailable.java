package org.dharch.handlers.axis2.context;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.axis2.Constants;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.kernel.RequestResponseTransport;
import org.apache.axis2.kernel.http.HTTPConstants;

/**
 * The parts of Axis2 that are missing on a node, by the names under which handlers request them.
 */
public enum Unavailable {
  TRANSPORT(
      "the transport",
      "transport headers, HTTP method and URL are properties of the message",
      "engine/AxisConfiguration getTransportIn getTransportOut getTransportsIn getTransportsOut",
      "client/Options getTransportIn getTransportOut getListener getTransportInProtocol",
      "context/MessageContext isNewThreadRequired getTransportIn getTransportOut setTransportIn"
          + " setTransportOut getIncomingTransportName"),
  SESSION(
      "the session",
      "keep what belongs to a client in a store of your own, or use the operation context",
      "context/ConfigurationContext getServiceGroupContext getServiceGroupContextIDs"
          + " getServiceGroupContextFromSoapSessionTable getServiceGroupContextTimeoutInterval"
          + " getLastTouchedTime",
      "context/ServiceGroupContext getId getLastTouchedTime",
      "context/ServiceContext getLastTouchedTime",
      "context/OperationContext getLastTouchedTime",
      "context/MessageContext getServiceGroupContextId getServiceContextID getLastTouchedTime"
          + " getSessionContext setSessionContext"),
  POLICY(
      "policies",
      "give the handler what it needs of them as parameters in the node document",
      "description/AxisService lookupPolicy getPolicySubject getPolicyInclude applyPolicy",
      "description/AxisOperation getPolicySubject getPolicyInclude applyPolicy",
      "description/AxisMessage getEffectivePolicy isPolicyUpdated getPolicySubject"
          + " getPolicyInclude",
      "description/AxisServiceGroup getPolicySubject getPolicyInclude",
      "engine/AxisConfiguration getLocalPolicyAssertions isAssertionLocal getPolicySubject"
          + " getPolicyInclude",
      "context/MessageContext getEffectivePolicy",
      "description/AxisDescription getPolicySubject getPolicyInclude applyPolicy"),
  MODULES(
      "the modules that are engaged",
      "say in the orchestration which messages the handler gets",
      "description/AxisService getModuleConfig getModules isEngaged getEngagedModules engageModule",
      "description/AxisOperation getModuleConfig getModuleRefs isEngaged getEngagedModules"
          + " engageModule",
      "description/AxisMessage getModulerefs isEngaged getEngagedModules",
      "description/AxisServiceGroup getModuleConfig getModuleRefs isEngaged getEngagedModules",
      "engine/AxisConfiguration getModule getModules getModuleConfig getModuleClassLoader"
          + " getDefaultModule getDefaultModuleVersion getFaultyModules"
          + " getModulesForPolicyNamesapce isGlobalModulesRegistered isEngaged getEngagedModules",
      "context/MessageContext isEngaged",
      "description/AxisDescription isEngaged getEngagedModules engageModule"),
  RECEIVER(
      "the operation's message receiver",
      "leave the handler in the container",
      "description/AxisService getMessageReceiver",
      "description/AxisOperation getMessageReceiver setMessageReceiver",
      "engine/AxisConfiguration getMessageReceiver"),
  CHAIN(
      "the container's chain of handlers",
      "say in the orchestration which handlers a message meets",
      "description/AxisService isUseDefaultChains",
      "description/AxisOperation getPhasesInFaultFlow getPhasesOutFaultFlow getPhasesOutFlow"
          + " getRemainingPhasesInFlow",
      "description/AxisMessage getMessageFlow",
      "engine/AxisConfiguration getInFlowPhases getOutFlowPhases getInFaultFlowPhases"
          + " getOutFaultFlowPhases getPhasesInfo",
      "context/MessageContext getCurrentHandlerIndex getCurrentPhaseIndex getExecutedPhases"
          + " getExecutionChain setExecutionChain pause"),
  DESCRIPTION(
      "the description of service and operation (WSDL, schemas)",
      Instead.PARAMETERS,
      "description/AxisService getSchema getSchemaElement getSchemaMappingTable"
          + " getSchemaTargetNamespace getSchemaTargetNamespacePrefix getTargetNamespacePrefix"
          + " getNamespaceMap getImportedNamespaces getP2nMap getTypeTable"
          + " getCustomSchemaNamePrefix getCustomSchemaNameSuffix getBindingName getSoapNsUri"
          + " getDocumentation getDocumentationNode isElementFormDefault isSchemaLocationsAdjusted"
          + " isWsdlFound isUseUserWSDL isCustomWsdl isModifyUserWSDLPortAddress getData"
          + " getDataLocator getGlobalDataLocator",
      "description/AxisOperation getStyle getFaultMessages getWSAMappingList getFaultAction"
          + " getFaultActionNames getDocumentation getDocumentationNode isControlOperation",
      "description/AxisMessage getName getElementQName getKey getMessagePartName getPartName"
          + " isWrapped getSchemaElement getSoapHeaders getExtensibilityAttributes getDocumentation"
          + " getDocumentationNode getParameters",
      "description/AxisServiceGroup getDocumentation getDocumentationNode",
      "description/AxisDescription getDocumentation getDocumentationNode"),
  OPERATIONS(
      "the other operations of the service",
      "the message's own is getAxisOperation()",
      "description/AxisService getOperations getPublishedOperations getControlOperations"
          + " getOperationsNameList getOperationByAction getOperationBySOAPAction"
          + " getOperationByJSONMessageName getOperationByMessageElementQName isExcludedOperation"
          + " getExcludeInfo getChildren getChild"),
  SERVICES(
      "the other services",
      "the message's own is getAxisService()",
      "description/AxisServiceGroup getService getServices getChildren getChild",
      "engine/AxisConfiguration getService getServices getServiceForActivation getServiceGroup"
          + " getServiceGroups getServiceClassLoader getFaultyServices getFaultyServicesDuetoModule"
          + " getFaultyServicesDuetoModules getChildren getChild",
      "context/ServiceGroupContext getServiceContext getServiceContexts findServiceContext"),
  ENDPOINTS(
      "the service's endpoints",
      "the address that the message was sent to is getTo()",
      "description/AxisService getEndpoint getEndpoints getEndpointURL getEPRs getExposedTransports"
          + " isExposedTransport isEnableAllTransports isSetEndpointsToAllUsedBindings",
      "context/ServiceContext getMyEPR getTargetEPR",
      "context/MessageContext findEndpoint"),
  CODE(
      "the service's code and where it lies",
      "put the classes and files that the handler needs into its handlers folder",
      "description/AxisService getClassLoader getFileName getLastUpdate getServiceLifeCycle"
          + " getObjectSupplier hasMessageContextListener isClientSide",
      "description/AxisServiceGroup getServiceGroupClassLoader isFoundWebResources"),
  LOCKS(
      "whether a parameter is locked",
      Instead.PARAMETERS,
      "description/AxisService isParameterLocked",
      "description/AxisOperation isParameterLocked",
      "description/AxisMessage isParameterLocked",
      "description/AxisServiceGroup isParameterLocked",
      "description/AxisDescription isParameterLocked"),
  CONFIGURATION(
      "the container's configuration",
      Instead.PARAMETERS,
      "engine/AxisConfiguration getMessageBuilder getMessageFormatter getRepository"
          + " getSystemClassLoader getConfigurator getTransactionConfiguration getObserversList"
          + " getTargetResolverChain getDataLocator getDataLocatorClassName isStart"
          + " isChildFirstClassLoading getParameters getDocumentation getDocumentationNode",
      "context/ConfigurationContext getRealPath getThreadPool getListenerManager",
      "description/AxisServiceGroup getParameters"),
  CLIENT(
      "what a client has said of its calls",
      "set a property on the message, which travels",
      "client/Options getTimeOutInMilliSeconds isUseSeparateListener"
          + " isExceptionToBeThrownOnSOAPFault isManageSession isCallTransportCleanup getUserName"
          + " getPassword getSoapVersionURI getParent"),
  OTHER_MESSAGES(
      "the other messages of the operation",
      "set a property on the operation context in the one flow and read it in the other",
      "context/ConfigurationContext isAnyOperationContextRegistered getOperationContext"
          + " findOperationContext",
      "context/ServiceContext getLastOperationContext isCachingOperationContext",
      "context/OperationContext getMessageContext getMessageContexts isComplete"),
  NEW_ATTACHMENTS(
      "a place for attachments",
      "leave the handler in the container",
      "context/MessageContext addAttachment removeAttachment setAttachmentMap"),
  SHARED(
      "the properties of contexts above the operation's",
      "use the operation context, which request and answer share, or a store of your own",
      shared("Configuration"),
      shared("ServiceGroup"),
      shared("Service"),
      "context/OperationContext getPropertyDifferences",
      "context/MessageContext getProperties getPropertyDifferences");

  /** Texts that several constants share; nested, because an enum's constants precede its fields. */
  private static final class Instead {
    static final String PARAMETERS =
        "give the handler what it needs of it as parameters in the node document";
  }

  private static final String AXIS2 = "org/apache/axis2/";

  /** The message context properties that are missing on every node. */
  private static final Map<String, Unavailable> PROPERTIES =
      Map.ofEntries(
          Map.entry(HTTPConstants.MC_HTTP_SERVLETREQUEST, TRANSPORT),
          Map.entry(HTTPConstants.MC_HTTP_SERVLETRESPONSE, TRANSPORT),
          Map.entry(HTTPConstants.MC_HTTP_SERVLETCONTEXT, TRANSPORT),
          Map.entry(RequestResponseTransport.TRANSPORT_CONTROL, TRANSPORT),
          Map.entry(Constants.OUT_TRANSPORT_INFO, TRANSPORT),
          Map.entry(MessageContext.TRANSPORT_OUT, TRANSPORT),
          Map.entry(MessageContext.TRANSPORT_IN, TRANSPORT),
          Map.entry(MessageContext.IN_MESSAGE_CONTEXT, OTHER_MESSAGES));

  private final String what;
  private final String instead;

  /** By class; unmodifiable, which the type does not state. */
  @SuppressWarnings("ImmutableEnumChecker")
  private final Map<String, List<String>> methods;

  /**
   * @param members a class and its methods that return the part
   */
  Unavailable(String what, String instead, String... members) {
    this.what = what;
    this.instead = instead;
    Map<String, List<String>> byClass = new HashMap<>();
    for (String line : members) {
      List<String> words = List.of(line.split(" ", -1));
      byClass.put(words.get(0), words.subList(1, words.size()));
    }
    this.methods = Map.copyOf(byClass);
  }

  private static String shared(String context) {
    return "context/"
        + context
        + "Context getProperty getLocalProperty getPropertyNonReplicable getProperties"
        + " getPropertyNames setProperty setNonReplicableProperty setProperties mergeProperties"
        + " removeProperty removePropertyNonReplicable getPropertyDifferences";
  }

  /** Rejects the current handler's request for this part. */
  void missing(String by) {
    missing(Absence.current(), by);
  }

  void missing(Absence absence, String by) {
    absence.report(what + " (" + by + ")", instead);
  }

  /**
   * Returns whether the property of this name is missing on a node, and rejects the handler's
   * request if so.
   */
  static void checkProperty(Absence absence, String name) {
    Unavailable it = PROPERTIES.get(name);
    if (it != null) {
      it.missing(absence, "property '" + name + "'");
    }
  }

  /**
   * The reason why a class that uses this cannot work; empty if it may.
   *
   * @param owner a class, with slashes
   */
  public static Optional<String> reason(String owner, String method) {
    if (!owner.startsWith(AXIS2)) {
      return Optional.empty();
    }
    String type =
        owner.endsWith("AxisOperation")
            ? "description/AxisOperation" // each pattern has its own class
            : owner.substring(AXIS2.length());
    for (Unavailable it : values()) {
      if (it.methods.getOrDefault(type, List.of()).contains(method)) {
        String name = type.substring(type.indexOf('/') + 1) + "." + method;
        return Optional.of(it.text(name));
      }
    }
    return Optional.empty();
  }

  /** As {@link #reason(String, String)}, for a constant in the class with a property's name. */
  public static Optional<String> reason(String text) {
    return Optional.ofNullable(PROPERTIES.get(text)).map(it -> it.text("property '" + text + "'"));
  }

  private String text(String by) {
    return "it needs "
        + what
        + " ("
        + by
        + "), which a node does not have; "
        + instead
        + "; lenient='true' on the handler gives null there";
  }
}
