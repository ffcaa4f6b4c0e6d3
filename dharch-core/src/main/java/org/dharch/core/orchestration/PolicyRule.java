package org.dharch.core.orchestration;

import java.util.List;
import java.util.Optional;

/** One demand of a {@link Policy}. */
public interface PolicyRule {
  /** How going on with {@code rest} after {@code done} contradicts it; empty if it does not. */
  Optional<String> contradiction(List<List<String>> done, Sequence rest);
}
