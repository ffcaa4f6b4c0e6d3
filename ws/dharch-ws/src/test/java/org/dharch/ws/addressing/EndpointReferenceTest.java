package org.dharch.ws.addressing;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.dharch.ws.Vectors;
import org.dharch.ws.soap.ElementReader;
import org.dharch.ws.soap.ElementWriter;
import org.dharch.ws.soap.SafeXml;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EndpointReferenceTest {
  private static final QName NAME = new QName("urn:n", "Name", "n");

  @Provide
  Arbitrary<EndpointReference> references() {
    Arbitrary<String> address =
        Arbitraries.strings()
            .withCharRange('a', 'z')
            .withChars("&?=/\u00e9")
            .ofMinLength(1)
            .map(path -> "http://h/" + path);
    Arbitrary<List<String>> elements = element().list().ofMaxSize(3);
    return Combinators.combine(
            Arbitraries.of(AddressingVersion.class), address, elements, elements, elements)
        .as(
            (version, to, properties, parameters, others) ->
                new EndpointReference(
                    version, to, properties, parameters, Optional.empty(), others));
  }

  /** As a reader copies them: what is written again is the same text. */
  private static Arbitrary<String> element() {
    Arbitrary<String> text =
        Arbitraries.strings()
            .ascii()
            .excludeChars(controls())
            .withChars("\u20ac\ud83d")
            .excludeChars('\ud83d', ':')
            // else it may look like a name, and gets the declaration for it
            .ofMaxLength(20);
    return Combinators.combine(Arbitraries.of("urn:x", "urn:y"), text, text)
        .as(
            (uri, attribute, content) ->
                copy(
                    new ElementWriter()
                        .start(new QName(uri, "e", "p"))
                        .attribute("a", attribute)
                        .text(content)
                        .end()
                        .toString()));
  }

  private static char[] controls() {
    char[] all = new char[33];
    for (char c = 0; c < 32; c++) {
      all[c] = c;
    }
    all[32] = 127;
    return all;
  }

  @Property
  void roundTrips(@ForAll("references") EndpointReference reference) throws AddressingException {
    EndpointReference read = read(reference.write(NAME), reference.version());
    assertEquals(reference, read);
  }

  @Test
  void readsChildrenOfOtherVersion() throws AddressingException {
    EndpointReference reference =
        read(
            "<r:AcksTo xmlns:r='urn:r' xmlns:w='%s'><w:Address> http://h </w:Address></r:AcksTo>"
                .formatted(AddressingVersion.WSA_2005_08.namespace()),
            AddressingVersion.WSA_2004_08);
    assertEquals(AddressingVersion.WSA_2005_08, reference.version());
    assertEquals("http://h", reference.address());
  }

  @Test
  void preservesUnknownContent() throws AddressingException {
    String xml =
        "<w:EndpointReference xmlns:w='%s' xmlns:x='urn:x'><w:Address>urn:a</w:Address>"
                .formatted(AddressingVersion.WSA_2005_08.namespace())
            + "<w:ReferenceParameters><x:p>x:q</x:p></w:ReferenceParameters>"
            + "<w:Metadata><x:m/></w:Metadata><x:other y='1'/></w:EndpointReference>";
    EndpointReference reference = read(xml, AddressingVersion.WSA_2005_08);
    assertEquals(1, reference.referenceParameters().size());
    assertTrue(reference.referenceParameters().get(0).contains("xmlns:x=\"urn:x\""));
    assertTrue(reference.metadata().orElseThrow().contains("x:m"));
    assertEquals(1, reference.others().size());
    String written = reference.write(AddressingVersion.WSA_2005_08.name("EndpointReference"));
    assertEquals(reference, read(written, AddressingVersion.WSA_2005_08));
    assertTrue(SafeXml.parse(utf8(written)).validate(), written);
  }

  @ParameterizedTest
  @EnumSource(AddressingVersion.class)
  void recognizesSpecialAddresses(AddressingVersion version) {
    assertTrue(EndpointReference.anonymous(version).isAnonymous());
    assertTrue(EndpointReference.none(version).isNone());
  }

  @Test
  void readsReferenceOfCxf() throws AddressingException {
    ElementReader in = ElementReader.of(Vectors.one("cxf-wsevt-2011", "01").bytes());
    in.children(
        () ->
            in.children(
                () ->
                    in.children(
                        () -> {
                          if (in.localName().equals("EndTo")) {
                            EndpointReference reference =
                                EndpointReference.read(in, AddressingVersion.WSA_2005_08);
                            assertEquals("http://127.0.0.1:18251/endto", reference.address());
                            assertEquals(1, reference.referenceParameters().size());
                            in.stop();
                          }
                        })));
  }

  @Provide
  Arbitrary<String> addresses() {
    return Arbitraries.strings()
        .withChars("ht:p/a0.-_%[]?# @")
        .ofMaxLength(12)
        .flatMap(rest -> Arbitraries.of("http://" + rest, "http:/" + rest, rest, "h" + rest));
  }

  /** Those that are known without a parser are what it would take. */
  @Property
  void requiresAbsoluteUri(@ForAll("addresses") String address) {
    boolean isAbsolute;
    try {
      isAbsolute = new URI(address.strip()).isAbsolute();
    } catch (URISyntaxException e) {
      isAbsolute = false;
    }
    String xml =
        "<r xmlns:wsa='"
            + AddressingVersion.WSA_2005_08.namespace()
            + "'><wsa:Address>"
            + address
            + "</wsa:Address></r>";
    if (isAbsolute) {
      assertDoesNotThrow(() -> read(xml, AddressingVersion.WSA_2005_08));
    } else {
      assertThrows(AddressingException.class, () -> read(xml, AddressingVersion.WSA_2005_08));
    }
  }

  private static EndpointReference read(String xml, AddressingVersion version)
      throws AddressingException {
    return EndpointReference.read(ElementReader.of(utf8(xml)), version);
  }

  private static String copy(String xml) {
    return ElementReader.of(utf8(xml)).xml();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
