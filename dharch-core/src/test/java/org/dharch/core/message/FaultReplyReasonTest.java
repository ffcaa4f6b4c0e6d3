package org.dharch.core.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Replies to clients have no names of Java classes. */
final class FaultReplyReasonTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "org.apache.axis2.AxisFault: user evil is refused | user evil is refused",
        "com.acme.Checks$Refused: no | no",
        "java.lang.NullPointerException | it failed without saying why",
        "it needs policies (getEffectivePolicy) | it needs policies (getEffectivePolicy)",
        "cannot: java.io.IOException: disk full | cannot: disk full",
        "see conf/orchestration.xml: line 3 | see conf/orchestration.xml: line 3",
        "a.b.example.com is not known | a.b.example.com is not known",
        "Error: the value is 1.5 | Error: the value is 1.5"
      })
  void handlerReason(String reason, String reported) {
    Fault fault = new Fault(Fault.Code.HANDLER_FAILED, "tag", reason);
    assertEquals("DHArch: handler 'tag': " + reported, FaultReply.failed(fault).reason());
    assertEquals("DHArch: " + reported, FaultReply.receiver(reason).reason());
  }
}
