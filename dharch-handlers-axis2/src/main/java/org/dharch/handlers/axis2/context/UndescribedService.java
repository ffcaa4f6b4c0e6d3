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
 * A service of which only its name has come along: each getter here says to the handler that there
 * is none of it on a node, and what to do instead. So do {@link AbsentService}'s.
 */
@SuppressWarnings({"NonApiType", "deprecation"}) // the signatures are Axis2's
class UndescribedService extends AxisService {
  private boolean complete;

  UndescribedService(String name) {
    super(name);
  }

  /** All that is known of it is set, by what describes it; who asks from now on is a handler. */
  final void complete() {
    complete = true;
  }

  final boolean isComplete() {
    return complete;
  }

  final void asked(Unavailable what, String by) {
    if (complete) {
      what.asked("AxisService." + by);
    }
  }

  @Override
  public ArrayList<XmlSchema> getSchema() {
    asked(Unavailable.DESCRIPTION, "getSchema");
    return super.getSchema();
  }

  @Override
  public XmlSchema getSchema(int index) {
    asked(Unavailable.DESCRIPTION, "getSchema");
    return super.getSchema(index);
  }

  @Override
  public XmlSchemaElement getSchemaElement(QName name) {
    asked(Unavailable.DESCRIPTION, "getSchemaElement");
    return super.getSchemaElement(name);
  }

  @Override
  public Map<?, ?> getSchemaMappingTable() {
    asked(Unavailable.DESCRIPTION, "getSchemaMappingTable");
    return super.getSchemaMappingTable();
  }

  @Override
  public String getSchemaTargetNamespace() {
    asked(Unavailable.DESCRIPTION, "getSchemaTargetNamespace");
    return super.getSchemaTargetNamespace();
  }

  @Override
  public String getSchemaTargetNamespacePrefix() {
    asked(Unavailable.DESCRIPTION, "getSchemaTargetNamespacePrefix");
    return super.getSchemaTargetNamespacePrefix();
  }

  @Override
  public String getTargetNamespacePrefix() {
    asked(Unavailable.DESCRIPTION, "getTargetNamespacePrefix");
    return super.getTargetNamespacePrefix();
  }

  @Override
  public Map<?, ?> getNamespaceMap() {
    asked(Unavailable.DESCRIPTION, "getNamespaceMap");
    return super.getNamespaceMap();
  }

  @Override
  public List<?> getImportedNamespaces() {
    asked(Unavailable.DESCRIPTION, "getImportedNamespaces");
    return super.getImportedNamespaces();
  }

  @Override
  public Map<?, ?> getP2nMap() {
    asked(Unavailable.DESCRIPTION, "getP2nMap");
    return super.getP2nMap();
  }

  @Override
  public TypeTable getTypeTable() {
    asked(Unavailable.DESCRIPTION, "getTypeTable");
    return super.getTypeTable();
  }

  @Override
  public String getCustomSchemaNamePrefix() {
    asked(Unavailable.DESCRIPTION, "getCustomSchemaNamePrefix");
    return super.getCustomSchemaNamePrefix();
  }

  @Override
  public String getCustomSchemaNameSuffix() {
    asked(Unavailable.DESCRIPTION, "getCustomSchemaNameSuffix");
    return super.getCustomSchemaNameSuffix();
  }

  @Override
  public String getBindingName() {
    asked(Unavailable.DESCRIPTION, "getBindingName");
    return super.getBindingName();
  }

  @Override
  public String getSoapNsUri() {
    asked(Unavailable.DESCRIPTION, "getSoapNsUri");
    return super.getSoapNsUri();
  }

  @Override
  public String getDocumentation() {
    asked(Unavailable.DESCRIPTION, "getDocumentation");
    return super.getDocumentation();
  }

  @Override
  public OMNode getDocumentationNode() {
    asked(Unavailable.DESCRIPTION, "getDocumentationNode");
    return super.getDocumentationNode();
  }

  @Override
  public boolean isElementFormDefault() {
    asked(Unavailable.DESCRIPTION, "isElementFormDefault");
    return super.isElementFormDefault();
  }

  @Override
  public boolean isSchemaLocationsAdjusted() {
    asked(Unavailable.DESCRIPTION, "isSchemaLocationsAdjusted");
    return super.isSchemaLocationsAdjusted();
  }

  @Override
  public boolean isWsdlFound() {
    asked(Unavailable.DESCRIPTION, "isWsdlFound");
    return super.isWsdlFound();
  }

  @Override
  public boolean isUseUserWSDL() {
    asked(Unavailable.DESCRIPTION, "isUseUserWSDL");
    return super.isUseUserWSDL();
  }

  @Override
  public boolean isCustomWsdl() {
    asked(Unavailable.DESCRIPTION, "isCustomWsdl");
    return super.isCustomWsdl();
  }

  @Override
  public boolean isModifyUserWSDLPortAddress() {
    asked(Unavailable.DESCRIPTION, "isModifyUserWSDLPortAddress");
    return super.isModifyUserWSDLPortAddress();
  }

  @Override
  public Data[] getData(DataRetrievalRequest request, MessageContext message) throws AxisFault {
    asked(Unavailable.DESCRIPTION, "getData");
    return super.getData(request, message);
  }

  @Override
  public AxisDataLocator getDataLocator(LocatorType type, String name) throws AxisFault {
    asked(Unavailable.DESCRIPTION, "getDataLocator");
    return super.getDataLocator(type, name);
  }

  @Override
  public AxisDataLocator getGlobalDataLocator(String name) throws AxisFault {
    asked(Unavailable.DESCRIPTION, "getGlobalDataLocator");
    return super.getGlobalDataLocator(name);
  }

  @Override
  public ModuleConfiguration getModuleConfig(String name) {
    asked(Unavailable.MODULES, "getModuleConfig");
    return super.getModuleConfig(name);
  }

  @Override
  public ArrayList<String> getModules() {
    asked(Unavailable.MODULES, "getModules");
    return super.getModules();
  }

  @Override
  public boolean isEngaged(String name) {
    asked(Unavailable.MODULES, "isEngaged");
    return super.isEngaged(name);
  }

  @Override
  public boolean isEngaged(AxisModule module) {
    asked(Unavailable.MODULES, "isEngaged");
    return super.isEngaged(module);
  }

  @Override
  public Collection<AxisModule> getEngagedModules() {
    asked(Unavailable.MODULES, "getEngagedModules");
    return super.getEngagedModules();
  }

  @Override
  public Policy lookupPolicy(String name) {
    asked(Unavailable.POLICY, "lookupPolicy");
    return super.lookupPolicy(name);
  }

  @Override
  public PolicySubject getPolicySubject() {
    asked(Unavailable.POLICY, "getPolicySubject");
    return super.getPolicySubject();
  }

  @Override
  public PolicyInclude getPolicyInclude() {
    asked(Unavailable.POLICY, "getPolicyInclude");
    return super.getPolicyInclude();
  }

  @Override
  public boolean isParameterLocked(String name) {
    asked(Unavailable.LOCKS, "isParameterLocked");
    return super.isParameterLocked(name);
  }
}
