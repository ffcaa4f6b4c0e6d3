package org.dharch.ws.handlers;

import java.util.Map;
import java.util.Optional;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.Emitted;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageId;
import org.dharch.api.MessageProperties;
import org.dharch.api.NodeContext;
import org.dharch.api.SoapProperties;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;
import org.dharch.ws.Direction;
import org.dharch.ws.IncorrectExchangeException;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.UnknownMessageException;
import org.dharch.ws.WsAnswers;
import org.dharch.ws.WsException;
import org.dharch.ws.WsProcessor;
import org.dharch.ws.rm.processor.RmExchange;
import org.dharch.ws.rm.processor.RmSinkProcessor;

abstract class RmHandler implements DHHandler {
  private final DeferralCounts deferrals = new DeferralCounts();
  private RmNode rm;
  private NodeContext node;

  @Override
  public final void init(Map<String, String> parameters) {
    throw new DHArchException("the reliable messaging handlers must run on a node");
  }

  @Override
  public final void init(Map<String, String> parameters, NodeContext context) {
    HandlerSettings settings = new HandlerSettings(parameters);
    RmSettingsReader common = RmSettingsReader.read(settings);
    read(settings);
    settings.requireNoMore();
    node = context;
    rm = RmNodes.open(common, context);
  }

  /** Reads the parameters that only this handler has. */
  abstract void read(HandlerSettings settings);

  /** Returns the processor of one message. */
  abstract WsProcessor processor(RmNode rm, RmExchange exchange);

  final RmNode rm() {
    return rm;
  }

  static Direction direction(MessageProperties properties) {
    return properties.text(SoapProperties.FLOW, "in").startsWith("in")
        ? Direction.FROM_NETWORK
        : Direction.FROM_APPLICATION;
  }

  @Override
  public Changes handle(HandlerMessage message) throws Exception {
    SOAPContext context = context(message);
    try {
      Changes changes =
          processor(rm, exchange(message))
              .processExchange(context, direction(message.properties()));
      if (changes.verdict().filter(Changes.Verdict.Defer.class::isInstance).isPresent()) {
        deferrals.deferred(message.id());
      } else {
        deferrals.done(message.id());
      }
      return changes;
    } catch (UnknownMessageException | IncorrectExchangeException e) {
      return Changes.NONE;
    } catch (ProcessingException e) {
      return reject(message, context, e);
    }
  }

  /** Answers an invalid request with a fault; otherwise throws, because there is no recipient. */
  static Changes reject(HandlerMessage message, SOAPContext context, ProcessingException problem)
      throws WsException {
    if (isRequest(message.properties())) {
      return new WsAnswers(context, message.id().toString()).fault(problem);
    }
    throw problem;
  }

  static boolean isRequest(MessageProperties properties) {
    return properties.text(SoapProperties.FLOW, "in").equals("in") && !isClient(properties);
  }

  static boolean isClient(MessageProperties properties) {
    return properties.get(SoapProperties.SERVER_SIDE).filter(Boolean.FALSE::equals).isPresent();
  }

  static SOAPContext context(HandlerMessage message) {
    return new SOAPContext(
        message.envelope(), message.properties().text(SoapProperties.SOAP_ACTION, ""));
  }

  private RmExchange exchange(HandlerMessage message) {
    MessageProperties properties = message.properties();
    return new RmExchange(
        message.id().toString(),
        properties.text(SoapProperties.SERVICE, ""),
        declaredOneWay(properties),
        rm.settings().requestTime().toMillis(),
        deferrals.of(message.id()),
        RmExchange.RequestReference.of(properties.text(RmSinkProcessor.REQUEST, "")),
        isClient(properties) && properties.get(SoapProperties.EMISSION).isEmpty());
  }

  /** Axis2's gateway sets this property for unusual operations only. */
  private static Optional<Boolean> declaredOneWay(MessageProperties properties) {
    String pattern = properties.text(SoapProperties.OPERATION_PATTERN, "");
    return pattern.endsWith("in-only") || pattern.endsWith("out-only")
        ? Optional.of(true)
        : Optional.empty();
  }

  @Override
  public final void emitted(MessageId id, Emitted outcome) {
    rm.emitted(id, outcome);
  }

  @Override
  public final void close() {
    if (rm != null) {
      RmNodes.close(rm, node);
    }
  }
}
