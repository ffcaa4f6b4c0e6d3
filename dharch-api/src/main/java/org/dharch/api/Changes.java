package org.dharch.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one handler did to a message: only what changed, relative to the message that it was given.
 * Empty means "unchanged" and carries nothing. Immutable; the byte arrays are not copied and must
 * not be written to once handed over.
 */
public final class Changes {
  /** Nothing was changed. */
  public static final Changes NONE = builder().build();

  private final Map<Part, byte[]> replaced;
  private final List<byte[]> addedHeaders;
  private final Set<HeaderRef> removedHeaders;
  private final Map<String, Object> properties;
  private final Set<String> removedProperties;
  private final Set<HeaderRef> processed;

  private Changes(Builder b) {
    replaced = copy(b.replaced);
    addedHeaders = List.copyOf(b.addedHeaders);
    removedHeaders = copy(b.removedHeaders);
    properties = copy(b.properties);
    removedProperties = copy(b.removedProperties);
    processed = copy(b.processed);
  }

  private static <K, V> Map<K, V> copy(Map<K, V> map) {
    return map.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  private static <E> Set<E> copy(Set<E> set) {
    return set.isEmpty() ? Set.of() : Collections.unmodifiableSet(new LinkedHashSet<>(set));
  }

  public static Builder builder() {
    return new Builder();
  }

  /**
   * The new UTF-8 bytes of each replaced part: a whole element for a header block or an element,
   * all that stands between the body's tags for the body, what stands behind the name in a start
   * tag, without the namespace declarations that were there, for attributes.
   */
  public Map<Part, byte[]> replaced() {
    return replaced;
  }

  /** The UTF-8 bytes of each new header block, to stand after the others in this order. */
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

  public boolean touchesEnvelope() {
    return !replaced.isEmpty() || !addedHeaders.isEmpty() || !removedHeaders.isEmpty();
  }

  public boolean isEmpty() {
    return !touchesEnvelope()
        && properties.isEmpty()
        && removedProperties.isEmpty()
        && processed.isEmpty();
  }

  /** Collects changes; not safe for several threads. */
  public static final class Builder {
    private final Map<Part, byte[]> replaced = new LinkedHashMap<>();
    private final List<byte[]> addedHeaders = new ArrayList<>();
    private final Set<HeaderRef> removedHeaders = new LinkedHashSet<>();
    private final Map<String, Object> properties = new LinkedHashMap<>();
    private final Set<String> removedProperties = new LinkedHashSet<>();
    private final Set<HeaderRef> processed = new LinkedHashSet<>();

    private Builder() {}

    /** Puts {@code bytes} in the place of {@code part}. */
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
     * Sets a property; of an HTTP header by any spelling of its name.
     *
     * @throws IllegalArgumentException if the value is of a type that cannot travel
     */
    public Builder property(String name, Object value) {
      MessageProperties.check(name, value);
      properties.put(MessageProperties.name(name), value);
      return this;
    }

    /** Takes a property away; an HTTP header by any spelling of its name. */
    public Builder removeProperty(String name) {
      removedProperties.add(MessageProperties.name(name));
      return this;
    }

    public Builder processed(HeaderRef header) {
      processed.add(header);
      return this;
    }

    /** Takes over all that {@code other} holds. */
    public Builder addAll(Changes other) {
      replaced.putAll(other.replaced);
      addedHeaders.addAll(other.addedHeaders);
      removedHeaders.addAll(other.removedHeaders);
      properties.putAll(other.properties);
      removedProperties.addAll(other.removedProperties);
      processed.addAll(other.processed);
      return this;
    }

    public Changes build() {
      return new Changes(this);
    }
  }
}
