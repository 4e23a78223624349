package io.tidemark.bench.lane;

import io.tidemark.bench.harness.DurationSample;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.bench.lane.ClientRunner.RunResult;
import java.util.Locale;

/** Whether the client holds its promise under ever more tokens per second from streams started by Poisson. */
final class SlowStreamTable {
    private static final long MAX_ERROR_NANOS = 5_000_000;
    private static final long MAX_LAG_NANOS = 50_000_000;

    private final ResultTable table = new ResultTable(
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

    void row(LaneBench.Size.SlowLoad load, RunResult hit) {
        DurationSample errors = hit.ttftErrors();
        ClientCosts costs = hit.costs();
        table.row(
                String.format(Locale.ROOT, "%,.0f", load.tokensPerSecond()),
                String.format(Locale.ROOT, "%,.0f", load.inFlight()),
                String.valueOf(hit.matched().size()),
                String.format(Locale.ROOT, "%,.0f", costs.chunks() * 1e9 / costs.wallNanos()),
                errors.millis(0.5),
                errors.millis(0.99),
                errors.millis(1),
                hit.requestDelays().millis(0.99),
                hit.responseDelays().millis(0.99),
                CellFormat.millis(costs.lagP99Nanos()),
                CellFormat.millis(costs.gapP99Nanos()),
                CellFormat.millis(hit.serverLog().gaps().quantileNanos(0.99)),
                CellFormat.millis(hit.serverLog().lateness().p99Nanos()),
                CellFormat.fixed((double) costs.laneCpuNanos() / costs.wallNanos()),
                CellFormat.fixed((double) costs.cpuNanos() / costs.wallNanos()),
                holds(hit) ? "yes" : "no");
    }

    private static boolean holds(RunResult hit) {
        return hit.ttftErrors().quantileNanos(0.99) <= MAX_ERROR_NANOS
                && hit.costs().lagP99Nanos() <= MAX_LAG_NANOS
                && hit.lost() == 0
                && hit.matched().size() == hit.load().requests();
    }

    ResultTable table() {
        return table;
    }
}
