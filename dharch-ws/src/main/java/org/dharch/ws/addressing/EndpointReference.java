package org.dharch.ws.addressing;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;
import org.dharch.ws.addressing.AddressingFault.Special;
import org.dharch.ws.soap.ElementReader;
import org.dharch.ws.soap.ElementWriter;
import org.dharch.ws.soap.SoapVersion;

/**
 * An endpoint reference of either version, whole: what is not understood of it is kept and written
 * again. Immutable; two are equal if they are written alike.
 *
 * @param version the version that its address is in, and it is written in
 * @param address an absolute IRI of at most {@value #MAX_ADDRESS} characters
 * @param referenceProperties elements that stand alone, of 2004/08: part of the endpoint's identity
 * @param referenceParameters elements that stand alone: what a message to the endpoint carries
 * @param metadata the Metadata element of 2005/08
 * @param others all other elements: PortType, ServiceName, policies, extensions
 */
public record EndpointReference(
    AddressingVersion version,
    String address,
    List<String> referenceProperties,
    List<String> referenceParameters,
    Optional<String> metadata,
    List<String> others) {
  /** The longest address, in characters. */
  public static final int MAX_ADDRESS = 2_048;

  /** The most elements of one reference beside its address. */
  public static final int MAX_ELEMENTS = 64;

  /** What nearly all addresses are like: such a one is absolute, and needs no parser to know it. */
  private static final Pattern PLAIN =
      Pattern.compile("http://[A-Za-z0-9.]++(?::[0-9]++)?(?:/[A-Za-z0-9/_.-]*+)?");

  public EndpointReference {
    referenceProperties = List.copyOf(referenceProperties);
    referenceParameters = List.copyOf(referenceParameters);
    others = List.copyOf(others);
  }

  /** One that is nothing but an address. */
  public static EndpointReference of(AddressingVersion version, String address) {
    return new EndpointReference(
        version, address, List.of(), List.of(), Optional.empty(), List.of());
  }

  /** Who has no address: over HTTP, the response to his request. */
  public static EndpointReference anonymous(AddressingVersion version) {
    return of(version, version.anonymous());
  }

  /** Where nothing is to be sent. */
  public static EndpointReference none(AddressingVersion version) {
    return of(version, AddressingVersion.NONE);
  }

  /** Whether its address is the anonymous one of any version, or {@link #isFetching}. */
  public boolean isAnonymous() {
    return AddressingVersion.isAnonymous(address);
  }

  /** Whether its address is of one who has no other, and fetches its messages. */
  public boolean isFetching() {
    return AddressingVersion.isFetching(address);
  }

  /** Whether nothing is to be sent there. */
  public boolean isNone() {
    return address.equals(AddressingVersion.NONE);
  }

  /**
   * Reads the element at whose start the reader stands. Whichever of the two namespaces its
   * children are in, they are understood: there are peers that put one version's reference into
   * messages of the other.
   *
   * @param around the version of the message around it, in which it is said if something is wrong
   * @throws AddressingException if it has no address, or one that is none, or too much
   */
  public static EndpointReference read(ElementReader in, AddressingVersion around)
      throws AddressingException {
    String header = in.localName();
    Reading reading = new Reading(around, header);
    in.children(() -> reading.child(in));
    return reading.result();
  }

  /** As an element of that name. */
  public String write(QName name) {
    ElementWriter out = new ElementWriter().start(name);
    out.element(version.name("Address"), address);
    group(out, "ReferenceProperties", referenceProperties);
    group(out, "ReferenceParameters", referenceParameters);
    metadata.ifPresent(out::xml);
    others.forEach(out::xml);
    return out.end().toString();
  }

  private void group(ElementWriter out, String name, List<String> elements) {
    if (!elements.isEmpty()) {
      out.start(version.name(name));
      elements.forEach(out::xml);
      out.end();
    }
  }

  /**
   * The header blocks that a message to it carries beside its address: reference properties and
   * parameters as they are; in 2005/08 they say that they are parameters.
   */
  public List<String> headers() {
    List<String> headers = new ArrayList<>(referenceProperties.size() + referenceParameters.size());
    headers.addAll(referenceProperties);
    if (version == AddressingVersion.WSA_2004_08) {
      headers.addAll(referenceParameters);
      return headers;
    }
    QName marker = version.name("IsReferenceParameter");
    for (String parameter : referenceParameters) {
      headers.add(ElementReader.of(parameter.getBytes(StandardCharsets.UTF_8)).xml(marker, "true"));
    }
    return headers;
  }

  /** What was read so far. */
  private static final class Reading {
    private final AddressingVersion around;
    private final String header;
    private final List<String> properties = new ArrayList<>();
    private final List<String> parameters = new ArrayList<>();
    private final List<String> others = new ArrayList<>();
    private Optional<String> metadata = Optional.empty();
    private Optional<AddressingVersion> version = Optional.empty();
    private String address = "";

    Reading(AddressingVersion around, String header) {
      this.around = around;
      this.header = header;
    }

    void child(ElementReader in) throws AddressingException {
      Optional<AddressingVersion> its = AddressingVersion.of(in.namespace());
      switch (its.isPresent() ? in.localName() : "") {
        case "Address" -> {
          if (version.isPresent()) {
            throw invalid(Special.INVALID_EPR, "has two addresses");
          }
          version = its;
          address = in.text();
          check();
        }
        case "ReferenceProperties" -> in.children(() -> parameter(properties, in));
        case "ReferenceParameters" -> in.children(() -> parameter(parameters, in));
        case "Metadata" -> metadata = Optional.of(in.xml());
        default -> add(others, in);
      }
    }

    private void parameter(List<String> elements, ElementReader in) throws AddressingException {
      if (AddressingVersion.of(in.namespace()).isPresent()
          || SoapVersion.of(in.namespace()).isPresent()) {
        // it would become a header that says something else of the message
        throw invalid(
            Special.INVALID_EPR, "has " + in.name() + " as a parameter, which is a header's name");
      }
      add(elements, in);
    }

    private void add(List<String> elements, ElementReader in) throws AddressingException {
      if (properties.size() + parameters.size() + others.size() >= MAX_ELEMENTS) {
        throw invalid(
            Special.INVALID_EPR, "has more than " + MAX_ELEMENTS + " elements beside its address");
      }
      elements.add(in.xml());
    }

    private void check() throws AddressingException {
      if (address.length() > MAX_ADDRESS) {
        throw invalid(
            Special.INVALID_ADDRESS,
            "has an address of "
                + address.length()
                + " characters; "
                + MAX_ADDRESS
                + " are allowed");
      }
      if (PLAIN.matcher(address).matches()) {
        return;
      }
      try {
        if (!new URI(address).isAbsolute()) {
          throw invalid(Special.INVALID_ADDRESS, "has an address that is not absolute: " + address);
        }
      } catch (URISyntaxException e) {
        throw invalid(Special.INVALID_ADDRESS, "has an address that is none: " + e.getMessage());
      }
    }

    EndpointReference result() throws AddressingException {
      if (version.isEmpty()) {
        throw invalid(Special.MISSING_ADDRESS_IN_EPR, "has no address");
      }
      return new EndpointReference(
          version.get(), address, properties, parameters, metadata, others);
    }

    private AddressingException invalid(Special special, String what) {
      return new AddressingException(
          AddressingFault.invalid(around, header, special, header + " " + what));
    }
  }
}
