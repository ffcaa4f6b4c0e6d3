package org.dharch.ws.resource;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.namespace.QName;
import org.dharch.api.Changes;
import org.dharch.api.HeaderRef;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.xpath.EvaluationBudget;
import org.dharch.core.xpath.XPath;
import org.dharch.core.xpath.XmlTree;
import org.dharch.ws.Direction;
import org.dharch.ws.MessageFlowException;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.UnknownMessageException;
import org.dharch.ws.WsAnswers;
import org.dharch.ws.WsException;
import org.dharch.ws.WsProcessor;
import org.dharch.ws.jdbc.ConflictException;
import org.dharch.ws.jdbc.StoreException;
import org.dharch.ws.jdbc.StoreFailures;
import org.dharch.ws.resource.ResourceFault.Kind;
import org.dharch.ws.soap.ElementReader;
import org.dharch.ws.soap.ElementWriter;
import org.dharch.ws.soap.SafeXml;
import org.dharch.ws.soap.SoapFault;

/**
 * Processes the messages of WS-ResourceProperties and WS-ResourceLifetime 1.2, and stores the
 * content of other messages in their resources (the DHArch paper, section 4.2). Repeated processing
 * of a message changes the resource only runOnce. Create one instance for each message.
 */
public final class ResourceProcessor implements WsProcessor {
  private static final StoreFailures STORE = new StoreFailures("resources");
  private static final Duration CONFLICT_DELAY = Duration.ofMillis(50);

  private final ResourceStore store;
  private final ResourceSettings settings;
  private final InstantSource clock;
  private final String service;
  private final String messageId;

  /**
   * @param clock for the timestamps of faults
   * @param service the target service; empty if the container has no service names
   * @param messageId the id of the DHArch message, the same for each repetition
   */
  public ResourceProcessor(
      ResourceStore store,
      ResourceSettings settings,
      InstantSource clock,
      String service,
      String messageId) {
    this.store = store;
    this.settings = settings;
    this.clock = clock;
    this.service = service;
    this.messageId = messageId;
  }

  /**
   * @throws UnknownMessageException for outbound messages, and for messages that are neither a
   *     request nor an update
   */
  @Override
  public Changes processExchange(SOAPContext context, Direction direction) throws WsException {
    Optional<QName> body = context.bodyName();
    Optional<Wsrf.Operation> operation = body.flatMap(Wsrf.Operation::of);
    boolean isUpdate = operation.isEmpty() && body.isPresent() && body.equals(settings.update());
    if (direction != Direction.FROM_NETWORK || (operation.isEmpty() && !isUpdate)) {
      throw new UnknownMessageException("not a request for a resource");
    }
    try {
      ResourceKey key = key(context);
      return isUpdate ? update(context, key, body.get()) : answer(context, key, operation.get());
    } catch (ResourceFault e) {
      throw e.exception(clock.millis());
    } catch (MalformedMessageException e) {
      throw new ProcessingException(SoapFault.of(SoapFault.Code.SENDER, e.getMessage()));
    } catch (ConflictException e) {
      return Changes.builder().defer(CONFLICT_DELAY).build();
    } catch (StoreException e) {
      throw new MessageFlowException(STORE.log(e), e);
    }
  }

  // ---- resource key

  private ResourceKey key(SOAPContext context) {
    String id = settings.resource().map(path -> id(context, path)).orElseGet(() -> id(context));
    if (id.isEmpty() || id.length() > ResourceKey.MAX_LENGTH) {
      throw new ResourceFault(
          Kind.RESOURCE_UNKNOWN,
          id.isEmpty()
              ? "the message must identify its resource"
              : "the resource id must have at most "
                  + ResourceKey.MAX_LENGTH
                  + " characters (got "
                  + id.length()
                  + ")");
    }
    return new ResourceKey(service, id);
  }

  private static String id(SOAPContext context) {
    List<HeaderRef> ids = blocks(context, Wsrf.RESOURCE_ID);
    if (ids.size() > 1) {
      throw new ResourceFault(
          Kind.RESOURCE_UNKNOWN,
          "the message must have one resource id header (got " + ids.size() + ")");
    }
    return ids.stream()
        .findFirst()
        .flatMap(context::headerBytes)
        .map(block -> ElementReader.of(block).text())
        .orElse("");
  }

  private static String id(SOAPContext context, XPath path) {
    try {
      return path.text(
              XmlTree.parse(context.bytes(), SafeXml.MAX_DEPTH),
              new EvaluationBudget(ResourceReader.MAX_STEPS))
          .strip();
    } catch (EvaluationBudget.ExceededException e) {
      throw new ResourceFault(Kind.RESOURCE_UNKNOWN, e.getMessage());
    }
  }

  private static List<HeaderRef> blocks(SOAPContext context, QName name) {
    return context.headers().stream().filter(block -> block.name().equals(name)).toList();
  }

  // ---- answers

  private Changes answer(SOAPContext context, ResourceKey key, Wsrf.Operation operation)
      throws ProcessingException {
    ResourceRequest request = RequestReader.read(operation, context.bodyBytes().orElseThrow());
    String body =
        request instanceof ResourceRequest.Reading reading
            ? read(key, reading, operation.response())
            : runOnce(
                in ->
                    new ResourceWriter(settings)
                        .execute(in, key, (ResourceRequest.Writing) request, operation.response()));
    return new WsAnswers(context, messageId).reply(operation.responseAction(), List.of(), body);
  }

  private record Snapshot(Resource resource, long at) {}

  /** Unlocks the store before the resource is read. */
  private String read(ResourceKey key, ResourceRequest.Reading request, QName response) {
    Snapshot snapshot =
        store.transact(
            in ->
                new Snapshot(
                    in.resource(key).orElseThrow(() -> ResourceWriter.unknown(key)), in.now()));
    return new ResourceReader(settings)
        .execute(snapshot.resource(), snapshot.at(), request, response);
  }

  private String runOnce(ResourceStore.Work<String> work) {
    return store.transact(
        in -> {
          Optional<String> before = in.outcome(messageId);
          if (before.isPresent()) {
            return before.get();
          }
          String outcome = work.in(in);
          in.done(messageId, outcome);
          return outcome;
        });
  }

  // ---- updates

  private Changes update(SOAPContext context, ResourceKey key, QName name) {
    String element = bodyElement(context);
    ResourceWriter writing = new ResourceWriter(settings);
    Modification change = Modification.update(List.of(new Modification.Value(name, element)));
    String block = runOnce(in -> beforeHeader(key, writing.set(in, key, List.of(change))));
    Changes.Builder changes = Changes.builder();
    blocks(context, Wsrf.RESOURCE_ID).forEach(changes::processed);
    blocks(context, Wsrf.BEFORE).forEach(changes::removeHeader); // of the client
    return changes.addHeader(block.getBytes(StandardCharsets.UTF_8)).build();
  }

  /** Returns the first element in the body with only the declarations that it needs. */
  private static String bodyElement(SOAPContext context) {
    List<String> elements = new ArrayList<>(1);
    ElementReader in = ElementReader.of(context.bytes());
    QName body = context.version().name("Body");
    in.children(
        () -> {
          if (in.is(body)) {
            in.children(
                () -> {
                  if (elements.isEmpty()) {
                    elements.add(in.xml());
                  }
                });
          }
        });
    return elements.get(0);
  }

  private static String beforeHeader(ResourceKey key, List<String> values) {
    ElementWriter out = new ElementWriter().start(Wsrf.BEFORE).attribute("resource", key.id());
    values.forEach(out::xml);
    return out.end().toString();
  }
}
