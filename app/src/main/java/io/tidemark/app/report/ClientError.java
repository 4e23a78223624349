package io.tidemark.app.report;

import io.tidemark.app.report.document.Block;
import io.tidemark.app.report.document.Block.Column;
import io.tidemark.app.report.document.Cell;
import io.tidemark.sinks.store.read.CalibrationRow;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the client itself added to its measurements. */
final class ClientError {
    private final ReportModel model;

    ClientError(ReportModel model) {
        this.model = model;
    }

    /** "client error at 30 streams: ttft +0.31 ms p99, itl 0.22 ms p99". */
    static Optional<String> inShort(RunReport run) {
        return run.run()
                .notes()
                .calibration()
                .map(row -> "client error at " + Figures.count(row.concurrency()) + " streams: ttft +"
                        + Figures.latency((double) row.ttftErrorP99Nanos()) + " p99, itl "
                        + Figures.latency((double) row.itlErrorP99Nanos()) + " p99");
    }

    List<Block> blocks() {
        List<List<Cell>> rows = model.runs().stream().flatMap(ClientError::row).toList();
        if (rows.isEmpty()) {
            boolean own =
                    model.runs().stream().anyMatch(run -> run.run().imported().isEmpty());
            return List.of(Block.muted("What the client itself adds was not measured"
                    + (own ? " (calibrate: false; in virtual time it adds nothing)." : ".")));
        }
        return List.of(
                new Block.Table(
                        List.of(
                                Column.left("the client itself"),
                                Column.right("streams"),
                                Column.right("chunks/s"),
                                Column.right("adds to TTFT, p50"),
                                Column.right("p99"),
                                Column.right("requests"),
                                Column.right("ITL off by, p50"),
                                Column.right("p99"),
                                Column.right("gaps")),
                        rows),
                Block.muted(
                        "Measured at the start of the run, against a server of known write times in a process of its"
                                + " own on the same machine: (first token - send) here less (write - request read) there; for a gap,"
                                + " how far it was off either way. It says what client and machine add, not what a network does."));
    }

    private static Stream<List<Cell>> row(RunReport run) {
        return run.run().notes().calibration().stream().map(row -> row(run, row));
    }

    private static List<Cell> row(RunReport run, CalibrationRow row) {
        return List.of(
                Cell.of(run.run().phase()),
                Cell.of(Figures.count(row.concurrency())),
                Cell.of(Figures.digits(row.chunksPerSecond())),
                Cell.of(Figures.latency((double) row.ttftErrorP50Nanos())),
                Cell.of(Figures.latency((double) row.ttftErrorP99Nanos())),
                Cell.of(Figures.count(row.ttftSamples())),
                Cell.of(Figures.latency((double) row.itlErrorP50Nanos())),
                Cell.of(Figures.latency((double) row.itlErrorP99Nanos())),
                Cell.of(Figures.count(row.itlSamples())));
    }
}
