package org.dharch.benchmarks.messaging;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.xmlbeans.GDuration;
import org.apache.xmlbeans.XmlObject;
import org.apache.xmlbeans.XmlOptions;
import org.dharch.peers.operations.Row;
import org.dharch.peers.operations.Samples;
import org.dharch.ws.AddressingProcessor;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.addressing.RelatesTo;
import org.dharch.ws.soap.SoapVersion;
import org.dharch.ws.types.wsa200408.EndpointReferenceType;
import org.dharch.ws.types.wse200408.SubscribeDocument;

/** WS-Addressing 2004/08, and WS-Eventing's request with it. */
final class AddressingOperations {
  static final AddressingVersion WSA = AddressingVersion.WSA_2004_08;
  static final SoapVersion SOAP = SoapVersion.SOAP_1_1;
  static final EndpointReference PLAIN = EndpointReference.of(WSA, Samples.ADDRESS);
  private static final String WSE = "http://schemas.xmlsoap.org/ws/2004/08/eventing";
  private static final XmlOptions WRITTEN =
      new XmlOptions().setSaveOuter().setSaveSuggestedPrefixes(Map.of(WSE, "wse"));

  private AddressingOperations() {}

  static void add(Map<Row, Callable<Object>> rows) {
    byte[] sample = TreeOperations.utf8(Samples.MESSAGE);
    XmlObject tree = TreeOperations.sample();
    rows.put(
        Row.ENDPOINT,
        () -> EndpointReference.of(WSA, Samples.ADDRESS).write(WSA.name("EndpointReference")));
    rows.put(Row.ENDPOINT_WITH_PROPERTY, () -> rich().write(WSA.name("EndpointReference")));
    rows.put(Row.SUBSCRIBE, AddressingOperations::subscribe);
    rows.put(
        Row.ENVELOPE, () -> envelope(AddressingHeaders.to(rich(), Samples.ACTION, Samples.ID), ""));
    rows.put(
        Row.ENVELOPE_WITH_MOST,
        () ->
            envelope(
                AddressingHeaders.to(rich(), Samples.ACTION, Samples.ID)
                    .withEndpoints(PLAIN, PLAIN, PLAIN)
                    .withRelatesTo(RelatesTo.reply(WSA, Samples.ID)),
                ""));
    rows.put(Row.READ_TREE, () -> AddressingHeaders.read(tree));
    rows.put(Row.READ_BYTES, () -> AddressingHeaders.read(sample));
  }

  private static EndpointReference rich() {
    return new EndpointReference(
        WSA, Samples.ADDRESS, List.of(Samples.PROPERTY), List.of(), Optional.empty(), List.of());
  }

  private static byte[] envelope(AddressingHeaders headers, String body) {
    return AddressingProcessor.envelope(SOAP, headers, List.of(), body);
  }

  /** Uses XMLBeans, as in the paper; the envelope is made as everywhere here. */
  private static byte[] subscribe() {
    SubscribeDocument document = SubscribeDocument.Factory.newInstance();
    SubscribeDocument.Subscribe subscribe = document.addNewSubscribe();
    address(subscribe.addNewEndTo());
    EndpointReferenceType notifyTo = EndpointReferenceType.Factory.newInstance();
    address(notifyTo);
    subscribe.addNewDelivery().set(notifyTo);
    subscribe.setExpires(new GDuration(Samples.LIFETIME));
    subscribe.addNewFilter().setDialect("urn:topic");
    return envelope(
        AddressingHeaders.to(PLAIN, WSE + "/Subscribe", Samples.ID).withReplyTo(PLAIN),
        document.xmlText(WRITTEN));
  }

  private static void address(EndpointReferenceType reference) {
    reference.addNewAddress().setStringValue(Samples.ADDRESS);
  }
}
