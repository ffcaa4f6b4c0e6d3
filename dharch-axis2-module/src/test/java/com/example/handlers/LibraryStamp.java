package com.example.handlers;

import java.net.URISyntaxException;
import java.nio.file.Path;
import javax.xml.namespace.QName;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.handlers.AbstractHandler;

/** An Axis2 handler in the application: stamps a message with the jar of XMLBeans that it sees. */
public final class LibraryStamp extends AbstractHandler {
  @Override
  public InvocationResponse invoke(MessageContext context) throws AxisFault {
    context
        .getEnvelope()
        .getOrCreateHeader()
        .addHeaderBlock(new QName("urn:test", "stamp", "t"))
        .setText(jar());
    return InvocationResponse.CONTINUE;
  }

  private static String jar() throws AxisFault {
    try {
      Class<?> seen = Class.forName("org.apache.xmlbeans.XmlObject");
      return Path.of(seen.getProtectionDomain().getCodeSource().getLocation().toURI())
          .getFileName()
          .toString();
    } catch (ReflectiveOperationException | URISyntaxException e) {
      throw AxisFault.makeFault(e);
    }
  }
}
