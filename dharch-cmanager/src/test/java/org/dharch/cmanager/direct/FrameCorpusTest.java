package org.dharch.cmanager.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.Emission;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.Part;
import org.dharch.cmanager.frame.Codec;
import org.dharch.cmanager.frame.FrameGuard;
import org.dharch.cmanager.frame.FrameHeader;
import org.dharch.cmanager.frame.FrameHeader.Way;
import org.dharch.cmanager.frame.TestKeys;
import org.dharch.cmanager.frame.TestReader;
import org.dharch.cmanager.options.JmsOptions;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.ThrownFault;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.EmissionFormat;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.HandlerResult.Status;
import org.dharch.core.wire.ManagerWarningFormat;
import org.dharch.core.wire.NodeEmission;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;
import org.dharch.core.wire.RegistrationFormat;
import org.dharch.core.wire.Reply;
import org.dharch.core.wire.StatusFormat;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;
import org.dharch.core.wire.TaskBatchFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Recorded frames are decoded as they were encoded. {@code -Dframes.record=FOLDER} records those of
 * the current version instead.
 */
final class FrameCorpusTest {
  private static final NodeId NODE = new NodeId("node-ü", "0190a1b2c3d4e5f6");
  private static final MessageId ID = new MessageId(0x0123456789abcdefL, 0xfedcba9876543210L);
  private static final TaskBatchFormat BATCHES = new TaskBatchFormat(Limits.DEFAULT);
  private static final EmissionFormat EMISSIONS = new EmissionFormat(Limits.DEFAULT);
  private static final String ENVELOPE =
      "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Header>"
          + "<h:a xmlns:h=\"urn:h\">ä</h:a></s:Header><s:Body><x>1</x></s:Body></s:Envelope>";
  private static final QName HEADER = new QName("urn:h", "a");

  /** What a frame holds, and how it is read and written again. */
  private record Sample(Way way, DMFormat message, UnaryOperator<DMFormat> again) {}

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Map<String, Sample> samples() {
    Map<String, Sample> samples = new TreeMap<>();
    UnaryOperator<DMFormat> batch = message -> BATCHES.encode(BATCHES.taskBatch(message));
    UnaryOperator<DMFormat> reply = message -> BATCHES.encode(BATCHES.reply(message));
    samples.put("task-batch", new Sample(Way.TASK_BATCH, BATCHES.encode(taskBatch()), batch));
    samples.put("compensation", new Sample(Way.TASK_BATCH, BATCHES.encode(compensation()), batch));
    samples.put("reply", new Sample(Way.REPLY, BATCHES.encode(reply()), reply));
    samples.put("reply-failed", new Sample(Way.REPLY, BATCHES.encode(failed()), reply));
    samples.put(
        "heartbeat",
        new Sample(
            Way.HEARTBEAT,
            StatusFormat.encode(ID, status()),
            message -> StatusFormat.encode(message.id(), StatusFormat.status(message))));
    samples.put(
        "emission",
        new Sample(
            Way.EMISSION,
            EMISSIONS.encode(emission()),
            message -> EMISSIONS.encode(EMISSIONS.emission(message))));
    samples.put(
        "welcome",
        new Sample(
            Way.TASK_BATCH,
            RegistrationFormat.encode("manager~1"),
            message -> RegistrationFormat.encode(RegistrationFormat.manager(message))));
    samples.put(
        "notice",
        new Sample(
            Way.TASK_BATCH,
            ManagerWarningFormat.encode("ü is taken"),
            message -> ManagerWarningFormat.encode(ManagerWarningFormat.notice(message))));
    UnaryOperator<DMFormat> peer =
        message -> PeerFormat.encode(message.id(), PeerFormat.decode(message).orElseThrow());
    PeerFormat.Peer asks = new PeerFormat.Peer(NODE, Optional.empty());
    PeerFormat.Peer says = new PeerFormat.Peer(NODE, Optional.of("node7.example:7400"));
    samples.put("link-asked", new Sample(Way.FORWARD, PeerFormat.encode(ID, asks), peer));
    samples.put("link-said", new Sample(Way.FORWARD, PeerFormat.encode(ID, says), peer));
    return samples;
  }

  private static TaskBatch taskBatch() {
    Duration second = Duration.ofSeconds(1);
    Task stateful =
        new Task(3, "book", 2, false, second, second, true, true, Task.Purpose.PERFORM, 41);
    Task oneway = Task.stateless(4, "log", 1, true, second, Duration.ofMillis(250));
    Task prefetched = Task.stateless(5, "sign", 1, false, second, second);
    MessageProperties properties =
        MessageProperties.empty()
            .with("text", "ä")
            .with("number", 7L)
            .with("flag", true)
            .with("ratio", 0.5);
    return new TaskBatch(
        ID,
        99,
        "manager~1",
        List.of(stateful, oneway),
        List.of(List.of(prefetched)),
        Optional.empty(),
        new TaskBatch.Timing(123_456_789, Duration.ofMillis(20), Duration.ofSeconds(30)),
        new MessageContent(utf8(ENVELOPE), properties, Set.of(new HeaderRef(HEADER, 0))));
  }

