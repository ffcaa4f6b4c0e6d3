package org.dharch.benchmarks.xmllimit;

import java.util.List;
import org.dharch.benchmarks.harness.Figure;
import org.dharch.benchmarks.harness.Suite;
import org.dharch.benchmarks.harness.SuiteResults;

/** Figures 2 and 3 of seed 004, and the overhead of DHArch on their Web service. */
public final class XmlLimitSuite extends Suite {
  public XmlLimitSuite() {
    super(
        "xml-limit",
        "request rate of one service behind servlets that stream, serialize and use XML, and behind"
            + " Axis2, without and with databases; then Axis2 with DHArch",
        options -> LimitPlan.of(options).duration(),
        XmlLimit::new);
  }

  @Override
  public List<Figure> figures(SuiteResults results) {
    return new LimitFigures(results).all();
  }
}
