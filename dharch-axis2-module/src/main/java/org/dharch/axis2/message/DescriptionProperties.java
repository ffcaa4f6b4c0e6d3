package org.dharch.axis2.message;

import org.apache.axis2.Constants;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.WSDL2Constants;
import org.apache.axis2.description.java2wsdl.Java2WSDLConstants;
import org.dharch.api.SoapProperties;

/**
 * What describes a message's container, service and operation besides their names and parameters,
 * as properties: of what is usual nothing.
 */
final class DescriptionProperties {
  private DescriptionProperties() {}

  static void take(MessageContext context, PropertyBag to) {
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

  /** The root always: by it a node knows that what is not said is as usual. */
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
}
