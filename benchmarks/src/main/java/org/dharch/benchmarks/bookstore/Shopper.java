package org.dharch.benchmarks.bookstore;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.dharch.benchmarks.load.Call;

/**
 * Makes requests to the bookstore with the paper's mix of operations and sizes, and checks the
 * answers. Requests are independent of each other (seed 003, section 4). One thread.
 */
public final class Shopper implements Supplier<Call> {
  private static final int MAX_LINES = 10;

  private final Random random;
  private final Scale scale;
  private final String client;

  /** The same {@code seed} makes the same requests. */
  public Shopper(Scale scale, long seed) {
    this(scale, seed, "");
  }

  private Shopper(Scale scale, long seed, String client) {
    this.scale = scale;
    this.random = new Random(seed);
    this.client = client;
  }

  /** Returns a shopper whose requests name the client. */
  public static Shopper named(String name, Scale scale, long seed) {
    return new Shopper(scale, seed, name);
  }

  /** Returns the next request of the mix. */
  @Override
  public Call get() {
    int draw = random.nextInt(100);
    for (Operation operation : Operation.values()) {
      draw -= operation.percent();
      if (draw < 0) {
        return call(operation);
      }
    }
    throw new IllegalStateException("the percentages must add up to 100");
  }

  /** Returns a request of the largest size. */
  public Call heavy() {
    return switch (random.nextInt(3)) {
      case 0 -> createOrder(MAX_LINES);
      case 1 -> orderStatus(scale.ordersEach());
      default -> newProducts(scale.newProducts());
    };
  }

  /** Returns a request for {@code operation}. */
  public Call call(Operation operation) {
    return switch (operation) {
      case NEW_CUSTOMER -> newCustomer();
      case CHANGE_PAYMENT_METHOD -> changePayment();
      case CREATE_ORDER -> createOrder(1 + random.nextInt(MAX_LINES));
      case ORDER_STATUS -> orderStatus(1 + random.nextInt(scale.ordersEach()));
      case NEW_PRODUCTS -> newProducts(1 + random.nextInt(scale.newProducts()));
      case PRODUCT_DETAIL -> productDetail(1 + random.nextInt(MAX_LINES));
      case CHANGE_ITEM -> changeItem();
    };
  }

  private Call newCustomer() {
    String name = "New " + Long.toHexString(random.nextLong());
    return call(
        Operation.NEW_CUSTOMER,
        element("name", name)
            + element("address", "1 Campus Drive, Saskatoon")
            + element("email", "new@example.org")
            + element("payment", "CARD")
            + element("account", Long.toString(random.nextLong() >>> 1)),
        xml ->
            TagScanner.text(xml, "name").equals(name)
                && Integer.parseInt(TagScanner.text(xml, "customer")) > scale.customers());
  }

  private Call changePayment() {
    int customer = customer();
    String payment = random.nextBoolean() ? "CARD" : "PURCHASE_ORDER";
    return call(
        Operation.CHANGE_PAYMENT_METHOD,
        element("customer", customer)
            + element("payment", payment)
            + element("account", Long.toString(random.nextLong() >>> 1)),
        xml ->
            TagScanner.text(xml, "name").equals("Customer " + customer)
                && TagScanner.text(xml, "payment").equals(payment));
  }

  private Call createOrder(int lines) {
    int customer = customer();
    List<Integer> items = items(lines);
    StringBuilder body = new StringBuilder();
    body.append(element("customer", customer));
    body.append(element("address", customer + " Main Street, Saskatoon"));
    for (int item : items) {
      body.append("<b:line>")
          .append(element("item", item))
          .append(element("quantity", 1 + random.nextInt(9)))
          .append(element("comment", "line for item " + item))
          .append("</b:line>");
    }
    return call(
        Operation.CREATE_ORDER,
        body.toString(),
        xml ->
            TagScanner.numbers(xml, "item").equals(items)
                && Long.parseLong(TagScanner.text(xml, "total"))
                    == total(
                        customer,
                        TagScanner.numbers(xml, "quantity"),
                        TagScanner.numbers(xml, "price")));
  }

  private static long total(int customer, List<Integer> quantities, List<Integer> prices) {
    long sum = 0;
    for (int i = 0; i < quantities.size(); i++) {
      sum += (long) quantities.get(i) * prices.get(i);
    }
    return sum - sum * Catalog.discount(customer) / 100;
  }

