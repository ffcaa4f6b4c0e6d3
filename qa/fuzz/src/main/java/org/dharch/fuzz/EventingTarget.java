package org.dharch.fuzz;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dharch.api.Changes;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.ws.Direction;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.WsAnswers;
import org.dharch.ws.WsException;
import org.dharch.ws.eventing.Expirations;
import org.dharch.ws.eventing.Filter;
import org.dharch.ws.eventing.ManagerSettings;
import org.dharch.ws.eventing.Sink;
import org.dharch.ws.eventing.Subscription;
import org.dharch.ws.eventing.SubscriptionManager;
import org.dharch.ws.eventing.SubscriptionStore;
import org.dharch.ws.eventing.store.MemorySubscriptionStore;

/** Requests of WS-Eventing from untrusted clients. */
final class EventingTarget {
  private static final ManagerSettings SETTINGS =
      new ManagerSettings(
          Optional.of("http://source.example/"),
          Expirations.DEFAULT,
          true,
          Set.of(),
          true,
          ManagerSettings.AddressRule.ANY);

  private EventingTarget() {}

  /** A request is answered or rejected; a stored subscription reads as it was written. */
  static void request(byte[] data) throws WsException {
    SubscriptionStore store =
        new MemorySubscriptionStore(
            () -> Instant.ofEpochMilli(1_000_000), SubscriptionStore.Bounds.DEFAULT);
    SOAPContext context = new SOAPContext(data);
    try {
      Changes changes =
          new SubscriptionManager(store, SETTINGS, "by", Optional.empty())
              .processExchange(context, Direction.FROM_NETWORK);
      mustBe(changes.verdict().isPresent(), "answer expected");
    } catch (MalformedMessageException e) {
      WireTargets.ignored(e);
      return;
    } catch (ProcessingException e) {
      mustBe(new WsAnswers(context, "by").fault(e).verdict().isPresent(), "fault expected");
    } catch (WsException e) {
      return; // not WS-Eventing, or for another role
    }
    for (SubscriptionStore.Numbered one : store.filtersAfter(0, 10)) {
      Filter filter = one.filter();
      mustBe(
          filter.equals(Filter.of(filter.kind(), filter.expression(), filter.bindings())),
          "the filter must be equal");
      List<Subscription> page = store.page(one.number(), "", 10);
      mustBe(page.size() == 1, "the sink must be present");
      Sink sink = page.get(0).notifyTo();
      mustBe(sink.equals(Sink.parse(sink.text())), "the sink must be equal");
    }
  }

  private static void mustBe(boolean is, String otherwise) {
    if (!is) {
      throw new AssertionError(otherwise);
    }
  }
}
