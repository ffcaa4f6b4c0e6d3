package org.dharch.monitor;

import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** What stands at one path of an admin port. Any number of threads. */
@FunctionalInterface
interface AdminPage {
  /** The method of a page that says nothing of methods. */
  String GET = "GET";

  String POST = "POST";
  String DELETE = "DELETE";

  /**
   * The answer to one request.
   *
   * @param rest what stands behind the page's path and a slash; empty if nothing does
   * @param query the parameters of the query, each once
   * @throws IllegalArgumentException if a parameter, or {@code rest}, is wrong: its message is the
   *     answer, with status 400
   */
  Answer answer(String rest, Map<String, String> query);

  /** What each of HTTP's methods does here; those that are not in it are not allowed. */
  default Map<String, AdminPage> methods() {
    return Map.of(GET, this);
  }

  /** A page below which there is none, and of which nothing is asked but that it be told. */
  static AdminPage alone(Supplier<Answer> answer) {
    return alone((Map<String, String> query) -> answer.get());
  }

  /** As {@link #alone(Supplier)}, of which nothing can be asked: a parameter is refused. */
  static AdminPage unasked(Supplier<Answer> answer) {
    return alone(
        (Map<String, String> query) -> {
          Query.none(query);
          return answer.get();
        });
  }

  /**
   * A page below which there is none.
   *
   * @param answer to a query
   */
  static AdminPage alone(Function<Map<String, String>, Answer> answer) {
    return (rest, query) -> rest.isEmpty() ? answer.apply(query) : Answer.NONE;
  }

  /**
   * A page that more can be asked of than what it tells.
   *
   * @param methods what each method does
   */
  static AdminPage of(Map<String, AdminPage> methods) {
    return new AdminPage() {
      @Override
      public Answer answer(String rest, Map<String, String> query) {
        return methods.get(GET).answer(rest, query);
      }

      @Override
      public Map<String, AdminPage> methods() {
        return methods;
      }
    };
  }

  /**
   * An answer.
   *
   * @param status HTTP's
   * @param type of the body
   * @param then what is done when it has been sent, or cannot be
   */
  record Answer(int status, String type, String body, Runnable then) {
    /** What is asked for is not here. */
    static final Answer NONE = text(404, "there is no such page\n");

    Answer(int status, String type, String body) {
      this(status, type, body, () -> {});
    }

    static Answer json(String body) {
      return new Answer(200, "application/json", body);
    }

    static Answer text(int status, String body) {
      return new Answer(status, "text/plain; charset=utf-8", body);
    }

    Answer then(Runnable action) {
      return new Answer(status, type, body, action);
    }
  }
}
