package io.tidemark.reports.figure;

import io.tidemark.reports.chart.CurvePoint;
import io.tidemark.reports.chart.LimitLine;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.model.StepReport;
import java.util.List;
import java.util.function.Function;

/**
 * What is drawn against load beside latencies, one line per phase.
 *
 * @param name of its picture's file, before "-by-load"
 * @param point of a step; a gap where it has none
 * @param limits across it, and uprights
 * @param data it all in figures
 */
record LoadChart(
        String name,
        String title,
        String axis,
        String caption,
        Function<StepReport, CurvePoint> point,
        List<LimitLine> limits,
        Block.Table data) {}
