package org.dharch.benchmarks.sensor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.axis2.description.AxisService;
import org.dharch.benchmarks.harness.Statistics;
import org.dharch.benchmarks.site.HandlerVariant;
import org.dharch.benchmarks.site.SoapConnection;
import org.dharch.benchmarks.site.Testbed;
import org.dharch.benchmarks.site.TimedHandler;
import org.dharch.core.message.Timeline;

/**
 * The sensor's services, one for each way of running its handlers, in the order in which they take
 * turns. One thread.
 */
final class SensorServices {
  private static final String ACTION = "urn:reading";

  private final SensorDocuments documents;
  private final String subscribers;
  private final Map<HandlerVariant, Testbed> testbeds = new LinkedHashMap<>();
  private TimedHandler events; // in Axis2's own chain, from when that is deployed
  private TimedHandler resources; // the same

  /**
   * @param subscribers the host that they are on
   */
  SensorServices(SensorDocuments documents, String subscribers) {
    this.documents = documents;
    this.subscribers = subscribers;
  }

  /** Deploys the service with its handlers in Axis2's own chain. */
  void deployChain(HandlerVariant way, Testbed testbed) throws IOException {
    var axis = testbed.configuration();
    events = new TimedHandler(documents.chainedEvents(axis, subscribers));
    resources = new TimedHandler(documents.chainedResources(axis));
    testbed.deployChain(service(way, testbed), List.of(events, resources));
  }

  /** Deploys it for each of these ways, and the service that takes subscriptions. */
  void deploy(List<HandlerVariant> ways, Testbed testbed) throws IOException, InterruptedException {
    for (HandlerVariant way : ways) {
      testbed.deploy(service(way, testbed));
    }
    testbed.deploy(SensorService.describe(testbed.configuration(), SensorDocuments.SUBSCRIPTIONS));
    testbed.listen();
    testbed.awaitHandlers(SensorDocuments.HANDLERS);
  }

  private AxisService service(HandlerVariant way, Testbed testbed) throws IOException {
    testbeds.put(way, testbed);
    return SensorService.describe(testbed.configuration(), way.service());
  }

  /** Where subscriptions of a testbed are managed. */
  static URI manager(Testbed testbed) {
    String service = SensorDocuments.SUBSCRIPTIONS;
    return testbed.endpoint(HandlerVariant.distributed(service, service, service));
  }

  List<HandlerVariant> ways() {
    return List.copyOf(testbeds.keySet());
  }

  /** Connects to a way's service. */
  SoapConnection connect(HandlerVariant way) {
    try {
      return new SoapConnection(testbeds.get(way).endpoint(way), ACTION);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Forgets what the handlers in Axis2's own chain have taken: the warm-up. */
  void clear() {
    events.clear();
    resources.clear();
  }

  /** What the event source took in Axis2's own chain. */
  Statistics chainedEvents() {
    return Statistics.of(events.millis());
  }

  /** What the handler for resources took there. */
  Statistics chainedResources() {
    return Statistics.of(resources.millis());
  }

  /** The timelines of a way's latest messages. */
  List<Timeline> timelines(HandlerVariant way, int count) {
    List<Timeline> all = testbeds.get(way).timelines(way.name());
    return all.subList(Math.max(0, all.size() - count), all.size());
  }
}
