package io.tidemark.bench.truth;

import io.tidemark.bench.Spread;
import io.tidemark.bench.Table;
import io.tidemark.bench.truth.Range.Hit;
import java.util.List;

/** How much later than true the client saw first tokens, by how many streams started at once. */
final class ErrorTable {
    private final Table table = new Table(
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

    void row(String name, List<Hit> hits) {
        Spread errors = Spread.join(hits.stream().map(Hit::ttftErrors).toList());
        Spread due = Spread.join(hits.stream().map(Hit::dueErrors).toList());
        double worst = hits.stream()
                .mapToDouble(hit -> hit.ttftErrors().meanNanos())
                .max()
                .orElse(0);
        table.row(
                name,
                String.valueOf(errors.count()),
                Cells.millis(errors.meanNanos()),
                Cells.millis(worst),
                errors.millis(0.5),
                errors.millis(0.99),
                Cells.millis(due.meanNanos()),
                Cells.millis(hits.stream()
                        .mapToLong(hit -> hit.costs().gapP50Nanos())
                        .max()
                        .orElse(0)),
                Cells.millis(hits.stream()
                        .mapToLong(hit -> hit.costs().gapP99Nanos())
                        .max()
                        .orElse(0)),
                Cells.millis(hits.stream()
                        .mapToLong(hit -> hit.told().gaps().p99Nanos())
                        .max()
                        .orElse(0)),
                Cells.millis(hits.stream()
                        .mapToLong(hit -> hit.told().lateness().p99Nanos())
                        .max()
                        .orElse(0)));
    }

    Table table() {
        return table;
    }
}
