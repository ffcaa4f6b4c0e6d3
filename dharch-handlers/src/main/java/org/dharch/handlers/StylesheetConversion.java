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
 * Converts the body's first element by a stylesheet with bounded output and run time. Without a
 * node that limits the handler's run time, it runs in its own thread, because an endless
 * transformation can only be abandoned.
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
      Path file, HandlerSettings settings, int maxBytes, boolean isOnNode) {
    Optional<QName> root = settings.text("root").map(text -> Names.name("root", text));
    boolean hasTimeLimit = settings.text("timeLimit").isPresent();
    Duration limit = settings.duration("timeLimit", Duration.ofSeconds(5));
    Optional<Duration> timeLimit =
        hasTimeLimit || !isOnNode ? Optional.of(limit) : Optional.empty();
    return new StylesheetConversion(SafeXslt.templates(file), root, maxBytes, timeLimit);
  }

  @Override
  public Changes convert(HandlerMessage message) throws Exception {
    Envelopes.Outline outline = Envelopes.outline(message.envelope(), Bodies.UNBOUNDED);
    Optional<QName> content = outline.content();
    if (content.isEmpty()
        || outline.fault()
        || root.filter(required -> !required.equals(content.get())).isPresent()) {
      return Changes.NONE;
    }
    Part first = Part.element(List.of(new Part.Step(content.get(), 0)));
    byte[] envelope = message.envelope();
    Optional<byte[]> body = BodyContent.of(envelope, Bodies.UNBOUNDED).asDocument(Bodies.UNBOUNDED);
    Callable<byte[]> run =
        () -> body.flatMap(this::transformIfOneElement).orElseGet(() -> transform(first, envelope));
    byte[] result = runs.isPresent() ? runs.get().run(message.timeLeft(), run) : run.call();
    return Changes.builder().replace(first, result).build();
  }

  /** Transforms the whole body if it is one element, which is faster than locating the element. */
  private Optional<byte[]> transformIfOneElement(byte[] source) {
    try {
      return Optional.of(transform(source));
    } catch (DHArchException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof SAXParseException) {
          return Optional.empty();
        }
      }
      throw e;
    }
  }

  private byte[] transform(Part part, byte[] envelope) {
    return transform(Envelopes.part(envelope, part, Bodies.UNBOUNDED).orElseThrow());
  }

  private byte[] transform(byte[] source) {
    XMLReader reader = SafeXslt.reader();
    ByteArrayOutputStream result = new BoundedOutput(maxBytes);
    SafeXslt.Errors errors = new SafeXslt.Errors();
    try {
      Transformer transformer = templates.newTransformer();
      transformer.setErrorListener(errors);
      transformer.setURIResolver(SafeXslt.NO_EXTERNAL_REFERENCES);
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
      throw new DHArchException("the stylesheet failed: too deep recursion of templates", e);
    }
    return result.toByteArray();
  }

  @Override
  public void close() {
    runs.ifPresent(TimedRuns::close);
  }
}
