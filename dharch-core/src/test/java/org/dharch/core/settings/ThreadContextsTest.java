package org.dharch.core.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;
import org.slf4j.helpers.BasicMDCAdapter;

/** What a thread has is on another one for one task. */
class ThreadContextsTest {
  private final ExecutorService other = Executors.newSingleThreadExecutor();
  private final ThreadContexts contexts = new ThreadContexts(getClass().getClassLoader());

  @BeforeEach
  void useDiagnosticContext() throws Exception {
    Field adapter = MDC.class.getDeclaredField("MDC_ADAPTER");
    adapter.setAccessible(true);
    adapter.set(null, new BasicMDCAdapter());
    other.submit(() -> {}).get(); // a thread that is made later inherits
  }

  @AfterEach
  void close() {
    other.shutdownNow();
    MDC.clear();
  }

  private static Map<String, String> context() {
    Map<String, String> context = MDC.getCopyOfContextMap();
    return context == null ? Map.of() : context;
  }

  @Test
  void taskHasItAndTheThreadHasItsOwnAgain() throws Exception {
    MDC.put("a", "1");
    ThreadContexts.Captured captured = contexts.capture();
    MDC.put("a", "2"); // after that
    other.submit(() -> MDC.put("b", "of the thread")).get();
    assertEquals(Map.of("a", "1"), other.submit(() -> captured.call(() -> context())).get());
    assertEquals(
        Map.of("a", "1"),
        other
            .submit(
                () ->
                    captured.call(
                        () -> {
                          Map<String, String> found = context();
                          MDC.put("c", "left by the task");
                          return found;
                        }))
            .get());
    assertEquals(Map.of("b", "of the thread"), other.submit(() -> context()).get());
  }

  @Test
  void withoutARequestThereIsTheApplicationsLoaderAlone() throws Exception {
    try (URLClassLoader application = new URLClassLoader(new URL[0], getClass().getClassLoader())) {
      MDC.put("a", "1");
      ThreadContexts.Captured none = new ThreadContexts(application).withoutRequest();
      assertEquals(Map.of(), none.call(() -> context()));
      assertSame(application, none.call(() -> Thread.currentThread().getContextClassLoader()));
      assertEquals(Map.of("a", "1"), context());
      assertSame(getClass().getClassLoader(), Thread.currentThread().getContextClassLoader());
    }
  }

  @Test
  void exceptionOfTheTaskIsItsOwnAndNothingIsLeft() throws Exception {
    MDC.put("a", "1");
    ThreadContexts.Captured captured = contexts.capture();
    MDC.clear();
    IOException own = new IOException();
    assertSame(
        own,
        assertThrows(
            IOException.class,
            () ->
                captured.call(
                    () -> {
                      throw own;
                    })));
    assertThrows(
        StackOverflowError.class,
        () ->
            captured.call(
                () -> {
                  throw new StackOverflowError();
                }));
    assertNull(MDC.get("a"));
  }

  @Test
  void whatAnApplicationDoesNotHaveIsNotCarried() throws Exception {
    try (URLClassLoader empty =
        new URLClassLoader(new URL[0], ClassLoader.getPlatformClassLoader())) {
      ThreadContexts bare = new ThreadContexts(empty);
      assertEquals(List.of("context class loader", "JAAS subject"), bare.carried());
      MDC.put("a", "1");
      assertEquals(Map.of("a", "1"), bare.withoutRequest().call(() -> context()));
    }
    assertEquals(
        List.of("context class loader", "JAAS subject", "MDC", "ThreadContext"),
        contexts.carried());
  }
}
