package io.tidemark.importers.guidellm;

import io.tidemark.events.Outcome;
import io.tidemark.importers.file.FileTimeUnit;
import io.tidemark.importers.file.JsonCursor;
import io.tidemark.importers.result.MeasuredRequest;
import io.tidemark.importers.result.MeasuredRequest.Completion;
import io.tidemark.importers.result.MeasuredRequest.Timing;
import io.tidemark.importers.result.MeasuredRequest.Tokens;
import io.tidemark.importers.result.RequestCounts;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The requests of a benchmark of GuideLLM, where its file holds them. Stateless. */
final class GuideLlmRequestReader {
    private GuideLlmRequestReader() {}

    /** All requests, or none: a sample of them is not the result. */
    static List<MeasuredRequest> of(JsonCursor benchmark, RequestCounts tally, List<String> lacks) {
        Optional<JsonCursor> requests = benchmark.object("requests");
        List<JsonCursor> ok = requests.map(found -> found.items("successful")).orElse(List.of());
        List<JsonCursor> errored = requests.map(found -> found.items("errored")).orElse(List.of());
        if (ok.size() != tally.ok() || ok.isEmpty() || ok.stream().anyMatch(one -> !one.has("request_latency"))) {
            lacks.add(
                    ok.isEmpty()
                            ? "figures only: no distribution, and no intervals from requests"
                            : "figures only: the file holds a sample of " + ok.size() + " of " + tally.ok()
                                    + " requests");
            return List.of();
        }
        List<MeasuredRequest> all = new ArrayList<>();
        ok.forEach(request -> all.add(request(request, Completion.OK)));
        errored.forEach(request -> all.add(request(request, new Completion(Outcome.UNKNOWN, Optional.empty()))));
        return all;
    }

    private static MeasuredRequest request(JsonCursor request, Completion ending) {
        OptionalDouble start = GuideLlmReader.first(request.amount("request_start_time"), request.amount("start_time"));
        OptionalDouble ttft = request.amount("time_to_first_token_ms");
        OptionalDouble latency = request.amount("request_latency");
        Timing timing = new Timing(
                ttft.isPresent() && ttft.getAsDouble() > 0
                        ? OptionalLong.of(FileTimeUnit.MILLIS.nanos(ttft.getAsDouble()))
                        : OptionalLong.empty(),
                last(request, ttft, latency),
                new LogHistogram());
        return new MeasuredRequest(
                Instant.EPOCH.plusNanos(FileTimeUnit.SECONDS.nanos(start.orElse(0))),
                OptionalLong.empty(),
                ending.isOk() ? timing : Timing.NONE,
                new Tokens(
                        GuideLlmReader.whole(request.count("prompt_tokens")),
                        GuideLlmReader.whole(request.count("output_tokens"))),
                ending,
                Optional.empty());
    }

    /** The time of the last token: by the mean gap where it is given, else the end of the request, which is later. */
    private static OptionalLong last(JsonCursor request, OptionalDouble ttft, OptionalDouble latency) {
        OptionalDouble gap = request.amount("inter_token_latency_ms");
        long tokens = request.count("output_tokens").orElse(0);
        if (ttft.isPresent() && gap.isPresent() && tokens > 1) {
            return OptionalLong.of(FileTimeUnit.MILLIS.nanos(ttft.getAsDouble() + gap.getAsDouble() * (tokens - 1)));
        }
        return latency.isPresent()
                ? OptionalLong.of(FileTimeUnit.SECONDS.nanos(latency.getAsDouble()))
                : OptionalLong.empty();
    }
}
