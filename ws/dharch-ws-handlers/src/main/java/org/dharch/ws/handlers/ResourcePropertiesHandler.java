package org.dharch.ws.handlers;

import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.HandlerMessage;
import org.dharch.api.NodeContext;
import org.dharch.api.SoapProperties;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;
import org.dharch.ws.ProcessingException;
import org.dharch.ws.SOAPContext;
import org.dharch.ws.UnknownMessageException;
import org.dharch.ws.jdbc.StoreException;
import org.dharch.ws.resource.JdbcResourceStore;
import org.dharch.ws.resource.MemoryResourceStore;
import org.dharch.ws.resource.ResourceProcessor;
import org.dharch.ws.resource.ResourceSettings;
import org.dharch.ws.resource.ResourceStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The WS-Resource Framework 1.2 handler for a service's flow {@code in}
 * (docs/resource-properties.md): answers requests on resources, and stores the content of other
 * messages in their resources. Thread-safe.
 */
public final class ResourcePropertiesHandler implements DHHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ResourcePropertiesHandler.class);
  private static final long SWEEP_MILLIS = 1_000;
  private static final int BATCH = 100;
  private static final int MAX_BATCHES = 16;

  private NodeContext node;
  private ResourceStore store;
  private ResourceSettings settings;
  private ScheduledFuture<?> sweeper;

  /** Creates a handler; called by the node. */
  public ResourcePropertiesHandler() {}

  @Override
  public void init(Map<String, String> parameters) {
    throw new DHArchException("the resource properties handler must run on a node");
  }

  @Override
  public void init(Map<String, String> parameters, NodeContext context) {
    HandlerSettings handlerSettings = new HandlerSettings(parameters);
    StoreParameters storeParameters = StoreParameters.read(handlerSettings);
    settings = ResourceSettingsReader.read(handlerSettings);
    handlerSettings.requireNoMore();
    node = context;
    store = open(storeParameters, context);
    sweeper =
        context
            .timers()
            .scheduleWithFixedDelay(
                () -> sweep(storeParameters.url()),
                SWEEP_MILLIS,
                SWEEP_MILLIS,
                TimeUnit.MILLISECONDS);
  }

  private static ResourceStore open(StoreParameters storeParameters, NodeContext node) {
    if (storeParameters.isMemory()) {
      return new MemoryResourceStore(node.clock());
    }
    try {
      return JdbcResourceStore.open(
          storeParameters.url(),
          storeParameters.login(),
          node.clock(),
          storeParameters.connections());
    } catch (StoreException e) {
      throw new DHArchException(
          StoreParameters.STORE + "='" + storeParameters.url() + "': " + e.getMessage(), e);
    }
  }

  private void sweep(String url) {
    try {
      for (int n = 0; n < MAX_BATCHES; n++) {
        if (store.sweep(BATCH) < BATCH) {
          break;
        }
      }
    } catch (StoreException e) {
      LOG.warn("Failed to sweep resources store={} reason={}", url, e.getMessage());
    } catch (RuntimeException e) { // an exception would cancel the timer
      LOG.error("Resource sweep failed store={}", url, e);
    }
  }

  @Override
  public Changes handle(HandlerMessage message) throws Exception {
    SOAPContext context = RmHandler.context(message);
    ResourceProcessor processor =
        new ResourceProcessor(
            store,
            settings,
            node.clock(),
            message.properties().text(SoapProperties.SERVICE, ""),
            message.id().toString());
    try {
      return processor.processExchange(context, RmHandler.direction(message.properties()));
    } catch (UnknownMessageException e) {
      return Changes.NONE;
    } catch (ProcessingException e) {
      return RmHandler.reject(message, context, e);
    }
  }

  @Override
  public void close() {
    if (store != null) {
      sweeper.cancel(false);
      store.close();
    }
  }
}
