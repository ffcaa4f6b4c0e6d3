package org.dharch.axis2.chain;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.context.OperationContext;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.HandlerDescription;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.Handler.InvocationResponse;
import org.dharch.axis2.envelope.Faults;
import org.dharch.axis2.message.Names;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.Direction;
import org.dharch.core.message.Fault;

/**
 * The native handlers of a service in Axis2's own chain, configured in services.xml. They run
 * before the distributed handlers of a request and after those of a response or fault. Each is a
 * {@link ChainHandler} of a class of the service. They close when the service is removed or
 * redeployed, because those of the new deployment may need their resources, such as a file lock.
 * Safe for any thread.
 */
public final class ServiceChain {
  /** The prefix of the parameters; the flow follows. */
  public static final String PARAMETER = "dharch.chain.";

  private static final String MADE = "org.dharch.axis2.chain";

  /** The property of an operation context whose request has reached this chain. */
  private static final String HERE = "org.dharch.axis2.chain.here";

  /** The longest wait for current messages when the service is removed. */
  private static final long END_SECONDS = 5;

  private static final Set<Direction> FLOWS =
      EnumSet.of(Direction.IN, Direction.OUT, Direction.OUT_FAULT);
  private static final String ALLOWED =
      "allowed are classes separated by blanks, or elements <handler class=\"...\"> with optional"
          + " <parameter name=\"...\"> elements";

  private final Map<Direction, List<ChainHandler>> handlers;
  private final boolean isAlone;
  private int here; // guarded by this
  private boolean ended; // guarded by this

  private ServiceChain(Map<Direction, List<ChainHandler>> handlers, boolean isAlone) {
    this.handlers = handlers;
    this.isAlone = isAlone;
  }

  /** Whether {@code parameter} of a service configures a chain. */
  public static boolean isNamed(String parameter) {
    return FLOWS.stream().anyMatch(flow -> parameter.equals(PARAMETER + flow));
  }

  /** Whether {@code service} configures a chain for any flow. */
  public static boolean isNamedBy(AxisService service) {
    return service != null
        && service.getParameters().stream().anyMatch(each -> isNamed(each.getName()));
  }

  /** Whether {@code service} has a chain and no manager runs for it. */
  public static boolean isAlone(AxisService service) {
    return of(service).filter(chain -> chain.isAlone).isPresent();
  }

  /**
   * Creates the handlers that {@code service} configures, once.
   *
   * @param isAlone whether no manager runs
   * @throws DHArchException if a parameter is invalid or a handler does not start
   */
  public static void addTo(AxisService service, boolean isAlone) throws AxisFault {
    if (of(service).isPresent()) {
      return;
    }
    Map<Direction, List<ChainHandler>> handlers = new EnumMap<>(Direction.class);
    boolean made = false;
    try {
      for (Direction flow : FLOWS) {
        Parameter named = service.getParameter(PARAMETER + flow);
        if (named != null) {
          handlers.put(flow, read(named, service));
        }
      }
      made = true;
    } finally {
      if (!made) {
        ChainEnd.of(service)
            .ifPresent(end -> end.gone(service)); // closes the handlers created so far
      }
    }
    if (!handlers.isEmpty()) {
      service.addParameter(new Parameter(MADE, new ServiceChain(handlers, isAlone)));
    }
  }

  private static Optional<ServiceChain> of(AxisService service) {
    return service != null && service.getParameterValue(MADE) instanceof ServiceChain chain
        ? Optional.of(chain)
        : Optional.empty();
  }

  private static List<ChainHandler> read(Parameter named, AxisService service) throws AxisFault {
    List<ChainHandler> made = new ArrayList<>();
    OMElement element = named.getParameterElement(); // the value has only the first element
    if (element != null && element.getFirstElement() != null) {
      for (Iterator<OMElement> all = element.getChildElements(); all.hasNext(); ) {
        OMElement handler = all.next();
        String className = attribute(named, handler, "handler", "class");
        made.add(handler(named.getName(), className, parameters(named, handler), service));
      }
    } else {
      for (String className : String.valueOf(named.getValue()).strip().split("[\\s,]+", -1)) {
        made.add(handler(named.getName(), className, Map.of(), service));
      }
    }
    return made;
  }

