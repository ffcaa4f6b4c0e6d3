package org.dharch.samples;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import javax.xml.namespace.QName;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.description.WSDL11ToAxisServiceBuilder;
import org.apache.axis2.engine.Handler;
import org.apache.axis2.engine.Phase;
import org.apache.axis2.receivers.RawXMLINOnlyMessageReceiver;
import org.apache.axis2.receivers.RawXMLINOutMessageReceiver;

/** Deploys {@link SampleService} into a running Axis2, from the WSDL in the same package. */
public final class SampleServices {
  private static final String WSDL = "SampleService.wsdl";
  private static final String OPERATION_IN = "OperationInPhase";

  private SampleServices() {}

  /**
   * Creates the service from its WSDL; it is not deployed yet.
   *
   * @param name the name for its deployment
   */
  public static AxisService create(String name) throws AxisFault {
    AxisService service = describe(name);
    service.setName(name);
    service.setClassLoader(SampleService.class.getClassLoader());
    service.addParameter(new Parameter(Constants.SERVICE_CLASS, SampleService.class.getName()));
    service.addParameter(new Parameter("useOriginalwsdl", "true"));
    service.addParameter(new Parameter("modifyUserWSDLPortAddress", "true"));
    operation(service, "process").setMessageReceiver(new RawXMLINOutMessageReceiver());
    operation(service, "notify").setMessageReceiver(new RawXMLINOnlyMessageReceiver());
    return service;
  }

  /**
   * Adds {@code handlers} to the service's own operation phase, in their order. The service must be
   * deployed, since Axis2 recreates a service's phases at deployment.
   */
  public static void chain(AxisService service, List<? extends Handler> handlers) throws AxisFault {
    for (Iterator<AxisOperation> all = service.getOperations(); all.hasNext(); ) {
      Phase phase = operationIn(all.next());
      for (Handler handler : handlers) {
        phase.addHandler(handler);
      }
    }
  }

  private static Phase operationIn(AxisOperation operation) throws AxisFault {
    for (Object one : operation.getRemainingPhasesInFlow()) {
      if (one instanceof Phase phase && phase.getPhaseName().equals(OPERATION_IN)) {
        return phase;
      }
    }
    throw new AxisFault("Axis2 has no phase " + OPERATION_IN);
  }

  private static AxisService describe(String name) throws AxisFault {
    try (InputStream wsdl = SampleServices.class.getResourceAsStream(WSDL)) {
      QName serviceName = new QName(SampleNames.NAMESPACE, "SampleService");
      return new WSDL11ToAxisServiceBuilder(wsdl, serviceName, "SampleServicePort")
          .populateService();
    } catch (IOException e) {
      throw new UncheckedIOException("service " + name, e);
    }
  }

  private static AxisOperation operation(AxisService service, String name) throws AxisFault {
    AxisOperation operation = service.getOperation(new QName(SampleNames.NAMESPACE, name));
    if (operation == null) {
      throw new AxisFault(WSDL + " has no operation " + name);
    }
    return operation;
  }
}
