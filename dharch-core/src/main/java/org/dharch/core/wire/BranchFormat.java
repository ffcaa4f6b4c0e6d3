package org.dharch.core.wire;

import java.util.List;
import org.dharch.api.Limits;
import org.dharch.core.message.MalformedMessageException;
import org.dharch.core.wire.bytes.WireBound;
import org.dharch.core.wire.bytes.WireReader;
import org.dharch.core.wire.bytes.WireWriter;

/**
 * Maps {@link BranchForward} to DMFormat and back: a DMFormat of the kind {@code branch}, whose
 * properties and payload are those of what begins next, if it carries them, and whose control data,
 * in the types of {@link WireWriter}, are
 *
 * <pre>
 *  field           type                               bound
 *  next            as of the kind pass: {@link TaskBatchFormat}
 *  stage           list of (number index,             1 to maxTasks, 1000
 *                  number attempt)
 *  carries         flag
 *  results         list of {@link ResultFormat}       maxTasks, 1000
 * </pre>
 *
 * Reading trusts nothing. Safe for any thread.
 */
public final class BranchFormat {
  private static final WireBound RESULTS = new WireBound("maxTasks", 1000);
  private static final int EXPECTED_BYTES = 1024;

  private final ResultFormat results;

  public BranchFormat(Limits limits) {
    this.results = new ResultFormat(limits);
  }

  /**
   * It as a DMFormat.
   *
   * @throws MalformedMessageException if something is past a limit
   */
  public DMFormat encode(BranchForward forward) {
    WireWriter out = new WireWriter(EXPECTED_BYTES);
    TaskBatchFormat.write(out, forward.next());
    ForwardingRouteFormat.writeBranches(out, forward.branches());
    out.flag(forward.carries()).list("results", forward.results(), RESULTS, results::write);
    return new DMFormat(
        forward.next().id(),
        new DMFormat.Content(
            TaskBatchFormat.properties(forward.next(), FrameKind.BRANCH),
            out.toBytes(),
            forward.next().envelope()));
  }

  /**
   * Decodes {@code message}.
   *
   * @throws MalformedMessageException if it is of another kind or malformed
   */
  public BranchForward read(DMFormat message) {
    WireProperties.checkKind(message, FrameKind.BRANCH);
    try {
      WireReader in = new WireReader(message.control());
      TaskBatch next = TaskBatchFormat.read(in, message, true, true);
      List<ForwardingRoute.Branch> branches = ForwardingRouteFormat.readBranches(in);
      boolean carries = in.flag("carries");
      List<HandlerResult> read = in.list("results", RESULTS, results::read);
      in.end("a branch");
      if (!next.wasForwarded() || read.isEmpty() || !allOf(branches, read)) {
        throw new MalformedMessageException(
            "a branch must have the results of its stage that performed (got " + read.size() + ")");
      }
      return new BranchForward(next, branches, read, carries);
    } catch (IllegalArgumentException e) {
      throw new MalformedMessageException("invalid branch: " + e.getMessage(), e);
    }
  }

  private static boolean allOf(List<ForwardingRoute.Branch> branches, List<HandlerResult> results) {
    return results.stream()
        .allMatch(
            result ->
                result.status() == HandlerResult.Status.PERFORMED
                    && branches.stream().anyMatch(branch -> branch.isOf(result)));
  }
}
