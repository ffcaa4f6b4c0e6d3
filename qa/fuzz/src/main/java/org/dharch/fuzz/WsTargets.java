package org.dharch.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.neethi.Policy;
import org.apache.xmlbeans.XmlObject;
import org.dharch.api.HeaderRef;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.message.envelope.EnvelopeDiff;
import org.dharch.core.message.envelope.Envelopes;
import org.dharch.ws.AddressingProcessor;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.UnknownMessageException;
import org.dharch.ws.WsException;
import org.dharch.ws.addressing.AddressingException;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.policy.Policies;
import org.dharch.ws.policy.PolicyException;
import org.dharch.ws.policy.RmPolicy;
import org.dharch.ws.rm.message.RmBody;
import org.dharch.ws.rm.message.RmFault;
import org.dharch.ws.rm.message.RmHeaders;
import org.dharch.ws.rm.message.RmMessages;
import org.dharch.ws.rm.message.RmReceived;
import org.dharch.ws.soap.ElementReader;
import org.dharch.ws.soap.EnvelopeWriter;
import org.dharch.ws.soap.SafeXml;
import org.dharch.ws.soap.SoapConversions;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapFaults;
import org.dharch.ws.soap.SoapVersion;

/** Messages of the WS-* protocols from untrusted clients. */
final class WsTargets {
  private WsTargets() {}

  /** Any XML: both parsers, to a tree and element by element, accept it or both reject it. */
  static void xml(byte[] data) {
    Optional<String> copy = Optional.empty();
    try {
      copy = Optional.of(ElementReader.of(data).xml());
    } catch (MalformedMessageException e) {
      WireTargets.ignored(e);
    }
    try {
      SafeXml.parse(data);
    } catch (MalformedMessageException e) {
      WireTargets.ignored(e);
      mustBe(copy.isEmpty(), "rejected as a tree, accepted as elements: " + e.getMessage());
      return;
    }
    String once = copy.orElseThrow(() -> new AssertionError("accepted as a tree only"));
    mustBe(once.equals(ElementReader.of(utf8(once)).xml()), "copies must be equal: " + once);
  }

  /** An envelope: every part is readable, and as a tree it is the same message. */
  static void soap(byte[] data) {
    try {
      Envelopes.check(data, Limits.DEFAULT);
      XmlObject document = SoapConversions.document(data);
      mustBe(
          EnvelopeDiff.between(data, SoapConversions.bytes(document), Limits.DEFAULT).isEmpty(),
          "the tree must be the same message");
      SOAPContext context = new SOAPContext(data);
      for (HeaderRef header : context.headers()) {
        mustBe(context.header(header.name()).isPresent(), "the block " + header);
      }
      mustBe(context.body().isPresent() == context.bodyName().isPresent(), "the body");
    } catch (MalformedMessageException e) {
      WireTargets.ignored(e);
    }
  }

  /** WS-Addressing: a message that was read is written and reads the same. */
  static void addressing(byte[] data) throws AddressingException {
    Optional<AddressingHeaders> read;
    try {
      read = AddressingHeaders.read(data);
    } catch (MalformedMessageException e) {
      WireTargets.ignored(e);
      return;
    } catch (AddressingException e) {
      byte[] fault = SoapFaults.envelope(SoapVersion.SOAP_1_2, e.fault().soapFault(), List.of());
      mustBe(SoapFaults.read(fault).isPresent(), "the fault");
      return;
    }
    if (read.isPresent()) {
      AddressingHeaders headers = read.get();
      // the first time a text that looks like a qualified name gets its namespace declaration
      AddressingHeaders once = written(headers);
      mustBe(
          once.to().equals(headers.to()) && once.action().equals(headers.action()),
          "the destination");
      mustBe(once.relatesTo().equals(headers.relatesTo()), "the relationship");
      mustBe(written(once).equals(once), "must read the same after writing: " + once);
      headers.response(headers.faultTarget(true), "urn:a", "urn:b").write();
    }
  }

  private static AddressingHeaders written(AddressingHeaders headers) throws AddressingException {
    return AddressingHeaders.read(
            AddressingProcessor.envelope(SoapVersion.SOAP_1_2, headers, List.of(), ""))
        .orElseThrow();
  }

  /** WS-ReliableMessaging: a message that was read is written and reads the same. */
  static void rm(byte[] data) throws WsException {
    RmReceived received;
    try {
      received = RmMessages.read(new SOAPContext(data));
    } catch (MalformedMessageException e) {
      WireTargets.ignored(e);
      return;
    } catch (UnknownMessageException e) {
      return;
    } catch (ProcessingException e) {
      mustBe(!e.getMessage().isEmpty(), "the message must be readable");
      return;
    }
    RmHeaders headers = received.headers();
    List<String> blocks = new ArrayList<>();
    headers.sequence().ifPresent(s -> blocks.add(s.write(SoapVersion.SOAP_1_1)));
    headers.ackRequested().forEach(r -> blocks.add(r.write()));
    headers.acknowledgements().stream()
        .filter(a -> a.version().hasNone() || !a.acknowledgement().ranges().isEmpty())
        .filter(a -> a.missing().isEmpty())
        .forEach(a -> blocks.add(a.write()));
    headers.refused().forEach(fault -> SoapFaults.write(SoapVersion.SOAP_1_1, fault.soapFault()));
    RmHeaders again =
        RmHeaders.read(new EnvelopeWriter(SoapVersion.SOAP_1_1).headers(blocks).bytes());
    mustBe(again.sequence().equals(headers.sequence()), "the sequence");
    mustBe(again.ackRequested().equals(headers.ackRequested()), "the request");
    mustBe(headers.acknowledgements().containsAll(again.acknowledgements()), "the acknowledgement");
    if (received.body().isPresent()) {
      RmBody body = received.body().get();
      byte[] written = new EnvelopeWriter(SoapVersion.SOAP_1_1).body(body.write()).bytes();
      RmReceived second = RmMessages.read(new SOAPContext(written));
      mustBe(
          second.body().equals(received.body()),
          "must read the same after writing: " + body.write());
    }
  }

  /** A fault: its codes, reason and detail are written and read the same. */
  static void fault(byte[] data) {
    try {
      Optional<SoapFault> fault = SoapFaults.read(data);
      if (fault.isEmpty()) {
        return;
      }
      byte[] again = SoapFaults.envelope(SoapVersion.SOAP_1_2, fault.get(), List.of());
      SoapFault read = SoapFaults.read(again).orElseThrow();
      mustBe(read.code() == fault.get().code(), "the code");
      mustBe(read.subcodes().equals(fault.get().subcodes()), "the subcodes");
      mustBe(read.reason().equals(fault.get().reason()), "the reason");
      RmFault.of(fault.get(), RmHeaders.read(data));
    } catch (MalformedMessageException e) {
      WireTargets.ignored(e);
    } catch (ProcessingException e) {
      mustBe(!e.getMessage().isEmpty(), "the message must be readable");
    }
  }

  /** A policy: its assertions are written and read the same. */
  static void policy(byte[] data) {
    Policy policy;
    List<RmPolicy> policies;
    try {
      policy = Policies.read(data);
      policies = RmPolicy.of(policy);
    } catch (MalformedMessageException | PolicyException e) {
      WireTargets.ignored(e);
      return;
    }
    String written = Policies.write(policy);
    mustBe(RmPolicy.of(Policies.read(utf8(written))).equals(policies), "must be equal: " + written);
    Policies.intersect(policy, policy);
  }

  static void mustBe(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
