package org.dharch.test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.api.HeaderRef;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.message.Direction;
import org.dharch.core.message.MessageContent;
import org.dharch.core.message.Submission;

/**
 * A SOAP message that a gateway submits. Immutable; each method returns a copy with one more
 * setting.
 */
public final class TestMessage {
  private static final String SOAP11 = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final String SOAP12 = "http://www.w3.org/2003/05/soap-envelope";

  private final Submission submission;

  private TestMessage(Submission submission) {
    this.submission = submission;
  }

  /** Creates a request with this envelope, without a service. */
  public static TestMessage of(String envelope) {
    byte[] bytes = envelope.getBytes(StandardCharsets.UTF_8);
    return new TestMessage(Submission.of(Direction.IN, "", bytes));
  }

  /** Creates a request in SOAP 1.1 with this body content and header blocks, each as XML. */
  public static TestMessage soap11(String body, String... headerBlocks) {
    return of(envelope(SOAP11, body, headerBlocks));
  }

  /** The same in SOAP 1.2. */
  public static TestMessage soap12(String body, String... headerBlocks) {
    return of(envelope(SOAP12, body, headerBlocks));
  }

  private static String envelope(String namespace, String body, String... headerBlocks) {
    String blocks = String.join("", headerBlocks);
    String header = blocks.isEmpty() ? "" : "<soap:Header>" + blocks + "</soap:Header>";
    return "<soap:Envelope xmlns:soap=\""
        + namespace
        + "\">"
        + header
        + "<soap:Body>"
        + body
        + "</soap:Body></soap:Envelope>";
  }

  /** Sets the flow in its container; {@code IN} by default. */
  public TestMessage flow(Direction value) {
    return with(value, submission.service(), submission.operation(), submission.action())
        .property(SoapProperties.FLOW, value.toString());
  }

  /** Sets the service. */
  public TestMessage service(String value) {
    return with(submission.flow(), value, submission.operation(), submission.action())
        .property(SoapProperties.SERVICE, value);
  }

  /** Sets the operation. */
  public TestMessage operation(String value) {
    return with(submission.flow(), submission.service(), value, submission.action())
        .property(SoapProperties.OPERATION, value);
  }

  /** Sets the SOAPAction. */
  public TestMessage action(String value) {
    return with(submission.flow(), submission.service(), submission.operation(), value)
        .property(SoapProperties.SOAP_ACTION, value);
  }

  /**
   * Adds a property.
   *
   * @throws IllegalArgumentException if the value's type cannot be sent
   */
  public TestMessage property(String name, Object value) {
    return with(submission.properties().with(name, value), submission.processed());
  }

  /** Adds an HTTP header. */
  public TestMessage httpHeader(String name, String value) {
    return property(SoapProperties.HTTP_HEADER + name, value);
  }

  /** Marks the first header block of this name as processed. */
  public TestMessage processed(String namespace, String name) {
    Set<HeaderRef> more = new HashSet<>(submission.processed());
    more.add(new HeaderRef(new QName(namespace, name), 0));
    return with(submission.properties(), more);
  }

  /** Uses the orchestration of this name, regardless of the rules. */
  public TestMessage orchestration(String name) {
    return with(Optional.of(name), submission.deadline());
  }

  /** Sets the deadline after its admission. */
  public TestMessage deadline(Duration value) {
    return with(submission.orchestration(), Optional.of(value));
  }

  private TestMessage with(Direction flow, String service, String operation, String action) {
    return new TestMessage(
        new Submission(
            flow,
            service,
            operation,
            action,
            submission.content(),
            submission.orchestration(),
            submission.deadline(),
            false,
            "",
            Optional.empty()));
  }

  private TestMessage with(MessageProperties properties, Set<HeaderRef> processed) {
    return new TestMessage(
        new Submission(
            submission.flow(),
            submission.service(),
            submission.operation(),
            submission.action(),
            new MessageContent(submission.envelope(), properties, processed),
            submission.orchestration(),
            submission.deadline(),
            false,
            "",
            Optional.empty()));
  }

  private TestMessage with(Optional<String> orchestration, Optional<Duration> deadline) {
    return new TestMessage(
        new Submission(
            submission.flow(),
            submission.service(),
            submission.operation(),
            submission.action(),
            submission.content(),
            orchestration,
            deadline,
            false,
            "",
            Optional.empty()));
  }

  Submission submission() {
    return submission;
  }

  @Override
  public String toString() {
    return new String(submission.envelope(), StandardCharsets.UTF_8);
  }
}
