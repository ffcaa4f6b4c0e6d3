package org.dharch.peers.sandesha2;

import javax.xml.namespace.QName;
import org.apache.axiom.om.OMAbstractFactory;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.om.OMFactory;
import org.apache.axiom.soap.SOAP11Constants;
import org.apache.axiom.soap.SOAP12Constants;
import org.apache.axis2.addressing.AddressingConstants;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.client.Options;
import org.apache.axis2.client.ServiceClient;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.sandesha2.Sandesha2Constants;
import org.apache.sandesha2.client.SandeshaClient;
import org.apache.sandesha2.client.SandeshaClientConstants;
import org.apache.sandesha2.client.SequenceReport;

/**
 * Sends messages reliably and ends when all are acknowledged: {@code REPOSITORY URL 10|11 2004|2005
 * 11|12 oneway|twoway|fetching COUNT}. With {@code fetching} it has no address and fetches its
 * responses. Prints each answer in a line, and {@code done}.
 */
public final class Sandesha2Client {
  private static final long POLL_MILLIS = 50;
  private static final long WAIT_MILLIS = 120_000;

  private Sandesha2Client() {}

  /** Runs the process. */
  public static void main(String[] args) throws Exception {
    boolean isFetching = args[5].equals("fetching");
    ConfigurationContext context = PeerContext.create(args[0], isFetching);
    ServiceClient client = new ServiceClient(context, null);
    client.engageModule("addressing");
    client.engageModule("sandesha2");
    client.setOptions(options(args[1], args[2], args[3], args[4], isFetching));
    boolean isTwoWay = !args[5].equals("oneway");
    int count = Integer.parseInt(args[6]);
    for (int n = 1; n <= count; n++) {
      if (n == count) {
        client.getOptions().setProperty(SandeshaClientConstants.LAST_MESSAGE, "true");
      }
      if (isTwoWay) {
        OMElement answer = client.sendReceive(body(client, "greet", "name", n));
        System.out.println(answer.getFirstElement().getText());
      } else {
        client.fireAndForget(body(client, "note", "text", n));
      }
    }
    long end = System.nanoTime() + WAIT_MILLIS * 1_000_000;
    while (!isOver(client, count)) {
      if (System.nanoTime() > end) {
        System.out.println("unacknowledged");
        System.exit(1);
      }
      Thread.sleep(POLL_MILLIS);
    }
    System.out.println("done");
    System.exit(0);
  }

  private static boolean isOver(ServiceClient client, int count) throws Exception {
    SequenceReport report = SandeshaClient.getOutgoingSequenceReport(client);
    return report.getCompletedMessages().size() >= count
        || report.getSequenceStatus() == SequenceReport.SEQUENCE_STATUS_TERMINATED;
  }

  private static Options options(
      String url, String rm, String addressing, String soap, boolean isFetching) {
    Options options = new Options();
    options.setTo(new EndpointReference(url));
    if (rm.equals("11")
        && !isFetching) { // otherwise it offers a sequence whose endpoint is null, and fails
      options.setReplyTo(new EndpointReference(AddressingConstants.Final.WSA_ANONYMOUS_URL));
    }
    options.setTimeOutInMilliSeconds(90_000);
    options.setSoapVersionURI(
        soap.equals("12")
            ? SOAP12Constants.SOAP_ENVELOPE_NAMESPACE_URI
            : SOAP11Constants.SOAP_ENVELOPE_NAMESPACE_URI);
    options.setProperty(
        AddressingConstants.WS_ADDRESSING_VERSION,
        addressing.equals("2004")
            ? AddressingConstants.Submission.WSA_NAMESPACE
            : AddressingConstants.Final.WSA_NAMESPACE);
    options.setProperty(
        SandeshaClientConstants.RM_SPEC_VERSION,
        rm.equals("10")
            ? Sandesha2Constants.SPEC_VERSIONS.v1_0
            : Sandesha2Constants.SPEC_VERSIONS.v1_1);
    return options;
  }

  private static OMElement body(ServiceClient client, String operation, String child, int n) {
    client.getOptions().setAction(NoteReceiver.NAMESPACE + ":Greeter:" + operation);
    OMFactory factory = OMAbstractFactory.getOMFactory();
    OMElement body = factory.createOMElement(new QName(NoteReceiver.NAMESPACE, operation, "g"));
    factory.createOMElement(new QName(child), body).setText("n" + n);
    return body;
  }
}
