package org.dharch.handlers.axis2.context;

import org.apache.axis2.Constants;
import org.apache.axis2.description.java2wsdl.Java2WSDLConstants;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;

/**
 * The properties by which Axis2's gateway describes a message's container, service and operation,
 * besides their names and parameters. Default values are omitted. Other gateways send none of them.
 *
 * @param sent whether the gateway sent any
 * @param contextRoot the web application's
 * @param servicePath the path of its services
 * @param group the name of the service's group
 * @param namespace the service's target namespace
 * @param scope of the service's sessions
 * @param endpoint the name of the service's endpoint; null if it has none
 * @param action the operation's SOAPAction; null if it has none
 */
record ContainerFacts(
    boolean sent,
    String contextRoot,
    String servicePath,
    String group,
    String namespace,
    String scope,
    String endpoint,
    String action) {

  static ContainerFacts of(MessageProperties properties) {
    String service = properties.text(SoapProperties.SERVICE, "");
    String endpoint =
        properties.text(SoapProperties.SERVICE_ENDPOINT, service + "HttpSoap11Endpoint");
    String action =
        properties.text(
            SoapProperties.OPERATION_ACTION,
            "urn:" + properties.text(SoapProperties.OPERATION, ""));
    return new ContainerFacts(
        properties.get(SoapProperties.CONTEXT_ROOT).isPresent(),
        properties.text(SoapProperties.CONTEXT_ROOT, "axis2"),
        properties.text(SoapProperties.SERVICE_PATH, Constants.DEFAULT_SERVICES_PATH),
        properties.text(SoapProperties.SERVICE_GROUP, service),
        properties.text(
            SoapProperties.SERVICE_NAMESPACE, Java2WSDLConstants.DEFAULT_TARGET_NAMESPACE),
        properties.text(SoapProperties.SERVICE_SCOPE, Constants.SCOPE_REQUEST),
        endpoint.isEmpty() ? null : endpoint,
        action.equals(" ") ? null : action);
  }

  /** Rejects the current handler's request for a part that the gateway did not send. */
  void requireSent(String what, String by) {
    if (!sent) {
      Absence.current()
          .report(
              what + " (" + by + ")",
              "only Axis2's gateway says it; give the handler what it needs of it as parameters in"
                  + " the node document");
    }
  }
}
