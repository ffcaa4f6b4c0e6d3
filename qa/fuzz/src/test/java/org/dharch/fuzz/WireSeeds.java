package org.dharch.fuzz;

import jakarta.jms.JMSException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.Emission;
import org.dharch.api.Emitted;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.Part;
import org.dharch.api.Target;
import org.dharch.cmanager.frame.JmsBytes;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.ThrownFault;
import org.dharch.core.wire.BranchFormat;
import org.dharch.core.wire.BranchForward;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.DMFormatCodec;
import org.dharch.core.wire.EmissionFormat;
import org.dharch.core.wire.EmittedFormat;
import org.dharch.core.wire.ForwardingRoute;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeEmission;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.NodeStatus;
import org.dharch.core.wire.ProcessOrigin;
import org.dharch.core.wire.Reply;
import org.dharch.core.wire.StatusFormat;
import org.dharch.core.wire.Task;
import org.dharch.core.wire.TaskBatch;
import org.dharch.core.wire.TaskBatchFormat;

/** Messages of managers and nodes with the current version: the seeds of the fuzzing. */
final class WireSeeds {
  private static final String MANAGER = "manager";
  private static final NodeId NODE = new NodeId("n", "1");
  private static final MessageId ID = new MessageId(1, 2);
  private static final Duration TIME = Duration.ofSeconds(3);
  private static final TaskBatchFormat FORMAT = new TaskBatchFormat(Limits.DEFAULT);
  private static final byte[] ENVELOPE =
      ("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Header/>"
              + "<s:Body><b xmlns='urn:b'>1</b></s:Body></s:Envelope>")
          .getBytes(StandardCharsets.UTF_8);

  private WireSeeds() {}

  /** Returns DMFormats by file name. */
  static Map<String, DMFormat> messages() {
    Map<String, DMFormat> all = new TreeMap<>();
    all.put("work", work());
    all.put("speculative", speculative());
    all.put("forward", FORMAT.encode(forward()));
    all.put("branch", branch());
    all.put("reply", reply(Changes.builder().property("seen", 7L).addHeader(bytes("<h/>"))));
    all.put("reply-element", reply(Changes.builder().replace(element(1), bytes("<i>2</i>"))));
    all.put("reply-line-65536", reply(Changes.builder().replace(element(65536), bytes("<i/>"))));
    all.put("reply-respond", reply(Changes.builder().respond(ENVELOPE).property("seen", 7L)));
    all.put("reply-accept", reply(Changes.builder().accept()));
    all.put("reply-deferred", reply(Changes.builder().defer(TIME)));
    all.put("reply-fault", fault());
    Emission emission =
        new Emission(
            ID,
            new Target.Endpoint(
                List.of(
                    new Target.Address(
                        URI.create("http://h/"), List.of(bytes("<r xmlns='urn:r'/>"))))),
            "urn:a",
            ENVELOPE,
            MessageProperties.empty().with("p", 1),
            Optional.of("o"),
            TIME);
    all.put("reply-emission", reply(Changes.builder().emit(emission)));
    all.put(
        "emission",
        new EmissionFormat(Limits.DEFAULT).encode(new NodeEmission(NODE, "A", emission)));
    all.put(
        "emitted",
        new EmittedFormat(Limits.DEFAULT)
            .encode(ID, List.of(new Emitted.Failed(0, "BUSY", "no capacity"))));
    all.put(
        "status",
        StatusFormat.encode(
            new MessageId(3, 4),
            NodeStatus.of(
                NODE,
                NodeStatus.State.READY,
                List.of("A", "B"),
                new NodeStatus.Load(2, 1, 0),
                new ProcessOrigin("1.2", "host", 4711, 1_700_000_000_000L))));
    return all;
  }

  static Map<String, byte[]> wire() {
    DMFormatCodec codec = new DMFormatCodec(Limits.DEFAULT);
    Map<String, byte[]> all = new TreeMap<>();
    messages().forEach((name, message) -> all.put(name, codec.encode(message)));
    return all;
  }

