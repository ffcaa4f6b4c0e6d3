package org.dharch.ws.rm.processor;

import java.nio.charset.StandardCharsets;
import org.dharch.ws.addressing.AddressingException;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.rm.Terms;
import org.dharch.ws.soap.ElementReader;
import org.dharch.ws.soap.SoapVersion;

/** Endpoint references as the terms of a sequence keep them: whole, and "" for the back-channel. */
final class Endpoints {
  private Endpoints() {}

  static String text(EndpointReference endpoint) {
    return endpoint.isAnonymous()
        ? ""
        : endpoint.write(endpoint.version().name("EndpointReference"));
  }

  /** Where messages go: that of one who fetches them is kept, though they go where it asks. */
  static String target(EndpointReference endpoint) {
    return endpoint.isFetching()
        ? Terms.fetched(
            endpoint.address(), endpoint.write(endpoint.version().name("EndpointReference")))
        : text(endpoint);
  }

  /** Reads what {@link #text} wrote. */
  static EndpointReference of(String text, AddressingVersion version) {
    if (text.isEmpty()) {
      return EndpointReference.anonymous(version);
    }
    try {
      return EndpointReference.read(
          ElementReader.of(text.getBytes(StandardCharsets.UTF_8)), version);
    } catch (AddressingException e) {
      throw new IllegalStateException("the store has no endpoint reference: " + text, e);
    }
  }

  static AddressingVersion addressing(Terms terms) {
    return AddressingVersion.of(terms.addressing()).orElse(AddressingVersion.WSA_2005_08);
  }

  static SoapVersion soap(Terms terms) {
    return SoapVersion.of(terms.soap()).orElse(SoapVersion.SOAP_1_1);
  }
}
