package io.tidemark.reports.validity;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.CalibrationRow;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the client itself added to its measurements. */
final class ClientErrorTable {
    private static final String NOT_MEASURED = "not measured";

    private final ReportModel model;

    ClientErrorTable(ReportModel model) {
        this.model = model;
    }

    /** "client error at 30 streams: ttft +0.31 ms p99, itl 0.22 ms p99". */
    static Optional<String> summary(RunReport run) {
        return run.run()
                .notes()
                .calibration()
                .map(row -> "client error at " + ValueText.count(row.concurrency()) + " streams: ttft "
                        + (row.ttftSamples() == 0 ? "" : "+")
                        + p99(row.ttftErrorP99Nanos(), row.ttftSamples()) + ", itl "
                        + p99(row.itlErrorP99Nanos(), row.itlSamples()));
    }

    private static String p99(long nanos, long samples) {
        return samples == 0 ? NOT_MEASURED : ValueText.latency((double) nanos) + " p99";
    }

    /** An error of no requests is not an error of 0. */
    private static Cell latency(long nanos, long samples) {
        return Cell.of(samples == 0 ? NOT_MEASURED : ValueText.latency((double) nanos));
    }

    List<Block> blocks() {
        List<List<Cell>> rows =
                model.runs().stream().flatMap(ClientErrorTable::row).toList();
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
                                Column.right("ITL error, p50"),
                                Column.right("p99"),
                                Column.right("gaps")),
                        rows),
                Block.muted(
                        "Measured at the start of the run against a server with known write times, in a process of its"
                                + " own on the same machine: (first token - send) in the client minus (write - request read) in the server; for a gap,"
                                + " the absolute error. It shows what client and machine add, not what a network adds."));
    }

    private static Stream<List<Cell>> row(RunReport run) {
        return run.run().notes().calibration().stream().map(row -> row(run, row));
    }

    private static List<Cell> row(RunReport run, CalibrationRow row) {
        return List.of(
                Cell.of(run.run().phase()),
                Cell.of(ValueText.count(row.concurrency())),
                Cell.of(ValueText.digits(row.chunksPerSecond())),
                latency(row.ttftErrorP50Nanos(), row.ttftSamples()),
                latency(row.ttftErrorP99Nanos(), row.ttftSamples()),
                Cell.of(ValueText.count(row.ttftSamples())),
                latency(row.itlErrorP50Nanos(), row.itlSamples()),
                latency(row.itlErrorP99Nanos(), row.itlSamples()),
                Cell.of(ValueText.count(row.itlSamples())));
    }
}
