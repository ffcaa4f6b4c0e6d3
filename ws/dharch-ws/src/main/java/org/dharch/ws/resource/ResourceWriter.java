package org.dharch.ws.resource;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import javax.xml.namespace.QName;
import org.dharch.ws.resource.ResourceFault.Kind;
import org.dharch.ws.soap.ElementWriter;
import org.dharch.ws.soap.SafeXml;

/** Executes requests that change resources, each in the given transaction. Immutable. */
final class ResourceWriter {
  /** The maximum number of properties of a document. */
  static final int MAX_PROPERTIES = 20_000;

  /** The maximum nesting depth of a document; leaves room for the elements of a response. */
  static final int MAX_DEPTH = SafeXml.MAX_DEPTH - 8;

  private final ResourceSettings settings;

  ResourceWriter(ResourceSettings settings) {
    this.settings = settings;
  }

  /**
   * Executes the request and returns the body element of the response.
   *
   * @throws ResourceFault if it fails; the transaction must roll back
   */
  String execute(
      ResourceTransaction in, ResourceKey key, ResourceRequest.Writing request, QName response) {
    ElementWriter out = new ElementWriter().start(response);
    if (request instanceof ResourceRequest.SetProperties set) {
      set(in, key, set.changes());
    } else if (request instanceof ResourceRequest.PutDocument put) {
      put(in, key, put.xml()).ifPresent(out::xml);
    } else if (request instanceof ResourceRequest.SetTerminationTime setTerminationTime) {
      setTerminationTime(in, key, setTerminationTime, out);
    } else {
      destroy(in, key);
    }
    return out.end().toString();
  }

  // ---- properties

  /** Changes properties; returns the previous values of each affected name. */
  List<String> set(ResourceTransaction in, ResourceKey key, List<Modification> changes) {
    Resource resource = writable(in, key, Kind.SET_RESOURCE_PROPERTY_REQUEST_FAILED);
    PropertiesDocument before = PropertiesDocument.of(resource.document());
    Set<QName> names = new HashSet<>();
    before.names().forEach(names::add);
    for (Modification change : changes) {
      requireChangeable(before, change);
      requireProperties(before, change, names);
      change.values().forEach(value -> names.add(value.name()));
    }
    PropertiesDocument after =
        before.with(changes, ComputedProperties.order(before, settings.schema()));
    List<String> requested = changes.stream().flatMap(change -> change.xml().stream()).toList();
    requireBounds(after, Kind.SET_RESOURCE_PROPERTY_REQUEST_FAILED, requested);
    List<String> current = values(before, changes);
    validate(after, in.now(), resource.terminationAt())
        .ifPresent(
            error -> {
              throw new ResourceFault(Kind.INVALID_MODIFICATION, error, current, requested);
            });
    in.put(new Resource(key, after.xml(), resource.terminationAt()));
    return current;
  }

  private static List<String> values(PropertiesDocument document, List<Modification> changes) {
    List<QName> names =
        changes.stream().flatMap(change -> change.names().stream()).distinct().toList();
    return document.values(names, ResourceReader.MAX_RESULT, name -> List.of());
  }

  private void requireChangeable(PropertiesDocument document, Modification change) {
    for (QName name : change.names()) {
      if (ComputedProperties.NAMES.contains(name) || settings.readOnly().contains(name)) {
        throw new ResourceFault(
            Kind.UNABLE_TO_MODIFY_RESOURCE_PROPERTY,
            "the property " + name + " cannot be changed",
            document.values(name),
            change.xml());
      }
    }
  }

  /** Without a schema, any property may be added, but only existing properties can be deleted. */
  private void requireProperties(
      PropertiesDocument document, Modification change, Set<QName> existing) {
    for (QName name : change.names()) {
      boolean isProperty =
          settings
              .schema()
              .map(schema -> schema.isProperty(document.name(), name))
              .orElse(!change.isDeletion() || existing.contains(name));
      if (!isProperty) {
        throw new ResourceFault(
            Kind.INVALID_RESOURCE_PROPERTY_QNAME, "the resource has no property " + name);
      }
    }
  }

  private static void requireBounds(PropertiesDocument after, Kind kind, List<String> requested) {
    String error = "";
    if (after.length() > Resource.MAX_BYTES) {
      error = Resource.MAX_BYTES + " bytes (got " + after.length();
    } else if (after.names().size() > MAX_PROPERTIES) {
      error = MAX_PROPERTIES + " properties (got " + after.names().size();
    } else if (after.depth() > MAX_DEPTH) {
      error = MAX_DEPTH + " nested levels (got " + after.depth();
    }
    if (!error.isEmpty()) {
      throw new ResourceFault(
          kind, "the document must have at most " + error + ")", List.of(), requested);
    }
  }

