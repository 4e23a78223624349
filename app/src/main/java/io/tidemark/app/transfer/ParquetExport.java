package io.tidemark.app.transfer;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.StepNumber;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.step.MetricRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

/** {@code requests.parquet}, a row per request, and {@code steps.parquet}, a row per step and metric, added step by step. */
final class ParquetExport implements AutoCloseable {
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final AvroColumns<RequestRow> REQUESTS = requests();
    private static final AvroColumns<StepMetricRow> STEPS = steps();

    private final Converter converter;
    private final Path folder;
    private final AvroColumns<RequestRow>.Table requests;
    private final AvroColumns<StepMetricRow>.Table steps;

    /** @param folder for files of Avro while rows are added, and then for those of Parquet */
    ParquetExport(Path folder, Converter converter) throws IOException {
        this.converter = converter;
        this.folder = folder;
        this.requests = REQUESTS.create("request", avro("requests"));
        this.steps = STEPS.create("step", avro("steps"));
    }

    /** Turns a file of Avro into one of Parquet. */
    @FunctionalInterface
    interface Converter {
        /** @throws IOException saying why {@code parquet} is not there now */
        void convert(Path avro, Path parquet) throws IOException;
    }

    private record RequestRow(ExportedStep step, ExportedRequest request) {}

    private record StepMetricRow(ExportedStep step, MetricRow metric) {}

    /** Returns the files of Parquet, which are there now. */
    List<Path> finish() throws IOException {
        requests.close();
        steps.close();
        List<Path> written = new ArrayList<>();
        for (String name : List.of("requests", "steps")) {
            Path parquet = folder.resolve(name + ".parquet");
            Files.deleteIfExists(parquet);
            converter.convert(avro(name), parquet);
            written.add(parquet);
        }
        return written;
    }

    private Path avro(String name) {
        return folder.resolve("." + name + ".avro");
    }

    void add(ExportedStep step) throws IOException {
        for (ExportedRequest request : step.requests()) {
            requests.write(new RequestRow(step, request));
        }
        for (Metric metric : Metric.values()) {
            MetricRow row = step.result().metrics().get(metric);
            if (row != null) {
                steps.write(new StepMetricRow(step, row));
            }
        }
    }

    private static <R> AvroColumns<R> ofStep(Function<R, ExportedStep> step) {
        AvroColumns<R> rows = new AvroColumns<>();
        return rows.text("team", row -> Optional.of(run(step, row).key().team().name()))
                .text("run", row -> Optional.of(run(step, row).key().run()))
                .text("experiment", row -> Optional.of(run(step, row).experiment()))
                .text("phase", row -> Optional.of(run(step, row).phase()))
                .integer(
                        "step", row -> Optional.of(StepNumber.of(step.apply(row).step())))
                .text(
                        "load_kind",
                        row -> Optional.of(step.apply(row).result().loadKind().name()))
                .real("load", row -> Optional.of(step.apply(row).result().load()));
    }

    private static <R> RunRow run(Function<R, ExportedStep> step, R row) {
        return step.apply(row).run();
    }

    private static AvroColumns<RequestRow> requests() {
        AvroColumns<RequestRow> rows = ofStep(RequestRow::step);
        rows.text("request", row -> Optional.of(row.request().id()))
                .text("request_class", row -> Optional.of(row.request().requestClass()))
                .integer("turn", row -> Optional.of(row.request().turn()))
                .micros("due", row -> Optional.of(micros(row.request().due())))
                .text("outcome", row -> Optional.of(row.request().outcome().name()))
                .text("error", row -> row.request().error())
                .integer("prompt_tokens", row -> boxed(row.request().tokens().prompt()))
                .integer("cached_tokens", row -> boxed(row.request().tokens().cached()))
                .integer("output_tokens", row -> boxed(row.request().tokens().output()));
        for (Metric metric : Metric.values()) {
            if (metric != Metric.ITL) {
                rows.whole(metric.id() + "_nanos", row -> row.request().nanos(metric));
            }
        }
        return rows;
    }

    private static AvroColumns<StepMetricRow> steps() {
        return ofStep(StepMetricRow::step)
                .micros(
                        "measure_from",
                        row -> Optional.of(micros(row.step().result().measureFrom())))
                .micros(
                        "measure_until",
                        row -> row.step().result().measureUntil().map(ParquetExport::micros))
                .whole("due", row -> Optional.of(row.step().result().counts().due()))
                .whole("ok", row -> Optional.of(row.step().result().counts().ok()))
                .whole(
                        "output_tokens",
                        row -> Optional.of(row.step().result().counts().outputTokens()))
                .text(
                        "verdict",
                        row -> Optional.of(row.step().result().verdict().name()))
                .text("metric", row -> Optional.of(row.metric().metric().id()))
                .whole("count", row -> Optional.of(row.metric().count()))
                .real(
                        "mean_nanos",
                        row -> row.metric().meanNanos().stream().boxed().findFirst())
                .whole("min_nanos", row -> boxed(row.metric().minNanos()))
                .whole("p50_nanos", row -> boxed(row.metric().p50Nanos()))
                .whole("p90_nanos", row -> boxed(row.metric().p90Nanos()))
                .whole("p95_nanos", row -> boxed(row.metric().p95Nanos()))
                .whole("p99_nanos", row -> boxed(row.metric().p99Nanos()))
                .whole("max_nanos", row -> boxed(row.metric().maxNanos()));
    }

    private static long micros(Instant instant) {
        return instant.getEpochSecond() * MICROS_PER_SECOND + instant.getNano() / 1_000;
    }

    private static Optional<Integer> boxed(OptionalInt value) {
        return value.isPresent() ? Optional.of(value.getAsInt()) : Optional.empty();
    }

    private static Optional<Long> boxed(OptionalLong value) {
        return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
    }

    /** Removes the files of Avro. */
    @Override
    public void close() throws IOException {
        try (requests) {
            steps.close();
        } finally {
            Files.deleteIfExists(avro("requests"));
            Files.deleteIfExists(avro("steps"));
        }
    }
}
