package org.dharch.handlers.axis2.context;

import java.net.URL;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.axis2.deployment.util.ExcludeInfo;
import org.apache.axis2.description.AxisDescription;
import org.apache.axis2.description.AxisEndpoint;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.engine.MessageReceiver;
import org.apache.axis2.engine.ObjectSupplier;
import org.apache.axis2.engine.ServiceLifeCycle;

/** As {@link UndescribedService}, for what is about the service and not in its description. */
@SuppressWarnings({"NonApiType", "deprecation"}) // the signatures are Axis2's
class AbsentService extends UndescribedService {
  AbsentService(String name) {
    super(name);
  }

  @Override
  public AxisEndpoint getEndpoint(String name) {
    asked(Unavailable.ENDPOINTS, "getEndpoint");
    return super.getEndpoint(name);
  }

  @Override
  public Map<String, AxisEndpoint> getEndpoints() {
    asked(Unavailable.ENDPOINTS, "getEndpoints");
    return super.getEndpoints();
  }

  @Override
  public String getEndpointURL() {
    asked(Unavailable.ENDPOINTS, "getEndpointURL");
    return super.getEndpointURL();
  }

  @Override
  public String[] getEPRs() {
    asked(Unavailable.ENDPOINTS, "getEPRs");
    return super.getEPRs();
  }

  @Override
  public List<String> getExposedTransports() {
    asked(Unavailable.ENDPOINTS, "getExposedTransports");
    return super.getExposedTransports();
  }

  @Override
  public boolean isExposedTransport(String name) {
    asked(Unavailable.ENDPOINTS, "isExposedTransport");
    return super.isExposedTransport(name);
  }

  @Override
  public boolean isEnableAllTransports() {
    asked(Unavailable.ENDPOINTS, "isEnableAllTransports");
    return super.isEnableAllTransports();
  }

  @Override
  public boolean isSetEndpointsToAllUsedBindings() {
    asked(Unavailable.ENDPOINTS, "isSetEndpointsToAllUsedBindings");
    return super.isSetEndpointsToAllUsedBindings();
  }

  @Override
  public Iterator<AxisOperation> getOperations() {
    asked(Unavailable.OPERATIONS, "getOperations");
    return super.getOperations();
  }

  @Override
  public ArrayList<AxisOperation> getPublishedOperations() {
    asked(Unavailable.OPERATIONS, "getPublishedOperations");
    return super.getPublishedOperations();
  }

  @Override
  public ArrayList<AxisOperation> getControlOperations() {
    asked(Unavailable.OPERATIONS, "getControlOperations");
    return super.getControlOperations();
  }

  @Override
  public List<?> getOperationsNameList() {
    asked(Unavailable.OPERATIONS, "getOperationsNameList");
    return super.getOperationsNameList();
  }

  @Override
  public AxisOperation getOperationByAction(String name) {
    asked(Unavailable.OPERATIONS, "getOperationByAction");
    return super.getOperationByAction(name);
  }

  @Override
  public AxisOperation getOperationBySOAPAction(String name) {
    asked(Unavailable.OPERATIONS, "getOperationBySOAPAction");
    return super.getOperationBySOAPAction(name);
  }

  @Override
  public AxisOperation getOperationByJSONMessageName(String name) {
    asked(Unavailable.OPERATIONS, "getOperationByJSONMessageName");
    return super.getOperationByJSONMessageName(name);
  }

  @Override
  public AxisOperation getOperationByMessageElementQName(QName name) {
    asked(Unavailable.OPERATIONS, "getOperationByMessageElementQName");
    return super.getOperationByMessageElementQName(name);
  }

  @Override
  public boolean isExcludedOperation(String name) {
    asked(Unavailable.OPERATIONS, "isExcludedOperation");
    return super.isExcludedOperation(name);
  }

  @Override
  public ExcludeInfo getExcludeInfo() {
    asked(Unavailable.OPERATIONS, "getExcludeInfo");
    return super.getExcludeInfo();
  }

  @Override
  public Iterator<? extends AxisDescription> getChildren() {
    asked(Unavailable.OPERATIONS, "getChildren");
    return super.getChildren();
  }

  @Override
  public AxisDescription getChild(Object key) {
    asked(Unavailable.OPERATIONS, "getChild");
    return super.getChild(key);
  }

  @Override
  public ClassLoader getClassLoader() {
    asked(Unavailable.CODE, "getClassLoader");
    return super.getClassLoader();
  }

  @Override
  public URL getFileName() {
    asked(Unavailable.CODE, "getFileName");
    return super.getFileName();
  }

  @Override
  public long getLastUpdate() {
    asked(Unavailable.CODE, "getLastUpdate");
    return super.getLastUpdate();
  }

  @Override
  public ServiceLifeCycle getServiceLifeCycle() {
    asked(Unavailable.CODE, "getServiceLifeCycle");
    return super.getServiceLifeCycle();
  }

  @Override
  public ObjectSupplier getObjectSupplier() {
    asked(Unavailable.CODE, "getObjectSupplier");
    return super.getObjectSupplier();
  }

  @Override
  @SuppressWarnings("rawtypes")
  public boolean hasMessageContextListener(Class type) {
    asked(Unavailable.CODE, "hasMessageContextListener");
    return super.hasMessageContextListener(type);
  }

  @Override
  public boolean isClientSide() {
    asked(Unavailable.CODE, "isClientSide");
    return super.isClientSide();
  }

  @Override
  public boolean isUseDefaultChains() {
    asked(Unavailable.CHAIN, "isUseDefaultChains");
    return super.isUseDefaultChains();
  }

  @Override
  public MessageReceiver getMessageReceiver(String name) {
    asked(Unavailable.RECEIVER, "getMessageReceiver");
    return super.getMessageReceiver(name);
  }
}
