package org.dharch.handlers;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import javax.xml.namespace.QName;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Templates;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamResult;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.api.Part;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.envelope.BodyContent;
import org.dharch.core.message.envelope.Envelopes;
import org.xml.sax.InputSource;
import org.xml.sax.SAXParseException;
import org.xml.sax.XMLReader;

/**
 * Converts the body's first element by a stylesheet, with a bounded output and run time. It runs in
 * a thread of its own, since an endless transformation can only be abandoned. On a node the
 * handler's time to finish does the same.
 */
final class StylesheetConversion implements Conversion {
  private final Templates templates;
  private final Optional<QName> root;
  private final int maxBytes;
  private final Optional<TimedRuns> runs;

  private StylesheetConversion(
      Templates templates, Optional<QName> root, int maxBytes, Optional<Duration> timeLimit) {
    this.templates = templates;
    this.root = root;
    this.maxBytes = maxBytes;
    this.runs = timeLimit.map(limit -> new TimedRuns("transformation", limit));
  }

  static StylesheetConversion of(
      Path file, HandlerSettings settings, int maxBytes, boolean onNode) {
    Optional<QName> root = settings.text("root").map(text -> Names.one("root", text));
    boolean said = settings.text("timeLimit").isPresent();
    Duration limit = settings.duration("timeLimit", Duration.ofSeconds(5));
    Optional<Duration> timeLimit = said || !onNode ? Optional.of(limit) : Optional.empty();
    return new StylesheetConversion(SafeXslt.templates(file), root, maxBytes, timeLimit);
  }

  @Override
  public Changes convert(HandlerMessage message) throws Exception {
    Envelopes.Outline outline = Envelopes.outline(message.envelope(), Bodies.OF_THE_NODE);
    Optional<QName> content = outline.content();
    if (content.isEmpty()
        || outline.fault()
        || root.filter(wanted -> !wanted.equals(content.get())).isPresent()) {
      return Changes.NONE;
    }
    Part first = Part.element(List.of(new Part.Step(content.get(), 0)));
    byte[] envelope = message.envelope();
    Optional<byte[]> whole =
        BodyContent.of(envelope, Bodies.OF_THE_NODE).asDocument(Bodies.OF_THE_NODE);
    Callable<byte[]> run =
        () -> whole.flatMap(this::ifOne).orElseGet(() -> transformed(first, envelope));
    byte[] result = runs.isPresent() ? runs.get().run(message.timeLeft(), run) : run.call();
    return Changes.builder().replace(first, result).build();
  }

  /** Returns the whole body if it is one element, which then need not be located. */
  private Optional<byte[]> ifOne(byte[] source) {
    try {
      return Optional.of(transformed(source));
    } catch (DHArchException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof SAXParseException) {
          return Optional.empty();
        }
      }
      throw e;
    }
  }

  private byte[] transformed(Part part, byte[] envelope) {
    return transformed(Envelopes.part(envelope, part, Bodies.OF_THE_NODE).orElseThrow());
  }

  private byte[] transformed(byte[] source) {
    XMLReader reader = SafeXslt.reader();
    ByteArrayOutputStream result = new BoundedOutput(maxBytes);
    SafeXslt.Errors errors = new SafeXslt.Errors();
    try {
      Transformer transformer = templates.newTransformer();
      transformer.setErrorListener(errors);
      transformer.setURIResolver(SafeXslt.NOTHING_FROM_OUTSIDE);
      transformer.setOutputProperty(OutputKeys.METHOD, "xml");
      transformer.setOutputProperty(OutputKeys.ENCODING, "UTF-8");
      transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
      transformer.transform(
          new SAXSource(reader, new InputSource(new ByteArrayInputStream(source))),
          new StreamResult(result));
      SafeXslt.giveBack(reader);
    } catch (TransformerException e) {
      throw new DHArchException("the stylesheet failed: " + errors.reason(e), e);
    } catch (StackOverflowError e) {
      throw new DHArchException("the stylesheet failed: its templates call each other too deep", e);
    }
    return result.toByteArray();
  }

  @Override
  public void close() {
    runs.ifPresent(TimedRuns::close);
  }
}
