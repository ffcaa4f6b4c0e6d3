package org.dharch.axis2.service;

import static org.dharch.axis2.BackendCalls.SOAP11;
import static org.dharch.axis2.BackendCalls.call11;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.deployment.ServiceDeployer;
import org.apache.axis2.deployment.repository.util.DeploymentFileData;
import org.apache.axis2.description.AxisDescription;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.modules.Module;
import org.apache.neethi.Assertion;
import org.apache.neethi.Policy;
import org.dharch.axis2.BackendService;
import org.dharch.axis2.GatewayServer;
import org.dharch.axis2.ServerScenarios;
import org.dharch.axis2.TestRepository;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * G93: Axis2 serves a service that is deployed while it runs before modules are engaged on it. No
 * message reaches it then without its handlers. Another module, which takes its time, holds the
 * deployment in that moment.
 */
class BeingDeployedTest extends ServerScenarios {
  private static final String SLOW = "<module ref=\"slow\"/>";

  private final CountDownLatch engaging = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private CompletableFuture<Void> deployed = CompletableFuture.completedFuture(null);

  private final class Slow implements Module {
    @Override
    public void init(ConfigurationContext context, AxisModule module) {}

    @Override
    public void engageNotify(AxisDescription description) throws AxisFault {
      engaging.countDown();
      try {
        assertTrue(goOn.await(20, TimeUnit.SECONDS));
      } catch (InterruptedException e) {
        throw AxisFault.makeFault(e);
      }
    }

    @Override
    public boolean canSupportAssertion(Assertion assertion) {
      return false;
    }

    @Override
    public void applyPolicy(Policy policy, AxisDescription description) {}

    @Override
    public void shutdown(ConfigurationContext context) {}
  }

  @Override
  public GatewayServer start(TestRepository repository) throws Exception {
    return GatewayServer.tomcat(repository);
  }

  @AfterEach
  void letGo() throws Exception {
    goOn.countDown();
    deployed.get(20, TimeUnit.SECONDS);
  }

  private TestRepository repository() throws Exception {
    return repository(
        orchestration("o", "", "stamp") + "<rule orchestration='o' flow='in' service='Late'/>");
  }

  /** Begins to deploy Late, and returns in the middle of that. */
  private void deployHalf(TestRepository repository, String inside) throws Exception {
    AxisModule slow = new AxisModule("slow");
    slow.setModule(new Slow());
    server.context().getAxisConfiguration().addModule(slow);
    repository.service("Late", inside);
    ServiceDeployer deployer = new ServiceDeployer();
    deployer.init(server.context());
    File file = folder.resolve("services/Late").toFile();
    deployed =
        CompletableFuture.runAsync(
            () -> {
              try {
                deployer.deploy(new DeploymentFileData(file, deployer));
              } catch (AxisFault e) {
                throw new IllegalStateException(e);
              }
            });
    assertTrue(engaging.await(20, TimeUnit.SECONDS));
  }

  private void assertNothingPassesBeforeItsHandlersAreThere(String stamp) throws Exception {
    HttpResponse<String> early = call11(server.url("Late"), "look", SOAP11.of("<t:look/>"));
    assertEquals(503, early.statusCode(), early.body());
    assertEquals("1", early.headers().firstValue("Retry-After").orElse(""));
    assertTrue(early.body().contains("service Late is being deployed"), early.body());
    HttpResponse<String> note = call11(server.url("Late"), "note", SOAP11.of("<t:note>n</t:note>"));
    assertEquals(503, note.statusCode(), note.body());
    goOn.countDown();
    deployed.get(20, TimeUnit.SECONDS);
    HttpResponse<String> then = call11(server.url("Late"), "look", SOAP11.of("<t:look/>"));
    assertTrue(then.body().contains("stamp=\"" + stamp + "\""), then.body());
    assertNull(BackendService.NOTES.poll());
  }

  @Test
  void aServiceThatNamesTheModule() throws Exception {
    TestRepository repository = repository();
    serve(repository);
    deployHalf(repository, SLOW + ENGAGED);
    assertNothingPassesBeforeItsHandlersAreThere("S");
  }

  @Test
  void oneOfAllThatTheModuleIsEngagedFor() throws Exception {
    TestRepository repository = repository().engagedGlobally();
    serve(repository);
    deployHalf(repository, SLOW);
    assertNothingPassesBeforeItsHandlersAreThere("S");
  }

  @Test
  void oneThatHasHandlersInAxis2sOwnChainAlone() throws Exception {
    TestRepository repository = new TestRepository(folder);
    server = start(repository.service("Plain", ""));
    String chain = "<parameter name='dharch.chain.in'>com.example.handlers.NativeStamp</parameter>";
    deployHalf(repository, SLOW + ENGAGED + chain);
    assertNothingPassesBeforeItsHandlersAreThere("native");
  }

  @Test
  void oneWithoutTheModuleIsServedAsAxis2DoesIt() throws Exception {
    TestRepository repository = repository();
    serve(repository);
    deployHalf(repository, SLOW);
    assertEquals(200, call11(server.url("Late"), "look", SOAP11.of("<t:look/>")).statusCode());
  }
}
