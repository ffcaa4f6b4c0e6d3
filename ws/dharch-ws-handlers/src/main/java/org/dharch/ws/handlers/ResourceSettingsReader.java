package org.dharch.ws.handlers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.core.document.HandlerSettings;
import org.dharch.core.message.DHArchException;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.xpath.XPath;
import org.dharch.ws.resource.PropertiesSchema;
import org.dharch.ws.resource.ResourceSettings;
import org.dharch.ws.soap.ElementReader;

/** Reads the parameters of resources, except those of the store. */
final class ResourceSettingsReader {
  private static final String NAMES = "names as {namespace}name, with space between them";
  private static final String NAMESPACES = "prefix=namespace, with space between them";

  private enum Destruction {
    ALLOWED,
    REFUSED
  }

  private ResourceSettingsReader() {}

  static ResourceSettings read(HandlerSettings settings) {
    Optional<PropertiesSchema> schema = settings.text("schema").map(ResourceSettingsReader::schema);
    Optional<String> file = settings.text("document");
    Optional<String> initial = file.map(ResourceSettingsReader::document);
    Set<QName> readOnly = names("readOnly", settings.text("readOnly").orElse(""));
    readOnly.forEach(property -> requireProperty("readOnly", property, schema));
    boolean isDestroyAllowed =
        settings.choice(
                "destroy",
                Map.of("allowed", Destruction.ALLOWED, "refused", Destruction.REFUSED),
                Destruction.ALLOWED)
            == Destruction.ALLOWED;
    OptionalLong lifetime =
        settings
            .duration("maxLifetime")
            .map(Duration::toMillis)
            .map(OptionalLong::of)
            .orElse(OptionalLong.empty());
    Map<String, String> namespaces = namespaces(settings.text("namespaces").orElse(""));
    Optional<XPath> resource = settings.text("resource").map(value -> path(value, namespaces));
    Optional<QName> update = settings.text("update").map(value -> name("update", value));
    update.ifPresent(property -> requireProperty("update", property, schema));
    long maxResources = settings.number("maxResources", ResourceSettings.MAX_RESOURCES, 1);
    try {
      return new ResourceSettings(
          schema, initial, readOnly, isDestroyAllowed, lifetime, resource, update, maxResources);
    } catch (IllegalArgumentException e) {
      throw new DHArchException("document='" + file.orElse("") + "': " + e.getMessage(), e);
    }
  }

  private static PropertiesSchema schema(String file) {
    try {
      Path path = Path.of(file);
      return PropertiesSchema.compile(Files.readAllBytes(path), path.toUri().toString());
    } catch (IOException e) {
      throw HandlerFiles.unread("schema", file, e);
    } catch (DHArchException e) {
      throw new DHArchException("schema='" + file + "': " + e.getMessage(), e);
    }
  }

  private static String document(String file) {
    try {
      return ElementReader.of(Files.readAllBytes(Path.of(file))).xml();
    } catch (IOException e) {
      throw HandlerFiles.unread("document", file, e);
    } catch (MalformedMessageException e) {
      throw new DHArchException("document='" + file + "': " + e.getMessage(), e);
    }
  }

  private static Set<QName> names(String parameter, String text) {
    Set<QName> names = new LinkedHashSet<>();
    for (String entry : text.split("\\s+", -1)) {
      if (!entry.isEmpty()) {
        names.add(name(parameter, entry));
      }
    }
    return names;
  }

  private static QName name(String parameter, String text) {
    return HandlerSettings.elementName(text)
        .orElseThrow(() -> HandlerSettings.wrong(parameter, text, NAMES));
  }

  /** Without the property in the schema, the parameter would have no effect. */
  private static void requireProperty(
      String parameter, QName name, Optional<PropertiesSchema> schema) {
    if (schema.isPresent() && !schema.get().isProperty(name)) {
      throw HandlerSettings.wrong(
          parameter, name.toString(), "properties that the schema names in a document");
    }
  }

  private static Map<String, String> namespaces(String text) {
    Map<String, String> namespaces = new HashMap<>();
    for (String entry : text.split("\\s+", -1)) {
      int equals = entry.indexOf('=');
      if (equals > 0 && equals < entry.length() - 1) {
        namespaces.put(entry.substring(0, equals), entry.substring(equals + 1));
      } else if (!entry.isEmpty()) {
        throw HandlerSettings.wrong("namespaces", entry, NAMESPACES);
      }
    }
    return namespaces;
  }

  private static XPath path(String expression, Map<String, String> namespaces) {
    try {
      return new XPath(expression, namespaces);
    } catch (IllegalArgumentException e) {
      throw new DHArchException("resource: " + e.getMessage(), e);
    }
  }
}
