package org.dharch.handlers.axis2.context;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMNode;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.dataretrieval.AxisDataLocator;
import org.apache.axis2.dataretrieval.Data;
import org.apache.axis2.dataretrieval.DataRetrievalRequest;
import org.apache.axis2.dataretrieval.LocatorType;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.ModuleConfiguration;
import org.apache.axis2.description.PolicyInclude;
import org.apache.axis2.description.PolicySubject;
import org.apache.axis2.description.java2wsdl.TypeTable;
import org.apache.neethi.Policy;
import org.apache.ws.commons.schema.XmlSchema;
import org.apache.ws.commons.schema.XmlSchemaElement;

/**
 * A service of which only the name was sent: each getter here, and in {@link AbsentService},
 * rejects the handler's request with an alternative.
 */
@SuppressWarnings({"NonApiType", "deprecation"}) // the signatures are Axis2's
class UndescribedService extends AxisService {
  private boolean complete;

  UndescribedService(String name) {
    super(name);
  }

  /** Ends the setup: later calls are a handler's. */
  final void complete() {
    complete = true;
  }

  final boolean isComplete() {
    return complete;
  }

  final void missing(Unavailable what, String by) {
    if (complete) {
      what.missing("AxisService." + by);
    }
  }

  @Override
  public ArrayList<XmlSchema> getSchema() {
    missing(Unavailable.DESCRIPTION, "getSchema");
    return super.getSchema();
  }

  @Override
  public XmlSchema getSchema(int index) {
    missing(Unavailable.DESCRIPTION, "getSchema");
    return super.getSchema(index);
  }

  @Override
  public XmlSchemaElement getSchemaElement(QName name) {
    missing(Unavailable.DESCRIPTION, "getSchemaElement");
    return super.getSchemaElement(name);
  }

  @Override
  public Map<?, ?> getSchemaMappingTable() {
    missing(Unavailable.DESCRIPTION, "getSchemaMappingTable");
    return super.getSchemaMappingTable();
  }

  @Override
  public String getSchemaTargetNamespace() {
    missing(Unavailable.DESCRIPTION, "getSchemaTargetNamespace");
    return super.getSchemaTargetNamespace();
  }

  @Override
  public String getSchemaTargetNamespacePrefix() {
    missing(Unavailable.DESCRIPTION, "getSchemaTargetNamespacePrefix");
    return super.getSchemaTargetNamespacePrefix();
  }

  @Override
  public String getTargetNamespacePrefix() {
    missing(Unavailable.DESCRIPTION, "getTargetNamespacePrefix");
    return super.getTargetNamespacePrefix();
  }

  @Override
  public Map<?, ?> getNamespaceMap() {
    missing(Unavailable.DESCRIPTION, "getNamespaceMap");
    return super.getNamespaceMap();
  }

  @Override
  public List<?> getImportedNamespaces() {
    missing(Unavailable.DESCRIPTION, "getImportedNamespaces");
    return super.getImportedNamespaces();
  }

  @Override
  public Map<?, ?> getP2nMap() {
    missing(Unavailable.DESCRIPTION, "getP2nMap");
    return super.getP2nMap();
  }

  @Override
  public TypeTable getTypeTable() {
    missing(Unavailable.DESCRIPTION, "getTypeTable");
    return super.getTypeTable();
  }

  @Override
  public String getCustomSchemaNamePrefix() {
    missing(Unavailable.DESCRIPTION, "getCustomSchemaNamePrefix");
    return super.getCustomSchemaNamePrefix();
  }

  @Override
  public String getCustomSchemaNameSuffix() {
    missing(Unavailable.DESCRIPTION, "getCustomSchemaNameSuffix");
    return super.getCustomSchemaNameSuffix();
  }

  @Override
  public String getBindingName() {
    missing(Unavailable.DESCRIPTION, "getBindingName");
    return super.getBindingName();
  }

  @Override
  public String getSoapNsUri() {
    missing(Unavailable.DESCRIPTION, "getSoapNsUri");
    return super.getSoapNsUri();
  }

  @Override
  public String getDocumentation() {
    missing(Unavailable.DESCRIPTION, "getDocumentation");
    return super.getDocumentation();
  }

  @Override
  public OMNode getDocumentationNode() {
    missing(Unavailable.DESCRIPTION, "getDocumentationNode");
    return super.getDocumentationNode();
  }

  @Override
  public boolean isElementFormDefault() {
    missing(Unavailable.DESCRIPTION, "isElementFormDefault");
    return super.isElementFormDefault();
  }

  @Override
  public boolean isSchemaLocationsAdjusted() {
    missing(Unavailable.DESCRIPTION, "isSchemaLocationsAdjusted");
    return super.isSchemaLocationsAdjusted();
  }

  @Override
  public boolean isWsdlFound() {
    missing(Unavailable.DESCRIPTION, "isWsdlFound");
    return super.isWsdlFound();
  }

  @Override
  public boolean isUseUserWSDL() {
    missing(Unavailable.DESCRIPTION, "isUseUserWSDL");
    return super.isUseUserWSDL();
  }

  @Override
  public boolean isCustomWsdl() {
    missing(Unavailable.DESCRIPTION, "isCustomWsdl");
    return super.isCustomWsdl();
  }

  @Override
  public boolean isModifyUserWSDLPortAddress() {
    missing(Unavailable.DESCRIPTION, "isModifyUserWSDLPortAddress");
    return super.isModifyUserWSDLPortAddress();
  }

  @Override
  public Data[] getData(DataRetrievalRequest request, MessageContext message) throws AxisFault {
    missing(Unavailable.DESCRIPTION, "getData");
    return super.getData(request, message);
  }

  @Override
  public AxisDataLocator getDataLocator(LocatorType type, String name) throws AxisFault {
    missing(Unavailable.DESCRIPTION, "getDataLocator");
    return super.getDataLocator(type, name);
  }

  @Override
  public AxisDataLocator getGlobalDataLocator(String name) throws AxisFault {
    missing(Unavailable.DESCRIPTION, "getGlobalDataLocator");
    return super.getGlobalDataLocator(name);
  }

  @Override
  public ModuleConfiguration getModuleConfig(String name) {
    missing(Unavailable.MODULES, "getModuleConfig");
    return super.getModuleConfig(name);
  }

  @Override
  public ArrayList<String> getModules() {
    missing(Unavailable.MODULES, "getModules");
    return super.getModules();
  }

  @Override
  public boolean isEngaged(String name) {
    missing(Unavailable.MODULES, "isEngaged");
    return super.isEngaged(name);
  }

  @Override
  public boolean isEngaged(AxisModule module) {
    missing(Unavailable.MODULES, "isEngaged");
    return super.isEngaged(module);
  }

  @Override
  public Collection<AxisModule> getEngagedModules() {
    missing(Unavailable.MODULES, "getEngagedModules");
    return super.getEngagedModules();
  }

  @Override
  public Policy lookupPolicy(String name) {
    missing(Unavailable.POLICY, "lookupPolicy");
    return super.lookupPolicy(name);
  }

  @Override
  public PolicySubject getPolicySubject() {
    missing(Unavailable.POLICY, "getPolicySubject");
    return super.getPolicySubject();
  }

  @Override
  public PolicyInclude getPolicyInclude() {
    missing(Unavailable.POLICY, "getPolicyInclude");
    return super.getPolicyInclude();
  }

  @Override
  public boolean isParameterLocked(String name) {
    missing(Unavailable.LOCKS, "isParameterLocked");
    return super.isParameterLocked(name);
  }
}
