package org.dharch.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.Phase;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.axis2.chain.ChainHandler;
import org.dharch.core.message.envelope.Merge;
import org.dharch.handlers.Compressor;
import org.dharch.handlers.Decompressor;
import org.dharch.handlers.FormatConverter;
import org.dharch.handlers.Logger;
import org.dharch.handlers.Monitor;
import org.dharch.samples.AxisServer;
import org.dharch.samples.SampleNames;
import org.dharch.samples.SampleServices;
import org.dharch.testing.EnvelopeText;
import org.dharch.testing.SoapCalls;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ready-made handlers in Axis2's own chain, without a manager or a node. */
final class ReadyHandlersChainTest {
  /** What the page's clients send: {@code urn:old} in place of the samples' namespace. */
  private static final String STYLESHEET =
      "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
          + "<xsl:template match='*'><xsl:element name='{local-name()}' namespace='"
          + SampleNames.NAMESPACE
          + "'><xsl:apply-templates/></xsl:element></xsl:template></xsl:stylesheet>";

  @TempDir Path folder;

  private static void add(
      List<Phase> phases, String phase, Class<? extends DHHandler> type, String... parameters)
      throws Exception {
    HandlerDescription description = new HandlerDescription(type.getSimpleName());
    description.addParameter(new Parameter(ChainHandler.HANDLER, type.getName()));
    for (int i = 0; i < parameters.length; i += 2) {
      description.addParameter(new Parameter(parameters[i], parameters[i + 1]));
    }
    ChainHandler handler = new ChainHandler();
    description.setHandler(handler);
    handler.init(description);
    phases.stream()
        .filter(each -> each.getPhaseName().equals(phase))
        .findFirst()
        .orElseThrow()
        .addHandler(handler);
  }

  private static byte[] after(DHHandler handler, byte[] envelope) throws Exception {
    handler.init(Map.of());
    HandlerMessage message =
        HandlerMessage.of(
            MessageId.random(ThreadLocalRandom.current()),
            1,
            envelope,
            MessageProperties.empty(),
            Set.of());
    return Merge.apply(envelope, handler.handle(message), Limits.DEFAULT);
  }

  @Test
  void allFiveHandlersRunInAxis2() throws Exception {
    Path log = folder.resolve("messages.log");
    Path stylesheet = Files.writeString(folder.resolve("new.xsl"), STYLESHEET);
    AxisServer server = AxisServer.create();
    List<Phase> in = server.configuration().getInFlowPhases();
    add(in, "PreDispatch", Decompressor.class);
    add(in, "PreDispatch", FormatConverter.class, "stylesheet", stylesheet.toString());
    add(in, "PreDispatch", Monitor.class, "name", "chain");
    List<Phase> out = server.configuration().getOutFlowPhases();
    add(out, "MessageOut", Logger.class, "file", log.toString(), "fields", "flow bytes envelope");
    add(out, "MessageOut", Compressor.class, "minBytes", "1");
    server.deploy(SampleServices.create("Sample"));
    server.listen();
    try (server) {
      String document =
          IntStream.range(0, 1000)
              .mapToObj(n -> "line ü " + n + "\n")
              .collect(Collectors.joining());
      byte[] request =
          after(
              new Compressor(),
              Utf8.bytes(
                  EnvelopeText.SOAP11.of(
                      "<p:process xmlns:p='urn:old'><p:id>" // which comes back
                          + document
                          + "</p:id><p:document>"
                          + document
                          + "</p:document><p:secret>x</p:secret></p:process>")));
      assertTrue(request.length < document.length(), "it is small: " + request.length);
      HttpResponse<String> answer =
          SoapCalls.post(
              server.endpoint("Sample").toString(),
              SoapCalls.XML,
              SampleNames.PROCESS_ACTION,
              request);
      assertEquals(200, answer.statusCode(), answer::body);
      assertTrue(answer.body().contains("urn:dharch:compression:1"), answer::body);
      String plain = Utf8.text(after(new Decompressor(), Utf8.bytes(answer.body())));
      assertTrue(plain.contains(SampleDigests.of(document)), plain);
      assertTrue(Files.readString(log).contains(SampleDigests.of(document)));
      MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
      Set<ObjectName> monitors =
          beans.queryNames(new ObjectName("org.dharch:type=Monitor,name=\"chain\",*"), null);
      assertEquals(1, monitors.size());
      assertEquals(1L, beans.getAttribute(monitors.iterator().next(), "Messages"));
    }
  }
}
