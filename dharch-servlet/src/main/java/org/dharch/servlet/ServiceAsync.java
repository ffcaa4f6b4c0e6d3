package org.dharch.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The asynchronous processing of a service. Its dispatches return to the filter. If the response
 * may have handlers, {@link #complete} dispatches to the filter too, and the service's listeners
 * are notified when the response has been written. Thread-safe.
 */
final class ServiceAsync implements AsyncContext, AsyncListener {
  private static final Logger LOG = LoggerFactory.getLogger(ServiceAsync.class);

  private record Listening(
      AsyncListener listener, ServletRequest request, ServletResponse response) {}

  private interface Event {
    void send(AsyncListener listener, AsyncEvent event) throws IOException;
  }

  private final AsyncContext real;
  private final FilterExchange exchange;
  private final ServiceRequest request;
  private final boolean kept;
  private final AtomicBoolean over = new AtomicBoolean();
  private final List<Listening> listeners = new CopyOnWriteArrayList<>();

  /**
   * @param real the container's
   * @param request the service's request, which the container dispatches
   * @param kept whether the response is held for handlers
   */
  ServiceAsync(AsyncContext real, FilterExchange exchange, ServiceRequest request, boolean kept) {
    this.real = real;
    this.exchange = exchange;
    this.request = request;
    this.kept = kept;
  }

  /** Notifies the listeners itself if the container would do so too early. */
  void listen() {
    if (kept) {
      real.addListener(this);
    }
  }

  @Override
  public void complete() {
    if (kept) {
      exchange.finish(this);
      exchange.dispatch().by(request, new NextAction.Finish(), real::dispatch);
    } else {
      real.complete();
    }
  }

  @Override
  public void dispatch() {
    again(real::dispatch);
  }

  @Override
  public void dispatch(String path) {
    checkReturns(path);
    again(() -> real.dispatch(path));
  }

  @Override
  public void dispatch(ServletContext context, String path) {
    checkReturns(path);
    again(() -> real.dispatch(context, path));
  }

  private void again(Runnable dispatch) {
    exchange.dispatch().by(request, new NextAction.Rejoin(), dispatch);
  }

  private void checkReturns(String path) {
    if (kept) {
      throw new UnsupportedOperationException(
          "dispatch must return to DHArch's filter, because the response has handlers: use"
              + " dispatch() without a path, or complete() (got '"
              + path
              + "')");
    }
  }

  @Override
  public ServletRequest getRequest() {
    return real.getRequest();
  }

  @Override
  public ServletResponse getResponse() {
    return real.getResponse();
  }

  @Override
  public boolean hasOriginalRequestAndResponse() {
    return false;
  }

  @Override
  public void start(Runnable work) {
    real.start(work);
  }

  @Override
  public void addListener(AsyncListener listener) {
    if (kept) {
      addListener(listener, getRequest(), getResponse());
    } else {
      real.addListener(listener);
    }
  }

  @Override
  public void addListener(
      AsyncListener listener, ServletRequest request, ServletResponse response) {
    if (kept) {
      listeners.add(new Listening(listener, request, response));
    } else {
      real.addListener(listener, request, response);
    }
  }

  @Override
  public <T extends AsyncListener> T createListener(Class<T> type) throws ServletException {
    return real.createListener(type);
  }

  @Override
  public void setTimeout(long millis) {
    real.setTimeout(millis);
  }

  @Override
  public long getTimeout() {
    return real.getTimeout();
  }

  /** Notifies the listeners once. */
  void ended() {
    if (over.compareAndSet(false, true)) {
      try {
        notifyListeners(null, AsyncListener::onComplete);
      } catch (IOException | RuntimeException e) {
        LOG.warn("Listener of the service failed", e);
      }
    }
  }

  @Override
  public void onComplete(AsyncEvent event) {
    ended();
  }

  @Override
  public void onTimeout(AsyncEvent event) throws IOException {
    notifyListeners(event.getThrowable(), AsyncListener::onTimeout);
  }

  @Override
  public void onError(AsyncEvent event) throws IOException {
    notifyListeners(event.getThrowable(), AsyncListener::onError);
  }

  @Override
  public void onStartAsync(AsyncEvent event) {
    // the next suspension by the filter, which is hidden from the service
  }

  private void notifyListeners(Throwable failure, Event event) throws IOException {
    for (Listening l : listeners) {
      event.send(l.listener(), new AsyncEvent(this, l.request(), l.response(), failure));
    }
  }
}
