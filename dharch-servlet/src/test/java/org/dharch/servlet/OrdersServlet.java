package org.dharch.servlet;

import jakarta.servlet.ServletConfig;
import jakarta.xml.ws.Endpoint;
import jakarta.xml.ws.soap.SOAPBinding;
import org.apache.cxf.BusFactory;
import org.apache.cxf.transport.servlet.CXFNonSpringServlet;

/** Apache CXF with {@link OrdersService}, in SOAP 1.1, and 1.2, and with asynchronous answers. */
public final class OrdersServlet extends CXFNonSpringServlet {
  private static final long serialVersionUID = 1L;

  @Override
  protected void loadBus(ServletConfig config) {
    super.loadBus(config);
    BusFactory.setDefaultBus(getBus());
    Endpoint.publish("/Orders", new OrdersService());
    Endpoint.create(SOAPBinding.SOAP12HTTP_BINDING, new OrdersService()).publish("/Orders12");
    Endpoint.publish("/Later", new LaterService());
  }
}