  private static TaskBatch compensation() {
    Duration second = Duration.ofSeconds(1);
    return new TaskBatch(
        ID,
        99,
        "manager~1",
        List.of(
            new Task(
                3, "unbook", 1, false, second, second, true, false, Task.Purpose.COMPENSATE, -1)),
        List.of(),
        Optional.empty(),
        new TaskBatch.Timing(5, Duration.ZERO, Duration.ofSeconds(2)),
        MessageContent.of(utf8(ENVELOPE)));
  }

  private static Reply reply() {
    Changes changes =
        Changes.builder()
            .replace(new Part.Body(), utf8("<y/>"))
            .addHeader(utf8("<n xmlns=\"urn:n\"/>"))
            .removeHeader(new HeaderRef(HEADER, 0))
            .property("total", 12)
            .removeProperty("flag")
            .processed(new HeaderRef(new QName("urn:h", "b"), 1))
            .build();
    Changes defer = Changes.builder().defer(Duration.ofMillis(50)).build();
    return new Reply(
        ID,
        99,
        NODE,
        List.of(
            HandlerResult.of(3, 2, Status.PERFORMED, "", 1_000, 2_000_000, changes),
            HandlerResult.of(4, 1, Status.DEFERRED, "", 10, 20, defer)));
  }

  private static Reply failed() {
    HandlerResult failed =
        HandlerResult.of(3, 2, Status.FAILED, "card number too short", 1, 2, Changes.NONE);
    return new Reply(
        ID,
        99,
        NODE,
        List.of(
            failed
                .traced("at org.example.Card.check(Card.java:7)")
                .fault(
                    new ThrownFault(
                        new QName("urn:cards", "TooShort", "c"),
                        List.of(new QName("urn:cards", "Number", "c")),
                        List.of(new ThrownFault.Reason("en", "card number too short")),
                        "urn:node",
                        "urn:role",
                        List.of("<c:digits xmlns:c=\"urn:cards\">7</c:digits>"),
                        List.of(),
                        MessageProperties.empty().with("dharch.http.status", 422)))));
  }

  private static NodeStatus status() {
    return NodeStatus.of(
            NODE,
            NodeStatus.State.READY,
            List.of("book", "log"),
            new NodeStatus.Load(8, 3, 1),
            new ProcessOrigin("1.2", "host", 4711, 1_700_000_000_000L))
        .traits(Set.of(NodeStatus.Trait.STANDBY, NodeStatus.Trait.SPECULATIVE))
        .announced(123_456_789, Duration.ZERO)
        .taken(41)
        .largest(64 << 20);
  }

  private static NodeEmission emission() {
    return new NodeEmission(
        NODE,
        "notify",
        new Emission(
            ID,
            new org.dharch.api.Target.Service("Cards", "pay"),
            "",
            utf8(ENVELOPE),
            MessageProperties.empty().with("text", "ä"),
            Optional.of("notices"),
            Duration.ofSeconds(30)));
  }

  private static FrameGuard guard(boolean encrypt) {
    return FrameGuard.of(TestKeys.NAMESPACE, encrypt);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void recordedFramesAreDecodedAsTheyWereEncoded(boolean encrypt) throws Exception {
    Codec codec = new Codec(JmsOptions.DEFAULT);
    for (Map.Entry<String, Sample> each : samples().entrySet()) {
      String file = each.getKey() + (encrypt ? ".encrypted" : ".sealed");
      Sample sample = each.getValue();
      assertEquals(sample.message(), sample.again().apply(sample.message()), "today's own");
      String record = System.getProperty("frames.record", "");
      if (!record.isEmpty()) {
        record(Path.of(record, file), sample, codec, encrypt);
        continue;
      }
      TestReader reader = new TestReader(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      codec.decode(TestKeys.message(recorded("/frames/" + file)), guard(encrypt), reader);
      assertTrue(reader.forged().isEmpty(), () -> file + ": " + reader.forged());
      assertTrue(reader.malformed().isEmpty(), () -> file + ": " + reader.malformed());
      assertEquals(
          List.of(sample.message()),
          reader.read().stream().map(sample.again()).toList(),
          file + " is decoded otherwise");
    }
  }

  private static byte[] recorded(String name) throws IOException {
    try (InputStream in = FrameCorpusTest.class.getResourceAsStream(name)) {
      assertNotNull(in, name + " is not there");
      return in.readAllBytes();
    }
  }

  private static void record(Path file, Sample sample, Codec codec, boolean encrypt)
      throws Exception {
    String addressee = sample.way() == Way.TASK_BATCH ? NODE.toString() : "manager~1";
    String sender = sample.way() == Way.TASK_BATCH ? "manager~1" : NODE.toString();
    long number = sample.way() == Way.HEARTBEAT ? 1 : 0;
    FrameHeader header = new FrameHeader(sample.way(), encrypt, number, sender, addressee);
    Files.createDirectories(file.getParent());
    Files.write(
        file,
        TestKeys.frame(
            header,
            guard(encrypt),
            List.of(codec.encode(sample.message(), Duration.ofSeconds(60)))));
  }
}
