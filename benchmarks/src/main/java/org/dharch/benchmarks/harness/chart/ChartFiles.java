package org.dharch.benchmarks.harness.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.IChart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws charts into SVG and PNG files. Markers distinguish the series without color. */
public final class ChartFiles {
  private static final int WIDTH = 760;
  private static final int HEIGHT = 440;
  private static final int CHARACTERS_IN_A_LINE = 100;

  /** The width of a marker in the legend, in characters. */
  private static final int MARK = 5;

  private static final int CHARACTERS_BELOW = 50;
  private static final Color[] COLORS = {
    new Color(0x4472c4), new Color(0xd9822b), new Color(0x6b8e23), new Color(0x9a9a9a),
    new Color(0x8e5ea2), new Color(0xc0392b), new Color(0x2f8f8f), new Color(0xb59b00)
  };
  private static final Marker[] MARKERS = {
    SeriesMarkers.CIRCLE, SeriesMarkers.SQUARE, SeriesMarkers.TRIANGLE_UP, SeriesMarkers.DIAMOND,
    SeriesMarkers.CROSS, SeriesMarkers.TRIANGLE_DOWN, SeriesMarkers.PLUS, SeriesMarkers.TRAPEZOID
  };

  private ChartFiles() {}

  public static void write(Chart chart, String title, Path folder, String name) throws IOException {
    System.setProperty("java.awt.headless", "true");
    for (String format : List.of("svg", "png")) {
      String file = folder.resolve(name + "." + format).toString();
      // a chart keeps the layout of its first drawing
      ChartEncoder.saveChart(drawn(chart, title), file, format);
    }
  }

  private static IChart drawn(Chart chart, String title) {
    return chart instanceof Chart.Bars bars ? bars(bars, title) : lines((Chart.Lines) chart, title);
  }

  private static CategoryChart bars(Chart.Bars bars, String title) {
    CategoryChart chart =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(bars.xTitle())
            .yAxisTitle(bars.yTitle())
            .build();
    style(chart.getStyler(), bars.series());
    chart.getStyler().setAvailableSpaceFill(bars.series().size() == 1 ? 0.5 : 0.8);
    chart.getStyler().setYAxisMin(0.0);
    chart.getStyler().setXAxisMaxLabelCount(bars.categories().size()); // omits no label
    if (String.join("", bars.categories()).length() > CHARACTERS_BELOW) {
      chart.getStyler().setXAxisLabelRotation(30);
    }
    for (Chart.Series series : bars.series()) {
      if (series.errors().isEmpty()) {
        chart.addSeries(series.name(), bars.categories(), series.values());
      } else {
        chart.addSeries(series.name(), bars.categories(), series.values(), series.errors());
      }
    }
    return chart;
  }

  private static XYChart lines(Chart.Lines lines, String title) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle(lines.xTitle())
            .yAxisTitle(lines.yTitle())
            .build();
    style(chart.getStyler(), lines.series());
    chart.getStyler().setMarkerSize(7);
    chart.getStyler().setYAxisLogarithmic(lines.logarithmic());
    if (!lines.logarithmic()) {
      chart.getStyler().setYAxisMin(0.0);
    }
    int number = 0;
    for (Chart.Series series : lines.series()) {
      var drawn =
          series.errors().isEmpty()
              ? chart.addSeries(series.name(), lines.xs(), series.values())
              : chart.addSeries(series.name(), lines.xs(), series.values(), series.errors());
      drawn.setMarker(MARKERS[number++ % MARKERS.length]);
      drawn.setLineStyle(new BasicStroke(2));
    }
    return chart;
  }

  private static void style(AxesChartStyler styler, List<Chart.Series> series) {
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setPlotBackgroundColor(Color.WHITE);
    styler.setPlotGridVerticalLinesVisible(false);
    styler.setPlotGridLinesColor(new Color(0xdddddd));
    styler.setSeriesColors(COLORS);
    styler.setErrorBarsColor(new Color(0x333333));
    styler.setChartTitleBoxVisible(false);
    styler.setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 14));
    styler.setLegendVisible(series.size() > 1);
    int characters = series.stream().mapToInt(each -> each.name().length() + MARK).sum();
    boolean fits = characters <= CHARACTERS_IN_A_LINE; // cuts off longer names
    styler.setLegendPosition(fits ? LegendPosition.OutsideS : LegendPosition.OutsideE);
    styler.setLegendLayout(fits ? LegendLayout.Horizontal : LegendLayout.Vertical);
    styler.setLegendBorderColor(Color.WHITE);
    styler.setDecimalPattern("#,##0.##");
  }

  /** Returns the names of the series, for the alternative text of an image. */
  public static String alternative(Chart chart) {
    List<String> names = chart.series().stream().map(Chart.Series::name).toList();
    return chart.yTitle() + " by " + chart.xTitle() + ": " + String.join(", ", names);
  }
}
