package org.dharch.fuzz;

import jakarta.jms.JMSException;
import java.util.Arrays;
import org.dharch.api.Limits;
import org.dharch.cmanager.frame.JmsBytes;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.BranchFormat;
import org.dharch.core.wire.DMFormat;
import org.dharch.core.wire.DMFormatCodec;
import org.dharch.core.wire.EmissionFormat;
import org.dharch.core.wire.EmittedFormat;
import org.dharch.core.wire.HandlerResult;
import org.dharch.core.wire.NodeEmission;
import org.dharch.core.wire.Reply;
import org.dharch.core.wire.StatusFormat;
import org.dharch.core.wire.TaskBatchFormat;

/** Wire data at the manager and at a node. */
final class WireTargets {
  private static final DMFormatCodec CODEC = new DMFormatCodec(Limits.DEFAULT);
  private static final BranchFormat BRANCHES = new BranchFormat(Limits.DEFAULT);
  private static final TaskBatchFormat FORMAT = new TaskBatchFormat(Limits.DEFAULT);

  private static final EmissionFormat EMISSIONS = new EmissionFormat(Limits.DEFAULT);
  private static final EmittedFormat EMITTED = new EmittedFormat(Limits.DEFAULT);

  private WireTargets() {}

  /** A DMFormat as bytes. An accepted one is written as it was read. */
  static void dmFormat(byte[] data) {
    DMFormat message;
    try {
      message = CODEC.decode(data);
    } catch (MalformedMessageException e) {
      return;
    }
    DMFormat again = CODEC.decode(CODEC.encode(message));
    if (!again.equals(message)) {
      throw new AssertionError(again + " expected " + message);
    }
    readAll(message);
  }

  /** A JMS message from the broker, from any sender. */
  static void frame(byte[] data) throws JMSException {
    try {
      JmsBytes.read(data, CODEC, WireTargets::readAll);
    } catch (MalformedMessageException e) {
      ignored(e);
    }
  }

  /** Reads a DMFormat as every message type. */
  private static void readAll(DMFormat message) {
    try {
      FORMAT.taskBatch(message);
    } catch (MalformedMessageException e) {
      ignored(e);
    }
    try {
      BRANCHES.read(message);
    } catch (MalformedMessageException e) {
      ignored(e);
    }
    try {
      Reply reply = FORMAT.reply(message);
      for (HandlerResult result : reply.results()) {
        MessageTargets.apply(result.changes());
      }
    } catch (MalformedMessageException e) {
      ignored(e);
    }
    try {
      StatusFormat.status(message);
    } catch (MalformedMessageException e) {
      ignored(e);
    }
    try {
      EmissionFormat.emitting(message);
      NodeEmission emission = EMISSIONS.emission(message);
      EMISSIONS.emission(EMISSIONS.encode(emission));
    } catch (MalformedMessageException e) {
      ignored(e);
    }
    try {
      EMITTED.emitted(message);
    } catch (MalformedMessageException e) {
      ignored(e);
    }
  }

  /** A documented exception must have a message. */
  static void ignored(RuntimeException documented) {
    if (documented.getMessage() == null
        || Arrays.asList("", "null").contains(documented.getMessage())) {
      throw new AssertionError("the exception must have a message", documented);
    }
  }
}
