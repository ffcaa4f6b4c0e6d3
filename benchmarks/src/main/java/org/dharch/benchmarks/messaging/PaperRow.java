package org.dharch.benchmarks.messaging;

import java.util.List;
import java.util.Optional;
import org.dharch.peers.operations.Row;

/**
 * One operation in table 1 of Pallickara et al.
 *
 * @param row the operation
 * @param name its name in results
 * @param paper the paper's mean and standard deviation in microseconds; with a question mark where
 *     the text of the table is damaged; empty without such a row
 * @param paperBytes the paper's memory in bytes; empty if unknown
 * @param boundMicros the bound in full runs; empty: compared with the peers only
 */
record PaperRow(
    Row row,
    String name,
    String paper,
    Optional<Integer> paperBytes,
    Optional<Double> boundMicros) {

  /** All rows, in the paper's order. */
  static final List<PaperRow> ALL =
      List.of(
          of(Row.EMPTY_TREE, "create an XMLBeans EnvelopeDocument", "121.29 (25.77)", 2_192, 1),
          of(Row.SOAP_MESSAGE, "create a SOAPMessage", "85.76 (79.36)", 1_824, 16),
          of(
              Row.TREE_TO_SOAP_MESSAGE,
              "EnvelopeDocument to SOAPMessage",
              "3503.81 (758.48)",
              57_152,
              40),
          of(
              Row.SOAP_MESSAGE_TO_TREE,
              "SOAPMessage to EnvelopeDocument",
              "730.08 (392.35)",
              34_424,
              10),
          of(Row.ENDPOINT, "create an EPR, URL only", "84.61 (25.61)", 2_072, 1),
          of(
              Row.ENDPOINT_WITH_PROPERTY,
              "create an EPR with ReferenceProperties",
              "133.13 (35.64)",
              2_648,
              2),
          of(Row.SUBSCRIBE, "create a WSE Subscribe request", "2716.98 (975.79)", 76_360, 40),
          of(Row.ENVELOPE, "create an envelope to an EPR", "157.98 (12.19)", 7_184, 3),
          of(
              Row.ENVELOPE_WITH_MOST,
              "create an envelope to an EPR with most headers",
              "263.20 (35.73)",
              13_880,
              8),
          of(Row.READ_TREE, "parse WSA headers, of a tree", "711.74 (231.61)", 61_024, 1),
          of(Row.READ_BYTES, "parse WSA headers, of bytes", "", 0, 10),
          of(Row.FAULT, "create a Wsrm fault", "? (min 271, max 1010)", 0, 12),
          of(Row.CREATE_SEQUENCE, "create a CreateSequence request", "268.95? (37.93)", 0, 10),
          of(Row.CREATE_SEQUENCE_RESPONSE, "create a CreateSequence response", "234.97?", 0, 10),
          of(Row.SEQUENCE, "create a Sequence", "43.81?", 2_424, 1),
          of(Row.ADD_TO_TREE, "add it to an envelope, a tree", "13.01? (0.57)", 464, 0.65),
          of(Row.ADD_TO_BYTES, "add it to an envelope, bytes", "", 0, 0),
          of(
              Row.ACKNOWLEDGEMENT,
              "create a SequenceAcknowledgement of a set",
              "461.17 (172.40)",
              20_624,
              4),
          of(
              Row.TERMINATE_SEQUENCE,
              "create a TerminateSequence, the element",
              "20.95 (1.30)",
              2_072,
              1),
          of(
              Row.TERMINATE_SEQUENCE_ENVELOPE,
              "create a TerminateSequence, the envelope",
              "",
              0,
              4));

  private static PaperRow of(Row row, String name, String paper, int bytes, double bound) {
    return new PaperRow(
        row,
        name,
        paper,
        bytes == 0 ? Optional.empty() : Optional.of(bytes),
        bound == 0 ? Optional.empty() : Optional.of(bound));
  }
}
