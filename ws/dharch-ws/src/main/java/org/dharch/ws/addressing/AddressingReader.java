package org.dharch.ws.addressing;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.dharch.ws.addressing.AddressingFault.Special;
import org.dharch.ws.soap.ElementReader;
import org.dharch.ws.soap.SoapFaults;
import org.dharch.ws.soap.SoapVersion;

/** Reads the headers of both versions in one pass, then selects the version. */
final class AddressingReader {
  private static final QName MARKER = AddressingVersion.WSA_2005_08.name("IsReferenceParameter");

  private static final String FAULT_DETAIL = "FaultDetail";

  private final ElementReader in;
  private final SoapVersion soap;
  private final Map<AddressingVersion, VersionHeaders> found =
      new EnumMap<>(AddressingVersion.class);
  private final List<String> references = new ArrayList<>();

  private AddressingReader(ElementReader in) {
    this.in = in;
    this.soap = SoapFaults.version(in);
  }

  static Optional<AddressingHeaders> read(ElementReader in) throws AddressingException {
    AddressingReader reader = new AddressingReader(in);
    in.children(reader::part);
    VersionHeaders newer = reader.found.get(AddressingVersion.WSA_2005_08);
    VersionHeaders older = reader.found.get(AddressingVersion.WSA_2004_08);
    if (newer == null && older == null) {
      return Optional.empty();
    }
    boolean usesNewer =
        newer != null && (older == null || newer.action.isPresent() || older.action.isEmpty());
    return Optional.of((usesNewer ? newer : older).headers(reader.references));
  }

  private void part() {
    if (in.is(soap.name("Header"))) {
      in.children(this::block);
    } else if (in.is(soap.name("Body"))) {
      in.stop();
    }
  }

  private void block() {
    Optional<AddressingVersion> version = AddressingVersion.of(in.namespace());
    if (version.isPresent()) {
      if (in.localName().equals(FAULT_DETAIL)) {
        return; // part of a SOAP 1.1 fault, before the sender adds its addressing
      }
      if (soap.isForReceiver(in.attribute(soap.roleAttribute()).orElse(""))) {
        found.computeIfAbsent(version.get(), VersionHeaders::new).block(in);
      }
    } else if (references.size() < AddressingHeaders.MAX_REPEATED
        && in.attribute(MARKER).filter(v -> v.equals("true") || v.equals("1")).isPresent()) {
      references.add(in.xml());
    }
  }

  /** The headers of one version. Errors are reported only if this version is selected. */
  private static final class VersionHeaders {
    private final AddressingVersion version;
    private final List<RelatesTo> relatesTo = new ArrayList<>();
    private Optional<String> to = Optional.empty();
    private Optional<String> action = Optional.empty();
    private Optional<String> messageId = Optional.empty();
    private Optional<EndpointReference> from = Optional.empty();
    private Optional<EndpointReference> replyTo = Optional.empty();
    private Optional<EndpointReference> faultTo = Optional.empty();
    private Optional<AddressingException> problem = Optional.empty();

    VersionHeaders(AddressingVersion version) {
      this.version = version;
    }

    void block(ElementReader in) {
      String name = in.localName();
      try {
        switch (name) {
          case "To" -> to = once(name, to, iri(in));
          case "Action" -> action = once(name, action, iri(in));
          case "MessageID" -> messageId = once(name, messageId, iri(in));
          case "RelatesTo" -> relation(in);
          case "From" -> from = once(name, from, EndpointReference.read(in, version));
          case "ReplyTo" -> replyTo = once(name, replyTo, EndpointReference.read(in, version));
          case "FaultTo" -> faultTo = once(name, faultTo, EndpointReference.read(in, version));
          default -> {} // ReplyAfter and extensions are ignored
        }
      } catch (AddressingException e) {
        problem = Optional.of(problem.orElse(e));
      }
    }

    private <T> Optional<T> once(String name, Optional<T> before, T value)
        throws AddressingException {
      if (before.isPresent()) {
        throw invalid(name, Special.INVALID_CARDINALITY, "must not occur twice");
      }
      return Optional.of(value);
    }

    private String iri(ElementReader in) throws AddressingException {
      String name = in.localName();
      String text = in.text();
      if (text.isEmpty() || text.length() > AddressingHeaders.MAX_IRI) {
        throw invalid(
            name,
            Special.INVALID_ADDRESS,
            "must have 1 to "
                + AddressingHeaders.MAX_IRI
                + " characters (got "
                + text.length()
                + ")");
      }
      return text;
    }

    private void relation(ElementReader in) throws AddressingException {
      if (relatesTo.size() >= AddressingHeaders.MAX_REPEATED) {
        throw invalid(
            "RelatesTo",
            Special.INVALID_CARDINALITY,
            "must occur at most " + AddressingHeaders.MAX_REPEATED + " times");
      }
      Optional<String> type =
          version == AddressingVersion.WSA_2005_08
              ? in.attribute("RelationshipType")
              : in.qualifiedAttribute("RelationshipType").map(this::type);
      relatesTo.add(new RelatesTo(iri(in), type.orElse(version.reply())));
    }

    private String type(QName name) {
      return name.getNamespaceURI().equals(version.namespace())
          ? name.getLocalPart()
          : name.toString();
    }

    private AddressingException invalid(String name, Special special, String what) {
      return new AddressingException(
          AddressingFault.invalid(version, name, special, "the header wsa:" + name + " " + what));
    }

    AddressingHeaders headers(List<String> references) throws AddressingException {
      if (problem.isPresent()) {
        throw problem.get();
      }
      if (action.isEmpty()) {
        throw new AddressingException(AddressingFault.required(version, "Action"));
      }
      return new AddressingHeaders(
          version, to, action.get(), messageId, relatesTo, from, replyTo, faultTo, references);
    }
  }
}
