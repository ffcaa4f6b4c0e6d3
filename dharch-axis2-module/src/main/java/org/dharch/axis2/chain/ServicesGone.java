package org.dharch.axis2.chain;

import java.util.function.Consumer;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.AxisServiceGroup;
import org.apache.axis2.description.ParameterIncludeImpl;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.engine.AxisEvent;
import org.apache.axis2.engine.AxisObserver;

/**
 * What Axis2 tells of services that are removed, on the thread that removes them: also of those
 * that are deployed anew at once, before they are. It does not tell of one that is taken out of a
 * group by code, and the group stays.
 */
final class ServicesGone extends ParameterIncludeImpl implements AxisObserver {
  private static final long serialVersionUID = 1L;

  private final transient Consumer<AxisService> gone;

  /** What an Externalizable must have, as Axis2 says that observers are; tells nobody. */
  public ServicesGone() {
    this(service -> {});
  }

  ServicesGone(Consumer<AxisService> gone) {
    this.gone = gone;
  }

  @Override
  public void serviceGroupUpdate(AxisEvent event, AxisServiceGroup group) {
    if (event.getEventType() == AxisEvent.SERVICE_REMOVE) {
      group.getServices().forEachRemaining(gone);
    }
  }

  @Override
  public void init(AxisConfiguration configuration) {}

  @Override
  public void serviceUpdate(AxisEvent event, AxisService service) {}

  @Override
  public void moduleUpdate(AxisEvent event, AxisModule module) {}
}
