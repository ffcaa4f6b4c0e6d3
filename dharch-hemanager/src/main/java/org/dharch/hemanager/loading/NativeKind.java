package org.dharch.hemanager.loading;

import org.dharch.api.DHHandler;
import org.dharch.core.spi.HandlerKind;

/** DHArch's own handlers, which run as they are. */
final class NativeKind implements HandlerKind {
  @Override
  public String handlerInterface() {
    return DHHandler.class.getName();
  }

  @Override
  public boolean takes(Class<?> type) {
    return DHHandler.class.isAssignableFrom(type);
  }

  @Override
  public DHHandler adapt(Object handler, Setting setting) {
    return (DHHandler) handler;
  }
}
