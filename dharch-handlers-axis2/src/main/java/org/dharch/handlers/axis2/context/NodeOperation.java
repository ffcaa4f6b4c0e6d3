package org.dharch.handlers.axis2.context;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.axis2.AxisFault;
import org.apache.axis2.description.AxisMessage;
import org.apache.axis2.description.Parameter;
import org.dharch.core.message.Direction;

/** A message's operation with the parts that are sent; as {@link NodeService}. */
final class NodeOperation extends AbsentOperation {
  static final String NO_TEXT =
      "it is no text, or too long; give the handler what it needs of it in the node document";
  static final String NO_PLACE =
      "use the operation context, which request and answer share, or a store of your own";

  private static final String IN = "inMessage"; // Axis2's keys
  private static final String OUT = "outMessage";

  private final Set<String> stays;
  private final ContainerFacts facts;

  /** Sets its messages, parameters and action; see {@link MessageDescription}. */
  NodeOperation(MessageDescription of) throws AxisFault {
    super(new QName(of.operation()));
    this.stays = of.operationStays();
    this.facts = of.facts();
    if (!of.pattern().isEmpty()) {
      setMessageExchangePattern(of.pattern());
    }
    setSoapAction(facts.action());
    if (!of.answerAction().isEmpty()) {
      setOutputAction(of.answerAction());
    }
    for (Map.Entry<String, String> parameter : of.operationParameters().entrySet()) {
      super.addParameter(new Parameter(parameter.getKey(), parameter.getValue()));
    }
    removeChild(IN);
    removeChild(OUT);
    String pattern = super.getMessageExchangePattern();
    List<String> ways =
        Arrays.asList(pattern.substring(pattern.lastIndexOf('/') + 1).split("-", -1));
    for (String way : List.of("in", "out")) {
      if (ways.contains(way)) {
        addChild(way.equals("in") ? IN : OUT, new NodeMessage(this, way, of.messageStays()));
      }
    }
  }

  @Override
  void complete() {
    super.complete();
    getChildren().forEachRemaining(message -> ((NodeMessage) message).complete());
  }

  /** Whether a handler calls, and not the setup. */
  static boolean inHandler() {
    return Absence.current() != Absence.UNKNOWN;
  }

  /** The description of the message in this direction; null if there is none. */
  AxisMessage message(Direction flow) {
    return (AxisMessage) getChild(flow.isInbound() ? IN : OUT);
  }

  @Override
  public AxisMessage getMessage(String label) {
    AxisMessage message = super.getMessage(label);
    if (message == null) {
      throw new UnsupportedOperationException(
          "the operation has no message '" + label + "'"); // as Axis2 does for the pattern
    }
    return message;
  }

  private void requireSent(String by) {
    if (isComplete()) {
      facts.requireSent("the operation's action", "AxisOperation." + by);
    }
  }

  @Override
  public String getSoapAction() {
    requireSent("getSoapAction");
    return super.getSoapAction();
  }

  /** Without a SOAPAction the action is another one, which was not sent. */
  @Override
  public String getInputAction() {
    requireSent("getInputAction");
    if (isComplete() && (facts.action() == null || facts.action().isEmpty())) {
      Unavailable.DESCRIPTION.missing("AxisOperation.getInputAction");
    }
    return super.getInputAction();
  }

  @Override
  public Parameter getParameter(String name) {
    Parameter found = super.getParameter(name);
    if (found == null && stays.contains(name)) {
      Absence.current().report("parameter '" + name + "' of the operation", NO_TEXT);
    }
    return found;
  }

  /** All of the operation's own, if all are texts. */
  @Override
  @SuppressWarnings("NonApiType") // Axis2's
  public ArrayList<Parameter> getParameters() {
    for (String name : stays) {
      Absence.current().report("parameter '" + name + "' of the operation", NO_TEXT);
    }
    return super.getParameters();
  }

  @Override
  public void addParameter(Parameter parameter) throws AxisFault {
    if (inHandler()) {
      Absence.current().report("a place for operation parameter " + parameter.getName(), NO_PLACE);
    }
    super.addParameter(parameter);
  }
}
