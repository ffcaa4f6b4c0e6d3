package org.dharch.benchmarks.bookstore;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.apache.axiom.om.OMElement;
import org.apache.axiom.soap.SOAPEnvelope;
import org.apache.axiom.soap.SOAPFactory;
import org.apache.axis2.AxisFault;
import org.apache.axis2.context.MessageContext;
import org.apache.axis2.description.AxisOperation;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.InOutAxisOperation;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.receivers.AbstractInOutMessageReceiver;

/** The Axis2 service of the bookstore: each request is one transaction. Any number of threads. */
final class BookstoreReceiver extends AbstractInOutMessageReceiver {
  /** The name of the service. */
  static final String SERVICE = "Bookstore";

  private final Transactions transactions;

  private BookstoreReceiver(DataSource source) {
    transactions = new Transactions(source);
  }

  /** Describes the service without deploying it. */
  static AxisService describe(AxisConfiguration axis, DataSource source) throws AxisFault {
    AxisService service = new AxisService(SERVICE);
    service.setClassLoader(BookstoreReceiver.class.getClassLoader());
    BookstoreReceiver receiver = new BookstoreReceiver(source);
    for (Operation each : Operation.values()) {
      AxisOperation operation = new InOutAxisOperation(Xml.name(each.element()));
      operation.setMessageReceiver(receiver);
      operation.setSoapAction(Catalog.NAMESPACE + ":" + each.element());
      service.addOperation(operation);
      service.mapActionToOperation(operation.getInputAction(), operation);
      axis.getPhasesInfo().setOperationPhases(operation);
    }
    return service;
  }

  @Override
  public void invokeBusinessLogic(MessageContext in, MessageContext out) throws AxisFault {
    OMElement request = in.getEnvelope().getBody().getFirstElement();
    if (request == null) {
      throw new AxisFault("the body must not be empty");
    }
    OMElement answer;
    try {
      answer = transactions.run(connection -> answer(connection, request));
    } catch (SQLException | IllegalArgumentException e) {
      throw AxisFault.makeFault(e);
    }
    SOAPFactory factory = getSOAPFactory(in);
    SOAPEnvelope envelope = factory.getDefaultEnvelope();
    envelope.getBody().addChild(answer);
    out.setEnvelope(envelope);
  }

  private static OMElement answer(Connection connection, OMElement request) throws SQLException {
    return switch (request.getLocalName()) {
      case "NewCustomer" -> Customers.create(connection, request);
      case "ChangePaymentMethod" -> Customers.changePayment(connection, request);
      case "CreateOrder" -> PurchaseOrders.create(connection, request);
      case "OrderStatus" -> PurchaseOrders.status(connection, request);
      case "NewProducts" -> Items.newProducts(connection, request);
      case "ProductDetail" -> Items.detail(connection, request);
      case "ChangeItem" -> Items.change(connection, request);
      default ->
          throw new IllegalArgumentException(
              "operation " + request.getLocalName() + " is not an operation of the bookstore");
    };
  }
}
