package io.tidemark.reports.validity;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.CalibrationRow;
import java.util.List;
import java.util.Optional;

/** What the client itself added to its measurements. */
final class ClientErrorTable {
    private static final String NOT_MEASURED = "not measured";

    private static final Columns<Calibrated> COLUMNS = new Columns<Calibrated>()
            .left("the client itself", row -> row.run().phase())
            .right("streams", row -> ValueText.count(row.error().concurrency()))
            .right("chunks/s", row -> ValueText.digits(row.error().chunksPerSecond()))
            .right(
                    "adds to TTFT, p50",
                    row -> latency(row.error().ttftErrorP50Nanos(), row.error().ttftSamples()))
            .right(
                    "p99",
                    row -> latency(row.error().ttftErrorP99Nanos(), row.error().ttftSamples()))
            .right("requests", row -> ValueText.count(row.error().ttftSamples()))
            .right(
                    "ITL error, p50",
                    row -> latency(row.error().itlErrorP50Nanos(), row.error().itlSamples()))
            .right(
                    "p99",
                    row -> latency(row.error().itlErrorP99Nanos(), row.error().itlSamples()))
            .right("gaps", row -> ValueText.count(row.error().itlSamples()));

    private ClientErrorTable() {}

    private record Calibrated(RunReport run, CalibrationRow error) {}

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
        return latency(nanos, samples) + (samples == 0 ? "" : " p99");
    }

    /** An error of no requests is not an error of 0. */
    private static String latency(long nanos, long samples) {
        return samples == 0 ? NOT_MEASURED : ValueText.latency(nanos);
    }

    static List<Block> blocks(ReportModel model) {
        List<Calibrated> rows = model.runs().stream()
                .flatMap(run -> run.run().notes().calibration().stream().map(error -> new Calibrated(run, error)))
                .toList();
        if (rows.isEmpty()) {
            boolean own = model.runs().stream().anyMatch(run -> !run.isImported());
            return List.of(Block.muted("What the client itself adds was not measured"
                    + (own ? " (calibrate: false; in virtual time it adds nothing)." : ".")));
        }
        return List.of(
                COLUMNS.table(rows),
                Block.muted(
                        "Measured at the start of the run against a server with known write times, in a process of its"
                                + " own on the same machine: (first token - send) in the client minus (write - request read) in the server; for a gap,"
                                + " the absolute error. It shows what client and machine add, not what a network adds."));
    }
}
