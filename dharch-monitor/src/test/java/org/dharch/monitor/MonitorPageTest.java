package org.dharch.monitor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.dharch.api.MessageId;
import org.dharch.core.store.StoredMessage;
import org.dharch.core.view.MessageProgress;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The monitor page in a real browser, of a manager whose messages go well, badly and nowhere. */
final class MonitorPageTest {
  private static final String EVIL = "<img src=x onerror=\"document.title='broken in'\">";

  @TempDir static Path folder;
  private static Browser browser;
  private static MonitorSite site;
  private static String home;

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.start();
    site = new MonitorSite(folder, EVIL, 3, Duration.ofMillis(3));
    home = site.port().uri() + "/";
    for (int i = 0; i < 6; i++) {
      site.admit("Orders");
      site.admit("Cards");
    }
    site.admit("Waiting");
    site.admit(EVIL);
    eventually(() -> assertEquals(7, site.manager().storedMessages().failed().size()));
  }

  @AfterAll
  static void stop() {
    if (site != null) {
      site.close();
    }
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void wide() {
    browser.size(1200, 860);
    browser.prefers("light");
  }

  /** No script failed, and nothing was tried that the page's policy forbids. */
  @AfterEach
  void validDocumentHasNoProblems() {
    assertEquals(
        List.of(),
        browser.complaints().stream()
            .filter(text -> !text.contains("status of 4")) // a question that was wrong, as meant
            .filter(text -> !text.contains("willReadFrequently")) // how axe-core reads
            .toList());
  }

  private static void eventually(ThrowingRunnable isSo) {
    Awaitility.await()
        .atMost(30, TimeUnit.SECONDS)
        .pollInterval(50, TimeUnit.MILLISECONDS)
        .ignoreExceptions()
        .untilAsserted(isSo);
  }

  private static void open(String route) throws IOException {
    browser.get("about:blank");
    browser.get(home + "#token=" + site.token());
    eventually(() -> assertTrue(browser.text(".tiles").contains("Under way")));
    view(route);
  }

  /** Shows a view, and waits until it has what it shows. */
  private static void view(String route) {
    Object before = asked();
    browser.script("location.hash = arguments[0]", route);
    eventually(
        () -> {
          assertFalse(browser.text("main").isEmpty());
          assertFalse(browser.text("main").contains("Asking…"));
          assertFalse(asked().equals(before));
        });
  }

  /** Another one after each refresh. */
  private static Object asked() {
    return String.valueOf(
        browser.script("return document.getElementById('took')?.dataset.asked ?? ''"));
  }

  private static void press(CharSequence... keys) {
    browser.driver().switchTo().activeElement().sendKeys(keys);
  }

  private static String focused() {
    return String.valueOf(browser.script("return document.activeElement.outerHTML"));
  }

  @Test
  void tokenIsRemovedFromAddress() throws Exception {
    browser.get(home);
    browser.script("sessionStorage.clear()");
    browser.get("about:blank");
    browser.get(home);
    eventually(() -> assertTrue(browser.find("input[name=token]").isDisplayed()));
    browser.find("input[name=token]").sendKeys("0123", Keys.ENTER);
    eventually(() -> assertTrue(browser.text("[role=alert]").contains("That is not its token")));
    browser.find("input[name=token]").clear();
    browser
        .find("input[name=token]")
        .sendKeys("\u0442\u043e\u043a\u0435\u043d", Keys.ENTER); // none that HTTP can say
    eventually(() -> assertTrue(browser.text("[role=alert]").contains("That is not its token")));
    browser.find("input[name=token]").clear();
    browser.find("input[name=token]").sendKeys(site.token(), Keys.ENTER);
    eventually(() -> assertTrue(browser.text(".tiles").contains("Under way")));
    browser.driver().navigate().refresh();
    eventually(() -> assertTrue(browser.text(".tiles").contains("Under way")));
    open("#/");
    assertFalse(browser.driver().getCurrentUrl().contains("token"));
    assertEquals(0L, browser.script("return document.cookie.length"));
    assertEquals(0L, browser.script("return localStorage.length"));
  }

  /** What fails is found on the first view, and what handlers take on that of the nodes. */
  @Test
  void findingsAndQueuesAreShown() throws Exception {
    open("#/");
    eventually(() -> assertTrue(browser.text("main").contains("What the doctor finds")));
    view("#/nodes");
    eventually(() -> assertTrue(browser.text("main").contains("Wait for a slot")));
    eventually(() -> assertTrue(browser.text("main").contains("Runs p50")));
  }

  @Test
  void chartsAreDrawnAndUpdated() throws Exception {
    open("#/");
    assertEquals(3, browser.all(".plot canvas").size());
    site.admit("Orders");
    eventually(() -> assertFalse(browser.text(".tiles > div:nth-child(2)").contains("–")));
    assertTrue(browser.text(".banner").contains("No node serves " + EVIL));
    browser.find(".tools button").click();
    Object before = asked();
    eventually(() -> assertEquals("Go on", browser.text(".tools button")));
    browser.find(".tools button").click();
    eventually(() -> assertFalse(asked().equals(before)));
  }

  @Test
  void pageFiltersFollowsAndExpandsMessages() throws Exception {
    open("#/messages");
    browser.find("input[name=service]").sendKeys("Waiting");
    eventually(
        () -> {
          assertEquals(1, browser.all("tbody a.row").size());
          assertTrue(browser.text("tbody").contains("executing"));
        });
    assertTrue(browser.driver().getCurrentUrl().endsWith("#/messages?service=Waiting"));
    browser.find("tbody a.row").click();
    eventually(() -> assertTrue(browser.text("main").contains("Left until its deadline")));
    assertTrue(browser.text("tbody tr").contains("sent"), "its step");
    view("#/messages?service=Waiting&managers=all");
    eventually(
        () -> {
          assertTrue(browser.text("main h1 + span").contains("of 1 manager"));
          assertTrue(browser.text("tbody").contains(":" + ProcessHandle.current().pid()));
          assertTrue(browser.text("tbody").contains("held on node-1"));
        });
    view("#/messages?fault=" + "ONERROR&state=FAILED");
    assertTrue(browser.all("tbody a.row").size() >= 6, "in whatever case");
    view("#/messages?olderThan=soon");
    assertTrue(browser.text("[role=alert]").contains("250ms, 2s or 5m"));

    view("#/messages/" + retried());
    assertTrue(browser.text(".fall").contains("attempt 2"), browser.text(".fall"));
    assertEquals(9, browser.all(".fall .line").size() - 1, "queued, seven handlers, a retry");
    assertTrue(browser.all(".fall .failed rect.run").size() == 1);
    WebElement trace = browser.find(".notes summary");
    assertFalse(browser.find(".notes pre").isDisplayed());
    trace.click();
    assertTrue(browser.find(".notes pre").getText().contains("at " + MonitorSite.class.getName()));
  }

  /** An order whose unsteady handler failed at first. */
  private static MessageId retried() {
    MessageProgress.Filter all = filterOf("Orders");
    eventually(
        () ->
            assertTrue(
                site.manager().status().progress(all).stream()
                    .anyMatch(MonitorPageTest::isRetried)));
    return site.manager().status().progress(all).stream()
        .filter(MonitorPageTest::isRetried)
        .findFirst()
        .orElseThrow()
        .id();
  }

  private static boolean isRetried(MessageProgress message) {
    return !message.state().isUnderWay()
        && message.timeline().attempts().stream().anyMatch(attempt -> attempt.number() == 2);
  }

  private static MessageProgress.Filter filterOf(String service) {
    return new MessageProgress.Filter(
        Optional.of(service),
        Optional.empty(),
        Duration.ZERO,
        true,
        200,
        Set.of(),
        Optional.empty());
  }

  @Test
  void messageContentIsEscaped() throws Exception {
    open("#/");
    String evil = site.manager().status().progress(filterOf(EVIL)).get(0).id().toString();
    String card = failed("Cards").key().id().toString();
    for (String route :
        List.of(
            "#/",
            "#/messages",
            "#/messages/" + evil,
            "#/messages/" + card,
            "#/nodes",
            "#/orchestrations/"
                + "%3Cimg%20src%3Dx%20onerror%3D%22document.title%3D'broken%20in'%22%3E",
            "#/failed",
            "#/failed/" + evil,
            "#/failed/" + card,
            "#/messages/" + "%3Cimg%20src%3Dx%3E")) {
      view(route);
      eventually(
          () ->
              assertTrue(
                  browser.text("main").contains("<img src=x"),
                  route + "\n" + browser.text("main")));
      assertEquals(0, browser.all("main img").size(), route);
      assertFalse(browser.driver().getTitle().contains("broken in"), route);
    }
  }

  private static StoredMessage failed(String service) {
    return site.manager().storedMessages().failed().stream()
        .filter(message -> message.submission().service().equals(service))
        .findFirst()
        .orElseThrow();
  }

  /** Once the page stayed empty, for a piece of an address that is no code of anything. */
  @Test
  void invalidAddressIsReported() throws Exception {
    open("#/messages/%zz");
    assertTrue(browser.text("h1").contains("%zz"));
    eventually(() -> assertFalse(browser.text("[role=alert]").isEmpty()));
  }

  @Test
  void orchestrationsAreDrawn() throws Exception {
    open("#/orchestrations/returns");
    String picture = browser.text(".picture");
    for (String output :
        List.of("kind='vip'", "repeat at most 3× while open", "compensated by manual")) {
      assertTrue(picture.contains(output), picture);
    }
    view("#/orchestrations/orders");
    assertEquals(3, browser.all(".stage-box[aria-label='at the same time'] .handler").size() - 2);
    assertTrue(browser.text(".picture").contains("3 nodes"));
  }

  @Test
  void replayAndDropNeedConfirmation() throws Exception {
    try (MonitorSite own = new MonitorSite(folder.resolve("own"), "broken", 1, Duration.ZERO)) {
      for (int i = 0; i < 3; i++) {
        own.admit("Cards");
      }
      eventually(() -> assertEquals(3, own.manager().storedMessages().failed().size()));
      browser.get(own.port().uri() + "/#token=" + own.token());
      eventually(() -> assertTrue(browser.text(".tiles").contains("Under way")));
      view("#/failed?handler=card");
      eventually(() -> assertEquals(3, browser.all("tbody a.row").size()));
      browser.find("tbody button.danger").click();
      eventually(() -> assertTrue(browser.text("dialog[open]").contains("Forgotten for good")));
      press(Keys.ESCAPE);
      eventually(() -> assertEquals(0, browser.all("dialog[open]").size()));
      assertEquals(3, own.manager().storedMessages().failed().size());

      own.mend();
      browser.find("tbody button").click();
      eventually(
          () -> assertTrue(browser.text("dialog[open]").contains("with the stage that failed")));
      browser.find("dialog[open] button.main").click();
      eventually(() -> assertTrue(browser.text(".toast").contains("1 to be replayed")));
      eventually(
          () -> {
            assertEquals(2, own.manager().storedMessages().failed().size());
            assertEquals(2, browser.all("tbody a.row").size());
          });
      eventually(() -> assertEquals("content", browser.script("return document.activeElement.id")));

      browser.find(".head button.danger").click();
      eventually(() -> assertTrue(browser.text("dialog[open]").contains("Drop 2 messages?")));
      browser.find("dialog[open] button.danger").click();
      eventually(() -> assertEquals(List.of(), own.manager().storedMessages().failed()));
      eventually(() -> assertTrue(browser.text("tbody").contains("No failed message is kept.")));
    }
  }

  @Test
  void pageIsUsableByKeyboard() throws Exception {
    open("#/");
    browser.script("document.activeElement.blur()");
    press(Keys.TAB);
    assertTrue(focused().contains("Skip to content"), focused());
    press(Keys.ENTER);
    assertTrue(focused().contains("id=\"content\""), focused());
    press("g", "m");
    eventually(() -> assertTrue(browser.all("tbody a.row").size() > 1));
    press("/");
    assertTrue(focused().contains("name=\"state\""), focused());
    press(Keys.ESCAPE);
    press("j", "j", "k");
    assertEquals(
        browser.find("tbody a.row").getDomAttribute("href"),
        browser.driver().switchTo().activeElement().getDomAttribute("href"));
    assertEquals(
        "solid", browser.script("return getComputedStyle(document.activeElement).outlineStyle"));
    press(Keys.ENTER);
    eventually(() -> assertTrue(browser.text("h1").startsWith("Message ")));
    browser.script("document.activeElement.blur()");
    press("?");
    eventually(() -> assertTrue(browser.text("dialog[open]").contains("Next row")));
    press(Keys.ESCAPE);
    eventually(() -> assertEquals(0, browser.all("dialog[open]").size()));
    press("t", "t");
    assertEquals("dark", browser.script("return document.documentElement.dataset.theme"));
    press("t");
    assertEquals("auto", browser.script("return document.documentElement.dataset.theme"));
    browser.script("localStorage.clear()");
  }

  /** What axe-core finds, in each view, light and dark, wide and narrow. */
  @Test
  void limiterRejectsNoNewConnection() throws Exception {
    open("#/");
    try (InputStream axe =
        getClass().getResourceAsStream("/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js")) {
      String code = new String(axe.readAllBytes(), StandardCharsets.UTF_8);
      browser.driver().executeScript(code);
    }
    String card = failed("Cards").key().id().toString();
    for (String route :
        List.of(
            "#/",
            "#/messages",
            "#/messages/" + retried(),
            "#/nodes",
            "#/orchestrations/returns",
            "#/failed",
            "#/failed/" + card)) {
      view(route);
      for (String scheme : List.of("light", "dark")) {
        browser.prefers(scheme);
        assertEquals("", axe(), route + " " + scheme);
      }
    }
    press("?");
    eventually(() -> assertEquals(1, browser.all("dialog[open]").size()));
    assertEquals("", axe(), "dialog");
  }

  private static Object axe() {
    return browser
        .driver()
        .executeAsyncScript(
            "const done = arguments[0];"
                + "axe.run(document, {resultTypes: ['violations']}).then(r => done(r.violations"
                + ".map(v => v.id + ': ' + v.nodes.map(n => n.html + ' ' + n.failureSummary)"
                + ".join(', ')).join('\\n')), e => done('axe: ' + e))");
  }

  @Test
  void pageFits400Pixels() throws Exception {
    browser.size(400, 860);
    open("#/");
    String card = failed("Cards").key().id().toString();
    for (String route :
        List.of("#/messages", "#/nodes", "#/orchestrations", "#/failed/" + card, "#/")) {
      view(route);
      assertEquals(400L, browser.script("return document.documentElement.scrollWidth"), route);
    }
  }

  /** Why a manager is not ready, with names as long as they may be, in what a phone shows. */
  @Test
  void hindranceOfManagerIsReported() throws Exception {
    browser.size(400, 860);
    open("#/");
    browser.script(
        "const real = fetch;"
            + "window.fetch = async (path, options) => {"
            + "  const answer = await real(path, options);"
            + "  return path !== '/api/status' ? answer : new Response(JSON.stringify({"
            + "    ...await answer.json(), ready: false, connected: false,"
            + "    unserved: ['W'.repeat(100)]})); };");
    eventually(() -> assertTrue(browser.text("main").contains("Its broker does not answer")));
    assertTrue(browser.text("main").contains("No node serves " + "W".repeat(100)));
    assertEquals(400L, browser.script("return document.documentElement.scrollWidth"));
  }

  @Test
  void refreshKeepsLayout() throws Exception {
    open("#/failed");
    for (String route : List.of("#/nodes", "#/messages", "#/")) {
      view(route);
      browser.script(
          "window.moved = 0; window.watch?.disconnect();"
              + "window.watch = new PerformanceObserver(list => list.getEntries().forEach("
              + "e => { if (!e.hadRecentInput) window.moved += e.value; }));"
              + "window.watch.observe({type: 'layout-shift', buffered: false})");
      Object before = asked();
      if (!route.equals("#/messages")) { // there it is one row more
        site.admit("Orders");
      }
      eventually(() -> assertFalse(asked().equals(before)));
      assertTrue(((Number) browser.script("return window.moved")).doubleValue() < 0.01, route);
    }
  }
}
