package org.dharch.axis2.delivery;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.context.MessageContext;
import org.dharch.axis2.BackendCalls;

/**
 * A one-way service that calls another one, and says within what, as docs/flow-control.md has it.
 */
public final class OneWayService {
  /** What the header said, and the status of the answer. */
  static final BlockingQueue<String> HEARD = new LinkedBlockingQueue<>();

  static volatile String url;

  /** One-way. */
  public void note(OMElement request) throws Exception {
    Object within =
        MessageContext.getCurrentMessageContext()
            .getOperationContext()
            .getProperty("org.dharch.axis2.within");
    HttpRequest.Builder call =
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "text/xml")
            .header("SOAPAction", "\"" + BackendCalls.action("echo") + "\"")
            .POST(
                HttpRequest.BodyPublishers.ofString(BackendCalls.SOAP11.of("<t:echo>1</t:echo>")));
    if (within instanceof String output) {
      call.header("dharch-within", output);
    }
    int status =
        HttpClient.newHttpClient()
            .send(call.build(), HttpResponse.BodyHandlers.discarding())
            .statusCode();
    HEARD.add(within + " " + status);
  }
}
