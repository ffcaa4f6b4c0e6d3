package org.dharch.hemanager;

import java.nio.file.Path;
import java.util.Map;
import org.dharch.core.spi.NodeProvider;

/** Starts {@link HEManager}s; found by the service loader. */
public final class HEManagerProvider implements NodeProvider {
  /** For {@link java.util.ServiceLoader}. */
  public HEManagerProvider() {}

  @Override
  public AutoCloseable start(Path document, Map<String, String> overrides) {
    return HEManager.start(document, overrides);
  }
}
