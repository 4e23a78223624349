package io.tidemark.bench.truth;

import io.tidemark.bench.Spread;
import io.tidemark.bench.Table;
import io.tidemark.bench.truth.Range.Hit;
import java.util.Locale;

/** Whether the client holds its promise under ever more tokens per second from streams started by Poisson. */
final class SlowTable {
    private static final long MOST_ERROR_NANOS = 5_000_000;
    private static final long MOST_LAG_NANOS = 50_000_000;

    private final Table table = new Table(
            "tokens/s asked",
            "in flight",
            "requests",
            "tokens/s seen",
            "TTFT error p50 ms",
            "error p99",
            "error max",
            "way there p99",
            "way back p99",
            "lag p99",
            "ITL p99",
            "server's ITL p99",
            "server late p99",
            "lane busy",
            "process busy",
            "holds");

    void row(TruthSize.Slow load, Hit hit) {
        Spread errors = hit.ttftErrors();
        Costs costs = hit.costs();
        table.row(
                String.format(Locale.ROOT, "%,.0f", load.tokensPerSecond()),
                String.format(Locale.ROOT, "%,.0f", load.inFlight()),
                String.valueOf(hit.matched().size()),
                String.format(Locale.ROOT, "%,.0f", costs.chunks() * 1e9 / costs.wallNanos()),
                errors.millis(0.5),
                errors.millis(0.99),
                errors.millis(1),
                hit.wayThere().millis(0.99),
                hit.wayBack().millis(0.99),
                Cells.millis(costs.lagP99Nanos()),
                Cells.millis(costs.gapP99Nanos()),
                Cells.millis(hit.told().gaps().p99Nanos()),
                Cells.millis(hit.told().lateness().p99Nanos()),
                Cells.fixed((double) costs.laneCpuNanos() / costs.wallNanos()),
                Cells.fixed((double) costs.cpuNanos() / costs.wallNanos()),
                holds(hit) ? "yes" : "no");
    }

    private static boolean holds(Hit hit) {
        return hit.ttftErrors().quantileNanos(0.99) <= MOST_ERROR_NANOS
                && hit.costs().lagP99Nanos() <= MOST_LAG_NANOS
                && hit.lost() == 0
                && hit.matched().size() == hit.shot().requests();
    }

    Table table() {
        return table;
    }
}
