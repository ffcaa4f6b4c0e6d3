package org.dharch.benchmarks.messaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.dharch.benchmarks.contenders.Contenders;
import org.dharch.benchmarks.contenders.TextResults;
import org.dharch.peers.operations.Row;
import org.dharch.peers.operations.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Checks that all contenders write the same, as far as they can, so that they are comparable. */
class ContendersTest {
  private static final String WSA = "http://schemas.xmlsoap.org/ws/2004/08/addressing";
  private static final String RM = "http://schemas.xmlsoap.org/ws/2005/02/rm";
  private static final String SOAP = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final List<String> ADDRESSED = wsa("To", "Action", "MessageID");

  /** The elements that each contender must write, for the rows that write XML. */
  private static final Map<Row, List<String>> WRITTEN = written();

  @TempDir Path folder;

  private static Map<Row, List<String>> written() {
    Map<Row, List<String>> rows = new EnumMap<>(Row.class);
    rows.put(Row.ENDPOINT, wsa("EndpointReference", "Address"));
    rows.put(
        Row.ENDPOINT_WITH_PROPERTY,
        and(wsa("EndpointReference", "Address"), List.of("{urn:properties}Customer")));
    rows.put(Row.ENVELOPE, and(ADDRESSED, List.of("{urn:properties}Customer")));
    rows.put(
        Row.ENVELOPE_WITH_MOST,
        and(
            ADDRESSED,
            and(
                wsa("From", "ReplyTo", "RelatesTo", "Address"),
                List.of("{urn:properties}Customer"))));
    rows.put(
        Row.SUBSCRIBE,
        and(ADDRESSED, List.of("{http://schemas.xmlsoap.org/ws/2004/08/eventing}Subscribe")));
    rows.put(Row.FAULT, and(ADDRESSED, List.of("{" + SOAP + "}Fault", "{" + WSA + "}RelatesTo")));
    rows.put(
        Row.CREATE_SEQUENCE,
        and(ADDRESSED, and(wsa("ReplyTo", "Address"), rm("CreateSequence", "AcksTo", "Offer"))));
    rows.put(
        Row.CREATE_SEQUENCE_RESPONSE,
        and(ADDRESSED, rm("CreateSequenceResponse", "Identifier", "Accept", "AcksTo")));
    rows.put(Row.SEQUENCE, rm("Sequence", "Identifier", "MessageNumber"));
    rows.put(
        Row.ACKNOWLEDGEMENT, rm("SequenceAcknowledgement", "Identifier", "AcknowledgementRange"));
    rows.put(Row.TERMINATE_SEQUENCE, rm("TerminateSequence", "Identifier"));
    rows.put(
        Row.TERMINATE_SEQUENCE_ENVELOPE, and(ADDRESSED, rm("TerminateSequence", "Identifier")));
    return rows;
  }

  private static List<String> wsa(String... names) {
    return Arrays.stream(names).map(name -> "{" + WSA + "}" + name).toList();
  }

  private static List<String> rm(String... names) {
    return Arrays.stream(names).map(name -> "{" + RM + "}" + name).toList();
  }

  private static List<String> and(List<String> one, List<String> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }

  private static List<String> elements(String xml) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    Document document = factory.newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    NodeList all = document.getElementsByTagNameNS("*", "*");
    List<String> names = new ArrayList<>();
    for (int i = 0; i < all.getLength(); i++) {
      names.add("{" + all.item(i).getNamespaceURI() + "}" + all.item(i).getLocalName());
    }
    return names;
  }

  @Test
  void contendersWriteTheSame() throws Exception {
    try (Contenders contenders = TableContenders.start(folder)) {
      for (Map.Entry<Row, List<String>> row : WRITTEN.entrySet()) {
        Map<String, String> shown = TextResults.of(contenders, row.getKey().name());
        assertEquals(
            row.getKey() == Row.SUBSCRIBE ? Set.of(TableContenders.DHARCH) : all(), shown.keySet());
        for (Map.Entry<String, String> each : shown.entrySet()) {
          List<String> missing = new ArrayList<>(row.getValue());
          missing.removeAll(elements(each.getValue()));
          assertEquals(List.of(), missing, row.getKey() + " by " + each);
        }
      }
      assertEquals(
          7,
          elements(
                  TextResults.of(contenders, Row.ACKNOWLEDGEMENT.name())
                      .get(TableContenders.SANDESHA2))
              .stream()
              .filter(name -> name.endsWith("}AcknowledgementRange"))
              .count(),
          "the same ranges");
      for (Row row : List.of(Row.READ_TREE, Row.READ_BYTES)) {
        Map<String, String> shown = TextResults.of(contenders, row.name());
        assertEquals(all(), shown.keySet());
        shown.forEach(
            (who, read) ->
                assertTrue(
                    read.contains(Samples.ID) && read.contains(Samples.ACTION), who + ": " + read));
      }
    }
  }

  private static Set<String> all() {
    return new HashSet<>(TableContenders.NAMES);
  }
}
