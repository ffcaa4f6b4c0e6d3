package org.dharch.ws.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;
import org.dharch.ws.resource.ResourceSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the parameters of resources may be. */
final class ResourceSettingsReaderTest {
  private static final String SCHEMA =
      "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:w'"
          + " xmlns:w='urn:w'><xs:element name='note' type='xs:string'/><xs:element name='station'>"
          + "<xs:complexType><xs:sequence><xs:element ref='w:note' minOccurs='0'/></xs:sequence>"
          + "</xs:complexType></xs:element></xs:schema>";

  @TempDir Path folder;

  private ResourceSettings read(String parameter, String value) throws Exception {
    Map<String, String> all = new HashMap<>();
    all.put("schema", Files.writeString(folder.resolve("w.xsd"), SCHEMA).toString());
    all.put(parameter, value);
    return ResourceSettingsReader.read(new HandlerSettings(all));
  }

  /** A property that is misspelt would be protected from nothing, or put nowhere. */
  @ParameterizedTest
  @CsvSource({
    "readOnly, {urn:w}nota, readOnly must be properties that the schema names",
    "readOnly, note, (got 'note')",
    "update, {urn:w}station, (got '{urn:w}station')",
    "document, nowhere.xml, 'document=''nowhere.xml'' cannot be read from /'",
    "schema, nowhere.xsd, 'schema=''nowhere.xsd'' cannot be read from /'",
  })
  void rejectsInvalidParameters(String parameter, String value, String expected) {
    String output = assertThrows(DHArchException.class, () -> read(parameter, value)).getMessage();
    assertTrue(output.contains(expected), output);
  }

  /** Without a schema, too. */
  @Test
  void rejectsPrefixedName() {
    for (String parameter : List.of("readOnly", "update")) {
      String output =
          assertThrows(
                  DHArchException.class,
                  () ->
                      ResourceSettingsReader.read(
                          new HandlerSettings(Map.of("document", station(), parameter, "w:note"))))
              .getMessage();
      assertTrue(output.startsWith(parameter + " must be "), output);
    }
  }

  private String station() throws Exception {
    return Files.writeString(folder.resolve("station.xml"), "<w:station xmlns:w='urn:w'/>")
        .toString();
  }

  @Test
  void requiresPropertiesOfSchema() throws Exception {
    assertEquals(Set.of(new QName("urn:w", "note")), read("readOnly", "{urn:w}note").readOnly());
  }
}
