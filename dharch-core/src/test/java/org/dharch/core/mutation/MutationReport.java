package org.dharch.core.mutation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** PIT's {@code mutations.xml}. */
final class MutationReport {
  private MutationReport() {}

  /**
   * All mutants in it.
   *
   * @throws IOException if it cannot be read, or has none
   */
  static List<Mutant> read(Path file) throws IOException {
    List<Mutant> mutants = new ArrayList<>();
    NodeList found = elements(file);
    for (int i = 0; i < found.getLength(); i++) {
      Element each = (Element) found.item(i);
      if (!each.getAttribute("status").equals("NON_VIABLE")) {
        mutants.add(
            Mutant.of(
                text(each, "mutatedClass"),
                text(each, "mutatedMethod"),
                text(each, "description"),
                Boolean.parseBoolean(each.getAttribute("detected"))));
      }
    }
    if (mutants.isEmpty()) {
      throw new IOException(file + ": no mutant in it");
    }
    return mutants;
  }

  private static NodeList elements(Path file) throws IOException {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(file.toFile())
          .getElementsByTagName("mutation");
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  private static String text(Element of, String name) {
    return of.getElementsByTagName(name).item(0).getTextContent();
  }
}
