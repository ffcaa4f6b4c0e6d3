package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dharch.api.DHHandler.Ending;
import org.dharch.core.message.Fault;
import org.dharch.test.DHArchExtension;
import org.dharch.test.MessageRun;
import org.dharch.test.TestMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class OrdersTest {
  @RegisterExtension
  final DHArchExtension dharch =
      DHArchExtension.builder() // both take a Path, too: the documents of production
          .node("n1", node -> node.handler("size", SizeLog.class, Map.of("limit", "300")))
          .node("n2", node -> node.handler("tag", TagHandler.class))
          .orchestration(
              """
              <orchestrations xmlns="urn:dharch:orchestration:1">
                <orchestration name="orders">
                  <stage>
                    <handler name="size">
                      <reads><body/></reads>
                      <writes><property name="envelope.size"/></writes>
                      <retry retries="2" delay="1ms"/>
                    </handler>
                    <handler name="tag">
                      <writes><header xmlns:t="urn:example:tag" name="t:Tag"/></writes>
                    </handler>
                  </stage>
                </orchestration>
                <rule orchestration="orders" service="Orders"/>
              </orchestrations>
              """)
          .build();

  private final TestMessage order =
      TestMessage.soap12("<order xmlns='urn:orders'/>").service("Orders");

  @Test
  void bothPerformInParallel() {
    MessageRun run = dharch.send(order);
    assertEquals(Ending.COMPLETED, run.ending(), run::toString);
    assertEquals(List.of(Set.of("size", "tag")), run.stages());
    assertTrue(run.envelope().contains(">seen</t:Tag>"), run::envelope);
  }

  @Test
  void tooLargeOrderIsTriedThreeTimesAndFails() {
    TestMessage large =
        TestMessage.soap12("<order xmlns='urn:orders'>" + "x".repeat(300) + "</order>");
    MessageRun run = dharch.send(large.service("Orders"));
    assertEquals(Ending.FAILED, run.ending());
    assertEquals("size", run.fault().orElseThrow().handler());
    assertEquals(3, run.attempts("size").size());
  }

  @Test
  void orderIsNotServedWithoutItsNode() {
    dharch.stop("n2");
    assertEquals(Fault.Code.NOT_SERVED, dharch.send(order).fault().orElseThrow().code());
    dharch.start("n2");
    assertEquals(Ending.COMPLETED, dharch.send(order).ending());
  }
}
