package io.tidemark.importers.aiperf;

import io.tidemark.events.Outcome;
import io.tidemark.events.Verdict;
import io.tidemark.importers.file.FileTimeUnit;
import io.tidemark.importers.file.InvalidFileException;
import io.tidemark.importers.file.JsonCursor;
import io.tidemark.importers.file.JsonObjectReader;
import io.tidemark.importers.file.SourceFile;
import io.tidemark.importers.result.ImportFormat;
import io.tidemark.importers.result.ImportedLoad;
import io.tidemark.importers.result.MeasuredRequest;
import io.tidemark.importers.result.MeasuredRequest.Completion;
import io.tidemark.importers.result.MeasuredRequest.Timing;
import io.tidemark.importers.result.MeasuredRequest.Tokens;
import io.tidemark.importers.result.Measurement;
import io.tidemark.importers.result.Measurement.BenchmarkTool;
import io.tidemark.importers.result.Measurement.MeasuredTarget;
import io.tidemark.importers.result.Measurement.ResultContext;
import io.tidemark.importers.result.Measurement.ResultRemarks;
import io.tidemark.importers.result.Measurement.ResultSource;
import io.tidemark.importers.result.RequestCounts;
import io.tidemark.importers.result.TimeSpan;
import io.tidemark.schemas.Sha256;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** AIPerf's {@code profile_export.jsonl}: a line per request. It does not say the load; the summary beside it does. */
public final class AiPerfRecordReader {
    private AiPerfRecordReader() {}

    public static List<Measurement> read(SourceFile file, String text) {
        List<MeasuredRequest> requests = new ArrayList<>();
        boolean due = true;
        for (JsonCursor line : JsonObjectReader.of(file, text)) {
            JsonCursor metadata = line.object("metadata")
                    .orElseThrow(() -> line.at("metadata").invalid("must be there on each line"));
            if (isMeasured(metadata)) {
                MeasuredRequest request = request(line, metadata);
                due &= request.queueNanos().isPresent();
                requests.add(request);
            }
        }
        if (requests.isEmpty()) {
            throw new InvalidFileException(file.name() + ": holds no request of the phase profiling");
        }
        return List.of(measurement(file, text, requests, due));
    }

    private static boolean isMeasured(JsonCursor metadata) {
        String phase = metadata.text("benchmark_phase")
                .or(() -> metadata.text("credit_phase"))
                .orElse("profiling");
        return phase.equals("profiling");
    }

    private static Measurement measurement(SourceFile file, String text, List<MeasuredRequest> requests, boolean due) {
        List<String> lacks = new ArrayList<>();
        if (!due) {
            lacks.add("no due times: ttft_due, e2e_due and queue_time are unknown");
        }
        return new Measurement(
                new ResultSource(file.name(), "", Sha256.hex(text)),
                new BenchmarkTool(ImportFormat.AIPERF_RECORDS, "AIPerf", "", AiPerfMetrics.DEFINITIONS),
                MeasuredTarget.of(""),
                ResultContext.NONE,
                ImportedLoad.UNKNOWN,
                TimeSpan.of(requests, true),
                RequestCounts.of(requests),
                Map.of(),
                requests,
                new ResultRemarks(lacks, Map.of(), List.of(), Verdict.UNKNOWN));
    }

    private static MeasuredRequest request(JsonCursor line, JsonCursor metadata) {
        JsonCursor metrics = line.at("metrics");
        OptionalLong start = first(metadata, "request_start_ns", "timestamp_ns");
        if (start.isEmpty()) {
            throw metadata.at("request_start_ns").invalid("must be there");
        }
        Instant sent = Instant.EPOCH.plusNanos(start.getAsLong());
        OptionalLong credit = metadata.count("credit_issued_ns");
        OptionalLong queued = credit.isPresent() && credit.getAsLong() <= start.getAsLong()
                ? OptionalLong.of(start.getAsLong() - credit.getAsLong())
                : OptionalLong.empty();
        Completion ending = ending(line, metadata);
        return new MeasuredRequest(
                sent,
                queued,
                ending.isOk() ? timing(metrics) : Timing.NONE,
                new Tokens(
                        tokens(metrics, "input_sequence_length", "input_sequence_length"),
                        tokens(metrics, "output_sequence_length", "output_token_count")),
                ending,
                metadata.text("x_correlation_id")
                        .filter(id -> metadata.count("turn_index").orElse(0) > 0));
    }

    private static OptionalLong first(JsonCursor place, String key, String older) {
        OptionalLong value = place.count(key);
        return value.isPresent() ? value : place.count(older);
    }

    private static Completion ending(JsonCursor line, JsonCursor metadata) {
        if (metadata.text("was_cancelled").filter("true"::equals).isPresent()) {
            return new Completion(Outcome.CANCELLED, Optional.empty());
        }
        JsonCursor error = line.at("error");
        if (!error.isPresent()) {
            return Completion.OK;
        }
        Optional<String> type =
                error.isObject() ? error.text("type").or(() -> error.text("error_type")) : Optional.empty();
        return new Completion(Outcome.UNKNOWN, type);
    }

    private static Timing timing(JsonCursor metrics) {
        LogHistogram gaps = new LogHistogram();
        JsonCursor chunks = metrics.at("inter_chunk_latency");
        if (chunks.isObject()) {
            FileTimeUnit unit = FileTimeUnit.of(chunks);
            chunks.amounts("value").ifPresent(values -> {
                for (double value : values) {
                    gaps.add(unit.nanos(value));
                }
            });
        }
        OptionalLong ttft = time(metrics, "time_to_first_token");
        return new Timing(ttft.isPresent() ? ttft : time(metrics, "ttft"), time(metrics, "request_latency"), gaps);
    }

    private static OptionalLong time(JsonCursor metrics, String name) {
        JsonCursor metric = metrics.at(name);
        if (!metric.isObject() || metric.amount("value").isEmpty()) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(
                FileTimeUnit.of(metric).nanos(metric.amount("value").getAsDouble()));
    }

    private static OptionalInt tokens(JsonCursor metrics, String name, String older) {
        for (String key : List.of(name, older)) {
            JsonCursor metric = metrics.at(key);
            if (metric.isObject() && metric.count("value").isPresent()) {
                return OptionalInt.of((int) metric.count("value").getAsLong());
            }
        }
        return OptionalInt.empty();
    }
}
