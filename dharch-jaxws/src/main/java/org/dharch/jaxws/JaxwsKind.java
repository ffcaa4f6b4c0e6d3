package org.dharch.jaxws;

import jakarta.xml.ws.handler.Handler;
import jakarta.xml.ws.handler.LogicalHandler;
import jakarta.xml.ws.handler.soap.SOAPHandler;
import java.util.Optional;
import org.dharch.api.DHHandler;
import org.dharch.core.spi.HandlerKind;

/** JAX-WS handlers, protocol and logical ones. Found as a service by the node's host. */
public final class JaxwsKind implements HandlerKind {
  @Override
  public String handlerInterface() {
    return SOAPHandler.class.getName();
  }

  @Override
  public boolean takes(Class<?> type) {
    return Handler.class.isAssignableFrom(type);
  }

  @Override
  public Optional<String> refusal(Class<?> type) {
    if (!SOAPHandler.class.isAssignableFrom(type) && !LogicalHandler.class.isAssignableFrom(type)) {
      return Optional.of(
          "it must be a "
              + SOAPHandler.class.getName()
              + " or "
              + LogicalHandler.class.getName()
              + " (got a proprietary kind of JAX-WS handler)");
    }
    return Injection.refusal(type);
  }

  @Override
  public Optional<String> unavailable(Class<?> type, ClassFile file) {
    return file.members().stream()
        .filter(Member::method)
        .map(call -> Absent.call(call.owner(), call.name()))
        .flatMap(Optional::stream)
        .findFirst()
        .or(
            () ->
                file.texts().stream()
                    .sorted()
                    .map(Absent::property)
                    .flatMap(Optional::stream)
                    .findFirst())
        .or(() -> Injection.byOthers(file.texts()));
  }

  @Override
  public DHHandler adapt(Object handler, Setting setting) {
    return new JaxwsHandler((Handler<?>) handler, setting);
  }
}
