package org.dharch.axis2;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.AxisFault;
import org.apache.axis2.Constants;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.client.Options;
import org.apache.axis2.client.ServiceClient;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.NamedValue;
import org.apache.axis2.handlers.AbstractHandler;
import org.apache.axis2.kernel.http.HTTPConstants;

/**
 * An Axis2 handler on a node that calls, with Axis2's ServiceClient, the service that its message
 * is for, with one less in its body, and waits for the answer; as long as that is more than 0.
 */
public final class CallingHandler extends AbstractHandler {
  private static final long serialVersionUID = 1L;
  static final AtomicInteger CALLS = new AtomicInteger();
  static volatile String url;
  static volatile boolean says = true;
  private transient ConfigurationContext client;

  private synchronized ConfigurationContext client() throws AxisFault {
    if (client == null) {
      client = ConfigurationContextFactory.createConfigurationContextFromFileSystem(null, null);
    }
    return client;
  }

  @Override
  public InvocationResponse invoke(MessageContext context) throws AxisFault {
    OMElement asked = context.getEnvelope().getBody().getFirstElement();
    int left = Integer.parseInt(asked.getText());
    if (left > 0) {
      CALLS.incrementAndGet();
      call(left - 1, (String) context.getProperty("dharch-within"));
    }
    return InvocationResponse.CONTINUE;
  }

  private void call(int left, String within) throws AxisFault {
    OMElement request =
        OMAbstractFactory.getOMFactory().createOMElement("echo", BackendService.NS, "t");
    request.setText(Integer.toString(left));
    ServiceClient service = new ServiceClient(client(), null);
    try {
      Options options = new Options();
      options.setTo(new EndpointReference(url));
      options.setAction("urn:test:echo");
      options.setTransportInProtocol(Constants.TRANSPORT_HTTP);
      if (says) {
        options.setProperty(
            HTTPConstants.HTTP_HEADERS, List.of(new NamedValue("dharch-within", within)));
      }
      service.setOptions(options);
      service.sendReceive(request);
    } finally {
      service.cleanupTransport();
      service.cleanup();
    }
  }
}
