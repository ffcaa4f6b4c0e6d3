package org.dharch.hemanager.resources;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariDataSource;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.dharch.api.ResourceFactory;
import org.dharch.core.document.DocumentException;
import org.dharch.core.document.DocumentException.Problem;
import org.dharch.core.orchestration.Stage;
import org.dharch.hemanager.CapturedLog;
import org.dharch.hemanager.Jars;
import org.dharch.hemanager.NodeDocuments;
import org.dharch.hemanager.NodeWork;
import org.dharch.hemanager.document.NodeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the handlers of a node share. */
final class ResourcesTest {
  private static final String HANDLER = "<handler name='h' class='C'/>";

  @TempDir Path folder;

  private NodeDescription read(String... elements) throws Exception {
    return NodeDescription.read(NodeDocuments.write(folder, "", elements), Map.of());
  }

  private Resources open(String... resources) throws Exception {
    return Resources.open(
        read(String.join("\n", resources), HANDLER),
        Map.of("DB_FILE", folder + "/orders.db", "DB_PASSWORD", "s3cret")::get);
  }

  @Test
  void poolIsBoundedAndConfiguredFromEnvironment() throws Exception {
    HikariDataSource pool;
    try (Resources resources =
        open(
            "<resource name='jdbc/orders' url='jdbc:sqlite:${env:DB_FILE}' user='me'"
                + " password='${env:DB_PASSWORD}' size='2' wait='250ms'>"
                + "<parameter name='journal_mode'>WAL</parameter></resource>")) {
      DataSource orders = resources.get("jdbc/orders", DataSource.class);
      try (Connection one = orders.getConnection();
          Connection two = orders.getConnection();
          Statement statement = one.createStatement()) {
        statement.execute("create table orders (id integer)");
        assertTrue(Files.exists(folder.resolve("orders.db")));
        assertEquals("wal", statement.executeQuery("pragma journal_mode").getString(1));
        assertTrue(two.isValid(1));
        SQLException e = assertThrows(SQLException.class, orders::getConnection);
        assertTrue(e.getMessage().startsWith("jdbc/orders - Connection is not"), e.getMessage());
      }
      pool = resources.get("jdbc/orders", HikariDataSource.class);
      assertEquals("s3cret", pool.getPassword());
      assertFalse(pool.isClosed());
    }
    assertTrue(pool.isClosed());
  }

