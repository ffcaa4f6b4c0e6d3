package org.dharch.ws.policy;

import java.util.Optional;
import javax.xml.namespace.QName;
import org.apache.neethi.Constants;
import org.dharch.ws.soap.ElementReader;

/**
 * Computes the number of alternatives of a policy before normalization. Each isOptionalAssertion
 * assertion doubles it.
 */
final class AlternativeCount {
  private final ElementReader in;

  private AlternativeCount(ElementReader in) {
    this.in = in;
  }

  /**
   * Returns the number, at most one more than {@link Policies#MAX_ALTERNATIVES}, for the policy at
   * the reader's current element.
   */
  static int of(ElementReader in) {
    return (int) new AlternativeCount(in).element();
  }

  private long element() {
    boolean isOperator = Constants.isPolicyNS(in.namespace());
    boolean isChoice = isOperator && in.localName().equals(Constants.ELEM_EXACTLYONE);
    boolean isOptional = !isOperator && isOptionalAssertion();
    long[] count = {isChoice ? 0 : 1};
    in.children(() -> count[0] = limit(isChoice ? count[0] + element() : count[0] * element()));
    return limit(isOptional ? count[0] + 1 : count[0]);
  }

  private boolean isOptionalAssertion() {
    for (String uri :
        new String[] {
          Constants.URI_POLICY_13_NS,
          Constants.URI_POLICY_15_DEPRECATED_NS,
          Constants.URI_POLICY_15_NS
        }) {
      Optional<String> value = in.attribute(new QName(uri, Constants.ATTR_OPTIONAL));
      if (value.isPresent() && (value.get().equals("true") || value.get().equals("1"))) {
        return true;
      }
    }
    return false;
  }

  private static long limit(long count) {
    return Math.min(count, Policies.MAX_ALTERNATIVES + 1L);
  }
}
