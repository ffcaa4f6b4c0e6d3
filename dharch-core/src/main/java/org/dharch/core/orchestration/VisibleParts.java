package org.dharch.core.orchestration;

import static java.util.stream.Collectors.toSet;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The parts of a message that a handler declares and that its node receives.
 *
 * @param access what the handler reads and writes; unknown if empty
 * @param partial whether the node receives only the parts that the handler reads or writes
 * @param send the only parts that the node receives, as the orchestration requires; as {@code
 *     partial} says if empty
 */
public record VisibleParts(
    Optional<Access> access, boolean partial, Optional<Set<DeclaredPart>> send) {
  /** The whole message; the handler declares nothing. */
  public static final VisibleParts ALL =
      new VisibleParts(Optional.empty(), false, Optional.empty());

  public VisibleParts {
    Objects.requireNonNull(access, "access");
    send = send.map(Set::copyOf);
  }

  /** Returns the contradiction within these declarations. */
  Optional<String> contradiction() {
    if (partial && access.isEmpty()) {
      return Optional.of("must declare reads or writes, because it is partial");
    }
    return send.flatMap(this::unsent);
  }

  /** Returns the declared parts that the node does not receive. */
  private Optional<String> unsent(Set<DeclaredPart> parts) {
    if (partial) {
      return Optional.of("must not have a send, because it is partial");
    }
    return declared()
        .filter(part -> parts.stream().noneMatch(sent -> sent.includes(part)))
        .sorted()
        .findFirst()
        .map(part -> "reads or writes " + part + ", which its send must name");
  }

  private Stream<DeclaredPart> declared() {
    return access.stream().flatMap(a -> Stream.concat(a.reads().stream(), a.writes().stream()));
  }

  /** Returns the only parts that the node receives; all of the message if empty. */
  public Optional<Set<DeclaredPart>> given() {
    return partial ? Optional.of(declared().collect(toSet())) : send;
  }

  /** Returns whether the node receives the body or parts of it. Their size is not known before. */
  public boolean includeBody() {
    return given().map(Access::touchesBody).orElse(true);
  }
}
