package org.dharch.axis2.delivery;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.action;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ContextEnvironment;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.dharch.api.Changes;
import org.dharch.axis2.BackendService;
import org.dharch.axis2.GatewayHandlers;
import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.ServerScenarios;
import org.dharch.axis2.TestRepository;
import org.dharch.core.inprocess.InMemoryProvider;
import org.dharch.core.node.HandlerNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a one-way service finds is what a two-way service finds. */
class OneWayContextServletTest extends ServerScenarios {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private final BlockingQueue<Map<String, String>> found = new LinkedBlockingQueue<>();
  private String url = "";

  @BeforeAll
  static void useDiagnosticContext() throws Exception {
    TransportContext.useDiagnosticContext();
  }

  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.tomcat(
        repository.forServlet().write(), OneWayContextServletTest::application);
  }

  private static void application(Tomcat tomcat, Context web) {
    tomcat.enableNaming();
    ContextEnvironment where = new ContextEnvironment();
    where.setName("where");
    where.setType("java.lang.String");
    where.setValue("of the application");
    web.getNamingResources().addEnvironment(where);
    FilterDef def = new FilterDef();
    def.setFilterName("front");
    def.setFilter(new TransportContext());
    web.addFilterDef(def);
    FilterMap map = new FilterMap();
    map.setFilterName("front");
    map.addURLPattern("/*");
    web.addFilterMap(map);
  }

  @AfterEach
  void forget() {
    BackendService.PROBE = context -> {};
  }

  private void probe(Function<MessageContext, Map<String, String>> asks) {
    BackendService.PROBE =
        context -> {
          Map<String, String> answers = new TreeMap<>();
          try {
            answers.putAll(asks.apply(context));
          } catch (RuntimeException e) {
            answers.put("failed", e.toString());
          }
          found.add(answers);
        };
  }

  private HttpResponse<String> send(String operation, String user) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create((url.isEmpty() ? echo() : url) + "?q=1"))
            .header("Content-Type", "text/xml; charset=UTF-8")
            .header("SOAPAction", "\"" + action(operation) + "\"");
    if (!user.isEmpty()) {
      request.header("X-User", user);
    }
    String envelope = SOAP11.of("<t:" + operation + "/>");
    return CLIENT.send(
        request.POST(HttpRequest.BodyPublishers.ofString(envelope)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private Map<String, String> call(String operation, String user) throws Exception {
    HttpResponse<String> answer = send(operation, user);
    assertEquals(operation.equals("note") ? 202 : 200, answer.statusCode(), answer.body());
    return next();
  }

  private Map<String, String> next() throws InterruptedException {
    Map<String, String> seen = found.poll(10, TimeUnit.SECONDS);
    assertNotNull(seen);
    return seen;
  }

  @Test
  void threadOfAOneWayServiceHasWhatTheTransportsThreadHad() throws Exception {
    serve("in", "stamp");
    probe(context -> TransportContext.ofThread());
    Map<String, String> alice = call("tell", "alice");
    assertEquals("ParallelWebappClassLoader", alice.get("loader"));
    assertEquals("of the application", alice.get("jndi"));
    assertEquals("alice alice [CN=alice]", users(alice));
    assertEquals(alice, call("note", "alice"));
    url = server.url("Plain");
    assertEquals(alice, call("note", "alice"), "as without DHArch");
    url = "";
    Map<String, String> bob = call("note", "bob");
    assertEquals("bob bob [CN=bob]", users(bob));
    assertEquals(call("tell", ""), call("note", ""), "the previous message leaves nothing");
  }

  private static String users(Map<String, String> of) {
    return of.get("mdc") + " " + of.get("spring") + " " + of.get("subject");
  }

  @Test
  void requestOfAOneWayServiceAnswersAsThatOfATwoWayService() throws Exception {
    serve("in", "stamp");
    probe(TransportContext::ofRequest);
    Map<String, String> alice = call("tell", "alice");
    assertEquals("CN=alice", alice.get("principal"));
    assertEquals("certificate of alice", alice.get("certificate"));
    assertEquals(alice, call("note", "alice"));
    assertEquals(call("tell", ""), call("note", ""));
  }

  /** The container uses its objects again for requests that come meanwhile. */
  @Test
  void requestIsThatOfTheMessageAlsoWhenItsHandlersTakeLong() throws Exception {
    serve(
        repository(
            orchestration("o", "deadline='60s'", "hold")
                + "<rule orchestration='o' operation='note' flow='in'/>"));
    probe(TransportContext::ofRequest);
    Map<String, String> alice = call("tell", "alice");
    CountDownLatch hold = GatewayHandlers.hold();
    assertEquals(202, send("note", "alice").statusCode());
    for (int i = 0; i < 20; i++) {
      assertEquals("bob", call("tell", "bob").get("header"));
    }
    hold.countDown();
    assertEquals(alice, next());
  }

  private Map<String, String> refusals(MessageContext context) {
    HttpServletRequest request =
        (HttpServletRequest) context.getProperty(HTTPConstants.MC_HTTP_SERVLETREQUEST);
    HttpServletResponse response =
        (HttpServletResponse) context.getProperty(HTTPConstants.MC_HTTP_SERVLETRESPONSE);
    Map<String, Executable> asked =
        Map.of(
            "body", request::getInputStream,
            "role", () -> request.isUserInRole("any"),
            "login", () -> request.login("a", "b"),
            "parts", request::getParts,
            "header", () -> response.addHeader("a", "b"),
            "output", response::getOutputStream,
            "principal", request::getUserPrincipal,
            "session", request::getSession);
    Map<String, String> answers = new TreeMap<>();
    asked.forEach((name, each) -> answers.put(name, said(each)));
    answers.put("committed", response.getStatus() + " " + response.isCommitted());
    return answers;
  }

  private static String said(Executable asked) {
    try {
      asked.execute();
      return "answered";
    } catch (IllegalStateException e) {
      return e.getMessage().contains("docs/one-way.md") ? "refused" : e.getMessage();
    } catch (Throwable e) {
      return e.toString();
    }
  }

  @Test
  void whatNeedsTheTransportIsRefused() throws Exception {
    serve("in", "stamp");
    probe(this::refusals);
    Map<String, String> answers = call("note", "alice");
    assertEquals("202 true", answers.remove("committed"));
    assertEquals("answered", answers.remove("principal"));
    assertEquals("answered", answers.remove("session"));
    assertEquals(Set.of("refused"), Set.copyOf(answers.values()), answers::toString);
    assertEquals("refused", call("note", "").get("session"), "there is none, and none can be made");
  }

  /** Stored until its handler is served, as after a restart. */
  @Test
  void messageFromTheStoreHasWhatWasStored() throws Exception {
    serve(
        repository(
                orchestration("o", "durable='true'", "late")
                    + "<rule orchestration='o' operation='note' flow='in'/>")
            .parameter("dharch.store", "store"));
    probe(
        context -> {
          HttpServletRequest request =
              (HttpServletRequest) context.getProperty(HTTPConstants.MC_HTTP_SERVLETREQUEST);
          Map<String, String> answers = TransportContext.ofThread();
          answers.putAll(refusals(context));
          answers.put("method", request.getMethod());
          answers.put("url", request.getRequestURL() + "?" + request.getQueryString());
          answers.put("user", request.getHeader("X-User") + request.getIntHeader("Content-Length"));
          answers.put("address", request.getRemoteAddr());
          answers.put(
              "certificate", said(() -> request.getAttribute(TransportContext.CERTIFICATE)));
          return answers;
        });
    assertEquals(202, send("note", "alice").statusCode());
    try (HandlerNode late =
        HandlerNode.builder("late-node")
            .handler("late", 2, message -> Changes.NONE)
            .start(
                new InMemoryProvider()
                    .node(URI.create("memory:" + getClass().getSimpleName()), Map.of()))) {
      Map<String, String> seen = next();
      assertEquals("ParallelWebappClassLoader", seen.get("loader"), late::toString);
      assertEquals("of the application", seen.get("jndi"));
      assertEquals("null null none", users(seen));
      assertEquals("POST " + echo() + "?q=1", seen.get("method") + " " + seen.get("url"));
      assertEquals("alice", seen.get("user").replaceAll("\\d", ""));
      assertEquals("127.0.0.1", seen.get("address"));
      assertEquals("refused refused", seen.get("principal") + " " + seen.get("session"));
      assertEquals("refused", seen.get("certificate"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void messageThatKeepsItsThreadHasItsRequestAndSaysItsFault(boolean ofTheModule) throws Exception {
    String name = "dharch.oneway.keepThread";
    TestRepository repository =
        repository(
            orchestration("o", "durable='true'", "stamp")
                + orchestration("b", "", "boom")
                + "<rule orchestration='b' flow='in' property='dharch.http.header.X-User'"
                + " equals='mallory'/><rule orchestration='o' flow='in'/>");
    if (ofTheModule) {
      repository.parameter(name, "true");
    }
    String own = ofTheModule ? "" : "<parameter name='" + name + "'>true</parameter>";
    repository.service("Kept", ENGAGED + own.replace('\'', '"'));
    serve(repository.parameter("dharch.store", "store"));
    url = server.url("Kept");
    probe(
        context -> {
          Map<String, String> answers = TransportContext.ofRequest(context);
          answers.putAll(refusals(context));
          answers.put("thread", Thread.currentThread().getName().replaceAll("[-\\d]", ""));
          return answers;
        });
    Map<String, String> alice = call("tell", "alice");
    assertEquals("answered", alice.get("role"));
    assertEquals(alice, call("note", "alice"));
    HttpResponse<String> fault = send("note", "mallory");
    assertEquals(500, fault.statusCode());
    assertTrue(fault.body().contains("boom of the handler"), fault.body());
  }
}
