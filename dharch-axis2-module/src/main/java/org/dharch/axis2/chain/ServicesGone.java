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
 * Observes the removal of services, on the removing thread; a redeployment removes first. Axis2
 * does not report a service that is removed programmatically from a group that stays.
 */
final class ServicesGone extends ParameterIncludeImpl implements AxisObserver {
  private static final long serialVersionUID = 1L;

  private final transient Consumer<AxisService> gone;

  /** Required by Externalizable, which Axis2's observers are; does nothing. */
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
