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
 * An endpoint reference of either version. Unknown content is preserved. Immutable.
 *
 * @param version the version of its address and of its written form
 * @param address an absolute IRI of at most {@value #MAX_ADDRESS} characters
 * @param referenceProperties self-contained elements of 2004/08: part of the endpoint's identity
 * @param referenceParameters self-contained elements that each message to the endpoint carries
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
  /** The maximum length of an address, in characters. */
  public static final int MAX_ADDRESS = 2_048;

  /** The maximum number of elements of a reference, not counting its address. */
  public static final int MAX_ELEMENTS = 64;

  /** The common form of addresses, an absolute URI that needs no parsing. */
  private static final Pattern PLAIN =
      Pattern.compile("http://[A-Za-z0-9.]++(?::[0-9]++)?(?:/[A-Za-z0-9/_.-]*+)?");

  public EndpointReference {
    referenceProperties = List.copyOf(referenceProperties);
    referenceParameters = List.copyOf(referenceParameters);
    others = List.copyOf(others);
  }

  /** Creates a reference with an address only. */
  public static EndpointReference of(AddressingVersion version, String address) {
    return new EndpointReference(
        version, address, List.of(), List.of(), Optional.empty(), List.of());
  }

  /** Creates the anonymous reference: over HTTP, the response to the request. */
  public static EndpointReference anonymous(AddressingVersion version) {
    return of(version, version.anonymous());
  }

  /** Creates the reference that discards messages. */
  public static EndpointReference none(AddressingVersion version) {
    return of(version, AddressingVersion.NONE);
  }

  /** Returns true for the anonymous address of any version and if {@link #isFetching}. */
  public boolean isAnonymous() {
    return AddressingVersion.isAnonymous(address);
  }

  /** Returns true if the endpoint polls for its messages. */
  public boolean isFetching() {
    return AddressingVersion.isFetching(address);
  }

  /** Returns true if messages to this endpoint are discarded. */
  public boolean isNone() {
    return address.equals(AddressingVersion.NONE);
  }

  /**
   * Reads the current element of the reader. Accepts children in both namespaces, because some
   * peers put a reference of one version into a message of the other.
   *
   * @param messageVersion the version of the surrounding message, used for faults
   * @throws AddressingException if the address is missing or invalid, or a bound is exceeded
   */
  public static EndpointReference read(ElementReader in, AddressingVersion messageVersion)
      throws AddressingException {
    String header = in.localName();
    Parts parts = new Parts(messageVersion, header);
    in.children(() -> parts.child(in));
    return parts.endpoint();
  }

  /** Writes an element of that name. */
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
   * Returns the header blocks of a message to this endpoint, except the address. In 2005/08,
   * reference parameters have the attribute IsReferenceParameter.
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

  private static final class Parts {
    private final AddressingVersion messageVersion;
    private final String header;
    private final List<String> properties = new ArrayList<>();
    private final List<String> parameters = new ArrayList<>();
    private final List<String> others = new ArrayList<>();
    private Optional<String> metadata = Optional.empty();
    private Optional<AddressingVersion> version = Optional.empty();
    private String address = "";

    Parts(AddressingVersion messageVersion, String header) {
      this.messageVersion = messageVersion;
      this.header = header;
    }

    void child(ElementReader in) throws AddressingException {
      Optional<AddressingVersion> childVersion = AddressingVersion.of(in.namespace());
      switch (childVersion.isPresent() ? in.localName() : "") {
        case "Address" -> {
          if (version.isPresent()) {
            throw invalid(Special.INVALID_EPR, "must have exactly one address");
          }
          version = childVersion;
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
        // otherwise it would become a header with another meaning
        throw invalid(
            Special.INVALID_EPR,
            "has " + in.name() + " as a parameter, which is the name of a header");
      }
      add(elements, in);
    }

    private void add(List<String> elements, ElementReader in) throws AddressingException {
      if (properties.size() + parameters.size() + others.size() >= MAX_ELEMENTS) {
        throw invalid(
            Special.INVALID_EPR,
            "must have at most " + MAX_ELEMENTS + " elements besides its address");
      }
      elements.add(in.xml());
    }

    private void check() throws AddressingException {
      if (address.length() > MAX_ADDRESS) {
        throw invalid(
            Special.INVALID_ADDRESS,
            "must have an address of at most "
                + MAX_ADDRESS
                + " characters (got "
                + address.length()
                + ")");
      }
      if (PLAIN.matcher(address).matches()) {
        return;
      }
      try {
        if (!new URI(address).isAbsolute()) {
          throw invalid(
              Special.INVALID_ADDRESS, "must have an absolute address (got " + address + ")");
        }
      } catch (URISyntaxException e) {
        throw invalid(
            Special.INVALID_ADDRESS, "must have a valid address (got " + e.getMessage() + ")");
      }
    }

    EndpointReference endpoint() throws AddressingException {
      if (version.isEmpty()) {
        throw invalid(Special.MISSING_ADDRESS_IN_EPR, "must have an address");
      }
      return new EndpointReference(
          version.get(), address, properties, parameters, metadata, others);
    }

    private AddressingException invalid(Special special, String problem) {
      return new AddressingException(
          AddressingFault.invalid(messageVersion, header, special, header + " " + problem));
    }
  }
}
