package org.dharch.servlet;

import static org.dharch.testing.Utf8.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.http.HttpRequest;
import java.security.Principal;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.security.auth.Subject;
import javax.security.auth.x500.X500Principal;
import org.dharch.core.config.DHManagerConfig;
import org.dharch.testing.CurrentSubject;
import org.dharch.testing.SoapCalls;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.MDC;
import org.slf4j.helpers.BasicMDCAdapter;

/** A service behind the filter finds what it finds without it, also on another thread. */
abstract class ThreadContextScenarios extends FilterBench {
  private static final String CERTIFICATE = "jakarta.servlet.request.X509Certificate";

  private final BlockingQueue<Map<String, String>> found = new LinkedBlockingQueue<>();

  /** SLF4J's diagnostic context, which the tests' simple logging has not. */
  @BeforeAll
  static void useDiagnosticContext() throws ReflectiveOperationException {
    Field adapter = MDC.class.getDeclaredField("MDC_ADAPTER");
    adapter.setAccessible(true);
    adapter.set(null, new BasicMDCAdapter());
  }

  @AfterEach
  void forget() {
    RawServlet.PROBE = request -> {};
  }

  /** A filter in front of DHArch's. Gives thread and request the user that header X-User names. */
  private static final class Front implements Filter {
    @Override
    public void doFilter(ServletRequest given, ServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      HttpServletRequest request = (HttpServletRequest) given;
      String user = request.getHeader("X-User");
      if (user == null || request.getDispatcherType() != DispatcherType.REQUEST) {
        chain.doFilter(request, response);
        return;
      }
      X500Principal principal = new X500Principal("CN=" + user);
      MDC.put("user", user);
      request.setAttribute(CERTIFICATE, "certificate of " + user);
      try {
        request.getSession().setAttribute("cart", "of " + user);
      } catch (IllegalStateException e) {
        // Jetty has no sessions here
      }
      try {
        asSubject(
            principal,
            () -> {
              chain.doFilter(new Known(request, principal), response);
              return null;
            });
      } finally {
        MDC.clear();
      }
    }

    @SuppressWarnings("removal")
    private static void asSubject(Principal principal, PrivilegedExceptionAction<Void> action)
        throws ServletException {
      try {
        Subject.doAs(new Subject(true, Set.of(principal), Set.of(), Set.of()), action);
      } catch (PrivilegedActionException e) {
        throw new ServletException(e.getException());
      }
    }
  }

  /** A request whose user is known. */
  private static final class Known extends HttpServletRequestWrapper {
    private final Principal user;

    Known(HttpServletRequest request, Principal user) {
      super(request);
      this.user = user;
    }

    @Override
    public Principal getUserPrincipal() {
      return user;
    }
  }

  private static Map<String, String> asked(HttpServletRequest request) {
    Map<String, String> answers = new TreeMap<>();
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    answers.put("loader", String.valueOf(loader == request.getServletContext().getClassLoader()));
    answers.put("jndi", jndi());
    answers.put("mdc", String.valueOf(MDC.get("user")));
    answers.put("subject", CurrentSubject.principals());
    answers.put("principal", String.valueOf(request.getUserPrincipal()));
    answers.put("certificate", String.valueOf(request.getAttribute(CERTIFICATE)));
    answers.put("address", request.getRemoteAddr());
    answers.put("url", request.getMethod() + request.getRequestURL() + request.getQueryString());
    answers.put("header", request.getHeader("X-User"));
    answers.put(
        "session",
        request.getSession(false) == null
            ? "none"
            : request.getSession().getAttribute("cart").toString());
    return answers;
  }

  @SuppressWarnings("BanJNDI")
  private static String jndi() {
    try {
      return String.valueOf(new InitialContext().lookup("java:comp/env/where"));
    } catch (NamingException e) {
      return e.getClass().getSimpleName();
    }
  }

  private Map<String, String> call(String path, String user) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
            OrderCalls.request(server.url(path), SoapCalls.XML, bytes(OrderCalls.order11("1"))),
            (name, value) -> true);
    if (!user.isEmpty()) {
      request.header("X-User", user);
    }
    assertEquals(
        path.contains("accepted") ? 202 : 200, SoapCalls.send(request.build()).statusCode());
    Map<String, String> answers = found.poll(10, TimeUnit.SECONDS);
    assertNotNull(answers);
    return answers;
  }

  @ParameterizedTest
  @ValueSource(strings = {"/raw/Raw?as=accepted", "/raw/Raw?as=same"})
  void serviceFindsTheSameWithHandlersAsWithout(String path) throws Exception {
    serve(
        orchestration("o", "look")
            + "<rule orchestration='o' flow='in' property='dharch.http.header.X-None' equals='1'/>",
        DHManagerConfig.DEFAULT,
        Map.of(),
        site -> site.behind(new Front(), Map.of()));
    RawServlet.PROBE = request -> found.add(asked(request));
    Map<String, String> alice = call(path, "alice");
    assertEquals("alice [CN=alice] CN=alice", users(alice));
    Map<String, String> anonymous = call(path, "");
    String url = server.url("");
    server.close();
    manager.close();

    serve(
        orchestration("o", "look") + RULE_IN,
        DHManagerConfig.DEFAULT,
        Map.of(),
        site -> site.behind(new Front(), Map.of()));
    assertEquals(at(alice, url), call(path, "alice"));
    assertNotNull(seen(), "it has handlers");
    assertEquals("bob [CN=bob] CN=bob", users(call(path, "bob")));
    for (int i = 0; i < 8; i++) { // each thread of the container
      assertEquals(at(anonymous, url), call(path, ""), "the previous message leaves nothing");
    }
  }

  /** The same at another port. */
  private Map<String, String> at(Map<String, String> answers, String url) {
    Map<String, String> here = new TreeMap<>(answers);
    here.compute("url", (name, text) -> text.replace(url, server.url("")));
    return here;
  }

  private static String users(Map<String, String> of) {
    return of.get("mdc") + " " + of.get("subject") + " " + of.get("principal");
  }

  @Test
  void exceptionOfTheServiceIsItsOwn() throws Exception {
    serve(orchestration("o", "look") + RULE_IN);
    assertEquals(
        500,
        OrderCalls.post(server.url("/raw/Raw?as=throws"), OrderCalls.order11("1")).statusCode());
  }
}
