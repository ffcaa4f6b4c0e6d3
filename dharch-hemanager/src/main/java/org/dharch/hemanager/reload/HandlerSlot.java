package org.dharch.hemanager.reload;

import java.util.concurrent.atomic.AtomicReference;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.Emitted;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageId;
import org.dharch.core.spi.FormHandler;
import org.dharch.hemanager.document.HandlerSpec;

/**
 * One handler of a node, replaceable during calls: a call ends with the handler with which it
 * began. Safe for any thread.
 */
public final class HandlerSlot implements FormHandler {
  private final AtomicReference<LoadedHandler> current;

  HandlerSlot(LoadedHandler first) {
    this.current = new AtomicReference<>(first);
  }

  public HandlerSpec spec() {
    return current.get().spec();
  }

  /** Uses {@code next} for calls that begin from now on. */
  void replace(LoadedHandler next) {
    current.set(next);
  }

  private interface Call<T> {
    T on(DHHandler handler) throws Exception;
  }

  private <T> T call(Call<T> call) throws Exception {
    while (true) {
      LoadedHandler now = current.get();
      if (now.enter()) {
        try {
          return call.on(now.handler());
        } finally {
          now.leave();
        }
      }
      if (now == current.get()) {
        throw new IllegalStateException("handler '" + now.spec().name() + "' is closed");
      }
    }
  }

  @Override
  public Changes handle(HandlerMessage message, Forms forms) throws Exception {
    return call(
        handler ->
            handler instanceof FormHandler other
                ? other.handle(message, forms)
                : handler.handle(message));
  }

  @Override
  public Changes handle(HandlerMessage message) throws Exception {
    return call(handler -> handler.handle(message));
  }

  @Override
  public void ended(HandlerMessage message, Ending ending) throws Exception {
    call(
        handler -> {
          handler.ended(message, ending);
          return true;
        });
  }

  @Override
  public void emitted(MessageId id, Emitted outcome) throws Exception {
    call(
        handler -> {
          handler.emitted(id, outcome);
          return true;
        });
  }

  @Override
  public void close() {
    current.get().close();
  }
}
