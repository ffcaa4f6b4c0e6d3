package org.dharch.samples.findroute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.engine.Handler;
import org.dharch.samples.AxisServer;
import org.dharch.samples.SampleHandlers;
import org.dharch.samples.SampleServices;
import org.dharch.testing.SoapCalls;
import org.dharch.testing.Utf8;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** FindRoute's handlers in Axis2's own chain, one after the other, behind real HTTP. */
final class FindRouteTest {
  private AxisServer server;

  @BeforeEach
  void create() throws Exception {
    server = AxisServer.create();
    for (AxisService each :
        List.of(
            RouteService.addressBook(server.configuration(), RouteService.BOOK1),
            RouteService.addressBook(server.configuration(), RouteService.BOOK2),
            RouteService.roadMap(server.configuration()),
            RouteService.findRoute(server.configuration()))) {
      server.deploy(each);
      RouteService.behaves(each, 1, 200);
    }
    server.listen();
  }

  @AfterEach
  void close() {
    server.close();
  }

  private void chain(URI book1) throws Exception {
    Stream<SampleHandlers.Spec> all =
        RouteHandlers.of(
            book1, server.endpoint(RouteService.BOOK2), server.endpoint(RouteService.MAP))
            .stream();
    List<Handler> handlers = all.map(SampleHandlers.Spec::create).toList();
    SampleServices.chain(server.configuration().getService(RouteMessages.SERVICE), handlers);
  }

  private HttpResponse<String> ask(byte[] envelope) throws Exception {
    String url = server.endpoint(RouteMessages.SERVICE).toString();
    return SoapCalls.post11(url, RouteMessages.ACTION, Utf8.text(envelope));
  }

  @Test
  void directionsConnectBothAddresses() throws Exception {
    chain(server.endpoint(RouteService.BOOK1));
    HttpResponse<String> answer = ask(RouteMessages.findRoute("Ann & <sons>", "Bob", 500));
    assertEquals(200, answer.statusCode(), answer::body);
    Place from = Address.of("Ann & <sons>").place();
    Place to = Address.of("Bob").place();
    assertEquals(
        Directions.of(from, to, 200), RouteMessages.body(Utf8.bytes(answer.body())).getText());
  }

  @Test
  void missingAddressBookIsReported() throws Exception {
    chain(URI.create("http://127.0.0.1:1/AddressBook1"));
    HttpResponse<String> answer = ask(RouteMessages.findRoute("Ann", "Bob", 0));
    assertEquals(500, answer.statusCode());
    assertTrue(answer.body().contains("Address Book service not available"), answer::body);
  }

  @Test
  void requestWithoutANameIsAFaultThatNamesIt() throws Exception {
    chain(server.endpoint(RouteService.BOOK1));
    HttpResponse<String> answer = ask(RouteMessages.envelope("findRoute", "<r:from/>"));
    assertEquals(500, answer.statusCode());
    assertTrue(answer.body().contains("element name of urn:dharch:findroute"), answer::body);
  }

  @Test
  void parametersAreRequiredAndChecked() {
    var none = new SampleHandlers.Spec("address1", AddressHandler.class, Map.of());
    var wrong =
        new SampleHandlers.Spec(
            "address1",
            AddressHandler.class,
            Map.of("service", "http://127.0.0.1/book", "of", "both"));
    assertEquals(
        "handler 'address1' needs parameter 'service'",
        assertThrows(IllegalArgumentException.class, none::create).getMessage());
    assertEquals(
        "handler 'address1': parameter 'of' must be from or to (got 'both')",
        assertThrows(IllegalArgumentException.class, wrong::create).getMessage());
  }
}
