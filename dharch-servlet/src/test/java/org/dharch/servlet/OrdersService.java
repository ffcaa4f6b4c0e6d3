package org.dharch.servlet;

import jakarta.annotation.Resource;
import jakarta.jws.WebService;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import java.util.List;
import org.apache.cxf.headers.Header;
import org.apache.cxf.helpers.CastUtils;
import org.w3c.dom.Element;

/** Answers with what it was given: item, the texts of the headers, and one of the properties. */
@WebService(
    serviceName = "Orders",
    portName = "OrdersPort",
    targetNamespace = OrdersPort.NS,
    endpointInterface = "org.dharch.servlet.OrdersPort")
public class OrdersService implements OrdersPort {
  @Resource private WebServiceContext context;

  @Override
  public String order(String item) {
    if (item.equals("fail")) {
      throw new IllegalStateException("sold out");
    }
    MessageContext message = context.getMessageContext();
    HttpServletRequest request = (HttpServletRequest) message.get(MessageContext.SERVLET_REQUEST);
    StringBuilder headers = new StringBuilder();
    List<?> list = (List<?>) message.get(Header.HEADER_LIST);
    for (Header header : CastUtils.cast(list, Header.class)) {
      headers.append(((Element) header.getObject()).getTextContent()).append(',');
    }
    return item
        + "|"
        + headers
        + "|"
        + request.getAttribute("test.color")
        + "|"
        + request.getAttribute(DHArchFilter.OPERATION);
  }
}
