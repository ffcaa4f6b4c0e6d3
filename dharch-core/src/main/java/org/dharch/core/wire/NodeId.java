package org.dharch.core.wire;

import java.security.SecureRandom;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * One incarnation of a node: a restarted node has a new one, so that nothing sent to the old one is
 * taken for the new one's. An incarnation with a persistent execution journal contains the
 * journal's id, because only an incarnation with the same journal can answer for it.
 *
 * @param name the name in the node document
 * @param incarnation new at every start: letters and digits; a later start has a longer one, or one
 *     later in the alphabet. With a persistent journal, a hyphen and the journal's id follow
 */
public record NodeId(String name, String incarnation) {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final char JOURNAL = '-';

  public NodeId {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(incarnation, "incarnation");
  }

  /**
   * Reads what {@link #toString()} wrote.
   *
   * @throws IllegalArgumentException if there is no {@code ~} in it
   */
  public static NodeId parse(String text) {
    int tilde = text.lastIndexOf('~');
    if (tilde <= 0 || tilde == text.length() - 1) {
      throw new IllegalArgumentException("node id must be name~incarnation (got '" + text + "')");
    }
    return new NodeId(text.substring(0, tilde), text.substring(tilde + 1));
  }

  /** The name in what {@link #toString()} wrote; all of it if there is no {@code ~} in it. */
  public static String nameIn(String text) {
    int tilde = text.lastIndexOf('~');
    return tilde < 0 ? text : text.substring(0, tilde);
  }

  /** An incarnation for a life that begins now, by this machine's clock. */
  public static String incarnationNow() {
    return String.format(
        Locale.ROOT, "%011x%05x", System.currentTimeMillis(), RANDOM.nextInt(1 << 20));
  }

  /** This life with a memory of this id, of letters and digits, which it had not before. */
  public NodeId withJournal(String id) {
    return new NodeId(name, incarnation + JOURNAL + id);
  }

  /** The id of the memory that outlives it; empty if it has none. */
  public Optional<String> journal() {
    int at = incarnation.indexOf(JOURNAL);
    return at < 0 ? Optional.empty() : Optional.of(incarnation.substring(at + 1));
  }

  /** When it began, as its incarnation says it. */
  public String began() {
    int at = incarnation.indexOf(JOURNAL);
    return at < 0 ? incarnation : incarnation.substring(0, at);
  }

  /**
   * Whether this life knows what {@code other} did: it is the same, or has the same execution
   * journal.
   */
  public boolean remembers(NodeId other) {
    return equals(other)
        || (name.equals(other.name) && journal().isPresent() && journal().equals(other.journal()));
  }

  /**
   * Whether this life began before {@code other} of the same node; not to be relied on if the clock
   * was set back between.
   */
  public boolean beganBefore(NodeId other) {
    int longer = Integer.compare(began().length(), other.began().length());
    return longer != 0 ? longer < 0 : began().compareTo(other.began()) < 0;
  }

  @Override
  public String toString() {
    return name + "~" + incarnation;
  }
}
