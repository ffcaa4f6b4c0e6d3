package org.dharch.core.orchestration.document;

import java.time.Duration;
import java.util.Optional;
import org.apache.xmlbeans.XmlObject;
import org.dharch.core.document.DocumentProblems;
import org.dharch.core.document.Durations;
import org.dharch.core.document.XmlElements;
import org.dharch.core.orchestration.Affinity;
import org.dharch.core.orchestration.Atomicity;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.RetryPolicy;
import org.dharch.schema.orchestration.HandlerType;
import org.dharch.schema.orchestration.RetryType;

/** Reads one handler's entry. */
final class HandlerReader {
  private final DocumentProblems problems;
  private final PartReader parts;

  HandlerReader(DocumentProblems problems) {
    this.problems = problems;
    parts = new PartReader(problems);
  }

  /** Reads the entry; reports wrong values and leaves them out. */
  HandlerEntry read(HandlerType xml) {
    int before = problems.count();
    HandlerEntry entry =
        HandlerEntry.of(xml.getName())
            .mustPerform(xml.getMustPerform())
            .oneway(xml.getOneway())
            .atomicity(atomicity(xml))
            .partial(xml.getPartial())
            .completionCallback(xml.getCompletionCallback())
            .mayRespond(xml.getMayRespond());
    if (xml.isSetRetry()) {
      entry = entry.retry(retry(xml.getRetry()));
    }
    if (xml.isSetCompensator()) {
      entry = entry.compensator(xml.getCompensator());
    }
    if (xml.isSetNode()) {
      entry = entry.node(xml.getNode());
    }
    entry = affinity(xml).map(entry::affinity).orElse(entry);
    entry = parts.access(xml).map(entry::access).orElse(entry);
    if (xml.isSetSend()) {
      entry = entry.send(parts.parts(xml.getSend()).toArray(DeclaredPart[]::new));
    }
    entry = duration(xml, "timeToStart").map(entry::timeToStart).orElse(entry);
    entry = duration(xml, "timeToFinish").map(entry::timeToFinish).orElse(entry);
    Optional<String> contradiction = entry.contradiction();
    if (contradiction.isEmpty()) {
      return entry;
    }
    if (problems.count() == before) {
      problems.add(xml, contradiction.get());
    }
    return HandlerEntry.of(xml.getName());
  }

  private Atomicity atomicity(HandlerType xml) {
    if (!xml.isSetAtomicity()) {
      return xml.isSetStateful() && xml.getStateful() ? Atomicity.ATOMIC : Atomicity.STATELESS;
    }
    String text = xml.getAtomicity().toString();
    if (xml.isSetStateful() && !xml.getStateful()) {
      problems.add(
          xml,
          "handler '"
              + xml.getName()
              + "' must be stateful for atomicity='"
              + text
              + "' (got stateful='false')");
    }
    return Atomicity.parse(text);
  }

  private Optional<Affinity> affinity(HandlerType xml) {
    if (xml.isSetAffinity() && xml.isSetAffinityProperty()) {
      problems.add(xml, "affinity and affinityProperty must not be set both in one handler");
      return Optional.empty();
    }
    try {
      if (xml.isSetAffinityProperty()) {
        return Optional.of(Affinity.ofProperty(xml.getAffinityProperty()));
      }
      return xml.isSetAffinity()
          ? Optional.of(Affinity.ofHeader(xml.getAffinity(), XmlElements.namespaces(xml)))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      problems.add(xml, (xml.isSetAffinity() ? "affinity: " : "") + e.getMessage());
      return Optional.empty();
    }
  }

  private RetryPolicy retry(RetryType xml) {
    Duration delay = Durations.parse(xml.getDelay());
    Duration maxDelay = Durations.parse(xml.getMaxDelay());
    if (maxDelay.compareTo(delay) < 0) {
      problems.add(
          xml,
          "delay must be at most maxDelay='"
              + xml.getMaxDelay()
              + "' (got '"
              + xml.getDelay()
              + "')");
      return RetryPolicy.NONE;
    }
    return new RetryPolicy(xml.getRetries(), delay, maxDelay);
  }

  /** An attribute that is a duration of more than zero. */
  Optional<Duration> duration(XmlObject place, String name) {
    Optional<String> text = XmlElements.attribute(place, name);
    Optional<Duration> duration = text.map(Durations::parse);
    if (duration.isPresent() && duration.get().isZero()) {
      problems.add(place, name + " must be positive (got '" + text.get() + "')");
      return Optional.empty();
    }
    return duration;
  }
}
