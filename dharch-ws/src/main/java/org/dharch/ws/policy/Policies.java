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
 * Policies of WS-Policy 1.2 (2004/09) and 1.5, with assertions for reliable messaging and
 * addressing; all others are kept as they are. References to policies elsewhere are not followed.
 * Stateless; safe for any thread.
 */
public final class Policies {
  /** The longest policy, in bytes. */
  public static final int MAX_BYTES = 1 << 20;

  /** The most alternatives that a policy may come to. */
  public static final int MAX_ALTERNATIVES = 64;

  private Policies() {}

  /**
   * A policy's document.
   *
   * @param xml in UTF-8
   * @throws PolicyException if it is no policy, or says what cannot be
   * @throws MalformedMessageException if it is not XML, or past a bound
   */
  public static Policy read(byte[] xml) {
    if (xml.length > MAX_BYTES) {
      throw new MalformedMessageException(
          "the policy has " + xml.length + " bytes; " + MAX_BYTES + " are allowed");
    }
    // reads all of it: what is wrong with the XML is said by its place
    if (AlternativeCount.of(ElementReader.of(xml)) > MAX_ALTERNATIVES) {
      throw new PolicyException(
          "the policy has more than "
              + MAX_ALTERNATIVES
              + " alternatives; each optional assertion doubles them",
          null);
    }
    XMLStreamReader reader = SafeXml.reader(xml);
    try {
      while (reader.next() != XMLStreamConstants.START_ELEMENT) {
        // up to the document element
      }
      if (!Constants.isPolicyElement(reader.getNamespaceURI(), reader.getLocalName())) {
        throw new PolicyException(
            "the document element is " + reader.getName() + "; a Policy is allowed", null);
      }
      return builder().getPolicy(reader);
    } catch (XMLStreamException e) {
      throw new PolicyException("the policy cannot be read: " + e.getMessage(), e);
    } catch (PolicyException e) {
      throw e;
    } catch (RuntimeException e) { // all that Neethi says
      throw new PolicyException("the policy cannot be understood: " + e.getMessage(), e);
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

  /** The policy as a document of its own. */
  public static String write(Policy policy) {
    return ElementWriter.written(policy::serialize);
  }

  /** All of both policies must hold. */
  public static Policy merge(Policy one, Policy other) {
    return one.merge(other).normalize(true);
  }

  /**
   * What both ends can have: an alternative for each pair of theirs that go together. Where both
   * say a time, {@code one}'s counts.
   *
   * @return without any alternative if nothing goes together
   */
  public static Policy intersect(Policy one, Policy other) {
    return one.normalize(true).intersect(other.normalize(true), true);
  }

  /** The policy's alternatives, each with all its assertions. */
  static List<List<Assertion>> alternatives(Policy policy) {
    List<List<Assertion>> all = new ArrayList<>();
    policy.normalize(true).getAlternatives().forEachRemaining(all::add);
    return all;
  }
}
