/**
 * Charts as SVG and PNG images, drawn with JFreeChart.
 *
 * <p>In: curves, limit lines and shaded ranges over numeric axes. Out: SVG text and PNG bytes.
 *
 * <p>Begin with {@link Chart}.
 */
@NullMarked
package io.tidemark.reports.chart;

import org.jspecify.annotations.NullMarked;
