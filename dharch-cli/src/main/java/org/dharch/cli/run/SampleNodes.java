package org.dharch.cli.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dharch.cli.base.Lifetime;
import org.dharch.cli.base.TempFolder;
import org.dharch.samples.SampleHandlers;

/** The nodes of a {@link SampleSite}, each in a separate JVM. */
final class SampleNodes {
  private SampleNodes() {}

  /** Assigns handlers to nodes round robin; surplus nodes host a handler a second time. */
  static Map<String, List<SampleHandlers.Spec>> deal(
      List<SampleHandlers.Spec> handlers, int nodes) {
    Map<String, List<SampleHandlers.Spec>> dealt = new LinkedHashMap<>();
    for (int i = 0; i < Math.max(nodes, handlers.size()); i++) {
      dealt
          .computeIfAbsent("node-" + (i % nodes + 1), name -> new ArrayList<>())
          .add(handlers.get(i % handlers.size()));
    }
    return dealt;
  }

  /**
   * Starts nodes and waits until each of their handlers is served.
   *
   * @param handlers the handlers of each node, by its name
   * @param folder for their documents
   * @param options the transport's
   */
  static void start(
      Map<String, List<SampleHandlers.Spec>> handlers,
      SampleSite site,
      Map<String, String> options,
      TempFolder folder,
      Lifetime lifetime)
      throws IOException, InterruptedException {
    String broker = site.nodeBroker().toString();
    List<NodeProcess> started = new ArrayList<>();
    for (Map.Entry<String, List<SampleHandlers.Spec>> node : handlers.entrySet()) {
      String name = node.getKey();
      Path document = folder.write(name + ".xml", SiteDocuments.node(name, node.getValue()));
      started.add(lifetime.add(NodeProcess.start(name, document, broker, options)));
    }
    for (NodeProcess node : started) {
      node.awaitReady();
    }
    site.awaitHandlers(
        handlers.values().stream()
            .flatMap(Collection::stream)
            .map(SampleHandlers.Spec::name)
            .toList());
  }
}
