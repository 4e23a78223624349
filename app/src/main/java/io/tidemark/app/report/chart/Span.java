package io.tidemark.app.report.chart;

/** A shaded stretch of the x axis, such as a breach. */
public record Span(double from, double to) {}
