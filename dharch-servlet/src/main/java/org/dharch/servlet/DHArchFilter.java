package org.dharch.servlet;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.Set;
import org.dharch.core.DHManager;
import org.dharch.core.message.DHArchException;
import org.dharch.core.settings.GatewayRuntime;
import org.dharch.core.settings.GatewaySettings;
import org.dharch.core.settings.LinkageReport;
import org.dharch.core.settings.Parameters;
import org.dharch.core.text.Reason;
import org.dharch.outbound.OutboundSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * DHArch as a servlet filter (seed 000, section 3.1.1: the gateway) for any SOAP stack behind it.
 * Must be declared with {@code async-supported=true} and mapped for the dispatchers {@code REQUEST}
 * and {@code ASYNC}. Parameters: docs/servlet-filter.md. With an invalid configuration the filter
 * does not start.
 *
 * <p>Blocks no thread while a request is read and while handlers run.
 */
public final class DHArchFilter implements Filter {
  /** The request attribute with the message's id; absent if it had no handlers. */
  public static final String MESSAGE_ID = "dharch.messageId";

  /**
   * The request attribute with the value of the HTTP header {@code dharch-within} for calls of the
   * service through the same manager; absent like {@link #MESSAGE_ID}.
   */
  public static final String WITHIN = "dharch.within";

  /** The request attribute with the name of the message's service. */
  public static final String SERVICE = "dharch.service";

  /** The request attribute with the local name of the first element in the message's body. */
  public static final String OPERATION = "dharch.operation";

  /** The prefix of the application attribute with the manager; the filter's name follows. */
  public static final String MANAGER = "org.dharch.servlet.manager.";

  private static final Logger LOG = LoggerFactory.getLogger(DHArchFilter.class);

  private final Optional<DHManager> given;
  private volatile Optional<GatewayRuntime> started = Optional.empty();
  private volatile Optional<Deliveries> deliveries = Optional.empty();
  private volatile Optional<ServletGateway> gateway = Optional.empty();

  /** Called by the container. */
  public DHArchFilter() {
    this.given = Optional.empty();
  }

  /**
   * Uses the manager of the application.
   *
   * @param manager must be closed by the caller, after the container has destroyed the filter
   */
  public DHArchFilter(DHManager manager) {
    this.given = Optional.of(manager);
  }

  @Override
  public void init(FilterConfig config) throws ServletException {
    String name = config.getFilterName();
    try {
      Parameters parameters = Parameters.in("web.xml, filter " + name, texts(config));
      FilterSettings settings;
      if (given.isPresent()) {
        FilterSettings.checkAlone(parameters.texts());
        settings = FilterSettings.of(parameters);
      } else {
        parameters = withFile(parameters, config);
        GatewaySettings gatewaySettings = gatewaySettings(parameters);
        settings = FilterSettings.of(parameters); // validates before anything starts
        started =
            Optional.of(
                new ServletHost(
                        config.getServletContext(),
                        OutboundSettings.ofGateway(parameters, gatewaySettings.manager().limits()))
                    .start(gatewaySettings));
      }
      DHManager manager = given.orElseGet(() -> started.orElseThrow().manager());
      if (!settings.deliver().isEmpty()) {
        deliveries = Optional.of(Deliveries.start(manager, settings.deliver()));
      }
      ClassLoader application = config.getServletContext().getClassLoader();
      if (application == null) { // Jetty without a class loader for the application
        application = DHArchFilter.class.getClassLoader();
      }
      gateway = Optional.of(new ServletGateway(manager, settings, name, deliveries, application));
      config.getServletContext().setAttribute(MANAGER + name, manager);
      LOG.info(
          "DHArch started filter={}{}",
          name,
          manager.status().nodeUri().map(uri -> " broker=" + uri).orElse(""));
    } catch (DHArchException | IllegalArgumentException e) {
      destroyAfter(e);
      throw new ServletException("filter " + name + " does not start: " + e.getMessage(), e);
    } catch (LinkageError e) {
      destroyAfter(e);
      String problem = LinkageReport.of(e, DHArchFilter.class.getClassLoader());
      throw new ServletException("filter " + name + " does not start: " + problem, e);
    } catch (RuntimeException | ServiceConfigurationError e) {
      destroyAfter(e);
      String problem = e instanceof RuntimeException known ? Reason.of(known) : e.getMessage();
      throw new ServletException("filter " + name + " does not start: " + problem, e);
    }
  }

  private static GatewaySettings gatewaySettings(Parameters parameters) {
    Set<String> own = FilterSettings.names(parameters.texts());
    own.addAll(OutboundSettings.names());
    return GatewaySettings.of(parameters, own);
  }

  private static Map<String, String> texts(FilterConfig config) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String name : Collections.list(config.getInitParameterNames())) {
      texts.put(name, config.getInitParameter(name));
    }
    return texts;
  }

  /**
   * Adds the parameters of the file in {@code dharch.config}; the filter's parameters take
   * precedence.
   */
  private static Parameters withFile(Parameters parameters, FilterConfig config) {
    return parameters
        .text(Parameters.CONFIG)
        .map(file -> Parameters.read(ServletHost.file(config.getServletContext(), file)))
        .map(read -> read.with(parameters))
        .orElse(parameters);
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    ServletGateway ready =
        gateway.orElseThrow(() -> new ServletException("DHArch's filter was not initialized"));
    if (!(request instanceof HttpServletRequest http)
        || !(response instanceof HttpServletResponse answer)) {
      chain.doFilter(request, response);
      return;
    }
    Optional<FilterExchange> exchange = ready.exchange(request);
    if (exchange.isEmpty()) {
      // any dispatch type: filters in front may have suspended the request
      ready.begin(http, answer, chain);
      return;
    }
    Optional<NextAction> next = exchange.get().dispatch().take(http);
    if (next.isPresent()) {
      exchange.get().resume(next.get(), http, answer, chain);
    } else {
      chain.doFilter(ready.handedOn(exchange.get(), http), response);
    }
  }

  private void destroyAfter(Throwable failure) {
    try {
      destroy();
    } catch (RuntimeException | LinkageError e) {
      failure.addSuppressed(e);
    }
  }

  @Override
  public void destroy() {
    Optional<GatewayRuntime> ending = started;
    gateway.ifPresent(ServletGateway::close);
    gateway = Optional.empty();
    started = Optional.empty();
    try {
      ending.ifPresent(GatewayRuntime::close);
    } finally {
      deliveries.ifPresent(Deliveries::close);
      deliveries = Optional.empty();
    }
  }
}
