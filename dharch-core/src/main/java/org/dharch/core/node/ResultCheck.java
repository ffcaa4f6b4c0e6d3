package org.dharch.core.node;

import java.util.Map;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.api.Part;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.ThrownFault;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.ResultFormat;
import org.dharch.core.wire.ThrownFaultFormat;
import org.dharch.core.wire.WireProperties;

/** Checks the results of handlers. */
final class ResultCheck {
  private final Limits limits;

  private final ThrownFaultFormat faults;

  ResultCheck(Limits limits) {
    this.limits = limits;
    this.faults = new ThrownFaultFormat(limits);
  }

  /** Returns the reason why {@code result} must not be sent; empty if it may be sent. */
  Optional<String> problem(HandlerResult result) {
    Changes changes = result.changes();
    if (result.fault().isPresent()) {
      return problem(result.fault().get())
          .map(why -> result.reason() + " (its SOAP fault cannot be sent: " + why + ")");
    }
    if (changes.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> reserved = reserved(changes.properties());
    if (reserved.isPresent()) {
      return reserved;
    }
    int blocks = changes.addedHeaders().size();
    if (blocks > limits.maxHeaderBlocks()) {
      return over("added header blocks", blocks, "maxHeaderBlocks", limits.maxHeaderBlocks());
    }
    int items = Math.max(changes.properties().size(), changes.removedProperties().size());
    if (items > limits.maxProperties()) {
      return over("changed properties", items, "maxProperties", limits.maxProperties());
    }
    int refs = Math.max(changes.processed().size(), changes.removedHeaders().size());
    if (refs > ResultFormat.HEADERS.most()) {
      return over("header blocks", refs, ResultFormat.HEADERS.name(), ResultFormat.HEADERS.most());
    }
    for (Part part : changes.replaced().keySet()) {
      if (part instanceof Part.Element element && element.path().size() > limits.maxDepth()) {
        return over("a part's depth", element.path().size(), "maxDepth", limits.maxDepth());
      }
    }
    long bytes = result.size();
    if (bytes > limits.maxPayloadBytes()) {
      return over("the handler's result", bytes, "maxPayloadBytes", limits.maxPayloadBytes());
    }
    return Optional.empty();
  }

  private static Optional<String> reserved(Map<String, Object> properties) {
    return properties.keySet().stream()
        .filter(WireProperties::isKept)
        .findFirst()
        .map(name -> "the handler set property '" + name + "', which is reserved for DHArch");
  }

  private Optional<String> problem(ThrownFault fault) {
    try {
      faults.check(fault);
      return reserved(fault.properties().asMap());
    } catch (MalformedMessageException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** Returns a failed result in place of {@code r}, which must not be sent. */
  static HandlerResult failed(HandlerResult r, String reason) {
    return HandlerResult.of(
            r.index(),
            r.attempt(),
            HandlerResult.Status.FAILED,
            reason,
            r.queueNanos(),
            r.runNanos(),
            Changes.NONE)
        .on(r.on());
  }

  private static Optional<String> over(String what, long is, String bound, int max) {
    return Optional.of(what + "=" + is + " > " + bound + "=" + max);
  }
}