  private static Map<String, String> parameters(Parameter named, OMElement handler) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (Iterator<OMElement> all = handler.getChildElements(); all.hasNext(); ) {
      OMElement parameter = all.next();
      parameters.put(attribute(named, parameter, "parameter", "name"), parameter.getText().strip());
    }
    return parameters;
  }

  private static String attribute(Parameter named, OMElement of, String element, String attribute) {
    String value = of.getAttributeValue(new QName(attribute));
    if (!of.getLocalName().equals(element) || value == null || value.isBlank()) {
      throw new DHArchException(named.getName() + ": <" + of.getLocalName() + ">; " + ALLOWED);
    }
    return value.strip();
  }

  private static ChainHandler handler(
      String parameter, String className, Map<String, String> parameters, AxisService service)
      throws AxisFault {
    if (className.isEmpty()) {
      throw new DHArchException(parameter + " must not be empty; " + ALLOWED);
    }
    HandlerDescription description = new HandlerDescription(className);
    description.setParent(service);
    description.addParameter(new Parameter(ChainHandler.HANDLER, className));
    for (Map.Entry<String, String> own : parameters.entrySet()) {
      description.addParameter(new Parameter(own.getKey(), own.getValue()));
    }
    ChainHandler handler = new ChainHandler();
    handler.init(description);
    return handler;
  }

  /** Runs the handlers of {@code context}'s service for {@code flow}. */
  public static InvocationResponse pass(MessageContext context, Direction flow) throws AxisFault {
    Optional<ServiceChain> chain = of(context.getAxisService());
    return chain.isPresent() ? chain.get().through(context, flow) : InvocationResponse.CONTINUE;
  }

  private InvocationResponse through(MessageContext context, Direction flow) throws AxisFault {
    List<ChainHandler> all = handlers.getOrDefault(flow, List.of());
    if (!isThere(context, flow)) {
      return all.isEmpty() && flow != Direction.IN
          ? InvocationResponse.CONTINUE
          : gone(context, flow);
    }
    for (ChainHandler handler : all) {
      InvocationResponse response = handler.invoke(context);
      if (!response.equals(InvocationResponse.CONTINUE)) {
        return response; // the handler has responded
      }
    }
    return InvocationResponse.CONTINUE;
  }

  /** Whether the chain is open; counts the request, for which {@link #end()} waits. */
  private synchronized boolean isThere(MessageContext context, Direction flow) {
    OperationContext operation = context.getOperationContext();
    boolean counts = flow == Direction.IN && context.isServerSide() && operation != null;
    if (!ended && counts && operation.getLocalProperty(HERE) == null) {
      operation.setProperty(HERE, this);
      here++;
    }
    return !ended;
  }

  /** Rejects a message whose handlers are closed. */
  private static InvocationResponse gone(MessageContext context, Direction flow) throws AxisFault {
    Fault fault =
        new Fault(
            Fault.Code.SHUT_DOWN,
            "",
            "service "
                + Names.service(context)
                + " was removed or redeployed, and its handlers in Axis2's chain are closed");
    Faults.GatewayFault rejection = Faults.failed(context, fault);
    if (flow != Direction.OUT_FAULT) {
      throw rejection;
    }
    context.setEnvelope(
        rejection.envelope(context)); // an outbound fault has no other way to report an error
    return InvocationResponse.CONTINUE;
  }

  /** Ends the count of the request of {@code context}'s operation. */
  public static void over(MessageContext context) {
    OperationContext operation = context.getOperationContext();
    if (operation != null && operation.getLocalProperty(HERE) instanceof ServiceChain chain) {
      operation.removeProperty(HERE);
      chain.left();
    }
  }

  private synchronized void left() {
    here--;
    notifyAll();
  }

  /**
   * Waits for the current requests, at most {@value #END_SECONDS} s, then rejects further ones.
   * Called before the handlers are closed.
   */
  static void end(AxisService service) {
    of(service).ifPresent(ServiceChain::end);
  }

  private synchronized void end() {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
    try {
      long left = END_SECONDS * 1000;
      while (here > 0 && left > 0) {
        wait(left);
        left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ended = true;
  }
}
