package org.dharch.handlers.axis2;

import java.net.URL;
import java.security.CodeSource;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.axis2.engine.Handler;
import org.dharch.api.DHHandler;
import org.dharch.core.spi.HandlerKind;
import org.dharch.handlers.axis2.context.Axis2Contexts;
import org.dharch.handlers.axis2.context.Unavailable;

/** Runs Axis2 handlers on a node. The handlers of one folder share their Axis2 contexts. */
public final class Axis2Kind implements HandlerKind {
  private final Axis2Contexts contexts = new Axis2Contexts();

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
    return Axis2Refusals.reason(type);
  }

  /** The kernel's own base classes are exempt; they fail at the call. */
  @Override
  public Optional<String> unavailable(Class<?> type, ClassFile file) {
    if (file.type() != type && isKernels(file.type())) {
      return Optional.empty();
    }
    Stream<Optional<String>> calls =
        file.members().stream()
            .filter(Member::method)
            .map(call -> Unavailable.reason(call.owner(), call.name()));
    Stream<Optional<String>> texts = file.texts().stream().sorted().map(Unavailable::reason);
    return Stream.concat(calls, texts).flatMap(Optional::stream).findFirst();
  }

  /** Not by its name alone, because other libraries have handlers in packages of that name. */
  private static boolean isKernels(Class<?> type) {
    return type.getName().startsWith("org.apache.axis2.")
        && Objects.equals(source(type), source(Handler.class));
  }

  /** The location of the class; null if unknown. */
  private static URL source(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null ? null : source.getLocation();
  }

  @Override
  public DHHandler adapt(Object handler, Setting setting) {
    return new Axis2Handler(
        setting.name(), (Handler) handler, contexts, setting.limits(), setting.lenient());
  }
}
