package com.example.handlers;

import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.apache.axiom.om.OMElement;
import org.apache.logging.log4j.ThreadContext;

/** A service of an application that has its own client for JMS, which it finds by JNDI. */
public final class JmsService {
  /** One-way: prints what it finds. */
  public void note(OMElement request) {
    say(request);
  }

  /** Answers, and prints the same. */
  public OMElement tell(OMElement request) {
    say(request);
    return request.cloneOMElement();
  }

  @SuppressWarnings("BanJNDI")
  private static void say(OMElement request) {
    String found;
    try {
      Object factory = new InitialContext().lookup("ConnectionFactory");
      Class<?> own = Class.forName("org.apache.activemq.ActiveMQConnectionFactory");
      found = own.isInstance(factory) ? "its own" : factory.getClass().getClassLoader().toString();
    } catch (NamingException | ClassNotFoundException e) {
      found = e.toString();
    }
    System.out.println(
        "FOUND " + request.getText() + " " + found + " user=" + ThreadContext.get("user"));
  }
}
