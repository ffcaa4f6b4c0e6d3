package org.dharch.ws.handlers;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;
import org.dharch.core.document.HandlerSettings;
import org.dharch.ws.AddressingProcessor;
import org.dharch.ws.AnonymousUse;
import org.dharch.ws.Direction;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.UnknownMessageException;
import org.dharch.ws.WsException;
import org.dharch.ws.addressing.AddressingException;
import org.dharch.ws.addressing.AddressingHeaders;
import org.dharch.ws.addressing.AddressingVersion;
import org.dharch.ws.addressing.EndpointReference;

/**
 * The WS-Addressing handler for all flows (docs/rm-handlers.md): validates a service's requests,
 * addresses their responses, and addresses outbound messages of a client. Thread-safe.
 */
public final class AddressingHandler implements DHHandler {
  private static final String EXCHANGE = MessageProperties.EXCHANGE_PREFIX + "wsa";

  /** Makes Axis2's own addressing module skip the message. */
  private static final String DISABLE = "disableAddressingForOutMessages";

  private AddressingProcessor processor;
  private AddressingVersion version;
  private Optional<String> replyTo;

  /** Creates a handler; called by the node. */
  public AddressingHandler() {}

  @Override
  public void init(Map<String, String> parameters) {
    HandlerSettings settings = new HandlerSettings(parameters);
    processor =
        new AddressingProcessor(
            settings.choice(
                "anonymous",
                Map.of(
                    "optional",
                    AnonymousUse.OPTIONAL,
                    "required",
                    AnonymousUse.REQUIRED,
                    "prohibited",
                    AnonymousUse.PROHIBITED),
                AnonymousUse.OPTIONAL));
    version =
        settings.choice(
            "version",
            Map.of(
                "2004/08", AddressingVersion.WSA_2004_08, "2005/08", AddressingVersion.WSA_2005_08),
            AddressingVersion.WSA_2005_08);
    replyTo = settings.text("replyTo");
    settings.requireNoMore();
  }

  @Override
  public Changes handle(HandlerMessage message) throws Exception {
    SOAPContext context = RmHandler.context(message);
    try {
      if (RmHandler.direction(message.properties()) == Direction.FROM_NETWORK) {
        return received(message, context);
      }
      return RmHandler.isClient(message.properties())
          ? request(message, context)
          : response(message, context);
    } catch (UnknownMessageException e) {
      return Changes.NONE;
    } catch (ProcessingException e) {
      return RmHandler.reject(message, context, e);
    }
  }

  private Changes received(HandlerMessage message, SOAPContext context) throws WsException {
    Changes.Builder changes =
        Changes.builder().addAll(processor.processExchange(context, Direction.FROM_NETWORK));
    if (RmHandler.isRequest(message.properties())) {
      AddressingHeaders headers = context.addressing().orElseThrow();
      requireIdForReply(headers);
      // the headers, parsed again for the response
      changes.property(EXCHANGE, String.join("", headers.write()));
      headers
          .replyTo()
          .filter(reference -> !reference.isAnonymous() && !reference.isNone())
          .ifPresent(
              reference -> changes.property(SoapProperties.WSA_REPLY_TO, reference.address()));
    }
    return changes.build();
  }

  /** A reply refers to the message id. */
  private static void requireIdForReply(AddressingHeaders headers) throws ProcessingException {
    if (headers.replyTo().filter(reference -> !reference.isNone()).isPresent()) {
      try {
        headers.requiredMessageId();
      } catch (AddressingException e) {
        throw new ProcessingException(e);
      }
    }
  }

  private Changes response(HandlerMessage message, SOAPContext context) throws ProcessingException {
    String blocks = message.properties().text(EXCHANGE, "");
    if (blocks.isEmpty() || context.addressing().isPresent()) {
      return Changes.NONE;
    }
    AddressingHeaders request = request(blocks);
    boolean isFault = message.properties().text(SoapProperties.FLOW, "").equals("out-fault");
    EndpointReference target = isFault ? request.faultTarget(false) : request.replyTarget(false);
    String action =
        isFault
            ? AddressingProcessor.faultAction(context, request.version())
            : Optional.of(message.properties().text(SoapProperties.WSA_ACTION, ""))
                .filter(text -> !text.isEmpty())
                .orElse(request.action() + "Response");
    return addHeaders(request.response(target, action, id(message)));
  }

  /** Parses the headers that {@link #received} stored. */
  private static AddressingHeaders request(String blocks) throws ProcessingException {
    String envelope =
        "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Header>"
            + blocks
            + "</s:Header><s:Body/></s:Envelope>";
    try {
      return AddressingHeaders.read(envelope.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    } catch (AddressingException e) {
      throw new ProcessingException(e);
    }
  }

  private Changes request(HandlerMessage message, SOAPContext context) throws ProcessingException {
    String to = message.properties().text(SoapProperties.WSA_TO, "");
    if (to.isEmpty() || context.addressing().isPresent()) {
      return Changes.NONE;
    }
    MessageProperties properties = message.properties();
    String action =
        Optional.of(properties.text(SoapProperties.WSA_ACTION, ""))
            .filter(text -> !text.isEmpty())
            .orElse(properties.text(SoapProperties.SOAP_ACTION, ""));
    boolean isOneWay = properties.text(SoapProperties.OPERATION_PATTERN, "").endsWith("out-only");
    EndpointReference responseEndpoint =
        isOneWay
            ? EndpointReference.none(version)
            : replyTo
                .map(address -> EndpointReference.of(version, address))
                .orElse(EndpointReference.anonymous(version));
    return addHeaders(
        AddressingHeaders.to(EndpointReference.of(version, to), action, id(message))
            .withReplyTo(responseEndpoint));
  }

  private static Changes addHeaders(AddressingHeaders headers) {
    Changes.Builder changes = Changes.builder().property(DISABLE, true);
    headers.write().forEach(block -> changes.addHeader(block.getBytes(StandardCharsets.UTF_8)));
    return changes.build();
  }

  /** The id is the same for each repetition. */
  private static String id(HandlerMessage message) {
    return "urn:uuid:" + new UUID(message.id().high(), message.id().low());
  }
}