  /** Validates the document with its computed properties. */
  private Optional<String> validate(
      PropertiesDocument stored, long now, OptionalLong terminationAt) {
    return settings
        .schema()
        .flatMap(
            schema ->
                schema.validate(
                    ComputedProperties.add(stored, settings.schema(), now, terminationAt).bytes()));
  }

  // ---- the document

  /** Replaces the document; returns the stored document if it differs from {@code xml}. */
  private Optional<String> put(ResourceTransaction in, ResourceKey key, String xml) {
    Kind kind = Kind.UNABLE_TO_PUT_RESOURCE_PROPERTY_DOCUMENT;
    Resource resource = writable(in, key, kind);
    PropertiesDocument before = PropertiesDocument.of(resource.document());
    PropertiesDocument put = PropertiesDocument.of(xml);
    PropertiesDocument after = ComputedProperties.remove(put);
    requireBounds(after, kind, List.of());
    String error = "";
    if (!after.name().equals(before.name())) {
      error = "unexpected document element " + after.name() + "; it must be " + before.name();
    }
    for (QName name : settings.readOnly()) {
      if (!after.values(name).equals(before.values(name))) {
        error = "the property " + name + " cannot be changed";
      }
    }
    if (error.isEmpty()) {
      error = validate(after, in.now(), resource.terminationAt()).orElse("");
    }
    if (!error.isEmpty()) {
      throw new ResourceFault(kind, error, List.of(before.xml()), List.of(xml));
    }
    in.put(new Resource(key, after.xml(), resource.terminationAt()));
    return after.xml().equals(put.xml())
        ? Optional.empty()
        : Optional.of(
            ComputedProperties.add(after, settings.schema(), in.now(), resource.terminationAt())
                .xml());
  }

  // ---- lifetime

  /** Returns the resource to write; creates it if messages may do so. */
  private Resource writable(ResourceTransaction in, ResourceKey key, Kind kind) {
    Optional<Resource> resource = in.resource(key);
    if (resource.isPresent() || settings.initial().isEmpty()) {
      return resource.orElseThrow(() -> unknown(key));
    }
    if (in.count(key.service()) >= settings.maxResources()) {
      throw new ResourceFault(
          kind,
          "the maximum of "
              + settings.maxResources()
              + " resources is reached: "
              + key.id()
              + " cannot be created");
    }
    return new Resource(key, settings.initial().get(), OptionalLong.empty());
  }

  static ResourceFault unknown(ResourceKey key) {
    return new ResourceFault(Kind.RESOURCE_UNKNOWN, "unknown resource " + key.id());
  }

  private void destroy(ResourceTransaction in, ResourceKey key) {
    if (in.resource(key).isEmpty()) {
      throw unknown(key);
    }
    if (!settings.isDestroyAllowed()) {
      throw new ResourceFault(
          Kind.RESOURCE_NOT_DESTROYED, "the resource " + key.id() + " must not be destroyed");
    }
    in.remove(key);
  }

  private void setTerminationTime(
      ResourceTransaction in,
      ResourceKey key,
      ResourceRequest.SetTerminationTime request,
      ElementWriter out) {
    Resource resource = in.resource(key).orElseThrow(() -> unknown(key));
    OptionalLong at = at(in.now(), request);
    OptionalLong max = settings.maxLifetimeMillis();
    if (max.isPresent() && at.orElse(Long.MAX_VALUE) - in.now() > max.getAsLong()) {
      throw new ResourceFault(
          Kind.TERMINATION_TIME_CHANGE_REJECTED,
          "the remaining lifetime must be at most "
              + max.getAsLong()
              + " ms, until "
              + Times.text(in.now() + max.getAsLong()));
    }
    if (at.orElse(Long.MAX_VALUE) <= in.now()) {
      if (!settings.isDestroyAllowed()) {
        throw new ResourceFault(
            Kind.TERMINATION_TIME_CHANGE_REJECTED,
            "the termination time must be in the future because the resource must not be"
                + " destroyed");
      }
      in.remove(key);
    } else {
      in.put(new Resource(key, resource.document(), at));
    }
    out.xml(Times.time(Wsrf.rl("NewTerminationTime"), at));
    out.xml(Times.time(Wsrf.CURRENT_TIME, OptionalLong.of(in.now())));
  }

  private static OptionalLong at(long now, ResourceRequest.SetTerminationTime request) {
    if (request.text().isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(
          request.isDuration() ? Times.after(now, request.text()) : Times.dateTime(request.text()));
    } catch (IllegalArgumentException e) {
      throw new ResourceFault(
          Kind.UNABLE_TO_SET_TERMINATION_TIME,
          "'" + request.text() + "' is not a valid termination time");
    }
  }
}
