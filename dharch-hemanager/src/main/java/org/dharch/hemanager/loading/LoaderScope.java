package org.dharch.hemanager.loading;

import java.util.Map;
import org.dharch.api.Changes;
import org.dharch.api.DHHandler;
import org.dharch.api.Emitted;
import org.dharch.api.HandlerMessage;
import org.dharch.api.MessageId;
import org.dharch.api.NodeContext;
import org.dharch.core.spi.FormHandler;
import org.dharch.core.text.OneLine;

/**
 * Calls a handler with its own class loader as the thread's context class loader, because libraries
 * use that.
 */
final class LoaderScope implements FormHandler {
  private final DHHandler handler;
  private final FolderLoader loader;

  LoaderScope(DHHandler handler, FolderLoader loader) {
    this.handler = handler;
    this.loader = loader;
  }

  @Override
  public void init(Map<String, String> parameters) throws Exception {
    ClassLoader before = enter();
    try {
      handler.init(parameters);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  @Override
  public void init(Map<String, String> parameters, NodeContext node) throws Exception {
    ClassLoader before = enter();
    try {
      handler.init(parameters, node);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  @Override
  public void emitted(MessageId id, Emitted outcome) throws Exception {
    ClassLoader before = enter();
    try {
      handler.emitted(id, outcome);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  @Override
  public Changes handle(HandlerMessage message, Forms forms) throws Exception {
    ClassLoader before = enter();
    try {
      return handler instanceof FormHandler other
          ? other.handle(message, forms)
          : handler.handle(message);
    } catch (LinkageError e) {
      throw explain(e);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  @Override
  public Changes handle(HandlerMessage message) throws Exception {
    ClassLoader before = enter();
    try {
      return handler.handle(message);
    } catch (LinkageError e) {
      throw explain(e);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  @Override
  public void ended(HandlerMessage message, Ending ending) throws Exception {
    ClassLoader before = enter();
    try {
      handler.ended(message, ending);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  @Override
  public void close() {
    ClassLoader before = enter();
    try {
      handler.close();
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  /** Adds the origin of the classes to a linkage error. */
  private LinkageError explain(LinkageError problem) {
    String text = SharedCopies.explain(problem, loader);
    return text.equals(OneLine.of(problem)) ? problem : new LinkageError(text, problem);
  }

  private ClassLoader enter() {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    return before;
  }
}
