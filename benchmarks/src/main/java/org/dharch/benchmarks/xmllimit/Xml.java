package org.dharch.benchmarks.xmllimit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;
import org.dharch.benchmarks.xmllimit.element.Element;

/** Requests and answers in the schema of qa/peers/adb, with StAX. Stateless. */
final class Xml {
  static final String NAMESPACE = "urn:dharch:xml-limit";
  static final String TICKET = "ticket";
  static final String ELEMENT = "element";
  static final String QUANTITY = "quantity";

  private static final String PREFIX = "n";
  private static final XMLInputFactory IN = input();
  private static final XMLOutputFactory OUT = XMLOutputFactory.newFactory();

  private Xml() {}

  private static XMLInputFactory input() {
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory;
  }

  static XMLStreamReader reader(InputStream in) throws XMLStreamException {
    return IN.createXMLStreamReader(in);
  }

  static XMLStreamWriter writer(OutputStream out) throws XMLStreamException {
    return OUT.createXMLStreamWriter(out, "UTF-8");
  }

  /**
   * Writes a request, with its ticket or, for an envelope with the ticket in its header, without.
   */
  static void write(LimitRequest question, boolean withTicket, XMLStreamWriter out)
      throws XMLStreamException {
    out.writeStartElement(PREFIX, "question", NAMESPACE);
    out.writeNamespace(PREFIX, NAMESPACE);
    if (withTicket) {
      write(TICKET, question.ticket(), out);
    }
    write("first", Integer.toString(question.first()), out);
    write("count", Integer.toString(question.count()), out);
    for (Element each : question.elements()) {
      write(each, out);
    }
    out.writeEndElement();
  }

  static void write(LimitResponse answer, XMLStreamWriter out) throws XMLStreamException {
    out.writeStartElement(PREFIX, "answer", NAMESPACE);
    out.writeNamespace(PREFIX, NAMESPACE);
    write(TICKET, answer.ticket(), out);
    write("count", Integer.toString(answer.count()), out);
    write("total", Long.toString(answer.total()), out);
    for (Element each : answer.elements()) {
      write(each, out);
    }
    out.writeEndElement();
  }

  private static void write(Element element, XMLStreamWriter out) throws XMLStreamException {
    out.writeStartElement(PREFIX, ELEMENT, NAMESPACE);
    write("id", Integer.toString(element.id()), out);
    write("name", element.name(), out);
    write(QUANTITY, Integer.toString(element.quantity()), out);
    write("price", Long.toString(element.price()), out);
    write("note", element.note(), out);
    out.writeEndElement();
  }

  private static void write(String name, String text, XMLStreamWriter out)
      throws XMLStreamException {
    out.writeStartElement(PREFIX, name, NAMESPACE);
    out.writeCharacters(text);
    out.writeEndElement();
  }

  /** Reads a request with a ticket; {@code in} is at its start tag. */
  static LimitRequest question(XMLStreamReader in) throws XMLStreamException {
    String ticket = text(in, TICKET);
    int first = Integer.parseInt(text(in, "first"));
    int count = Integer.parseInt(text(in, "count"));
    return new LimitRequest(ticket, first, count, elements(in));
  }

  /**
   * Reads the first answer in a document, with any surrounding elements.
   *
   * @throws IOException if there is none
   */
  static LimitResponse answer(InputStream bytes) throws IOException {
    try {
      XMLStreamReader in = reader(bytes);
      while (!in.isStartElement() || !in.getLocalName().equals("answer")) {
        in.next();
      }
      String ticket = text(in, TICKET);
      int count = Integer.parseInt(text(in, "count"));
      long total = Long.parseLong(text(in, "total"));
      return new LimitResponse(ticket, count, total, elements(in));
    } catch (XMLStreamException | RuntimeException e) {
      throw new IOException("not an answer: " + e.getMessage(), e);
    }
  }

  /** Reads all elements up to the end of their parent. */
  private static List<Element> elements(XMLStreamReader in) throws XMLStreamException {
    List<Element> elements = new ArrayList<>();
    while (in.nextTag() == XMLStreamReader.START_ELEMENT) {
      in.require(XMLStreamReader.START_ELEMENT, NAMESPACE, ELEMENT);
      elements.add(
          new Element(
              Integer.parseInt(text(in, "id")),
              text(in, "name"),
              Integer.parseInt(text(in, QUANTITY)),
              Long.parseLong(text(in, "price")),
              text(in, "note")));
      in.nextTag();
    }
    return elements;
  }

  private static String text(XMLStreamReader in, String name) throws XMLStreamException {
    in.nextTag();
    in.require(XMLStreamReader.START_ELEMENT, NAMESPACE, name);
    return in.getElementText();
  }
}