  private Call orderStatus(int orders) {
    int customer = customer();
    return call(
        Operation.ORDER_STATUS,
        element("customer", customer) + element("orders", orders),
        xml -> {
          String[] parts = xml.split("</b:order>", -1);
          for (int i = 0; i < parts.length - 1; i++) {
            List<Integer> prices = TagScanner.numbers(parts[i], "price");
            if (Long.parseLong(TagScanner.text(parts[i], "total"))
                    != total(customer, TagScanner.numbers(parts[i], "quantity"), prices)
                || Integer.parseInt(TagScanner.text(parts[i], "customer")) != customer) {
              return false;
            }
          }
          return parts.length == orders + 1;
        });
  }

  private Call newProducts(int limit) {
    int subject = random.nextInt(Catalog.SUBJECTS);
    LocalDate since = Catalog.FIRST.plusDays(random.nextInt(Catalog.DAYS / 2));
    return call(
        Operation.NEW_PRODUCTS,
        element("subject", subject) + element("since", since) + element("limit", limit),
        xml -> {
          List<String> all = TagScanner.texts(xml, "isbn");
          return all.size() == limit
              && all.stream()
                  .mapToInt(Catalog::itemOf)
                  .allMatch(
                      item ->
                          Catalog.subject(item) == subject
                              && !Catalog.published(item).isBefore(since));
        });
  }

  private Call productDetail(int count) {
    List<Integer> items = items(count);
    StringBuilder body = new StringBuilder();
    items.forEach(item -> body.append(element("item", item)));
    return call(
        Operation.PRODUCT_DETAIL,
        body.toString(),
        xml ->
            TagScanner.texts(xml, "isbn").equals(items.stream().map(Catalog::isbn).toList())
                && TagScanner.texts(xml, "title")
                    .equals(items.stream().map(i -> "Title " + i).toList())
                && TagScanner.texts(xml, "description").stream()
                    .map(String::length)
                    .toList()
                    .equals(items.stream().map(Catalog::descriptionLength).toList()));
  }

  private Call changeItem() {
    int item = item();
    int cost = 500 + random.nextInt(4000);
    return call(
        Operation.CHANGE_ITEM,
        element("item", item) + element("cost", cost),
        xml ->
            TagScanner.text(xml, "isbn").equals(Catalog.isbn(item))
                && TagScanner.text(xml, "cost").equals(Integer.toString(cost)));
  }

  /** Checks an answer. */
  private interface AnswerRule {
    boolean is(String xml);
  }

  private Call call(Operation operation, String body, AnswerRule right) {
    String envelope =
        "<soapenv:Envelope xmlns:soapenv=\"http://schemas.xmlsoap.org/soap/envelope/\">"
            + "<soapenv:Body><b:"
            + operation.element()
            + " xmlns:b=\""
            + Catalog.NAMESPACE
            + "\">"
            + body
            + "</b:"
            + operation.element()
            + "></soapenv:Body></soapenv:Envelope>";
    return Call.soap(
        operation.element(),
        Catalog.NAMESPACE + ":" + operation.element(),
        client,
        envelope.getBytes(StandardCharsets.UTF_8),
        xml -> isRight(right, xml) ? Optional.empty() : Optional.of("does not match the request"));
  }

  private static boolean isRight(AnswerRule right, String xml) {
    try {
      return right.is(xml);
    } catch (NumberFormatException e) {
      return false; // an element is missing
    }
  }

  private static String element(String name, Object text) {
    return "<b:" + name + ">" + text + "</b:" + name + ">";
  }

  private int customer() {
    return 1 + random.nextInt(scale.customers());
  }

  private List<Integer> items(int count) {
    List<Integer> items = new ArrayList<>();
    IntStream.generate(this::item).distinct().limit(count).forEach(items::add);
    return items;
  }

  /** Returns an item, some more often than others: TPC-C's NURand, clause 2.1.6. */
  private int item() {
    int a = Integer.highestOneBit(scale.items() / 8) - 1;
    return 1 + (random.nextInt(a + 1) | random.nextInt(scale.items())) % scale.items();
  }
}
