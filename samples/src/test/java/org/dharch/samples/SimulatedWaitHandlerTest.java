package org.dharch.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.apache.axiom.om.OMXMLBuilderFactory;
import org.apache.axiom.soap.SOAPModelBuilder;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.engine.Handler;
import org.junit.jupiter.api.Test;

class SimulatedWaitHandlerTest {
  private static MessageContext message(String envelope) throws AxisFault {
    SOAPModelBuilder builder =
        OMXMLBuilderFactory.createSOAPModelBuilder(
            new ByteArrayInputStream(envelope.getBytes(StandardCharsets.UTF_8)), "UTF-8");
    MessageContext context = new MessageContext();
    context.setEnvelope(builder.getSOAPEnvelope());
    return context;
  }

  private static MessageContext waits(String text) throws AxisFault {
    return message(
        "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body><a waits=\""
            + text
            + "\"/></s:Body></s:Envelope>");
  }

  private static Handler handler(String name) {
    return SampleHandlers.simulated().stream()
        .filter(spec -> spec.name().equals(SampleHandlers.simulated(name)))
        .findFirst()
        .orElseThrow()
        .create();
  }

  @Test
  void waitsAsLongAsTheMessageRequires() throws Exception {
    long begin = System.nanoTime();
    assertEquals(Handler.InvocationResponse.CONTINUE, handler("B").invoke(waits("A=60000 B=20.5")));
    assertTrue(System.nanoTime() - begin >= 20_500_000, "it does not wait shorter");
  }

  @Test
  void unlistedHandlerDoesNotWait() throws Exception {
    handler("C").invoke(waits("A=60000 B=60000"));
    handler("A")
        .invoke(
            message(
                "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body/>"
                    + "</s:Envelope>"));
  }

  @Test
  void wrongWaitIsAFault() throws Exception {
    for (String wrong : new String[] {"A=x", "A=-1", "A=60001", "A=NaN", "A="}) {
      AxisFault fault = assertThrows(AxisFault.class, () -> handler("A").invoke(waits(wrong)));
      assertTrue(fault.getMessage().contains("must be 0 to 60000 ms"), fault.getMessage());
    }
  }

  @Test
  void requestsWithWaitsGetTheRightResponse() throws Exception {
    SampleMessages source = new SampleMessages(1, 1_000, SampleHandlers.PASSWORD, 1);
    SampleMessage request = source.waiting(Map.of("A", 1.0, "B", 0.25));
    MessageContext context = message(new String(request.envelope(), StandardCharsets.UTF_8));
    assertEquals(
        "A=1.000 B=0.250",
        context
            .getEnvelope()
            .getBody()
            .getFirstElement()
            .getAttributeValue(SimulatedWaitHandler.WAITS));
    String answer =
        new SampleService().process(context.getEnvelope().getBody().getFirstElement()).toString();
    assertEquals(Optional.empty(), request.problemOf(answer));
  }
}