  /** Returns frames without signatures, which the target adds. */
  static Map<String, byte[]> frames() throws JMSException {
    Map<String, DMFormat> output = messages();
    DMFormat work = output.get("work");
    Map<String, byte[]> all = new TreeMap<>();
    all.put("work", frame("TASK_BATCH", false, work));
    all.put("four", frame("TASK_BATCH", false, work, work, work, work));
    all.put("reply", frame("REPLY", false, output.get("reply")));
    all.put("reply-element", frame("REPLY", false, output.get("reply-element")));
    all.put("status", frame("HEARTBEAT", false, output.get("status")));
    all.put("emission", frame("EMISSION", false, output.get("emission")));
    all.put("work-encrypted", frame("TASK_BATCH", true, work));
    return all;
  }

  private static byte[] frame(String type, boolean encrypted, DMFormat... messages)
      throws JMSException {
    boolean toNode = type.equals("TASK_BATCH");
    String node = NODE.toString();
    return JmsBytes.frame(
        type, encrypted, toNode ? MANAGER : node, toNode ? node : MANAGER, List.of(messages));
  }

  private static TaskBatch forward() {
    Task next = Task.stateless(1, "B", 1, false, TIME, TIME);
    return new TaskBatch(
        ID,
        7,
        MANAGER,
        List.of(Task.stateless(0, "A", 1, false, TIME, TIME)),
        List.of(List.of(next)),
        Optional.of(
            new ForwardingRoute(
                Optional.of(NODE),
                List.of(new ForwardingRoute.Branch(0, 1)),
                List.of(List.of(NODE)))),
        new TaskBatch.Timing(1000, TIME, TIME),
        MessageContent.of(ENVELOPE));
  }

  private static DMFormat branch() {
    HandlerResult result =
        HandlerResult.of(9, 1, HandlerResult.Status.PERFORMED, "", 1, 2, Changes.NONE);
    return new BranchFormat(Limits.DEFAULT)
        .encode(
            new BranchForward(
                forward(), List.of(new ForwardingRoute.Branch(9, 1)), List.of(result), true));
  }

  private static DMFormat speculative() {
    Task next = Task.stateless(1, "B", 1, false, TIME, TIME);
    return FORMAT.encode(
        new TaskBatch(
            ID,
            7,
            MANAGER,
            List.of(Task.stateless(0, "A", 1, false, TIME, TIME)),
            List.of(List.of(next), List.of(next)),
            Optional.empty(),
            new TaskBatch.Timing(1000, TIME, TIME),
            MessageContent.of(ENVELOPE)));
  }

  private static DMFormat work() {
    Task perform = new Task(0, "A", 1, false, TIME, TIME, true, true, Task.Purpose.PERFORM, 5);
    Task notify = new Task(1, "B", 2, true, TIME, TIME, false, false, Task.Purpose.PERFORM, -1);
    return FORMAT.encode(
        new TaskBatch(
            ID,
            7,
            MANAGER,
            List.of(perform, notify),
            List.of(),
            Optional.empty(),
            new TaskBatch.Timing(1000, TIME, TIME),
            new MessageContent(
                ENVELOPE,
                MessageProperties.of(Map.of("text", "ä€", "number", 7L, "flag", true)),
                Set.of(new HeaderRef(new QName("urn:h", "block"), 0)))));
  }

  private static DMFormat reply(Changes.Builder changes) {
    Changes output = changes.build();
    boolean defer = output.verdict().orElse(null) instanceof Changes.Verdict.Defer;
    HandlerResult.Status status =
        defer ? HandlerResult.Status.DEFERRED : HandlerResult.Status.PERFORMED;
    HandlerResult result = HandlerResult.of(0, 1, status, "", 1, 1, output);
    return FORMAT.encode(new Reply(ID, 7, NODE, List.of(result)));
  }

  private static DMFormat fault() {
    QName code = new QName("urn:q", "Quota", "q");
    ThrownFault fault =
        new ThrownFault(
            code,
            List.of(code),
            List.of(new ThrownFault.Reason("en", "no more")),
            "urn:node",
            "urn:role",
            List.of("<q:left xmlns:q='urn:q'>0</q:left>"),
            List.of("<h/>"),
            MessageProperties.empty().with("p", 1));
    HandlerResult result =
        HandlerResult.of(0, 1, HandlerResult.Status.FAILED, "no more", 1, 1, Changes.NONE)
            .fault(fault);
    return FORMAT.encode(new Reply(ID, 7, NODE, List.of(result)));
  }

  private static Part element(int occurrence) {
    return Part.element(List.of(new Part.Step(new QName("urn:b", "b"), occurrence)));
  }

  private static byte[] bytes(String xml) {
    return xml.getBytes(StandardCharsets.UTF_8);
  }
}
