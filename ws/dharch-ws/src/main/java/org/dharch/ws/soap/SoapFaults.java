package org.dharch.ws.soap;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.ws.soap.SoapFault.Code;

/** Writes and reads the Fault element of both SOAP versions. Stateless and thread-safe. */
public final class SoapFaults {
  private static final QName LANG =
      new QName(XMLConstants.XML_NS_URI, "lang", XMLConstants.XML_NS_PREFIX);

  private SoapFaults() {}

  /**
   * Builds a fault message.
   *
   * @param headers its header blocks; the fault may add one
   */
  public static byte[] envelope(SoapVersion version, SoapFault fault, List<String> headers) {
    EnvelopeWriter writer = new EnvelopeWriter(version).headers(headers);
    if (version == SoapVersion.SOAP_1_1) {
      fault.headerDetail().ifPresent(writer::header);
    }
    return writer.body(write(version, fault)).bytes();
  }

  /** The Fault element. */
  public static String write(SoapVersion version, SoapFault fault) {
    ElementWriter out = new ElementWriter().start(version.name("Fault"));
    if (version == SoapVersion.SOAP_1_1) {
      write11(out, fault);
    } else {
      write12(out, fault);
    }
    return out.end().toString();
  }

  private static void write11(ElementWriter out, SoapFault fault) {
    QName code = fault.code().name(SoapVersion.SOAP_1_1);
    QName faultCode = fault.isCodeSpecial() ? fault.subcode().orElse(code) : code;
    out.start(new QName("faultcode")).text(faultCode).end();
    out.start(new QName("faultstring")).text(fault.reason()).end();
    if (!fault.detail().isEmpty() && fault.headerDetail().isEmpty()) {
      out.start(new QName("detail"));
      fault.detail().forEach(out::xml);
      out.end();
    }
  }

  private static void write12(ElementWriter out, SoapFault fault) {
    SoapVersion v = SoapVersion.SOAP_1_2;
    out.start(v.name("Code"));
    out.start(v.name("Value")).text(fault.code().name(v)).end();
    for (QName subcode : fault.subcodes()) {
      out.start(v.name("Subcode")).start(v.name("Value")).text(subcode).end();
    }
    fault.subcodes().forEach(subcode -> out.end());
    out.end();
    out.start(v.name("Reason")).start(v.name("Text")).attribute(LANG, "en");
    out.text(fault.reason()).end().end();
    if (!fault.detail().isEmpty()) {
      out.start(v.name("Detail"));
      fault.detail().forEach(out::xml);
      out.end();
    }
  }

  /**
   * Reads the fault in the body of {@code envelope}; empty if the body contains no fault.
   *
   * @throws MalformedMessageException if it is not a SOAP envelope, or its fault has no valid code
   */
  public static Optional<SoapFault> read(byte[] envelope) {
    ElementReader in = ElementReader.of(envelope);
    SoapVersion version = version(in);
    List<SoapFault> found = new ArrayList<>(1);
    in.children(
        () -> {
          if (in.is(version.name("Body"))) {
            in.children(
                () -> {
                  if (found.isEmpty() && in.is(version.name("Fault"))) {
                    found.add(read(in, version));
                  }
                });
            in.stop();
          }
        });
    return found.stream().findFirst();
  }

  /** Returns the SOAP version of the reader's current envelope element. */
  public static SoapVersion version(ElementReader in) {
    if (!in.localName().equals("Envelope")) {
      throw in.problem("the document element must be a SOAP Envelope (got " + in.name() + ")");
    }
    return SoapVersion.of(in.namespace())
        .orElseThrow(
            () ->
                in.problem(
                    "the envelope must be in the namespace of SOAP 1.1 or 1.2 (got "
                        + in.namespace()
                        + ")"));
  }

  private static SoapFault read(ElementReader in, SoapVersion version) {
    FaultParts parts = new FaultParts(version);
    in.children(
        () -> {
          switch (in.localName()) {
            case "faultcode" -> parts.code(in.qualifiedText());
            case "faultstring" -> parts.reason(in.text());
            case "detail", "Detail" -> in.children(() -> parts.detail(in.xml()));
            case "Code", "Subcode" -> codes(in, parts);
            case "Reason" -> in.children(() -> parts.reason(in.text()));
            default -> {} // faultactor, Node and Role are ignored
          }
        });
    return parts.fault().orElseThrow(() -> in.problem("a Fault must have a code"));
  }

  /** Reads a Value and an optional nested Subcode. */
  private static void codes(ElementReader in, FaultParts parts) {
    in.children(
        () -> {
          switch (in.localName()) {
            case "Value" -> parts.code(in.qualifiedText());
            case "Subcode" -> codes(in, parts);
            default -> {} // SOAP allows no other children
          }
        });
  }

  private static final class FaultParts {
    private final SoapVersion version;
    private final List<QName> subcodes = new ArrayList<>();
    private final List<String> detail = new ArrayList<>();
    private Optional<Code> code = Optional.empty();
    private Optional<String> reason = Optional.empty();

    FaultParts(SoapVersion version) {
      this.version = version;
    }

    void code(QName name) {
      Optional<Code> known = Code.of(version, name);
      if (code.isEmpty() && known.isPresent()) {
        code = known;
      } else if (subcodes.size() < SoapFault.MAX_SUBCODES) {
        subcodes.add(name);
      }
    }

    void reason(String text) {
      reason = Optional.of(reason.orElse(text));
    }

    void detail(String element) {
      detail.add(element);
    }

    /** Without a known code, assumes that the sender is responsible. */
    Optional<SoapFault> fault() {
      if (code.isEmpty() && subcodes.isEmpty()) {
        return Optional.empty();
      }
      return Optional.of(
          new SoapFault(
              code.orElse(Code.SENDER),
              subcodes,
              reason.orElse(""),
              detail,
              Optional.empty(),
              !subcodes.isEmpty()));
    }
  }
}
