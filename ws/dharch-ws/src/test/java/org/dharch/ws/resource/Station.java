package org.dharch.ws.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.xmlbeans.XmlError;
import org.apache.xmlbeans.XmlErrorCodes;
import org.apache.xmlbeans.XmlObject;
import org.apache.xmlbeans.XmlOptions;
import org.dharch.api.Changes;
import org.dharch.ws.Direction;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.WsAnswers;
import org.dharch.ws.WsException;
import org.dharch.ws.soap.SafeXml;
import org.dharch.ws.soap.SoapFault;
import org.dharch.ws.soap.SoapFaults;
import org.dharch.ws.soap.SoapVersion;

/** A service with resources, as its clients see it; all that is sent and answered is validated. */
final class Station {
  static final String SERVICE = "Weather";

  private final ResourceStore store;
  private final ResourceSettings settings;
  private final SoapVersion version;
  private int messages;

  Station(ResourceStore store, ResourceSettings settings) {
    this(store, settings, SoapVersion.SOAP_1_2);
  }

  Station(ResourceStore store, ResourceSettings settings, SoapVersion version) {
    this.store = store;
    this.settings = settings;
    this.version = version;
  }

  /** As the service itself makes one. */
  void make(String id, String document) {
    store.transact(
        in -> {
          ResourceKey key = new ResourceKey(SERVICE, id);
          in.resource(key);
          in.put(new Resource(key, document, OptionalLong.empty()));
          return "";
        });
  }

  Optional<Resource> kept(String id) {
    return store.transact(in -> in.resource(new ResourceKey(SERVICE, id)));
  }

  /** The body of the answer to a request about a resource. */
  String ask(String id, String body) {
    SOAPContext answer = answer(Requests.about(id, version, body));
    Optional<SoapFault> fault = SoapFaults.read(answer.bytes());
    assertEquals(Optional.empty(), fault, () -> new String(answer.bytes(), StandardCharsets.UTF_8));
    requireValid(answer);
    return new String(answer.bodyBytes().orElseThrow(), StandardCharsets.UTF_8);
  }

  /** The fault that answers a request about a resource; its detail is valid. */
  SoapFault refused(String id, String body) {
    return refused(Requests.about(id, version, body));
  }

  SoapFault refused(byte[] request) {
    SOAPContext answer = answer(request);
    SoapFault fault = SoapFaults.read(answer.bytes()).orElseThrow();
    for (String detail : fault.detail()) {
      requireValid(SafeXml.parse(detail.getBytes(StandardCharsets.UTF_8)));
      assertTrue(detail.contains("Timestamp>"), detail);
      assertTrue(detail.contains("Description "), detail);
    }
    return fault;
  }

  /** The whole answer. */
  SOAPContext answer(byte[] request) {
    Changes changes = perform(request, "message " + ++messages);
    return new SOAPContext(((Changes.Verdict.Respond) changes.verdict().orElseThrow()).envelope());
  }

  /** What becomes of a message that has this id. */
  Changes perform(byte[] request, String by) {
    SOAPContext context = new SOAPContext(request);
    try {
      return new ResourceProcessor(store, settings, () -> Instant.EPOCH, SERVICE, by)
          .processExchange(context, Direction.FROM_NETWORK);
    } catch (ProcessingException e) {
      return new WsAnswers(context, by).fault(e);
    } catch (WsException e) {
      throw new AssertionError(e);
    }
  }

  private static void requireValid(SOAPContext answer) {
    requireValid(answer.envelope());
    requireValid(answer.body().orElseThrow());
  }

  private static void requireValid(XmlObject document) {
    List<XmlError> errors = new ArrayList<>();
    document.validate(new XmlOptions().setErrorListener(errors));
    // the specification wants properties to be declared somewhere; the weather is not here
    errors.removeIf(
        error -> error.getErrorCode().equals(XmlErrorCodes.ASSESS_ELEM_SCHEMA_VALID$NOT_RESOLVED));
    assertEquals(List.of(), errors, document::toString);
  }
}
