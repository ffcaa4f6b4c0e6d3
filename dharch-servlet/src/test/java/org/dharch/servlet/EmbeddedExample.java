package org.dharch.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import java.util.EnumSet;
import org.dharch.core.DHManager;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.core.orchestration.rule.Orchestrations;
import org.dharch.core.spi.CManager;

/** The example of docs/servlet-filter.md. */
final class EmbeddedExample {
  private EmbeddedExample() {}

  static DHManager start(ServletContext context, Orchestrations orchestrations, CManager cmanager) {
    // begin
    DHManager manager = DHManager.start(DHManagerConfig.DEFAULT, orchestrations, cmanager);
    FilterRegistration.Dynamic filter = context.addFilter("dharch", new DHArchFilter(manager));
    filter.setAsyncSupported(true);
    filter.addMappingForUrlPatterns(
        EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC), true, "/services/*");
    // end
    return manager;
  }
}
