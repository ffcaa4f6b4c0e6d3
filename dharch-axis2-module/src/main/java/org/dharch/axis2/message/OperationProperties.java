package org.dharch.axis2.message;

import java.util.Iterator;
import java.util.Set;
import org.apache.axis2.Constants;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.OperationContext;
import org.apache.axis2.description.AxisDescription;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.description.WSDL2Constants;
import org.apache.axis2.description.java2wsdl.Java2WSDLConstants;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.ChangedProperties;
import org.dharch.core.settings.Parameters;

/**
 * Converts to properties what Axis2 configures for a message: its container, service and operation,
 * their parameters, and the properties of the operation context. Handlers may change the latter,
 * which the in and out flow share. Default values are left out.
 */
final class OperationProperties {
  private static final String OWN = "org.dharch.";

  /** A parameter that Axis2 adds to every service and operation, in Axis2's spelling. */
  private static final String JAXRS = "JAXRSAnnotaion";

  /** The method that a POJO's message receiver caches. */
  private static final String JAVA_METHOD = "myMethod";

  /** Parameters of Axis2's own axis2.xml and those that Axis2 sets. */
  private static final Set<String> STOCK =
      Set.of(
          "hotdeployment",
          "hotupdate",
          "enableMTOM",
          "enableSwA",
          "enableJSONOnly",
          "EnableChildFirstClassLoading",
          "exposeServiceMetadata",
          "ConfigContextTimeoutInterval",
          "httpContentNegotiation",
          "sendStacktraceDetailsWithFaults",
          "DrillDownToRootCauseForFaultReason",
          "userName",
          "password",
          "disableREST",
          "disableSOAP12",
          "useGeneratedWSDLinJAXWS",
          "artifactsDIR",
          "moduleDeployer",
          "deployment.task.running",
          "attachmentsLifecycleManager",
          HTTPConstants.HTTP_SERVLETCONFIG);

  private OperationProperties() {}

  static void take(MessageContext context, PropertyBag to) {
    describe(context, to);
    OperationContext operation = context.getOperationContext();
    if (operation != null) {
      for (Iterator<String> names = operation.getPropertyNames(); names.hasNext(); ) {
        String name = names.next();
        if (!name.startsWith(OWN)) {
          Object value = operation.getLocalProperty(name);
          String prefix = isExchanges(name) ? "" : SoapProperties.OPERATION_PROPERTY;
          to.offer(prefix, PropertyBag.OPERATION, name, value);
        }
      }
    }
    parameters(
        context.getAxisService(),
        SoapProperties.SERVICE_PARAMETER,
        PropertyBag.SERVICE_PARAMETER,
        to);
    parameters(
        context.getAxisOperation(),
        SoapProperties.OPERATION_PARAMETER,
        PropertyBag.OPERATION_PARAMETER,
        to);
    stay(context.getAxisMessage(), PropertyBag.MESSAGE_PARAMETER, to);
    stay(context.getAxisServiceGroup(), PropertyBag.CONTAINER_PARAMETER, to);
    if (context.getConfigurationContext() != null) {
      AxisDescription container = context.getConfigurationContext().getAxisConfiguration();
      stay(container, PropertyBag.CONTAINER_PARAMETER, to);
    }
  }

  private static void describe(MessageContext context, PropertyBag to) {
    if (context.getConfigurationContext() != null) {
      container(context.getConfigurationContext(), to);
    }
    if (context.getAxisService() != null) {
      service(context.getAxisService(), to);
    }
    if (context.getAxisOperation() != null) {
      operation(context.getAxisOperation(), to);
    }
  }

  /** Always adds the root: with it a node reads missing values as defaults. */
  private static void container(ConfigurationContext context, PropertyBag to) {
    to.unusual(SoapProperties.CONTEXT_ROOT, context.getContextRoot(), "");
    to.unusual(
        SoapProperties.SERVICE_PATH, context.getServicePath(), Constants.DEFAULT_SERVICES_PATH);
  }

