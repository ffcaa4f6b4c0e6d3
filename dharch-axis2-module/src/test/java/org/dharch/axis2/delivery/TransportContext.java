package org.dharch.axis2.delivery;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Field;
import java.security.Principal;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.security.auth.Subject;
import javax.security.auth.x500.X500Principal;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.dharch.testing.CurrentSubject;
import org.slf4j.MDC;
import org.slf4j.helpers.BasicMDCAdapter;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * A servlet filter such as many applications have before AxisServlet: gives the transport's thread
 * and the request the user that header X-User names; and what a service finds of it.
 */
final class TransportContext implements Filter {
  static final String CERTIFICATE = "jakarta.servlet.request.X509Certificate";

  /** Gives SLF4J a diagnostic context, which the tests' simple logging has not. */
  static void useDiagnosticContext() throws ReflectiveOperationException {
    Field adapter = MDC.class.getDeclaredField("MDC_ADAPTER");
    adapter.setAccessible(true);
    adapter.set(null, new BasicMDCAdapter());
  }

  @Override
  public void doFilter(ServletRequest given, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    HttpServletRequest request = (HttpServletRequest) given;
    String user = request.getHeader("X-User");
    if (user == null) {
      chain.doFilter(request, response);
      return;
    }
    X500Principal principal = new X500Principal("CN=" + user);
    MDC.put("user", user);
    SecurityContextHolder.setContext(new SecurityContext(user));
    request.setAttribute(CERTIFICATE, "certificate of " + user);
    request.getSession();
    try {
      asSubject(
          principal,
          () -> {
            chain.doFilter(new Known(request, principal), response);
            return null;
          });
    } finally {
      MDC.clear();
      SecurityContextHolder.clearContext();
    }
  }

  @SuppressWarnings("removal")
  private static void asSubject(Principal principal, PrivilegedExceptionAction<Void> action)
      throws IOException, ServletException {
    try {
      Subject.doAs(new Subject(true, Set.of(principal), Set.of(), Set.of()), action);
    } catch (PrivilegedActionException e) {
      throw new ServletException(e.getException());
    }
  }

  /** What the thread of a service has. */
  static Map<String, String> ofThread() {
    Map<String, String> found = new TreeMap<>();
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    found.put("loader", loader.getClass().getSimpleName());
    found.put("jndi", jndi());
    found.put("mdc", String.valueOf(MDC.get("user")));
    found.put("springIsSet", String.valueOf(SecurityContextHolder.isSet()));
    found.put("spring", String.valueOf(SecurityContextHolder.getContext().user()));
    found.put("subject", CurrentSubject.principals());
    return found;
  }

  @SuppressWarnings("BanJNDI")
  private static String jndi() {
    try {
      return String.valueOf(new InitialContext().lookup("java:comp/env/where"));
    } catch (NamingException e) {
      return e.toString();
    }
  }

  /** What a service asks of its request. */
  static Map<String, String> ofRequest(MessageContext context) {
    Map<String, String> found = new TreeMap<>();
    if (!(context.getProperty(HTTPConstants.MC_HTTP_SERVLETREQUEST)
        instanceof HttpServletRequest request)) {
      found.put("request", "none");
      return found;
    }
    found.put("method", request.getMethod());
    found.put("url", request.getRequestURL().toString());
    found.put("uri", request.getRequestURI() + request.getServletPath() + request.getPathInfo());
    found.put("query", request.getQueryString() + request.getParameter("q"));
    found.put("header", request.getHeader("x-user"));
    found.put("type", request.getContentType());
    found.put("server", request.getServerName() + request.getScheme() + request.isSecure());
    found.put("address", request.getRemoteAddr());
    found.put("property", String.valueOf(context.getProperty(MessageContext.REMOTE_ADDR)));
    found.put("principal", String.valueOf(request.getUserPrincipal()));
    found.put("remoteUser", String.valueOf(request.getRemoteUser()));
    found.put("certificate", String.valueOf(request.getAttribute(CERTIFICATE)));
    found.put("session", String.valueOf(request.getSession(false) != null));
    found.put("application", request.getServletContext().getContextPath());
    return found;
  }

  /** The same of the response. */
  static HttpServletResponse response(MessageContext context) {
    return (HttpServletResponse) context.getProperty(HTTPConstants.MC_HTTP_SERVLETRESPONSE);
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

    @Override
    public String getRemoteUser() {
      return user.getName();
    }
  }
}
