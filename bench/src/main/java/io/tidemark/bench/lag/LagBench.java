package io.tidemark.bench.lag;

import io.tidemark.bench.Spread;
import io.tidemark.bench.Stack;
import io.tidemark.bench.Table;
import io.tidemark.bench.Workbench;
import io.tidemark.schemas.Team;
import io.tidemark.streams.StreamsHost;
import java.util.Locale;
import java.util.concurrent.ExecutionException;

/** How long after a request's end a window that holds it can be read, beside how long a bare consumer waits for the request. */
public final class LagBench {
    private static final Team TEAM = new Team("lag");

    private final Workbench bench;
    private final LagSize size;

    /** Requests that ended in the measured time, and how many of them were found in a window, and in a FINAL one. */
    public record Counts(int requests, int inAny, int inFinal) {}

    public LagBench(Workbench bench, LagSize size) {
        this.bench = bench;
        this.size = size;
    }

    /** Publishes in real time, prints the table, returns the counts. */
    public Counts run() throws InterruptedException, ExecutionException {
        try (Stack stack = Stack.start(bench)) {
            stack.create(TEAM);
            try (StreamsHost host = stack.streams(TEAM)) {
                bench.say(String.format(
                        Locale.ROOT,
                        "lag: %.0f requests/s for %d s after %d s of warm-up; %s",
                        size.requestsPerSecond(),
                        size.measuredSeconds(),
                        size.warmUpSeconds(),
                        host.status()));
                return print(new LagProbe(bench, stack, TEAM, size).observe());
            }
        }
    }

    private Counts print(LagProbe.Observed observed) {
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
        bench.say(table.text());
        return new Counts(bareNanos.length, anyNanos.length, finalNanos.length);
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
