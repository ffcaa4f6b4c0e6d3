package org.dharch.axis2.message;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.time.DateTimeException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.kernel.http.HTTPConstants;
import org.dharch.api.MessageProperties;
import org.dharch.api.SoapProperties;

/**
 * Replaces the servlet's request and response of a one-way message that has left its transport,
 * which reuses the originals. Answers what the request answered before. Rejects what needs the
 * transport, because null would be a wrong answer. A class of its own because the servlet API is
 * optional. Safe for any thread.
 */
final class DetachedRequest implements InvocationHandler {
  private static final String PAGE = "see docs/one-way.md";

  /** Getters that need the transport, may be costly, or are answered below. */
  private static final Set<String> NOT_READ =
      Set.of(
          "getAsyncContext",
          "getInputStream",
          "getLocalName",
          "getParts",
          "getReader",
          "getServletConnection",
          "getSession",
          "getTrailerFields",
          "isTrailerFieldsReady");

  /** Attributes that containers do not list. */
  private static final List<String> OF_TLS =
      List.of(
          "jakarta.servlet.request.X509Certificate",
          "jakarta.servlet.request.cipher_suite",
          "jakarta.servlet.request.key_size",
          "jakarta.servlet.request.ssl_session_id");

  private final String reason;

  /** The results of getters, which may be null. */
  private final Map<String, Object> values;

  private final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  private final Map<String, Object> attributes = new ConcurrentHashMap<>();

  private DetachedRequest(String reason, Map<String, Object> values) {
    this.reason = reason;
    this.values = values;
  }

  /** Replaces request and response of {@code original} in {@code copy}, if there are any. */
  static void replace(MessageContext original, MessageContext copy) {
    if (original.getProperty(HTTPConstants.MC_HTTP_SERVLETREQUEST)
        instanceof HttpServletRequest request) {
      copy.setProperty(HTTPConstants.MC_HTTP_SERVLETREQUEST, of(request));
    }
    if (original.getProperty(HTTPConstants.MC_HTTP_SERVLETRESPONSE)
        instanceof HttpServletResponse) {
      copy.setProperty(HTTPConstants.MC_HTTP_SERVLETRESPONSE, sent());
    }
  }

  /** Gives a context from the store the request that its properties describe. */
  static void restore(MessageContext context, MessageProperties properties) {
    context.setProperty(HTTPConstants.MC_HTTP_SERVLETREQUEST, of(properties));
    context.setProperty(HTTPConstants.MC_HTTP_SERVLETRESPONSE, sent());
  }

  private static HttpServletRequest of(HttpServletRequest request) {
    Map<String, Object> values = new HashMap<>();
    for (Method method : HttpServletRequest.class.getMethods()) {
      String name = method.getName();
      if (method.getParameterCount() == 0
          && (name.startsWith("get") || name.startsWith("is"))
          && !NOT_READ.contains(name)) {
        values.put(name, lasting(result(method, request)));
      }
    }
    values.put("getSession", request.getSession(false));
    DetachedRequest detached = new DetachedRequest("the message has left its HTTP request", values);
    Collections.list(request.getHeaderNames())
        .forEach(name -> detached.headers.put(name, Collections.list(request.getHeaders(name))));
    List<String> names = Collections.list(request.getAttributeNames());
    names.addAll(OF_TLS);
    for (String name : names) {
      Object value = request.getAttribute(name);
      if (value != null) {
        detached.attributes.put(name, value);
      }
    }
    return detached.as(HttpServletRequest.class);
  }

  private static HttpServletRequest of(MessageProperties properties) {
    Map<String, Object> values = new HashMap<>();
    URI url = URI.create(properties.text(SoapProperties.HTTP_URL, ""));
    values.put("getMethod", properties.text(SoapProperties.HTTP_METHOD, ""));
    values.put("getRequestURI", url.getRawPath());
    values.put("getQueryString", url.getRawQuery());
    values.put("getRequestURL", url.toString().split("\\?", 2)[0]);
    values.put("getScheme", url.getScheme());
    values.put("isSecure", "https".equals(url.getScheme()));
    values.put("getServerName", url.getHost());
    values.put("getRemoteAddr", properties.text(MessageContext.REMOTE_ADDR, ""));
    DetachedRequest stored =
        new DetachedRequest(
            "the message is from the store, which has method, URL, headers and address", values);
    properties.asMap().forEach(stored::header);
    values.put("getContentType", stored.first("Content-Type"));
    return stored.as(HttpServletRequest.class);
  }