  private static void service(AxisService service, PropertyBag to) {
    String name = service.getName();
    if (service.getAxisServiceGroup() != null) {
      to.unusual(
          SoapProperties.SERVICE_GROUP, service.getAxisServiceGroup().getServiceGroupName(), name);
    }
    to.unusual(
        SoapProperties.SERVICE_NAMESPACE,
        service.getTargetNamespace(),
        Java2WSDLConstants.DEFAULT_TARGET_NAMESPACE);
    to.unusual(SoapProperties.SERVICE_SCOPE, service.getScope(), Constants.SCOPE_REQUEST);
    to.unusual(
        SoapProperties.SERVICE_ENDPOINT, service.getEndpointName(), name + "HttpSoap11Endpoint");
  }

  private static void operation(AxisOperation operation, PropertyBag to) {
    if (operation.getName() != null) {
      String usual = "urn:" + operation.getName().getLocalPart();
      String action = operation.getSoapAction();
      to.unusual(SoapProperties.OPERATION_ACTION, action == null ? " " : action, usual);
      String answer = operation.getOutputAction();
      if (!(usual + Java2WSDLConstants.RESPONSE).equals(answer)) {
        to.put(SoapProperties.OPERATION_ANSWER_ACTION, answer);
      }
    }
    String pattern = operation.getMessageExchangePattern();
    if (!WSDL2Constants.MEP_URI_IN_OUT.equals(pattern)) {
      to.put(SoapProperties.OPERATION_PATTERN, pattern);
    }
  }

  /** Adds the names of {@code description}'s own parameters, which do not travel. */
  private static void stay(AxisDescription description, String kind, PropertyBag to) {
    if (description != null) {
      for (Parameter parameter : description.getParameters()) {
        if (isTheirs(parameter) && !STOCK.contains(parameter.getName())) {
          to.stays(kind, parameter.getName());
        }
      }
    }
  }

  private static void parameters(
      AxisDescription description, String prefix, String kind, PropertyBag to) {
    if (description == null) {
      return;
    }
    for (Parameter parameter : description.getParameters()) {
      Object value = parameter.getValue();
      if (isTheirs(parameter)) {
        Object travels = value instanceof String ? value : opaque(value);
        to.offer(prefix, kind, parameter.getName(), travels);
      }
    }
  }

  /** Whether an operator or a handler has set it, not Axis2 or DHArch. */
  private static boolean isTheirs(Parameter parameter) {
    Object value = parameter.getValue();
    String name = parameter.getName();
    // the schema generator stores the argument names of each operation
    boolean ownToAxis2 =
        name.equals(JAXRS)
            || name.equals(JAVA_METHOD)
            || value == null
            || value instanceof String[];
    return !ownToAxis2 && !name.startsWith(Parameters.PREFIX) && !name.startsWith(OWN);
  }

  /** A placeholder for a value that cannot travel. */
  private static Object opaque(Object value) {
    return value == null ? null : new Object();
  }

  /** Applies the difference between {@code before} and {@code after} to the operation context. */
  static void apply(MessageContext context, MessageProperties before, MessageProperties after) {
    OperationContext operation = context.getOperationContext();
    if (operation == null) {
      return;
    }
    ChangedProperties.between(before, after, OperationProperties::isOperations)
        .forEach(
            (name, value) ->
                value.ifPresentOrElse(
                    it -> operation.setProperty(own(name), it),
                    () -> operation.removeProperty(own(name))));
  }

  /**
   * Whether the property belongs to the exchange; it has the same name on the operation context. A
   * client cannot set one, because the context is created with its request.
   */
  private static boolean isExchanges(String name) {
    return name.startsWith(MessageProperties.EXCHANGE_PREFIX);
  }

  private static boolean isOperations(String name) {
    return name.startsWith(SoapProperties.OPERATION_PROPERTY) || isExchanges(name);
  }

  private static String own(String name) {
    return isExchanges(name) ? name : name.substring(SoapProperties.OPERATION_PROPERTY.length());
  }
}
