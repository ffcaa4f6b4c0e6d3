package org.dharch.axis2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;
import org.apache.axis2.engine.AxisConfiguration;
import org.dharch.core.message.DHArchException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the module starts, and how it says that it does not. */
class DHArchModuleTest {
  private static final String STAMP =
      "<orchestration name='o'><handler name='stamp'/></orchestration><rule orchestration='o'/>";

  @TempDir Path folder;
  private ConfigurationContext context;

  @AfterEach
  void stop() throws Exception {
    if (context != null) {
      context.terminate();
    }
  }

  private AxisConfiguration start(TestRepository repository) throws Exception {
    context =
        ConfigurationContextFactory.createConfigurationContextFromFileSystem(
            repository.write().toString(), repository.axis2Xml().toString());
    return context.getAxisConfiguration();
  }

  private TestRepository repository() {
    return new TestRepository(folder).parameter("dharch.broker", "memory:module-test");
  }

  private String faulty(AxisConfiguration configuration) {
    return configuration.getFaultyServices() + " " + configuration.getFaultyModules();
  }

  @Test
  void startsAndStops() throws Exception {
    start(repository().orchestration(STAMP).service("Echo", GatewayScenarios.ENGAGED));
    assertTrue(DHArchModule.manager(context).isPresent());
    context.terminate();
    assertTrue(DHArchModule.manager(context).isEmpty());
    context = null;
  }

  @Test
  void withoutAnOrchestrationItIsJustThere() throws Exception {
    AxisConfiguration configuration = start(new TestRepository(folder).service("Plain", ""));
    assertTrue(DHArchModule.manager(context).isEmpty());
    assertEquals("{} {}", faulty(configuration));
  }

  @Test
  void withoutAnOrchestrationItCannotBeEngaged() throws Exception {
    AxisConfiguration configuration = start(repository().service("Echo", GatewayScenarios.ENGAGED));
    assertTrue(faulty(configuration).contains("dharch.orchestration"), faulty(configuration));
  }

  @Test
  void wrongParameterIsSaidAndNothingIsServedWithoutHandlers() throws Exception {
    AxisConfiguration configuration =
        start(
            repository()
                .orchestration(STAMP)
                .parameter("dharch.concurrencyLimit", "none")
                .service("Echo", GatewayScenarios.ENGAGED));
    assertTrue(
        faulty(configuration).contains("dharch.concurrencyLimit must be"), faulty(configuration));
    assertThrows(AxisFault.class, () -> configuration.getService("Echo"));
  }

  @Test
  void engagedForAllServicesItDoesNotLetTheServerStartWithoutIt() throws Exception {
    TestRepository repository =
        repository()
            .orchestration(STAMP)
            .parameter("dharch.concurrencyLimit", "none")
            .engagedGlobally()
            .service("Plain", "");
    AxisFault fault = assertThrows(AxisFault.class, () -> start(repository));
    assertTrue(fault.getMessage().contains("dharch.concurrencyLimit must be"), fault.getMessage());
    assertTrue(fault.getMessage().contains("all services (axis2.xml): "), fault.getMessage());
    assertFalse(fault.getMessage().contains("AxisConfiguration"), fault.getMessage());
  }

  @Test
  void wrongDocumentIsSaidWithItsPlace() throws Exception {
    AxisConfiguration configuration =
        start(repository().orchestration("<nonsense/>").service("Plain", ""));
    assertTrue(faulty(configuration).contains("orchestration.xml:1:"), faulty(configuration));
  }

  @Test
  void unknownTransportIsSaid() throws Exception {
    AxisConfiguration configuration =
        start(
            new TestRepository(folder)
                .orchestration(STAMP)
                .parameter("dharch.broker", "pigeon:post")
                .service("Plain", ""));
    assertTrue(faulty(configuration).contains("pigeon:post"), faulty(configuration));
  }

  @Test
  void servicesParametersAreCheckedWhenItIsEngaged() throws Exception {
    AxisConfiguration configuration =
        start(
            repository()
                .orchestration(STAMP)
                .service(
                    "A",
                    GatewayScenarios.ENGAGED
                        + "<parameter name=\"dharch.orchestration.in\">nope</parameter>")
                .service(
                    "B",
                    GatewayScenarios.ENGAGED
                        + "<parameter name=\"dharch.deadlin\">1s</parameter>"));
    assertTrue(faulty(configuration).contains("dharch.orchestration.in must be"));
    assertTrue(faulty(configuration).contains("services.xml: unknown parameter 'dharch.deadlin'"));
  }

  @Test
  void fileIsReadAndModuleConfigOverridesIt() throws Exception {
    Files.writeString(
        folder.resolve("o.xml"),
        "<orchestrations xmlns=\"urn:dharch:orchestration:1\">" + STAMP + "</orchestrations>");
    Files.writeString(
        folder.resolve("dharch.properties"),
        "dharch.orchestration=o.xml\ndharch.deadline=nonsense\ndharch.broker=memory:file\n");
    start(
        new TestRepository(folder)
            .parameter("dharch.config", "dharch.properties")
            .parameter("dharch.deadline", "7s")
            .service("Plain", ""));
    // without the file there is no orchestration, without the override a wrong deadline
    assertTrue(DHArchModule.manager(context).isPresent());
  }

  /** Fault A9: no page said which phases are needed, and Axis2 says only that one is missing. */
  @ParameterizedTest
  @CsvSource({
    "OperationInPhase, InFlow",
    "OperationOutPhase, OutFlow",
    "OperationInFaultPhase, InFaultFlow",
    "OperationOutFaultPhase, OutFaultFlow"
  })
  void aMissingPhaseIsNamedWithWhatToAdd(String phase, String flow) throws Exception {
    AxisConfiguration configuration =
        start(
            repository()
                .orchestration(STAMP)
                .withoutPhase(phase)
                .service("Echo", GatewayScenarios.ENGAGED));
    String output = faulty(configuration);
    assertTrue(output.contains("has no phase '" + phase + "'"), output);
    assertTrue(
        output.contains(
            "add <phase name=\"" + phase + "\"/> to <phaseOrder type=\"" + flow + "\">"),
        output);
  }

  @Test
  void installsByCode() throws Exception {
    context = ConfigurationContextFactory.createEmptyConfigurationContext();
    Path document =
        Files.writeString(
            folder.resolve("o.xml"),
            "<orchestrations xmlns=\"urn:dharch:orchestration:1\">" + STAMP + "</orchestrations>");
    DHArchModule.install(
        context,
        Map.of("dharch.broker", "memory:code", "dharch.orchestration", document.toString()));
    assertTrue(DHArchModule.manager(context).isPresent());
    ConfigurationContext other = ConfigurationContextFactory.createEmptyConfigurationContext();
    AxisFault fault =
        assertThrows(
            AxisFault.class, () -> DHArchModule.install(other, Map.of("dharch.broker", "x")));
    assertTrue(fault.getMessage().contains("dharch.broker must be"), fault.getMessage());
    assertInstanceOf(DHArchException.class, fault.getCause(), "for the stack trace");
  }
}
