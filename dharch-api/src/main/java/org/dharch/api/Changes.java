package org.dharch.api;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The changes that one handler made to a message, relative to the message that it received. Empty
 * means "unchanged". A {@link Verdict} decides about the message instead of letting it continue.
 * Immutable; the byte arrays are not copied and must not be written to once handed over.
 */
public final class Changes {
  /** No changes. */
  public static final Changes NONE = builder().build();

  private final Map<Part, byte[]> replaced;
  private final List<byte[]> addedHeaders;
  private final Set<HeaderRef> removedHeaders;
  private final Map<String, Object> properties;
  private final Set<String> removedProperties;
  private final Set<HeaderRef> processed;
  private final Optional<Verdict> verdict;
  private final List<Emission> emissions;

  private Changes(Builder b) {
    replaced = copy(b.replaced);
    addedHeaders = List.copyOf(b.addedHeaders);
    removedHeaders = copy(b.removedHeaders);
    properties = copy(b.properties);
    removedProperties = copy(b.removedProperties);
    processed = copy(b.processed);
    verdict = b.verdict;
    emissions = List.copyOf(b.emissions);
  }

  private static <K, V> Map<K, V> copy(Map<K, V> map) {
    return map.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  private static <E> Set<E> copy(Set<E> set) {
    return set.isEmpty() ? Set.of() : Collections.unmodifiableSet(new LinkedHashSet<>(set));
  }

  /** A handler's decision about its message, instead of letting it continue. */
  public sealed interface Verdict {
    /**
     * Sends the requester this envelope, in UTF-8, after the handlers of the response; the service
     * is not called.
     */
    record Respond(byte[] envelope) implements Verdict {
      public Respond {
        Objects.requireNonNull(envelope, "envelope");
      }
    }

    /** The requester only receives an acknowledgment; HTTP: 202. */
    record Accept() implements Verdict {}

    /** The handler has done nothing, and requests the message again after this time. */
    record Defer(Duration after) implements Verdict {
      /** The minimum delay. */
      public static final Duration LEAST = Duration.ofMillis(1);

      /** The maximum delay. */
      public static final Duration MOST = Duration.ofDays(1);

      public Defer {
        if (after.compareTo(LEAST) < 0 || after.compareTo(MOST) > 0) {
          throw new IllegalArgumentException(
              "delay must be between " + LEAST + " and " + MOST + " (got " + after + ")");
        }
      }
    }
  }

  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns the new UTF-8 bytes of each replaced part: a whole element for a header block or an
   * element, the content between the body's tags for the body, the text after the name in a start
   * tag, without the existing namespace declarations, for attributes.
   */
  public Map<Part, byte[]> replaced() {
    return replaced;
  }

  /** Returns the UTF-8 bytes of each new header block, to be appended in this order. */
  public List<byte[]> addedHeaders() {
    return addedHeaders;
  }

  public Set<HeaderRef> removedHeaders() {
    return removedHeaders;
  }

  /** The properties that were set, with their new values. */
  public Map<String, Object> properties() {
    return properties;
  }

  public Set<String> removedProperties() {
    return removedProperties;
  }

  /**
   * The header blocks that the handler marked as processed, named as in the message it was given.
   */
  public Set<HeaderRef> processed() {
    return processed;
  }

  /** Returns the decision about the message; empty if it continues. */
  public Optional<Verdict> verdict() {
    return verdict;
  }

  /** Returns the handler's emissions, in this order. */
  public List<Emission> emissions() {
    return emissions;
  }

  public boolean touchesEnvelope() {
    return !replaced.isEmpty() || !addedHeaders.isEmpty() || !removedHeaders.isEmpty();
  }

  public boolean isEmpty() {
    return !touchesEnvelope()
        && properties.isEmpty()
        && removedProperties.isEmpty()
        && processed.isEmpty()
        && verdict.isEmpty()
        && emissions.isEmpty();
  }

  /** Collects changes; not safe for several threads. */
  public static final class Builder {
    private final Map<Part, byte[]> replaced = new LinkedHashMap<>();
    private final List<byte[]> addedHeaders = new ArrayList<>();
    private final Set<HeaderRef> removedHeaders = new LinkedHashSet<>();
    private final Map<String, Object> properties = new LinkedHashMap<>();
    private final Set<String> removedProperties = new LinkedHashSet<>();
    private final Set<HeaderRef> processed = new LinkedHashSet<>();
    private final List<Emission> emissions = new ArrayList<>();
    private Optional<Verdict> verdict = Optional.empty();

    private Builder() {}

    /** Replaces {@code part} by {@code bytes}. */
    public Builder replace(Part part, byte[] bytes) {
      replaced.put(part, bytes);
      return this;
    }

    public Builder addHeader(byte[] block) {
      addedHeaders.add(block);
      return this;
    }

    public Builder removeHeader(HeaderRef header) {
      removedHeaders.add(header);
      return this;
    }

    /**
     * Sets a property; HTTP headers in any case.
     *
     * @throws IllegalArgumentException if the value's type cannot be sent
     */
    public Builder property(String name, Object value) {
      MessageProperties.check(name, value);
      properties.put(MessageProperties.name(name), value);
      return this;
    }

    /** Removes a property; HTTP headers in any case. */
    public Builder removeProperty(String name) {
      removedProperties.add(MessageProperties.name(name));
      return this;
    }

    public Builder processed(HeaderRef header) {
      processed.add(header);
      return this;
    }

    /**
     * Responds to the message: the requester receives {@code envelope} after the handlers of the
     * response, and the service is not called. The other handlers of the stage still perform; later
     * stages are skipped. The handler's entry in the orchestration must have {@code
     * mayRespond="true"}.
     *
     * @throws IllegalStateException if the builder has another verdict
     */
    public Builder respond(byte[] envelope) {
      return verdict(new Verdict.Respond(envelope));
    }

    /**
     * Like {@link #respond}, without an envelope: the requester only receives an acknowledgment
     * (HTTP 202).
     *
     * @throws IllegalStateException if the builder has another verdict
     */
    public Builder accept() {
      return verdict(new Verdict.Accept());
    }

    /**
     * Defers the message: the handler has done nothing yet, and this or another node gives it the
     * message again after {@code delay}. This uses no retry and may be repeated until the message's
     * deadline. It excludes all changes, but not emissions.
     *
     * @param delay {@link Verdict.Defer#LEAST} to {@link Verdict.Defer#MOST}
     * @throws IllegalStateException if the builder has another verdict
     */
    public Builder defer(Duration delay) {
      return verdict(new Verdict.Defer(delay));
    }

    private Builder verdict(Verdict value) {
      if (verdict.isPresent()) {
        throw new IllegalStateException(
            "the message is already to " + name(verdict.get()) + "; it cannot also " + name(value));
      }
      verdict = Optional.of(value);
      return this;
    }

    private static String name(Verdict verdict) {
      if (verdict instanceof Verdict.Respond) {
        return "be answered";
      }
      return verdict instanceof Verdict.Accept ? "be accepted" : "be deferred";
    }

    /**
     * Also sends a message, after the result has been accepted: a duplicate or late result sends
     * nothing.
     *
     * @throws IllegalStateException beyond {@link Emission#MAX_PER_RESULT}
     */
    public Builder emit(Emission emission) {
      if (emissions.size() == Emission.MAX_PER_RESULT) {
        throw new IllegalStateException(
            "emissions must be at most "
                + Emission.MAX_PER_RESULT
                + " (got "
                + (emissions.size() + 1)
                + ")");
      }
      emissions.add(Objects.requireNonNull(emission, "emission"));
      return this;
    }

    /**
     * Adds all contents of {@code other}.
     *
     * @throws IllegalStateException if both have a verdict
     */
    public Builder addAll(Changes other) {
      other.verdict.ifPresent(this::verdict);
      other.emissions.forEach(this::emit);
      return addChanges(other);
    }

    /** Adds the changes of {@code other}, without its verdict and emissions. */
    public Builder addChanges(Changes other) {
      replaced.putAll(other.replaced);
      addedHeaders.addAll(other.addedHeaders);
      removedHeaders.addAll(other.removedHeaders);
      properties.putAll(other.properties);
      removedProperties.addAll(other.removedProperties);
      processed.addAll(other.processed);
      return this;
    }

    /**
     * Builds the changes.
     *
     * @throws IllegalStateException if the message is responded to, accepted or deferred and its
     *     envelope changed too, or deferred and anything changed
     */
    public Changes build() {
      if (verdict.isPresent()) {
        boolean envelope =
            !replaced.isEmpty() || !addedHeaders.isEmpty() || !removedHeaders.isEmpty();
        if (envelope) {
          throw new IllegalStateException(
              "the message is to " + name(verdict.get()) + "; its envelope cannot be changed too");
        }
        boolean other =
            !properties.isEmpty() || !removedProperties.isEmpty() || !processed.isEmpty();
        if (other && verdict.get() instanceof Verdict.Defer) {
          throw new IllegalStateException("a deferred message must not be changed");
        }
      }
      return new Changes(this);
    }
  }
}
