package org.dharch.servlet;

import jakarta.annotation.Resource;
import jakarta.xml.ws.Provider;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.ServiceMode;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.WebServiceProvider;
import java.io.StringReader;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.apache.cxf.continuations.Continuation;
import org.apache.cxf.continuations.ContinuationProvider;

/** Leaves its thread by one of CXF's continuations, and answers when it is resumed. */
@WebServiceProvider(serviceName = "Later", portName = "LaterPort", targetNamespace = OrdersPort.NS)
@ServiceMode(Service.Mode.PAYLOAD)
public class LaterService implements Provider<Source> {
  @Resource private WebServiceContext context;
  private final ExecutorService others =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "later");
            thread.setDaemon(true);
            return thread;
          });

  @Override
  public Source invoke(Source request) {
    ContinuationProvider provider =
        (ContinuationProvider)
            context.getMessageContext().get(ContinuationProvider.class.getName());
    Continuation continuation = provider.getContinuation();
    if (continuation.isNew()) {
      continuation.suspend(10_000);
      others.execute(continuation::resume);
      return null;
    }
    return new StreamSource(new StringReader("<o:later xmlns:o='urn:test:orders'>quiet</o:later>"));
  }
}
