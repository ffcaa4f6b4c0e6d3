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

/** As {@link UndescribedService}, for members outside the service's description. */
@SuppressWarnings({"NonApiType", "deprecation"}) // the signatures are Axis2's
class AbsentService extends UndescribedService {
  AbsentService(String name) {
    super(name);
  }

  @Override
  public AxisEndpoint getEndpoint(String name) {
    missing(Unavailable.ENDPOINTS, "getEndpoint");
    return super.getEndpoint(name);
  }

  @Override
  public Map<String, AxisEndpoint> getEndpoints() {
    missing(Unavailable.ENDPOINTS, "getEndpoints");
    return super.getEndpoints();
  }

  @Override
  public String getEndpointURL() {
    missing(Unavailable.ENDPOINTS, "getEndpointURL");
    return super.getEndpointURL();
  }

  @Override
  public String[] getEPRs() {
    missing(Unavailable.ENDPOINTS, "getEPRs");
    return super.getEPRs();
  }

  @Override
  public List<String> getExposedTransports() {
    missing(Unavailable.ENDPOINTS, "getExposedTransports");
    return super.getExposedTransports();
  }

  @Override
  public boolean isExposedTransport(String name) {
    missing(Unavailable.ENDPOINTS, "isExposedTransport");
    return super.isExposedTransport(name);
  }

  @Override
  public boolean isEnableAllTransports() {
    missing(Unavailable.ENDPOINTS, "isEnableAllTransports");
    return super.isEnableAllTransports();
  }

  @Override
  public boolean isSetEndpointsToAllUsedBindings() {
    missing(Unavailable.ENDPOINTS, "isSetEndpointsToAllUsedBindings");
    return super.isSetEndpointsToAllUsedBindings();
  }

  @Override
  public Iterator<AxisOperation> getOperations() {
    missing(Unavailable.OPERATIONS, "getOperations");
    return super.getOperations();
  }

  @Override
  public ArrayList<AxisOperation> getPublishedOperations() {
    missing(Unavailable.OPERATIONS, "getPublishedOperations");
    return super.getPublishedOperations();
  }

  @Override
  public ArrayList<AxisOperation> getControlOperations() {
    missing(Unavailable.OPERATIONS, "getControlOperations");
    return super.getControlOperations();
  }

  @Override
  public List<?> getOperationsNameList() {
    missing(Unavailable.OPERATIONS, "getOperationsNameList");
    return super.getOperationsNameList();
  }

  @Override
  public AxisOperation getOperationByAction(String name) {
    missing(Unavailable.OPERATIONS, "getOperationByAction");
    return super.getOperationByAction(name);
  }

  @Override
  public AxisOperation getOperationBySOAPAction(String name) {
    missing(Unavailable.OPERATIONS, "getOperationBySOAPAction");
    return super.getOperationBySOAPAction(name);
  }

  @Override
  public AxisOperation getOperationByJSONMessageName(String name) {
    missing(Unavailable.OPERATIONS, "getOperationByJSONMessageName");
    return super.getOperationByJSONMessageName(name);
  }

  @Override
  public AxisOperation getOperationByMessageElementQName(QName name) {
    missing(Unavailable.OPERATIONS, "getOperationByMessageElementQName");
    return super.getOperationByMessageElementQName(name);
  }

  @Override
  public boolean isExcludedOperation(String name) {
    missing(Unavailable.OPERATIONS, "isExcludedOperation");
    return super.isExcludedOperation(name);
  }

  @Override
  public ExcludeInfo getExcludeInfo() {
    missing(Unavailable.OPERATIONS, "getExcludeInfo");
    return super.getExcludeInfo();
  }

  @Override
  public Iterator<? extends AxisDescription> getChildren() {
    missing(Unavailable.OPERATIONS, "getChildren");
    return super.getChildren();
  }

  @Override
  public AxisDescription getChild(Object key) {
    missing(Unavailable.OPERATIONS, "getChild");
    return super.getChild(key);
  }

  @Override
  public ClassLoader getClassLoader() {
    missing(Unavailable.CODE, "getClassLoader");
    return super.getClassLoader();
  }

  @Override
  public URL getFileName() {
    missing(Unavailable.CODE, "getFileName");
    return super.getFileName();
  }

  @Override
  public long getLastUpdate() {
    missing(Unavailable.CODE, "getLastUpdate");
    return super.getLastUpdate();
  }

  @Override
  public ServiceLifeCycle getServiceLifeCycle() {
    missing(Unavailable.CODE, "getServiceLifeCycle");
    return super.getServiceLifeCycle();
  }

  @Override
  public ObjectSupplier getObjectSupplier() {
    missing(Unavailable.CODE, "getObjectSupplier");
    return super.getObjectSupplier();
  }

  @Override
  @SuppressWarnings("rawtypes")
  public boolean hasMessageContextListener(Class type) {
    missing(Unavailable.CODE, "hasMessageContextListener");
    return super.hasMessageContextListener(type);
  }

  @Override
  public boolean isClientSide() {
    missing(Unavailable.CODE, "isClientSide");
    return super.isClientSide();
  }

  @Override
  public boolean isUseDefaultChains() {
    missing(Unavailable.CHAIN, "isUseDefaultChains");
    return super.isUseDefaultChains();
  }

  @Override
  public MessageReceiver getMessageReceiver(String name) {
    missing(Unavailable.RECEIVER, "getMessageReceiver");
    return super.getMessageReceiver(name);
  }
}
