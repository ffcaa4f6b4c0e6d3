package org.dharch.benchmarks.messaging;

import jakarta.xml.soap.MessageFactory;
import jakarta.xml.soap.SOAPConstants;
import jakarta.xml.soap.SOAPException;
import jakarta.xml.soap.SOAPMessage;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.xmlbeans.XmlCursor;
import org.apache.xmlbeans.XmlObject;
import org.dharch.api.Changes;
import org.dharch.api.Limits;
import org.dharch.core.message.envelope.Merge;
import org.dharch.peers.operations.Row;
import org.dharch.peers.operations.Samples;
import org.dharch.ws.rm.RmVersion;
import org.dharch.ws.rm.SequenceId;
import org.dharch.ws.rm.message.SequenceHeader;
import org.dharch.ws.soap.SoapConversions;
import org.dharch.ws.soap.SoapVersion;
import org.dharch.ws.types.rm200502.SequenceDocument;
import org.dharch.ws.types.soap11.EnvelopeDocument;

/** Operations on envelopes as trees and as bytes. */
final class TreeOperations {
  private static final byte[] SAMPLE = utf8(Samples.MESSAGE);

  private TreeOperations() {}

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns {@link Samples#MESSAGE} as a tree. */
  static XmlObject sample() {
    return SoapConversions.document(SAMPLE);
  }

  static void add(Map<Row, Callable<Object>> rows) throws Exception {
    XmlObject tree = sample();
    SOAPMessage saaj = SoapConversions.soapMessage(tree);
    MessageFactory messages = MessageFactory.newInstance(SOAPConstants.SOAP_1_1_PROTOCOL);
    rows.put(Row.EMPTY_TREE, TreeOperations::empty);
    rows.put(Row.SOAP_MESSAGE, () -> created(messages));
    rows.put(Row.TREE_TO_SOAP_MESSAGE, () -> SoapConversions.soapMessage(tree));
    rows.put(Row.SOAP_MESSAGE_TO_TREE, () -> SoapConversions.document(saaj));
    rows.put(Row.ADD_TO_TREE, addToTree());
    byte[] block = utf8(sequence());
    rows.put(
        Row.ADD_TO_BYTES,
        () -> Merge.apply(SAMPLE, Changes.builder().addHeader(block).build(), Limits.DEFAULT));
  }

  /** Returns the added header block. */
  static String sequence() {
    return new SequenceHeader(RmVersion.RM_1_0, new SequenceId(Samples.ID), Samples.NUMBER, false)
        .write(SoapVersion.SOAP_1_1);
  }

  private static EnvelopeDocument empty() {
    EnvelopeDocument envelope = EnvelopeDocument.Factory.newInstance();
    envelope.addNewEnvelope().addNewBody();
    return envelope;
  }

  /** Requests the envelope, because SAAJ creates nothing earlier. */
  private static Object created(MessageFactory messages) throws SOAPException {
    SOAPMessage message = messages.createMessage();
    message.getSOAPPart().getEnvelope();
    return message;
  }

  private static Callable<Object> addToTree() throws Exception {
    EnvelopeDocument envelope = (EnvelopeDocument) sample();
    SequenceDocument sequence = SequenceDocument.Factory.parse(sequence());
    return () -> {
      try (XmlCursor to = envelope.getEnvelope().getHeader().newCursor();
          XmlCursor from = sequence.getSequence().newCursor()) {
        to.toEndToken();
        from.copyXml(to);
        to.toPrevSibling();
        return to.removeXml();
      }
    };
  }
}
