package org.dharch.ws.handlers;

import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageProperties;
import org.dharch.api.NodeContext;
import org.dharch.api.SoapProperties;
import org.dharch.core.document.HandlerSettings;
import org.dharch.outbound.HostList;
import org.dharch.ws.Direction;
import org.dharch.ws.IncorrectExchangeException;
import org.dharch.ws.MessageFlowException;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.UnknownMessageException;
import org.dharch.ws.eventing.Expirations;
import org.dharch.ws.eventing.ManagerSettings;
import org.dharch.ws.eventing.SubscriptionManager;
import org.dharch.ws.jdbc.StoreException;
import org.dharch.ws.jdbc.StoreFailures;

/**
 * The subscription manager of WS-Eventing for the flow {@code in} of an event source service:
 * answers Subscribe, Renew, GetStatus and Unsubscribe (docs/eventing.md). Thread-safe.
 */
public final class EventingManagerHandler extends EventingHandler {
  private static final StoreFailures STORE = new StoreFailures("subscriptions");
  private ManagerSettings managerSettings;

  /** Creates a handler; called by the node. */
  public EventingManagerHandler() {}

  @Override
  void read(HandlerSettings settings, EventingSettingsReader common) {
    Optional<String> address = settings.text("address");
    address.filter(uri -> !isAbsolute(uri)).ifPresent(EventingManagerHandler::badAddress);
    Set<String> topics = topics(settings);
    try {
      managerSettings =
          new ManagerSettings(
              address,
              expirations(settings),
              !settings.flag("unfiltered"),
              topics,
              common.sending().reliableOrchestration().isPresent(),
              settings
                  .text("hosts")
                  .map(HostList::parse)
                  .map(EventingManagerHandler::rule)
                  .orElse(ManagerSettings.AddressRule.ANY));
    } catch (IllegalArgumentException e) {
      throw HandlerSettings.wrong("topics", String.join(" ", topics), e.getMessage());
    }
  }

  private static boolean isAbsolute(String address) {
    try {
      return URI.create(address).isAbsolute();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static void badAddress(String address) {
    throw HandlerSettings.wrong("address", address, "an absolute URI");
  }

  private static Expirations expirations(HandlerSettings settings) {
    Expirations standard = Expirations.DEFAULT;
    Duration max = settings.duration("maxExpires", standard.max());
    if (max.compareTo(standard.max()) > 0 || max.isZero()) {
      throw HandlerSettings.wrong("maxExpires", max.toString(), "more than zero, at most 24h");
    }
    Duration expires =
        settings.duration(
            "expires", max.compareTo(standard.standard()) < 0 ? max : standard.standard());
    if (expires.compareTo(max) > 0 || expires.isZero()) {
      throw HandlerSettings.wrong(
          "expires", expires.toString(), "more than zero, at most maxExpires, " + max);
    }
    return new Expirations(max, expires, settings.flag("durationsOnly"));
  }

  private static Set<String> topics(HandlerSettings settings) {
    return settings
        .text("topics")
        .map(text -> new LinkedHashSet<>(Arrays.asList(text.split("\\s+", -1))))
        .orElseGet(LinkedHashSet::new);
  }

  private static ManagerSettings.AddressRule rule(HostList hosts) {
    return address -> hosts.refusal(address, HostList.Resolver.SYSTEM);
  }

  @Override
  void require(NodeContext context) {
    // answers need no feature of the node
  }

  @Override
  public Changes handle(HandlerMessage message) throws Exception {
    MessageProperties properties = message.properties();
    if (!RmHandler.isRequest(properties)) {
      return Changes.NONE;
    }
    SOAPContext context = RmHandler.context(message);
    String url = properties.text(SoapProperties.HTTP_URL, "");
    SubscriptionManager manager =
        new SubscriptionManager(
            eventing().store(),
            managerSettings,
            message.id().toString(),
            Optional.of(url).filter(EventingManagerHandler::isAbsolute));
    try {
      return manager.processExchange(context, Direction.FROM_NETWORK);
    } catch (UnknownMessageException | IncorrectExchangeException e) {
      return Changes.NONE;
    } catch (ProcessingException e) {
      return RmHandler.reject(message, context, e);
    } catch (StoreException e) {
      throw new MessageFlowException(STORE.log(e), e);
    }
  }
}
