package org.dharch.ws.eventing;

import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.dharch.api.Changes;
import org.dharch.ws.Direction;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.WsAnswers;
import org.dharch.ws.WsException;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.soap.ElementReader;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapFaults;
import org.dharch.ws.soap.SoapVersion;

/** Requests as a subscriber writes them, and what is answered. */
record Requests(EventingVersion version, AddressingVersion addressing, SoapVersion soap) {
  static final String MANAGER = "http://source.example/manager";
  static final String SINK = "http://sink.example/sink";

  static Requests in2004() {
    return new Requests(
        EventingVersion.WSE_2004_08, AddressingVersion.WSA_2004_08, SoapVersion.SOAP_1_2);
  }

  static Requests in2011() {
    return new Requests(
        EventingVersion.WSE_2011_03, AddressingVersion.WSA_2005_08, SoapVersion.SOAP_1_2);
  }

  /** Every pair of versions in which peers speak, and SOAP's. */
  static List<Requests> all() {
    return List.of(
        in2004(),
        new Requests(
            EventingVersion.WSE_2004_08, AddressingVersion.WSA_2004_08, SoapVersion.SOAP_1_1),
        new Requests( // as the Devices Profile has it
            EventingVersion.WSE_2004_08, AddressingVersion.WSA_2005_08, SoapVersion.SOAP_1_2),
        in2011(),
        new Requests(
            EventingVersion.WSE_2011_03, AddressingVersion.WSA_2005_08, SoapVersion.SOAP_1_1));
  }

  /** An envelope with that request in its body. */
  byte[] envelope(String request, String headers, String body) {
    return bytes(
        "<s:Envelope xmlns:s='"
            + soap.namespace()
            + "' xmlns:wsa='"
            + addressing.namespace()
            + "' xmlns:wse='"
            + version.namespace()
            + "' xmlns:x='urn:x'><s:Header><wsa:Action>"
            + version.action(request)
            + "</wsa:Action><wsa:MessageID>urn:uuid:"
            + UUID.randomUUID()
            + "</wsa:MessageID><wsa:To>"
            + MANAGER
            + "</wsa:To>"
            + headers
            + "</s:Header><s:Body><wse:"
            + request
            + ">"
            + body
            + "</wse:"
            + request
            + "></s:Body></s:Envelope>");
  }

  static String reference(String element, String address, String parameters) {
    return "<wse:"
        + element
        + "><wsa:Address>"
        + address
        + "</wsa:Address>"
        + (parameters.isEmpty()
            ? ""
            : "<wsa:ReferenceParameters>" + parameters + "</wsa:ReferenceParameters>")
        + "</wse:"
        + element
        + ">";
  }

  static String delivery() {
    return "<wse:Delivery>" + reference("NotifyTo", SINK, "<x:key>7</x:key>") + "</wse:Delivery>";
  }

  byte[] subscribe(String rest) {
    return envelope("Subscribe", "", delivery() + rest);
  }

  static String expires(String text) {
    return "<wse:Expires>" + text + "</wse:Expires>";
  }

  static String filter(String dialect, String text) {
    return "<wse:Filter"
        + (dialect.isEmpty() ? "" : " Dialect='" + dialect + "'")
        + ">"
        + text
        + "</wse:Filter>";
  }

  byte[] about(String request, String id, String body) {
    String name = version == EventingVersion.WSE_2004_08 ? "wse:Identifier" : "o:Identifier";
    return envelope(
        request,
        "<" + name + " xmlns:o='urn:dharch:eventing:1'>urn:uuid:" + id + "</" + name + ">",
        body);
  }

  // ---- what is answered

  /** The manager's answer. */
  static byte[] answer(SubscriptionStore store, ManagerSettings settings, byte[] request)
      throws WsException {
    String by = UUID.randomUUID().toString();
    SubscriptionManager manager = new SubscriptionManager(store, settings, by, Optional.empty());
    SOAPContext context = new SOAPContext(request);
    Changes changes;
    try {
      changes = manager.processExchange(context, Direction.FROM_NETWORK);
    } catch (ProcessingException e) {
      changes = new WsAnswers(context, by).fault(e);
    }
    return ((Changes.Verdict.Respond) changes.verdict().orElseThrow()).envelope();
  }

  static byte[] answer(SubscriptionStore store, byte[] request) throws WsException {
    return answer(store, ManagerSettings.DEFAULT, request);
  }

  /** The fault that is answered. */
  static SoapFault fault(SubscriptionStore store, ManagerSettings settings, byte[] request)
      throws WsException {
    byte[] answer = answer(store, settings, request);
    return SoapFaults.read(answer)
        .orElseThrow(() -> new AssertionError(new String(answer, StandardCharsets.UTF_8)));
  }

  /** The text of the first element of that name, which must be there. */
  static String text(byte[] envelope, String local) {
    String[] found = {null};
    find(ElementReader.of(envelope), local, found);
    assertTrue(found[0] != null, () -> local + ": " + new String(envelope, StandardCharsets.UTF_8));
    return found[0];
  }

  private static void find(ElementReader in, String local, String[] found) {
    in.children(
        () -> {
          if (found[0] != null) {
            return;
          }
          if (in.localName().equals(local)) {
            found[0] = in.text();
          } else {
            find(in, local, found);
          }
        });
  }

  /** The id of the subscription that was made. */
  static String id(byte[] answer) {
    return text(answer, "Identifier").substring("urn:uuid:".length());
  }
}
