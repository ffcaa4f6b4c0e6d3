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
 * The sensor's services, one for each variant, in the order in which they alternate. One thread.
 */
final class SensorServices {
  private static final String ACTION = "urn:reading";

  private final SensorDocuments documents;
  private final String subscribers;
  private final Map<HandlerVariant, Testbed> testbeds = new LinkedHashMap<>();
  private TimedHandler events; // in Axis2's own chain, set by deployChain
  private TimedHandler resources;

  /**
   * @param subscribers the host of the subscribers
   */
  SensorServices(SensorDocuments documents, String subscribers) {
    this.documents = documents;
    this.subscribers = subscribers;
  }

  /** Deploys the service with its handlers in Axis2's own chain. */
  void deployChain(HandlerVariant variant, Testbed testbed) throws IOException {
    var axis = testbed.configuration();
    events = new TimedHandler(documents.chainedEvents(axis, subscribers));
    resources = new TimedHandler(documents.chainedResources(axis));
    testbed.deployChain(service(variant, testbed), List.of(events, resources));
  }

  /** Deploys the service for each variant, and the subscription service. */
  void deploy(List<HandlerVariant> variants, Testbed testbed)
      throws IOException, InterruptedException {
    for (HandlerVariant variant : variants) {
      testbed.deploy(service(variant, testbed));
    }
    testbed.deploy(SensorService.describe(testbed.configuration(), SensorDocuments.SUBSCRIPTIONS));
    testbed.listen();
    testbed.awaitHandlers(SensorDocuments.HANDLERS);
  }

  private AxisService service(HandlerVariant variant, Testbed testbed) throws IOException {
    testbeds.put(variant, testbed);
    return SensorService.describe(testbed.configuration(), variant.service());
  }

  /** Returns the address of a testbed's subscription manager. */
  static URI manager(Testbed testbed) {
    String service = SensorDocuments.SUBSCRIPTIONS;
    return testbed.endpoint(HandlerVariant.distributed(service, service, service));
  }

  List<HandlerVariant> variants() {
    return List.copyOf(testbeds.keySet());
  }

  /** Connects to the service of a variant. */
  SoapConnection connect(HandlerVariant variant) {
    try {
      return new SoapConnection(testbeds.get(variant).endpoint(variant), ACTION);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Discards the times of the handlers in Axis2's own chain, after the warm-up. */
  void clear() {
    events.clear();
    resources.clear();
  }

  /** Returns the times of the event source in Axis2's own chain. */
  Statistics chainedEvents() {
    return Statistics.of(events.millis());
  }

  /** Returns the times of the resource handler in Axis2's own chain. */
  Statistics chainedResources() {
    return Statistics.of(resources.millis());
  }

  /** Returns the timelines of a variant's latest messages. */
  List<Timeline> timelines(HandlerVariant variant, int count) {
    List<Timeline> all = testbeds.get(variant).timelines(variant.name());
    return all.subList(Math.max(0, all.size() - count), all.size());
  }
}
