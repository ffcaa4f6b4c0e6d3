package org.dharch.benchmarks.site;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.soap.SOAPHeader;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.InOutAxisOperation;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.receivers.RawXMLINOutMessageReceiver;

/**
 * A simulated service behind {@link WaitingHandler}s: setWait, and answers with the request's id,
 * the length of its data and the names of the handlers that ran. Any number of threads.
 */
public final class WaitingService {
  static final String NAMESPACE = "urn:dharch:waiting";
  static final String DID = "did";
  private static final String MICROS = "micros";

  /** Called by Axis2. */
  public WaitingService() {}

  /**
   * Describes the service without deploying it.
   *
   * @param millis its waiting time
   */
  public static AxisService describe(AxisConfiguration axis, String name, double millis)
      throws AxisFault {
    AxisService service = new AxisService(name);
    service.setClassLoader(WaitingService.class.getClassLoader());
    service.addParameter(new Parameter("ServiceClass", WaitingService.class.getName()));
    setWait(service, millis);
    AxisOperation operation = new InOutAxisOperation(new QName("work"));
    operation.setMessageReceiver(new RawXMLINOutMessageReceiver());
    service.addOperation(operation);
    axis.getPhasesInfo().setOperationPhases(operation);
    return service;
  }

  /** Changes the waiting time of a service, from its next request on. */
  public static void setWait(AxisService service, double millis) throws AxisFault {
    service.addParameter(new Parameter(MICROS, Long.toString(Math.round(millis * 1000))));
  }

  /** The only operation of the service. */
  public OMElement work(OMElement request) {
    long begin = System.nanoTime();
    MessageContext context = MessageContext.getCurrentMessageContext();
    String micros = context.getAxisService().getParameterValue(MICROS).toString();
    long nanos = Pace.of(context).nanos(TimeUnit.MICROSECONDS.toNanos(Long.parseLong(micros)));
    String id = child(request, "id").getText();
    int length = child(request, "data").getText().length();
    var namespace = request.getOMFactory().createOMNamespace(NAMESPACE, "w");
    OMElement answer = request.getOMFactory().createOMElement("done", namespace);
    answer.setText(answer(id, length, handlers(context.getEnvelope().getHeader())));
    PreciseWait.until(begin + nanos);
    return answer;
  }

  private static OMElement child(OMElement request, String name) {
    return request.getFirstChildWithName(new QName(NAMESPACE, name));
  }

  private static List<String> handlers(SOAPHeader header) {
    List<String> names = new ArrayList<>();
    if (header != null) {
      header
          .getChildrenWithName(new QName(NAMESPACE, DID))
          .forEachRemaining(block -> names.add(block.getText()));
    }
    return names;
  }

  private static String answer(String id, int length, Collection<String> handlers) {
    return id + " " + length + " " + handlers.stream().sorted().collect(Collectors.joining(","));
  }

  /**
   * Returns a request with {@code kilobytes} of data.
   *
   * @param id the id that the answer repeats
   */
  public static byte[] request(String id, int kilobytes) {
    String envelope =
        "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\" xmlns:w=\""
            + NAMESPACE
            + "\">"
            + "<s:Body><w:work><w:id>"
            + id
            + "</w:id><w:data>"
            + "x".repeat(kilobytes * 1024)
            + "</w:data></w:work></s:Body></s:Envelope>";
    return envelope.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns whether {@code body} answers that request after each of {@code handlers} ran once. */
  public static boolean answers(
      byte[] body, String id, int kilobytes, Collection<String> handlers) {
    String expected = ">" + answer(id, kilobytes * 1024, handlers) + "</";
    return new String(body, StandardCharsets.UTF_8).contains(expected);
  }
}
