package io.tidemark.bench.lag;

import io.tidemark.bench.Spread;
import io.tidemark.bench.Table;
import io.tidemark.bench.Workbench;

/** What a probe saw, as a table. */
final class LagTable {
    private LagTable() {}

    /** Prints it under a name; returns the counts. */
    static LagBench.Counts print(Workbench bench, String name, LagProbe.Observed observed) {
        Lags lags = observed.lags();
        long[] bareNanos = observed.bareNanos();
        long[] anyNanos = lags.toAny(observed.measuredFromNanos());
        long[] finalNanos = lags.toFinal(observed.measuredFromNanos());
        Spread bare = Spread.of(bareNanos);
        Table table =
                new Table("ms from a request's end to", "requests", "p50", "p99", "max", "p50 ratio", "p99 ratio");
        row(table, "bare consumer has the request", bare, bare);
        row(table, "a 10 s window holds it", Spread.of(anyNanos), bare);
        row(table, "a FINAL 10 s window holds it", Spread.of(finalNanos), bare);
        bench.say("");
        bench.table(name, table);
        return new LagBench.Counts(bareNanos.length, anyNanos.length, finalNanos.length);
    }

    private static void row(Table table, String name, Spread lag, Spread bare) {
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
