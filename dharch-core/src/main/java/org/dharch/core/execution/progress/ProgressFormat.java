package org.dharch.core.execution.progress;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dharch.api.Changes.Verdict;
import org.dharch.api.Limits;
import org.dharch.api.MessageId;
import org.dharch.core.document.DocumentException;
import org.dharch.core.execution.stage.MessageVersion;
import org.dharch.core.execution.stage.StageCursor;
import org.dharch.core.message.Fault;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.Timeline;
import org.dharch.core.orchestration.Construct;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.Sequence;
import org.dharch.core.orchestration.document.OrchestrationWriter;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeId;
import org.dharch.core.wire.ResultFormat;
import org.dharch.core.wire.ThrownFaultFormat;
import org.dharch.core.wire.VerdictFormat;
import org.dharch.core.wire.bytes.PropertiesFormat;
import org.dharch.core.wire.bytes.TimelineFormat;
import org.dharch.core.wire.bytes.WireBound;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * Encodes {@link Progress} for a store, in the types of {@link WireWriter}. Compensators' entries
 * are not written; {@link StepRole} derives them. Safe for any thread.
 *
 * <pre>
 *  field            type                                     bound
 *  version          octet: 1
 *  id               id
 *  revision         int64
 *  course           word: {@link Progress.Course}
 *  stage            int32                                    -1 or more
 *  stageFrom        number
 *  entries          text: the begun stages, then the rest, by {@link OrchestrationWriter#kept}
 *  steps            list of:                                 maxSteps, 100,000
 *    role, state, compensation   word word word
 *    stage, target          number number
 *    node                   optional text
 *    givenUp                flag
 *    incarnation, after, left   int64 int64 int64
 *    failures, reroutes, order   number number number
 *    fault                  optional {@link Fault}: word, text, text, optional {@link
 *                           ThrownFaultFormat}
 *    result                 {@link ResultFormat}: attempt and changes
 *  fault            optional {@link Fault}
 *  envelope         bytes                                    maxPayloadBytes
 *  properties       {@link PropertiesFormat}
 *  processed        list of header
 *  headersChanged, bodyChanged   flag flag
 *  timeline         {@link TimelineFormat}
 *  answer           {@link VerdictFormat}
 *  sequences        list of the current ones that catch faults:
 *    from           number
 *    version        optional: absent if it is that of one before it in the list
 *      envelope     optional bytes: absent if it is the message's    maxPayloadBytes
 *      properties, processed, headersChanged, bodyChanged   as above
 *  branches         list of those of the current stage:
 *    position       number
 *    version        as above
 * </pre>
 */
public final class ProgressFormat {
  private static final int VERSION = 1;
  private static final int EXPECTED_BYTES = 4096; // without the envelope
  private static final WireBound STEPS = new WireBound("maxSteps", 100_000);

  private final ResultFormat results;
  private final ThrownFaultFormat faults;
  private final WireBound envelope;
  private final VersionsFormat versions;

  public ProgressFormat(Limits limits) {
    this.results = new ResultFormat(limits);
    this.faults = new ThrownFaultFormat(limits);
    this.envelope = new WireBound("maxPayloadBytes", limits.maxPayloadBytes());
    this.versions = new VersionsFormat(new PropertiesFormat(limits), envelope);
  }

  /**
   * Encodes {@code progress}.
   *
   * @throws MalformedMessageException if it exceeds a limit
   * @throws IllegalArgumentException if an entry cannot be written as a document
   */
  public byte[] encode(Progress progress) {
    WireWriter out = new WireWriter(EXPECTED_BYTES + progress.message().envelope().length);
    out.octet("version", VERSION).id(progress.id()).int64(progress.revision());
    out.word(progress.course());
    Progress.Position position = progress.position();
    out.int32(position.stage()).number("stageFrom", position.stageFrom());
    out.text("entries", OrchestrationWriter.kept(entries(position)), WireBound.NONE);
    out.list("steps", progress.steps(), STEPS, this::write);
    out.optional(progress.fault(), this::write);
    versions.writeMessage(out, progress.message());
    TimelineFormat.write(out, progress.timeline());
    progress
        .history()
        .answer()
        .ifPresentOrElse(
            verdict -> VerdictFormat.write(out, verdict, envelope),
            () -> VerdictFormat.writeNone(out));
    versions.writeSequences(out, position, progress.message().envelope());
    versions.writeBranches(out, position.branches(), progress.message().envelope());
    return out.toBytes();
  }

  private static Sequence entries(Progress.Position position) {
    List<Construct> all = new ArrayList<>(position.begun());
    all.addAll(position.rest().parts());
    return Sequence.of(all);
  }

  private void write(WireWriter out, StepProgress step) {
    StepProgress.Attempt attempt = step.attempt();
    StepProgress.Retries retries = step.retries();
    out.word(step.role()).word(step.state()).word(step.compensation());
    out.number("stage", step.subject().stage()).number("target", step.subject().target());
    out.optional(attempt.node(), (o, n) -> o.text("node", n.toString(), WireBound.NONE));
    out.flag(retries.givenUp()).int64(attempt.incarnation()).int64(attempt.after());
    out.int64(attempt.left());
    out.number("failures", retries.failures()).number("reroutes", retries.reroutes());
    out.number("order", step.order());
    out.optional(step.fault(), this::write);
    results.write(
        out,
        HandlerResult.of(
            0,
            attempt.number(),
            HandlerResult.Status.PERFORMED,
            "",
            0,
            0,
            step.traces().changes()));
  }

  private void write(WireWriter out, Fault fault) {
    out.word(fault.code()).text("handler", WireWriter.writable(fault.handler()), WireBound.NONE);
    out.text("reason", WireWriter.writable(fault.reason()), WireBound.NONE);
    out.optional(fault.thrown(), faults::write);
  }

  /**
   * Decodes a progress.
   *
   * @throws MalformedMessageException if {@code bytes} are malformed or exceed a limit
   */
  public Progress decode(byte[] bytes) {
    WireReader in = new WireReader(bytes);
    int version = in.octet("version");
    if (version != VERSION) {
      throw new MalformedMessageException(
          "version of a message's progress must be " + VERSION + " (got " + version + ")");
    }
    try {
      Progress read = read(in);
      in.end("a message's progress");
      return read;
    } catch (DocumentException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new MalformedMessageException("not a message's progress: " + e.getMessage(), e);
    }
  }

  private Progress read(WireReader in) {
    MessageId id = in.id("id");
    long revision = in.int64("revision");
    Progress.Course course = in.word("course", Progress.Course.class);
    int stage = in.int32("stage");
    int stageFrom = in.number("stageFrom");
    Sequence entries = EntryCache.of(in.text("entries", WireBound.NONE));
    BegunStages begun = new BegunStages(entries);
    List<StepProgress> steps = new ArrayList<>();
    for (int n = in.count("steps", STEPS); n > 0; n--) {
      StepRole role = in.word("role", StepRole.class);
      HandlerEntry own = role == StepRole.PERFORM ? begun.next() : null;
      steps.add(step(in, role, own, steps));
    }
    Optional<Fault> fault = in.optional("fault", this::fault);
    MessageVersion message = versions.readMessage(in);
    Timeline timeline = TimelineFormat.read(in);
    Optional<Verdict> answer = VerdictFormat.read(in, envelope);
    Map<Integer, MessageVersion> before = new HashMap<>();
    List<Integer> scopes = versions.readSequences(in, message.envelope(), before);
    List<BranchProgress> branches = versions.readBranches(in, message.envelope());
    Progress.Position position =
        new Progress.Position(
            stage, stageFrom, begun.stages(), begun.rest(), scopes, before, branches);
    new StageCursor(position.rest(), position.begun(), scopes); // throws if they do not fit
    BranchProgress.check(position.begun(), branches);
    return new Progress(
        id,
        revision,
        course,
        position,
        steps,
        message,
        new Progress.History(timeline, fault, answer));
  }

  private StepProgress step(
      WireReader in, StepRole role, HandlerEntry own, List<StepProgress> before) {
    StepState state = in.word("state", StepState.class);
    Compensation compensation = in.word("compensation", Compensation.class);
    int stage = in.number("stage");
    int target = in.number("target");
    HandlerEntry entry = role == StepRole.PERFORM ? own : role.entry(before.get(target).entry());
    Optional<NodeId> node = in.optional("node", r -> NodeId.parse(r.text("node", WireBound.NONE)));
    boolean givenUp = in.flag("givenUp");
    long incarnation = in.int64("incarnation");
    long after = in.int64("after");
    long left = in.int64("left");
    int failures = in.number("failures");
    int reroutes = in.number("reroutes");
    int order = in.number("order");
    Optional<Fault> fault = in.optional("fault", this::fault);
    HandlerResult result = results.read(in);
    return new StepProgress(
        new StepProgress.Subject(role, stage, entry, target),
        state,
        new StepProgress.Attempt(node, incarnation, after, result.attempt(), left),
        new StepProgress.Retries(failures, reroutes, givenUp),
        new StepProgress.Traces(result.changes(), compensation, order),
        fault);
  }

  private Fault fault(WireReader in) {
    return new Fault(
        in.word("code", Fault.Code.class),
        in.text("handler", WireBound.NONE),
        in.text("reason", WireBound.NONE),
        in.optional("thrown", faults::read));
  }
}
