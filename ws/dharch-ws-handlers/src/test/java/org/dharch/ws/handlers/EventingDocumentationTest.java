package org.dharch.ws.handlers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dharch.api.DHHandler;
import org.dharch.core.message.DHArchException;
import org.junit.jupiter.api.Test;

/** What docs/eventing.md lists is what there is; what it shows runs in EventingFlowTest. */
class EventingDocumentationTest {
  private static final String TEXT = EventingServer.PAGE.text();

  /** The names in the first table of parameters behind {@code heading}. */
  private static Set<String> listed(String heading) {
    String part = TEXT.substring(TEXT.indexOf("\n" + heading + "\n"));
    part = part.substring(part.indexOf("| parameter |"));
    part = part.substring(0, part.indexOf("\n\n"));
    Set<String> names = new TreeSet<>();
    for (String line : part.split("\n", -1)) {
      Matcher name = Pattern.compile("`([A-Za-z]+)`").matcher(line.split("\\|", -1)[1]);
      while (name.find()) {
        names.add(name.group(1));
      }
    }
    return names;
  }

  /** Those that the handler says are allowed. */
  private static Set<String> allowed(DHHandler handler) {
    try (EventingBench bench = new EventingBench()) {
      Map<String, String> parameters = new HashMap<>(Map.of("store", "memory:", "none", "such"));
      String output =
          assertThrows(DHArchException.class, () -> handler.init(parameters, bench)).getMessage();
      String names =
          output.substring(output.indexOf("it must be one of ") + "it must be one of ".length());
      return new TreeSet<>(Set.of(names.split(", ", -1)));
    }
  }

  @Test
  void listsAllParameters() {
    Set<String> common = listed("## Parameters");
    Set<String> manager = new TreeSet<>(common);
    manager.addAll(listed("### eventing-manager"));
    assertEquals(manager, allowed(new EventingManagerHandler()));
    Set<String> source = new TreeSet<>(common);
    source.addAll(listed("### eventing-source"));
    assertEquals(source, allowed(new EventingSourceHandler()));
  }

  @Test
  void classesExist() {
    for (DHHandler handler :
        new DHHandler[] {new EventingManagerHandler(), new EventingSourceHandler()}) {
      assertTrue(TEXT.contains("`" + handler.getClass().getSimpleName() + "`"));
    }
    assertTrue(TEXT.contains(EventingSourceHandler.TOPIC));
  }
}