  @Test
  void absentDatabaseIsReportedAtStartOrOnFirstUse() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    String url = "url='jdbc:postgresql://127.0.0.1:" + port + "/o?password=${env:DB_PASSWORD}'";
    try (CapturedLog log = new CapturedLog()) {
      DocumentException e =
          assertThrows(
              DocumentException.class,
              () -> open("<resource name='o' " + url + " wait='250ms'/>").close());
      assertTrue(
          e.getMessage()
              .contains(
                  "node.xml:2:1: resource 'o': cannot use database jdbc:postgresql://127.0.0.1:"
                      + port
                      + "/o: "),
          e.getMessage());
      assertTrue(e.getMessage().contains("refused"), e.getMessage());
      try (Resources resources =
          open("<resource name='o' " + url + " wait='250ms' lazy='true'/>")) {
        DataSource orders = resources.get("o", DataSource.class);
        SQLException later = assertThrows(SQLException.class, orders::getConnection);
        assertTrue(later.getMessage().startsWith("o - Connection is not"), later.getMessage());
        assertTrue(String.valueOf(later.getCause()).contains("refused"), "" + later.getCause());
      }
      assertFalse(log.text().contains("s3cret"), log.text());
    }
  }

  /** Says in which order things ended. */
  public static final class Ordered implements ResourceFactory {
    static final List<String> ENDED = new java.util.concurrent.CopyOnWriteArrayList<>();

    @Override
    public Object make(String name, Map<String, String> parameters) {
      String text = parameters.get("text");
      if (text.isEmpty()) {
        throw new IllegalArgumentException("text='' with s3cret");
      }
      return new AtomicReference<>(text);
    }

    @Override
    public void end(Object made) {
      ENDED.add(made.toString());
    }
  }

  private static String ordered(String name, String text) {
    return "<resource name='"
        + name
        + "' factory='"
        + Ordered.class.getName()
        + "'><parameter name='text'>"
        + text
        + "</parameter></resource>";
  }

  @Test
  void factoryResourcesCloseInReverseOrder() throws Exception {
    Ordered.ENDED.clear();
    try (Resources resources =
        open(ordered("a", "first ${env:DB_PASSWORD}"), ordered("b", "second"))) {
      assertEquals("first s3cret", resources.get("a", AtomicReference.class).toString());
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> resources.get("b", DataSource.class));
      assertEquals(
          "resource 'b' must be a javax.sql.DataSource (got"
              + " java.util.concurrent.atomic.AtomicReference)",
          e.getMessage());
      e = assertThrows(IllegalArgumentException.class, () -> resources.get("c", Object.class));
      assertEquals("unknown resource 'c'; it must be one of [a, b]", e.getMessage());
    }
    assertEquals(List.of("second", "first s3cret"), Ordered.ENDED);
  }

  @Test
  void failedResourcesAreReportedAndOthersClosed() throws Exception {
    Ordered.ENDED.clear();
    DocumentException e =
        assertThrows(
            DocumentException.class,
            () ->
                open(
                        ordered("a", "first"),
                        ordered("b", ""),
                        "<resource name='c' factory='java.lang.String'/>",
                        "<resource name='d' factory='org.gone.Gone'/>",
                        "<resource name='e' url='jdbc:gone:x'/>",
                        "<resource name='f' url='jdbc:sqlite:${env:GONE}'/>",
                        "<resource name='g' url='jdbc:sqlite::memory:'"
                            + " password='${env:DB_PASSWORD}' driver='org.gone.s3cret'/>")
                    .close());
    assertEquals(
        List.of(
            "resource 'b': factory org.dharch.hemanager.resources.ResourcesTest$Ordered threw"
                + " java.lang.IllegalArgumentException: text='' with s3cret",
            "resource 'c': factory java.lang.String must be a org.dharch.api.ResourceFactory or a"
                + " javax.naming.spi.ObjectFactory",
            "resource 'd': factory org.gone.Gone must be in the sharedFolder or on the class path",
            "resource 'e': url='jdbc:gone:x' must have a driver in the sharedFolder or on the class"
                + " path",
            "resource 'f': ${env:GONE}: unknown environment variable GONE"),
        e.problems().subList(0, 5).stream().map(Problem::message).toList());
    String last = e.problems().get(5).message();
    assertTrue(last.startsWith("resource 'g': driver 'org.gone.***': "), last);
    assertFalse(last.contains("s3cret"), last);
    assertEquals(List.of(3, 4, 5, 6, 7, 8), e.problems().stream().map(Problem::line).toList());
    assertEquals(List.of("first"), Ordered.ENDED);
  }

  @Test
  void documentErrorsAreReportedWithPlace() {
    DocumentException e =
        assertThrows(
            DocumentException.class,
            () ->
                read(
                    "<resource name='a'/>",
                    "<resource name='b' url='jdbc:x' factory='F'/>",
                    "<resource name='c' factory='F' size='3'/>",
                    "<resource name='d' url='jdbc:x' wait='1ms'/>",
                    "<resource name='e' url='jdbc:${env:}'/>",
                    "<resource name='f' url='jdbc:x' password='${env:A'/>",
                    HANDLER));
    assertEquals(
        List.of(
            "resource 'a': it must have either url, for a pool of connections, or factory",
            "resource 'b': it must have either url, for a pool of connections, or factory",
            "resource 'c': user, password, driver, size, wait and lazy require url; a factory has"
                + " parameters",
            "resource 'd': wait must be 250ms to 10m (got 1ms)",
            "resource 'e': a placeholder must be ${env:NAME}, such as ${env:DB_PASSWORD} (got"
                + " ${env:})",
            "resource 'f': a placeholder must be ${env:NAME}, such as ${env:DB_PASSWORD} (got"
                + " ${env:A)"),
        e.problems().stream().map(Problem::message).toList());
    assertEquals(List.of(2, 3, 4, 5, 6, 7), e.problems().stream().map(Problem::line).toList());
    e =
        assertThrows(
            DocumentException.class,
            () ->
                read(
                    "<resource name='a' url='x' size='0'/>",
                    "<resource name='a' url='x'/>",
                    HANDLER));
    assertEquals(
        List.of(2, 3), e.problems().stream().map(Problem::line).distinct().sorted().toList());
  }

  private static final String FACTORY =
      """
      public class Rates implements org.dharch.api.ResourceFactory,
          java.util.function.ToIntFunction<String> {
        public Object make(String name, java.util.Map<String, String> p) { return new Rates(); }
        public int applyAsInt(String of) { return of.length(); }
      }
      """;

  private static final String OBJECT_FACTORY =
      """
      import javax.naming.*;
      public class Named implements javax.naming.spi.ObjectFactory {
        public Object getObjectInstance(Object o, Name n, Context c,
            java.util.Hashtable<?, ?> e) {
          Reference r = (Reference) o;
          return r.getClassName() + " " + r.get("at").getContent();
        }
      }
      """;

  private static final String NATIVE =
      """
      import org.dharch.api.*;
      public class Native implements DHHandler {
        private Rates rates;
        public void init(java.util.Map<String, String> p, NodeContext node) {
          rates = node.resource("rates", Rates.class);
        }
        public Changes handle(HandlerMessage m) {
          return Changes.builder().property("native", rates.applyAsInt("abc")).build();
        }
      }
      """;

  private static final String AXIS2 =
      """
      import javax.naming.*;
      import javax.sql.DataSource;
      public class Axis extends org.apache.axis2.handlers.AbstractHandler {
        public InvocationResponse invoke(org.apache.axis2.context.MessageContext m)
            throws org.apache.axis2.AxisFault {
          try {
            Context env = (Context) new InitialContext().lookup("java:comp/env");
            DataSource orders = (DataSource) env.lookup("jdbc/orders");
            try (var connection = orders.getConnection()) {
              m.setProperty("database", connection.getMetaData().getDatabaseProductName());
            }
            m.setProperty("same", orders == InitialContext.doLookup("java:comp/env/jdbc/orders"));
            m.setProperty("named", InitialContext.doLookup("java:comp/env/named").toString());
            StringBuilder listed = new StringBuilder();
            var names = env.listBindings("");
            while (names.hasMore()) {
              listed.append(names.next().getName()).append(' ');
            }
            m.setProperty("listed", listed.toString());
            try {
              new InitialContext().bind("java:comp/env/x", "y");
            } catch (OperationNotSupportedException e) {
              m.setProperty("bound", e.getMessage());
            }
            try {
              new InitialContext().lookup("java:comp/env/gone");
            } catch (NameNotFoundException e) {
              m.setProperty("gone", e.getMessage());
            }
            return InvocationResponse.CONTINUE;
          } catch (Exception e) {
            throw org.apache.axis2.AxisFault.makeFault(e);
          }
        }
      }
      """;

  /** Of the shared folder, by NodeContext and by JNDI. */
  @Test
  void resourcesAreSharedAcrossFolders() throws Exception {
    Path shared = Files.createDirectory(folder.resolve("shared"));
    Jars.one(shared.resolve("rates.jar"), List.of(), "Rates", FACTORY);
    Jars.one(shared.resolve("named.jar"), List.of(), "Named", OBJECT_FACTORY);
    Path one = Files.createDirectory(folder.resolve("one"));
    Jars.one(one.resolve("n.jar"), List.of(shared.resolve("rates.jar")), "Native", NATIVE);
    Path two = Files.createDirectory(folder.resolve("two"));
    Jars.one(two.resolve("a.jar"), List.of(), "Axis", AXIS2);
    Path document =
        NodeDocuments.write(
            folder,
            "sharedFolder='shared'",
            "<resource name='jdbc/orders' url='jdbc:sqlite:" + folder + "/o.db'/>",
            "<resource name='rates' factory='Rates'/>",
            "<resource name='named' factory='Named'><parameter name='at'>here</parameter>",
            "<parameter name='type'>a.Type</parameter></resource>",
            "<handler name='n' class='Native' folder='one'/>",
            "<handler name='x' class='Axis' folder='two'/>");
    try (NodeWork work = new NodeWork(document, Stage.of("n", "x"))) {
      var output = work.send().properties();
      assertEquals(3, output.get("native").orElseThrow());
      assertEquals("SQLite", output.text("database", ""));
      assertEquals(true, output.get("same").orElseThrow());
      assertEquals("a.Type here", output.text("named", ""));
      assertEquals("jdbc/orders rates named ", output.text("listed", ""));
      assertTrue(
          output.text("bound", "").contains("can only be looked up"), output.text("bound", ""));
      assertEquals(
          "unknown resource java:comp/env/gone; it must be one of [jdbc/orders, rates, named] below"
              + " java:comp/env",
          output.text("gone", ""));
    }
    Files.copy(shared.resolve("rates.jar"), one.resolve("rates.jar"));
    DocumentException e =
        assertThrows(DocumentException.class, () -> new NodeWork(document).close());
    assertTrue(
        e.getMessage()
            .contains(
                "resource 'rates' must be a Rates of handlers folder "
                    + one
                    + " (got Rates of the sharedFolder)"),
        e.getMessage());
  }

  /** A driver that DHArch has not; it goes with its folder. */
  @Test
  void driverIsLoadedFromSharedFolder() throws Exception {
    Path shared = Files.createDirectory(folder.resolve("shared"));
    Files.copy(Jars.library("h2-2.4.240"), shared.resolve("h2-2.4.240.jar"));
    Path document =
        NodeDocuments.write(
            folder,
            "sharedFolder='shared'",
            "<resource name='m' url='jdbc:h2:mem:m' user='sa'/>",
            HANDLER);
    NodeDescription description = NodeDescription.read(document, Map.of());
    try (Resources resources = Resources.open(description, name -> null);
        Connection connection = resources.get("m", DataSource.class).getConnection()) {
      assertEquals("H2", connection.getMetaData().getDatabaseProductName());
    }
  }

  @Test
  @SuppressWarnings("BanJNDI")
  void lookupOutsideHandlersFindsNothing() {
    assertInstanceOf(
        javax.naming.NamingException.class,
        assertThrows(
            javax.naming.NamingException.class,
            () -> javax.naming.InitialContext.doLookup("java:comp/env/rates")));
  }
}
