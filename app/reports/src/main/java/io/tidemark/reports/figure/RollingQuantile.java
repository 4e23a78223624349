package io.tidemark.reports.figure;

import io.tidemark.reports.chart.CurveStyle;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.WindowRow;
import io.tidemark.sinks.store.read.run.SloRow;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.DoubleStream;

/** The percentiles that windows have, in the order of drawing, each with its line. */
enum RollingQuantile {
    P99(0.99, CurveStyle.Line.PHASE) {
        @Override
        OptionalLong nanos(WindowRow window) {
            return window.p99Nanos();
        }
    },
    P95(0.95, CurveStyle.Line.PHASE_SECOND) {
        @Override
        OptionalLong nanos(WindowRow window) {
            return window.p95Nanos();
        }
    },
    P90(0.9, CurveStyle.Line.PHASE_SECOND) {
        @Override
        OptionalLong nanos(WindowRow window) {
            return window.p90Nanos();
        }
    },
    P50(0.5, CurveStyle.Line.PHASE_THIRD) {
        @Override
        OptionalLong nanos(WindowRow window) {
            return window.p50Nanos();
        }
    };

    private final double quantile;
    private final CurveStyle.Line line;

    RollingQuantile(double quantile, CurveStyle.Line line) {
        this.quantile = quantile;
        this.line = line;
    }

    /** The median and p99, and between them the one that the objective is on. */
    static List<RollingQuantile> shown(Optional<SloRow> objective) {
        return Arrays.stream(values())
                .filter(one -> one == P50
                        || one == P99
                        || objective
                                .filter(row -> Math.abs(row.quantile() - one.quantile) < 1e-9)
                                .isPresent())
                .toList();
    }

    static DoubleStream nanos(List<RollingQuantile> shown, WindowRow window) {
        return shown.stream().flatMapToDouble(one -> one.nanos(window).stream().asDoubleStream());
    }

    abstract OptionalLong nanos(WindowRow window);

    String label() {
        return ValueText.quantile(quantile);
    }

    CurveStyle.Line line() {
        return line;
    }
}
