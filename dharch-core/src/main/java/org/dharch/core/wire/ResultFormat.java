package org.dharch.core.wire;

import java.util.Map;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.api.Changes.Verdict;
import org.dharch.api.Emission;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.ThrownFault;
import org.dharch.core.wire.bytes.PropertiesFormat;
import org.dharch.core.wire.bytes.WireBound;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * A result as bytes, in a reply and in a node's execution journal, in the types of {@link
 * WireWriter}:
 *
 * <pre>
 *  field                type                               bound
 *  index, attempt       number number
 *  status               word: {@link HandlerResult.Status}
 *  reason               text                               maxPayloadBytes
 *  queueNanos, runNanos int64 int64
 *  fault                optional {@link ThrownFaultFormat}; only with the status FAILED
 *  changed              flag; what follows is there if 1
 *  replaced             list of:                           maxPayloadBytes
 *    part               octet: H, then header; A, then word {@link Part.Owner}; B;
 *                       E, then list of (name, number)     maxDepth
 *    new                bytes                              maxPayloadBytes
 *  addedHeaders         list of bytes                      maxHeaderBlocks
 *  removedHeaders       list of header                     maxHeaderRefs, 32,767
 *  properties           {@link PropertiesFormat}                   maxProperties, maxPropertyBytes
 *  removedProperties    list of text                       maxProperties, maxPropertyBytes
 *  processed            list of header                     maxHeaderRefs, 32,767
 *  verdict              {@link VerdictFormat}              maxPayloadBytes
 *  emissions            list of {@link EmissionFormat}     maxEmissions, 1000
 * </pre>
 *
 * Reading checks every length and value. Safe for any thread.
 */
public final class ResultFormat {
  /** How many header blocks one result can name as removed, or as processed. */
  public static final WireBound HEADERS = new WireBound("maxHeaderRefs", Short.MAX_VALUE);

  private static final WireBound EMISSIONS = new WireBound("maxEmissions", Emission.MAX_PER_RESULT);

  private final WireBound bytes;
  private final WireBound blocks;
  private final WireBound depth;
  private final WireBound names;
  private final WireBound name;
  private final PropertiesFormat properties;
  private final EmissionFormat emissions;
  private final ThrownFaultFormat faults;

  /** Reads and writes within these bounds. */
  public ResultFormat(Limits limits) {
    this.bytes = new WireBound("maxPayloadBytes", limits.maxPayloadBytes());
    this.blocks = new WireBound("maxHeaderBlocks", limits.maxHeaderBlocks());
    this.depth = new WireBound("maxDepth", limits.maxDepth());
    this.names = new WireBound("maxProperties", limits.maxProperties());
    this.name = new WireBound("maxPropertyBytes", limits.maxPropertyBytes());
    this.properties = new PropertiesFormat(limits);
    this.emissions = new EmissionFormat(limits);
    this.faults = new ThrownFaultFormat(limits);
  }

  /**
   * Writes {@code result}.
   *
   * @throws MalformedMessageException if it is past a limit
   */
  public void write(WireWriter out, HandlerResult result) {
    out.number("index", result.index()).number("attempt", result.attempt());
    out.word(result.status()).text("reason", result.reason(), bytes);
    out.int64(result.queueNanos()).int64(result.runNanos());
    out.optional(result.fault(), faults::write);
    Changes changes = result.changes();
    out.flag(!changes.isEmpty());
    if (changes.isEmpty()) {
      return;
    }
    out.list("replaced", changes.replaced().entrySet(), bytes, this::writeReplaced);
    out.list("addedHeaders", changes.addedHeaders(), blocks, (o, b) -> o.bytes("header", b, bytes));
    out.list("removedHeaders", changes.removedHeaders(), HEADERS, (o, h) -> o.header("removed", h));
    properties.write(out, changes.properties());
    out.list(
        "removedProperties", changes.removedProperties(), names, (o, n) -> o.text("name", n, name));
    out.list("processed", changes.processed(), HEADERS, (o, h) -> o.header("processed", h));
    changes
        .verdict()
        .ifPresentOrElse(
            verdict -> VerdictFormat.write(out, verdict, bytes),
            () -> VerdictFormat.writeNone(out));
    out.list("emissions", changes.emissions(), EMISSIONS, emissions::write);
  }

