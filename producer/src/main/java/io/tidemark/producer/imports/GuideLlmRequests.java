package io.tidemark.producer.imports;

import io.tidemark.events.Outcome;
import io.tidemark.producer.imports.MeasuredRequest.Ending;
import io.tidemark.producer.imports.MeasuredRequest.Timing;
import io.tidemark.producer.imports.MeasuredRequest.Tokens;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The requests of a benchmark of GuideLLM, where its file holds them. Stateless. */
final class GuideLlmRequests {
    private GuideLlmRequests() {}

    /** All requests, or none: a sample of them is not the result. */
    static List<MeasuredRequest> of(Place benchmark, Tally tally, List<String> lacks) {
        Optional<Place> requests = benchmark.object("requests");
        List<Place> ok = requests.map(found -> found.items("successful")).orElse(List.of());
        List<Place> errored = requests.map(found -> found.items("errored")).orElse(List.of());
        if (ok.size() != tally.ok() || ok.isEmpty() || ok.stream().anyMatch(one -> !one.has("request_latency"))) {
            lacks.add(
                    ok.isEmpty()
                            ? "figures only: no distribution, and no intervals from requests"
                            : "figures only: the file holds a sample of " + ok.size() + " of " + tally.ok()
                                    + " requests");
            return List.of();
        }
        List<MeasuredRequest> all = new ArrayList<>();
        ok.forEach(request -> all.add(request(request, Ending.OK)));
        errored.forEach(request -> all.add(request(request, new Ending(Outcome.UNKNOWN, Optional.empty()))));
        return all;
    }

    private static MeasuredRequest request(Place request, Ending ending) {
        OptionalDouble start = GuideLlm.first(request.amount("request_start_time"), request.amount("start_time"));
        OptionalDouble ttft = request.amount("time_to_first_token_ms");
        OptionalDouble latency = request.amount("request_latency");
        Timing timing = new Timing(
                ttft.isPresent() && ttft.getAsDouble() > 0
                        ? OptionalLong.of(Millis.nanos(ttft.getAsDouble()))
                        : OptionalLong.empty(),
                last(request, ttft, latency),
                new LogHistogram());
        return new MeasuredRequest(
                Instant.EPOCH.plusNanos(Millis.nanosOfSeconds(start.orElse(0))),
                OptionalLong.empty(),
                ending.isOk() ? timing : Timing.NONE,
                new Tokens(
                        GuideLlm.whole(request.count("prompt_tokens")), GuideLlm.whole(request.count("output_tokens"))),
                ending,
                Optional.empty());
    }

    /** The last token, by the gaps where they are told: the end of an answer is later. */
    private static OptionalLong last(Place request, OptionalDouble ttft, OptionalDouble latency) {
        OptionalDouble gap = request.amount("inter_token_latency_ms");
        long tokens = request.count("output_tokens").orElse(0);
        if (ttft.isPresent() && gap.isPresent() && tokens > 1) {
            return OptionalLong.of(Millis.nanos(ttft.getAsDouble() + gap.getAsDouble() * (tokens - 1)));
        }
        return latency.isPresent()
                ? OptionalLong.of(Millis.nanosOfSeconds(latency.getAsDouble()))
                : OptionalLong.empty();
    }
}
