package org.dharch.ws.policy;

import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.neethi.Assertion;
import org.apache.neethi.Constants;
import org.apache.neethi.Policy;
import org.apache.neethi.PolicyBuilder;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.soap.ElementReader;
import org.dharch.ws.soap.ElementWriter;
import org.dharch.ws.soap.SafeXml;

/**
 * Reads, merges and intersects policies of WS-Policy 1.2 (2004/09) and 1.5. Preserves assertions
 * that it does not know. Does not resolve policy references. Thread-safe.
 */
public final class Policies {
  /** The maximum length of a policy, in bytes. */
  public static final int MAX_BYTES = 1 << 20;

  /** The maximum number of alternatives of a policy. */
  public static final int MAX_ALTERNATIVES = 64;

  private Policies() {}

  /**
   * Reads a policy document.
   *
   * @param xml in UTF-8
   * @throws PolicyException if it is not a valid policy
   * @throws MalformedMessageException if it is not XML, or exceeds a bound
   */
  public static Policy read(byte[] xml) {
    if (xml.length > MAX_BYTES) {
      throw new MalformedMessageException(
          "the policy must have at most " + MAX_BYTES + " bytes (got " + xml.length + ")");
    }
    // reads the whole document, which reports XML errors with their position
    if (AlternativeCount.of(ElementReader.of(xml)) > MAX_ALTERNATIVES) {
      throw new PolicyException(
          "the policy must have at most "
              + MAX_ALTERNATIVES
              + " alternatives; each optional assertion doubles them",
          null);
    }
    XMLStreamReader reader = SafeXml.reader(xml);
    try {
      while (reader.next() != XMLStreamConstants.START_ELEMENT) {} // up to the document element
      if (!Constants.isPolicyElement(reader.getNamespaceURI(), reader.getLocalName())) {
        throw new PolicyException(
            "the document element must be a Policy (got " + reader.getName() + ")", null);
      }
      return builder().getPolicy(reader);
    } catch (XMLStreamException e) {
      throw new PolicyException("cannot read the policy: " + e.getMessage(), e);
    } catch (PolicyException e) {
      throw e;
    } catch (RuntimeException e) { // Neethi reports nothing more specific
      throw new PolicyException("invalid policy: " + e.getMessage(), e);
    }
  }

  private static PolicyBuilder builder() {
    PolicyBuilder builder = new PolicyBuilder();
    for (RmVersion version : RmVersion.values()) {
      builder.registerBuilder(RmAssertion.name(version), new RmAssertionBuilder(version));
    }
    AddressingAssertion.NAMES.forEach(
        name -> builder.registerBuilder(name, new AddressingAssertion.Builder()));
    return builder;
  }

  public static String write(Policy policy) {
    return ElementWriter.capture(policy::serialize);
  }

  /** Merges two policies: the assertions of both must be true. */
  public static Policy merge(Policy one, Policy other) {
    return one.merge(other).normalize(true);
  }

  /**
   * Intersects two policies: one alternative for each compatible pair. Times of {@code one} take
   * precedence.
   *
   * @return a policy without alternatives if nothing is compatible
   */
  public static Policy intersect(Policy one, Policy other) {
    return one.normalize(true).intersect(other.normalize(true), true);
  }

  /** Returns the alternatives, each with all its assertions. */
  static List<List<Assertion>> alternatives(Policy policy) {
    List<List<Assertion>> all = new ArrayList<>();
    policy.normalize(true).getAlternatives().forEachRemaining(all::add);
    return all;
  }
}
