package org.dharch.samples.findroute;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.dharch.samples.SampleHandlers;

/** The three handlers and the orchestration that composes them. */
public final class RouteHandlers {
  public static final String ADDRESS1 = "address1";
  public static final String ADDRESS2 = "address2";
  public static final String ROADMAP = "roadmap";

  private RouteHandlers() {}

  /** The handlers, with the URLs of their services. */
  public static List<SampleHandlers.Spec> of(URI book1, URI book2, URI map) {
    return List.of(
        address(ADDRESS1, book1, RouteMessages.FROM.getLocalPart()),
        address(ADDRESS2, book2, RouteMessages.TO.getLocalPart()),
        roadMap(map));
  }

  private static SampleHandlers.Spec address(String name, URI book, String of) {
    return new SampleHandlers.Spec(
        name, AddressHandler.class, Map.of("service", book.toString(), "of", of));
  }

  private static SampleHandlers.Spec roadMap(URI map) {
    return new SampleHandlers.Spec(
        ROADMAP, RoadMapHandler.class, Map.of("service", map.toString()));
  }

  /** The orchestration document: {address1,address2} {roadmap}. */
  public static String orchestration() {
    try (InputStream in = RouteHandlers.class.getResourceAsStream("findroute.xml")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e); // a resource of this package
    }
  }
}
