package org.dharch.benchmarks.xmllimit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.dharch.benchmarks.load.Call;
import org.dharch.benchmarks.load.LoadClient;
import org.dharch.benchmarks.load.LoadResult;
import org.dharch.benchmarks.load.ServiceAddress;
import org.dharch.benchmarks.load.ServiceHost;
import org.dharch.benchmarks.xmllimit.element.Element;
import org.dharch.cmanager.broker.EmbeddedBroker;
import org.dharch.hemanager.HEManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests every variant without PostgreSQL, and that each detects a wrong answer. */
class XmlLimitTest {
  private static final int REQUESTS = 40;

  @TempDir Path folder;

  @Test
  void variantsAnswerRight() throws Exception {
    Path node = Files.writeString(folder.resolve("node.xml"), Handlers.node("limit"));
    try (EmbeddedBroker broker = EmbeddedBroker.start(URI.create("tcp://127.0.0.1:0"), Map.of());
        ServiceHost host =
            LimitServer.start(folder.resolve("server"), 8, broker.uri(), Optional.empty());
        HEManager started = HEManager.start(node, Map.of("broker", broker.uri().toString()))) {
      for (LimitVariant variant : LimitVariant.ALL) {
        if (variant.source() != Source.POSTGRESQL) {
          if (variant.isDeployed()) {
            host.deploy(variant.id(), variant.description());
          }
          assertEquals(REQUESTS, answered(host, variant), variant.title());
        }
      }
      assertEquals("limit", started.id().name());
    }
  }

  /** The client checks the answers: a wrong one is an exception. */
  private static long answered(ServiceHost host, LimitVariant variant) throws Exception {
    ServiceAddress target = new ServiceAddress(host.port(), variant.path());
    try (LoadClient client = new LoadClient()) {
      LoadResult loadResult =
          client.open(target, new long[REQUESTS], 3, new LimitRequests(variant, LimitPlan.PAPER));
      client.run(Duration.ZERO, Duration.ofMillis(1));
      return loadResult.all().getTotalCount();
    }
  }

  @Test
  void formsRejectInvalidAnswers() throws Exception {
    LimitRequest other = new LimitRequest("T0", 0, 0, new ArrayList<>(List.of(Element.of(1))));
    for (LimitVariant variant : LimitVariant.four(Source.NONE)) {
      Call call = new LimitRequests(variant, 3).get();
      byte[] answer = variant.stack().form().question(other);
      assertTrue(call.check().problem(ByteBuffer.wrap(answer)).isPresent(), variant.title());
    }
  }

  @Test
  void wrongTotalIsDetectedAfterRightAnswers() throws Exception {
    Call call = new LimitRequests(LimitVariant.alone(Stack.XML, Source.SQLITE), 1).get();
    LimitRequest asked = Xml.question(startOf(call.body()));
    List<Element> found = new ArrayList<>(List.of(Element.of(asked.first())));
    byte[] right = written(new LimitResponse(asked.ticket(), 0, 0, found));
    byte[] wrong = written(new LimitResponse(asked.ticket(), 0, 1, found));
    assertEquals(Optional.empty(), call.check().problem(ByteBuffer.wrap(right)));
    assertTrue(call.check().problem(ByteBuffer.wrap(wrong)).isPresent());
    assertEquals(Optional.empty(), call.check().problem(ByteBuffer.wrap(right)));
  }

  private static XMLStreamReader startOf(byte[] document) throws XMLStreamException {
    XMLStreamReader in = Xml.reader(new ByteArrayInputStream(document));
    in.nextTag();
    return in;
  }

  private static byte[] written(LimitResponse answer) throws XMLStreamException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    XMLStreamWriter out = Xml.writer(bytes);
    Xml.write(answer, out);
    out.close();
    return bytes.toByteArray();
  }

  @Test
  void answerOfFigureThreeHasTenTags() throws Exception {
    LimitResponse answer = new LimitResponse("T0", 1, 2, new ArrayList<>(List.of(Element.of(0))));
    byte[] bytes = written(answer);
    assertEquals(10, new String(bytes, StandardCharsets.UTF_8).split("<n:", -1).length - 1);
    assertEquals(answer, Xml.answer(new ByteArrayInputStream(bytes)));
  }
}
