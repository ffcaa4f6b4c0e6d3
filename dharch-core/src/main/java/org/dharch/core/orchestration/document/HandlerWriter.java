package org.dharch.core.orchestration.document;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.namespace.QName;
import org.dharch.core.document.Durations;
import org.dharch.core.orchestration.Access;
import org.dharch.core.orchestration.Affinity;
import org.dharch.core.orchestration.DeclaredPart;
import org.dharch.core.orchestration.HandlerEntry;
import org.dharch.core.orchestration.RetryPolicy;

/** Writes one handler's entry, without default values. */
final class HandlerWriter {
  private final XmlOut out;

  HandlerWriter(XmlOut out) {
    this.out = out;
  }

  void write(HandlerEntry entry) {
    out.start("handler").attribute("name", entry.name());
    if (!entry.failures().mustPerform()) {
      out.attribute("mustPerform", "false");
    }
    flag("oneway", entry.oneway());
    entry.timeToStart().ifPresent(d -> out.attribute("timeToStart", Durations.text(d)));
    entry.timeToFinish().ifPresent(d -> out.attribute("timeToFinish", Durations.text(d)));
    if (entry.failures().atomicity().stateful()) {
      out.attribute("atomicity", entry.failures().atomicity().toString());
    }
    entry.failures().compensator().ifPresent(name -> out.attribute("compensator", name));
    flag("partial", entry.parts().partial());
    flag("completionCallback", entry.completionCallback());
    flag("mayRespond", entry.mayRespond());
    entry.affinity().ifPresent(this::affinity);
    entry.node().ifPresent(name -> out.attribute("node", name));
    entry.parts().access().ifPresent(this::access);
    entry.parts().send().ifPresent(sent -> parts("send", sent));
    if (!entry.failures().retry().equals(RetryPolicy.NONE)) {
      retry(entry.failures().retry());
    }
    out.end();
  }

  private void affinity(Affinity affinity) {
    if (affinity.expression().isPresent()) {
      out.attribute("affinity", affinity.expression().get());
      affinity.namespaces().forEach((prefix, name) -> out.attribute("xmlns:" + prefix, name));
    } else {
      out.attribute("affinityProperty", affinity.property());
    }
  }

  private void flag(String name, boolean value) {
    if (value) {
      out.attribute(name, "true");
    }
  }

  private void access(Access access) {
    if (!access.reads().isEmpty() || access.writes().isEmpty()) {
      parts("reads", access.reads());
    }
    if (!access.writes().isEmpty()) {
      parts("writes", access.writes());
    }
  }

  private void parts(String name, Set<DeclaredPart> parts) {
    out.start(name);
    parts.stream().sorted().forEach(this::part);
    out.end();
  }

  private void part(DeclaredPart part) {
    Map<String, String> prefixes = new LinkedHashMap<>(); // by namespace
    if (part instanceof DeclaredPart.Header header) {
      out.start("header").attribute("name", text(header.name(), prefixes));
    } else if (part instanceof DeclaredPart.Element element) {
      out.start("element")
          .attribute(
              "path",
              element.path().stream()
                  .map(name -> text(name, prefixes))
                  .collect(Collectors.joining("/")));
    } else if (part instanceof DeclaredPart.Property property) {
      out.start("property").attribute("name", property.name());
    } else if (part instanceof DeclaredPart.Body) {
      out.start("body");
    } else {
      throw new IllegalArgumentException(
          "a declared part must be a header, the body, an element or a property (got "
              + part
              + ")");
    }
    prefixes.forEach((namespace, prefix) -> out.attribute("xmlns:" + prefix, namespace));
    out.end();
  }

  private static String text(QName name, Map<String, String> prefixes) {
    if (name.getNamespaceURI().isEmpty()) {
      return name.getLocalPart();
    }
    String prefix = prefixes.computeIfAbsent(name.getNamespaceURI(), n -> "n" + prefixes.size());
    return prefix + ":" + name.getLocalPart();
  }

  private void retry(RetryPolicy retry) {
    out.start("retry")
        .attribute("retries", String.valueOf(retry.retries()))
        .attribute("delay", Durations.text(retry.delay()))
        .attribute("maxDelay", Durations.text(retry.maxDelay()))
        .end();
  }
}
