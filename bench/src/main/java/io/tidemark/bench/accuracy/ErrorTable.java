package io.tidemark.bench.accuracy;

import io.tidemark.bench.accuracy.ClientRunner.RunResult;
import io.tidemark.bench.harness.DurationSample;
import io.tidemark.bench.harness.ResultTable;
import java.util.List;

/** How much later than true the client saw first tokens, by how many streams started at once. */
final class ErrorTable {
    private final ResultTable table = new ResultTable(
            "streams at once",
            "requests",
            "TTFT error mean ms",
            "worst round",
            "error p50",
            "error p99",
            "from due mean",
            "ITL p50 ms",
            "ITL p99",
            "server's ITL p99",
            "server late p99");

    void row(String name, List<RunResult> hits) {
        DurationSample errors =
                DurationSample.join(hits.stream().map(RunResult::ttftErrors).toList());
        DurationSample due =
                DurationSample.join(hits.stream().map(RunResult::dueErrors).toList());
        double worst = hits.stream()
                .mapToDouble(hit -> hit.ttftErrors().meanNanos())
                .max()
                .orElse(0);
        table.row(
                name,
                String.valueOf(errors.count()),
                CellFormat.millis(errors.meanNanos()),
                CellFormat.millis(worst),
                errors.millis(0.5),
                errors.millis(0.99),
                CellFormat.millis(due.meanNanos()),
                CellFormat.millis(hits.stream()
                        .mapToLong(hit -> hit.costs().gapP50Nanos())
                        .max()
                        .orElse(0)),
                CellFormat.millis(hits.stream()
                        .mapToLong(hit -> hit.costs().gapP99Nanos())
                        .max()
                        .orElse(0)),
                CellFormat.millis(hits.stream()
                        .mapToLong(hit -> hit.serverLog().gaps().p99Nanos())
                        .max()
                        .orElse(0)),
                CellFormat.millis(hits.stream()
                        .mapToLong(hit -> hit.serverLog().lateness().p99Nanos())
                        .max()
                        .orElse(0)));
    }

    ResultTable table() {
        return table;
    }
}
