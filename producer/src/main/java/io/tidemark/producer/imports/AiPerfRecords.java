package io.tidemark.producer.imports;

import io.tidemark.events.Outcome;
import io.tidemark.events.Verdict;
import io.tidemark.producer.imports.MeasuredRequest.Ending;
import io.tidemark.producer.imports.MeasuredRequest.Timing;
import io.tidemark.producer.imports.MeasuredRequest.Tokens;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** AIPerf's {@code profile_export.jsonl}: a line per request. It does not say the load; the summary beside it does. */
final class AiPerfRecords {
    private AiPerfRecords() {}

    static List<Measurement> read(SourceFile file, String text) {
        List<MeasuredRequest> requests = new ArrayList<>();
        boolean due = true;
        for (Place line : JsonObjects.of(file, text)) {
            Place metadata = line.object("metadata")
                    .orElseThrow(() -> line.at("metadata").bad("must be there on each line"));
            if (isMeasured(metadata)) {
                MeasuredRequest request = request(line, metadata);
                due &= request.queued().isPresent();
                requests.add(request);
            }
        }
        if (requests.isEmpty()) {
            throw new BadFileException(file.name() + ": holds no request of the phase profiling");
        }
        return List.of(measurement(file, text, requests, due));
    }

    private static boolean isMeasured(Place metadata) {
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
        Instant start = requests.stream()
                .map(MeasuredRequest::sent)
                .min(Comparator.naturalOrder())
                .orElseThrow();
        Instant end = requests.stream()
                .map(AiPerfRecords::end)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return new Measurement(
                new SourcePart(file.name(), "", Hashes.hex(text)),
                new Tool(ImportFormat.AIPERF_RECORDS, "AIPerf", "", AiPerfFigures.DEFINITIONS),
                Subject.of(""),
                Setting.NONE,
                OfferedLoad.UNKNOWN,
                new Span(start, end, true),
                RequestTally.of(requests),
                Map.of(),
                requests,
                new Remarks(lacks, Map.of(), List.of(), Verdict.UNKNOWN));
    }

    private static Instant end(MeasuredRequest request) {
        return request.sent().plusNanos(request.timing().lastToken().orElse(0));
    }

    private static MeasuredRequest request(Place line, Place metadata) {
        Place metrics = line.at("metrics");
        OptionalLong start = first(metadata, "request_start_ns", "timestamp_ns");
        if (start.isEmpty()) {
            throw metadata.at("request_start_ns").bad("must be there");
        }
        Instant sent = Instant.EPOCH.plusNanos(start.getAsLong());
        OptionalLong credit = metadata.count("credit_issued_ns");
        OptionalLong queued = credit.isPresent() && credit.getAsLong() <= start.getAsLong()
                ? OptionalLong.of(start.getAsLong() - credit.getAsLong())
                : OptionalLong.empty();
        Ending ending = ending(line, metadata);
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

    private static OptionalLong first(Place place, String key, String older) {
        OptionalLong value = place.count(key);
        return value.isPresent() ? value : place.count(older);
    }

    private static Ending ending(Place line, Place metadata) {
        if (metadata.text("was_cancelled").filter("true"::equals).isPresent()) {
            return new Ending(Outcome.CANCELLED, Optional.empty());
        }
        Place error = line.at("error");
        if (!error.isThere()) {
            return Ending.OK;
        }
        Optional<String> type =
                error.isObject() ? error.text("type").or(() -> error.text("error_type")) : Optional.empty();
        return new Ending(Outcome.UNKNOWN, type);
    }

    private static Timing timing(Place metrics) {
        LogHistogram gaps = new LogHistogram();
        Place chunks = metrics.at("inter_chunk_latency");
        if (chunks.isObject()) {
            TimeUnitOf unit = TimeUnitOf.of(chunks);
            chunks.amounts("value").ifPresent(values -> {
                for (double value : values) {
                    gaps.add(unit.nanos(value));
                }
            });
        }
        OptionalLong ttft = time(metrics, "time_to_first_token");
        return new Timing(ttft.isPresent() ? ttft : time(metrics, "ttft"), time(metrics, "request_latency"), gaps);
    }

    private static OptionalLong time(Place metrics, String name) {
        Place metric = metrics.at(name);
        if (!metric.isObject() || metric.amount("value").isEmpty()) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(
                TimeUnitOf.of(metric).nanos(metric.amount("value").getAsDouble()));
    }

    private static OptionalInt tokens(Place metrics, String name, String older) {
        for (String key : List.of(name, older)) {
            Place metric = metrics.at(key);
            if (metric.isObject() && metric.count("value").isPresent()) {
                return OptionalInt.of((int) metric.count("value").getAsLong());
            }
        }
        return OptionalInt.empty();
    }
}
