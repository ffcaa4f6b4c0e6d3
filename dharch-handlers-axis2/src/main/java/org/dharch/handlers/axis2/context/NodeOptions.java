package org.dharch.handlers.axis2.context;

import org.apache.axis2.client.Options;
import org.apache.axis2.description.TransportInDescription;
import org.apache.axis2.description.TransportOutDescription;
import org.apache.axis2.kernel.TransportListener;

/**
 * A message's options on a node: what SOAP and WS-Addressing say, and properties. What a client has
 * said of how its call is made stayed with it.
 */
@SuppressWarnings("serial") // it never travels by Java's own means
final class NodeOptions extends Options {
  private static final long serialVersionUID = 1L;

  private final transient Absence absence;

  NodeOptions(Absence absence) {
    this.absence = absence;
  }

  private void asked(Unavailable what, String by) {
    what.asked(absence, "Options." + by);
  }

  /** Only what a handler has set. */
  @Override
  public Options getParent() {
    Options parent = super.getParent();
    if (parent == null) {
      asked(Unavailable.CLIENT, "getParent");
    }
    return parent;
  }

  @Override
  public TransportInDescription getTransportIn() {
    asked(Unavailable.TRANSPORT, "getTransportIn");
    return super.getTransportIn();
  }

  @Override
  public TransportOutDescription getTransportOut() {
    asked(Unavailable.TRANSPORT, "getTransportOut");
    return super.getTransportOut();
  }

  @Override
  public TransportListener getListener() {
    asked(Unavailable.TRANSPORT, "getListener");
    return super.getListener();
  }

  @Override
  public String getTransportInProtocol() {
    asked(Unavailable.TRANSPORT, "getTransportInProtocol");
    return super.getTransportInProtocol();
  }

  @Override
  public long getTimeOutInMilliSeconds() {
    asked(Unavailable.CLIENT, "getTimeOutInMilliSeconds");
    return super.getTimeOutInMilliSeconds();
  }

  @Override
  public boolean isUseSeparateListener() {
    asked(Unavailable.CLIENT, "isUseSeparateListener");
    return super.isUseSeparateListener();
  }

  @Override
  public boolean isExceptionToBeThrownOnSOAPFault() {
    asked(Unavailable.CLIENT, "isExceptionToBeThrownOnSOAPFault");
    return super.isExceptionToBeThrownOnSOAPFault();
  }

  @Override
  public boolean isManageSession() {
    asked(Unavailable.CLIENT, "isManageSession");
    return super.isManageSession();
  }

  @Override
  public boolean isCallTransportCleanup() {
    asked(Unavailable.CLIENT, "isCallTransportCleanup");
    return super.isCallTransportCleanup();
  }

  @Override
  public String getUserName() {
    asked(Unavailable.CLIENT, "getUserName");
    return super.getUserName();
  }

  @Override
  public String getPassword() {
    asked(Unavailable.CLIENT, "getPassword");
    return super.getPassword();
  }

  @Override
  public String getSoapVersionURI() {
    asked(Unavailable.CLIENT, "getSoapVersionURI");
    return super.getSoapVersionURI();
  }
}