  private void writeReplaced(WireWriter out, Map.Entry<Part, byte[]> replaced) {
    Part part = replaced.getKey();
    if (part instanceof Part.Header header) {
      out.octet("part", 'H').header("part", header.header());
    } else if (part instanceof Part.Element element) {
      out.octet("part", 'E').list("depth", element.path(), depth, ResultFormat::writeStep);
    } else if (part instanceof Part.Attributes attributes) {
      out.octet("part", 'A').word(attributes.owner());
    } else {
      out.octet("part", 'B');
    }
    out.bytes("new", replaced.getValue(), bytes);
  }

  private static void writeStep(WireWriter out, Part.Step step) {
    out.name("step", step.name()).number("occurrence", step.occurrence());
  }

  /**
   * Reads the next result.
   *
   * @throws MalformedMessageException if it is malformed, or exceeds a limit; invalid values may
   *     also cause an {@link IllegalArgumentException}
   */
  public HandlerResult read(WireReader in) {
    int index = in.number("index");
    int attempt = in.number("attempt");
    HandlerResult.Status status = in.word("status", HandlerResult.Status.class);
    String reason = in.text("reason", bytes);
    long queueNanos = in.int64("queueNanos");
    long runNanos = in.int64("runNanos");
    Optional<ThrownFault> fault = in.optional("fault", faults::read);
    Changes changes = in.flag("changed") ? changes(in) : Changes.NONE;
    HandlerResult result =
        HandlerResult.of(index, attempt, status, reason, queueNanos, runNanos, changes);
    return fault.map(result::fault).orElse(result);
  }

  private Changes changes(WireReader in) {
    Changes.Builder changes = Changes.builder();
    for (int n = in.count("replaced", bytes); n > 0; n--) {
      changes.replace(part(in), in.bytes("new", bytes));
    }
    in.list("addedHeaders", blocks, r -> r.bytes("header", bytes)).forEach(changes::addHeader);
    in.list("removedHeaders", HEADERS, r -> r.header("removed")).forEach(changes::removeHeader);
    properties.read(in).asMap().forEach(changes::property);
    in.list("removedProperties", names, r -> r.text("name", name)).forEach(changes::removeProperty);
    in.list("processed", HEADERS, r -> r.header("processed")).forEach(changes::processed);
    VerdictFormat.read(in, bytes).ifPresent(v -> verdict(changes, v));
    in.list("emissions", EMISSIONS, emissions::read).forEach(changes::emit);
    return built(changes);
  }

  private static void verdict(Changes.Builder changes, Verdict verdict) {
    if (verdict instanceof Verdict.Respond respond) {
      changes.respond(respond.envelope());
    } else if (verdict instanceof Verdict.Defer defer) {
      changes.defer(defer.after());
    } else {
      changes.accept();
    }
  }

  private static Changes built(Changes.Builder changes) {
    try {
      return changes.build();
    } catch (IllegalStateException e) {
      throw new MalformedMessageException("inconsistent result: " + e.getMessage(), e);
    }
  }

  private Part part(WireReader in) {
    int type = in.octet("part");
    return switch (type) {
      case 'H' -> new Part.Header(in.header("part"));
      case 'E' -> Part.element(in.list("depth", depth, ResultFormat::step));
      case 'A' -> Part.attributes(in.word("owner", Part.Owner.class));
      case 'B' -> Part.body();
      default ->
          throw new MalformedMessageException("part type must be H, E, A or B (got " + type + ")");
    };
  }

  private static Part.Step step(WireReader in) {
    return new Part.Step(in.name("step"), in.number("occurrence"));
  }
}
