package org.dharch.axis1;

import java.security.CodeSource;
import java.util.Objects;
import java.util.Optional;
import org.apache.axis.AxisEngine;
import org.apache.axis.Chain;
import org.apache.axis.Handler;
import org.apache.axis.providers.BasicProvider;
import org.dharch.api.DHHandler;
import org.dharch.core.spi.HandlerKind;

/** The kind of Axis 1 handlers, found as a service by the node's host. */
public final class AxisKind implements HandlerKind {
  /** The package of Axis' senders, which have no common type. */
  private static final String TRANSPORT = "org.apache.axis.transport.";

  @Override
  public String handlerInterface() {
    return Handler.class.getName();
  }

  @Override
  public boolean takes(Class<?> type) {
    return Handler.class.isAssignableFrom(type);
  }

  @Override
  public Optional<String> refusal(Class<?> type) {
    if (Chain.class.isAssignableFrom(type)) {
      return Optional.of("it is a chain, which belongs to its engine; name its handlers");
    }
    if (AxisEngine.class.isAssignableFrom(type)) {
      return Optional.of("it is an engine; name its handlers");
    }
    if (type.getName().startsWith(TRANSPORT)) {
      return Optional.of("it is a sender, which belongs to its engine");
    }
    if (BasicProvider.class.isAssignableFrom(type)) {
      return Optional.of("it is a provider, which calls the service");
    }
    return Optional.empty();
  }

  /** Base classes of Axis are exempt; they fail at the call. */
  @Override
  public Optional<String> unavailable(Class<?> type, ClassFile file) {
    if (file.type() != type && Objects.equals(source(file.type()), source(Handler.class))) {
      return Optional.empty();
    }
    return file.members().stream()
        .map(member -> Absent.member(member.owner(), member.name()))
        .flatMap(Optional::stream)
        .findFirst()
        // a base class may refer to members that the handler does not use, as WSS4J's does
        .or(() -> file.type() == type ? Absent.text(file.texts()) : Optional.empty());
  }

  private static Object source(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null ? type : source.getLocation();
  }

  @Override
  public DHHandler adapt(Object handler, Setting setting) {
    return new AxisHandler((Handler) handler, setting);
  }
}
