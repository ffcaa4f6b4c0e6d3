package org.dharch.ws.rm.processor;

import java.nio.charset.StandardCharsets;
import org.dharch.ws.addressing.AddressingException;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;
import org.dharch.ws.rm.Terms;
import org.dharch.ws.soap.ElementReader;
import org.dharch.ws.soap.SoapVersion;

/** Encodes endpoint references in the terms of a sequence; "" is the back-channel. */
final class Endpoints {
  private Endpoints() {}

  static String text(EndpointReference endpoint) {
    return endpoint.isAnonymous()
        ? ""
        : endpoint.write(endpoint.version().name("EndpointReference"));
  }

  /** Returns the target of messages, including the reference of a polling endpoint. */
  static String target(EndpointReference endpoint) {
    return endpoint.isFetching()
        ? Terms.fetched(
            endpoint.address(), endpoint.write(endpoint.version().name("EndpointReference")))
        : text(endpoint);
  }

  /** Reads the result of {@link #text}. */
  static EndpointReference of(String text, AddressingVersion version) {
    if (text.isEmpty()) {
      return EndpointReference.anonymous(version);
    }
    try {
      return EndpointReference.read(
          ElementReader.of(text.getBytes(StandardCharsets.UTF_8)), version);
    } catch (AddressingException e) {
      throw new IllegalStateException(
          "the store contains an invalid endpoint reference: " + text, e);
    }
  }

  static AddressingVersion addressing(Terms terms) {
    return AddressingVersion.of(terms.addressing()).orElse(AddressingVersion.WSA_2005_08);
  }

  static SoapVersion soap(Terms terms) {
    return SoapVersion.of(terms.soap()).orElse(SoapVersion.SOAP_1_1);
  }
}
