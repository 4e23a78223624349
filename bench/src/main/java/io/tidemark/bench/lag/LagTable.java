package io.tidemark.bench.lag;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.DurationSample;
import io.tidemark.bench.harness.ResultTable;

/** What a probe saw, as a table. */
final class LagTable {
    private LagTable() {}

    /** Prints it under a name; returns the counts. */
    static LagBench.Counts print(BenchmarkContext bench, String name, LagProbe.Observed observed) {
        WindowLags lags = observed.lags();
        long[] bareNanos = observed.bareNanos();
        long[] anyNanos = lags.toFirstWindow(observed.measuredFromNanos());
        long[] finalNanos = lags.toFinalWindow(observed.measuredFromNanos());
        DurationSample bare = DurationSample.of(bareNanos);
        ResultTable table = new ResultTable(
                "ms from a request's end to", "requests", "p50", "p99", "max", "p50 ratio", "p99 ratio");
        row(table, "bare consumer has the request", bare, bare);
        row(table, "a 10 s window holds it", DurationSample.of(anyNanos), bare);
        row(table, "a FINAL 10 s window holds it", DurationSample.of(finalNanos), bare);
        bench.print("");
        bench.table(name, table);
        return new LagBench.Counts(bareNanos.length, anyNanos.length, finalNanos.length);
    }

    private static void row(ResultTable table, String name, DurationSample lag, DurationSample bare) {
        table.row(
                name,
                String.valueOf(lag.count()),
                lag.millis(0.5),
                lag.millis(0.99),
                lag.millis(1),
                lag.ratio(0.5, bare),
                lag.ratio(0.99, bare));
    }
}