  private void header(String property, Object value) {
    if (property.startsWith(SoapProperties.HTTP_HEADER)) {
      headers.put(
          property.substring(SoapProperties.HTTP_HEADER.length()), List.of(value.toString()));
    }
  }

  private static HttpServletResponse sent() {
    return new DetachedRequest(
            "the response, 202, has been sent", Map.of("isCommitted", true, "getStatus", 202))
        .as(HttpServletResponse.class);
  }

  private <T> T as(Class<T> type) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this));
  }

  private static Object result(Method getter, Object of) {
    try {
      return getter.invoke(of);
    } catch (InvocationTargetException e) {
      return e.getCause(); // thrown again when it is asked for
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The content of what the container reuses or can be read once. */
  private static Object lasting(Object result) {
    if (result instanceof Enumeration<?> once) {
      return new ArrayList<>(Collections.list(once));
    } else if (result instanceof StringBuffer buffer) {
      return buffer.toString();
    } else if (result instanceof Map<?, ?> map) {
      return new LinkedHashMap<>(map);
    }
    return result;
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    String name = method.getName();
    if (method.getDeclaringClass() == Object.class) {
      return ofObject(proxy, name, arguments);
    }
    Object argument = arguments == null ? null : arguments[0];
    return switch (name) {
      case "getHeader" -> first(argument);
      case "getHeaders" -> Collections.enumeration(headers.getOrDefault(argument, List.of()));
      case "getHeaderNames" -> Collections.enumeration(headers.keySet());
      case "getIntHeader" -> first(argument) == null ? -1 : Integer.parseInt(first(argument));
      case "getDateHeader" -> date(first(argument));
      case "getParameter" -> parameters(argument).length == 0 ? null : parameters(argument)[0];
      case "getParameterValues" -> parameters().get(argument);
      case "getAttribute" -> attribute(argument);
      case "setAttribute", "removeAttribute" -> changeAttribute(argument, arguments);
      case "getSession" -> session(argument);
      default -> value(method);
    };
  }

  private Object ofObject(Object proxy, String method, Object[] arguments) {
    return switch (method) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> "DetachedRequest(" + reason + ")";
    };
  }

  private String first(Object name) {
    List<String> all = headers.getOrDefault(name, List.of());
    return all.isEmpty() ? null : all.get(0);
  }

  private static long date(String text) {
    try {
      return text == null
          ? -1
          : ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
              .toInstant()
              .toEpochMilli();
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("the header must be a date (got " + text + ")", e);
    }
  }

  private Map<?, ?> parameters() {
    return (Map<?, ?>) known("getParameterMap");
  }

  private String[] parameters(Object name) {
    return parameters().get(name) instanceof String[] all ? all : new String[0];
  }

  private Object attribute(Object name) {
    if (!attributes.containsKey(name)) {
      known("getAttributeNames"); // throws if the attributes of the request are not known
    }
    return attributes.get(name);
  }

  private Object changeAttribute(Object name, Object[] arguments) {
    if (arguments.length == 1 || arguments[1] == null) {
      attributes.remove(name);
    } else {
      attributes.put(name.toString(), arguments[1]);
    }
    return null;
  }

  private Object session(Object create) {
    Object session = known("getSession");
    if (session == null && !Boolean.FALSE.equals(create)) {
      throw notHere("a new session");
    }
    return session;
  }

  @SuppressWarnings("JdkObsolete") // of the servlet API
  private Object value(Method method) throws Throwable {
    if (method.getParameterCount() > 0) {
      throw notHere(method.getName());
    }
    Object value = known(method.getName());
    if (value instanceof Throwable thrown) {
      throw thrown;
    } else if (method.getName().equals("getAttributeNames")) {
      return Collections.enumeration(attributes.keySet());
    } else if (value instanceof Collection<?> all) {
      return Collections.enumeration(all);
    }
    return method.getReturnType() == StringBuffer.class ? new StringBuffer((String) value) : value;
  }

  private Object known(String getter) {
    if (!values.containsKey(getter)) {
      throw notHere(getter);
    }
    return values.get(getter);
  }

  private IllegalStateException notHere(String what) {
    return new IllegalStateException(what + " is not available: " + reason + "; " + PAGE);
  }
}
