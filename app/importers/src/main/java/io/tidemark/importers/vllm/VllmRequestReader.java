package io.tidemark.importers.vllm;

import io.tidemark.importers.file.FileTimeUnit;
import io.tidemark.importers.file.JsonCursor;
import io.tidemark.importers.result.MeasuredRequest;
import io.tidemark.importers.result.MeasuredRequest.Completion;
import io.tidemark.importers.result.MeasuredRequest.Timing;
import io.tidemark.importers.result.MeasuredRequest.Tokens;
import io.tidemark.importers.result.TimeSpan;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The requests of a detailed result of vLLM's client: arrays by request, times in seconds; the start is of a clock without an origin. */
final class VllmRequestReader {
    private final JsonCursor result;
    private final TimeSpan span;
    private final double[] ttfts;
    private final Optional<double[]> outputLens;
    private final Optional<double[]> inputLens;
    private final Optional<double[]> latencies;
    private final Optional<double[]> starts;
    private final Optional<double[]> queues;
    private final List<JsonCursor> itls;
    private final List<JsonCursor> errors;

    private VllmRequestReader(JsonCursor result, TimeSpan span, double[] ttfts) {
        this.result = result;
        this.span = span;
        this.ttfts = ttfts;
        this.outputLens = array("output_lens");
        this.inputLens = array("input_lens");
        this.latencies = array("latencies");
        this.starts = array("start_times");
        this.queues = array("queue_times");
        this.itls = result.items("itls");
        this.errors = result.items("errors");
        requireSize("itls", itls.size());
        requireSize("errors", errors.size());
    }

    /** None where the file is not detailed: TTFTs, and gaps or latencies, are the least. */
    static List<MeasuredRequest> of(JsonCursor result, TimeSpan span, List<String> lacks) {
        Optional<double[]> ttfts = result.amounts("ttfts");
        boolean ends = result.has("itls") || result.has("latencies");
        if (ttfts.isEmpty() || !ends) {
            lacks.add("no due times: ttft_due, e2e_due and queue_time are unknown");
            return List.of();
        }
        VllmRequestReader requests = new VllmRequestReader(result, span, ttfts.get());
        lacks.addAll(requests.lacks());
        return requests.all();
    }

    private Optional<double[]> array(String key) {
        Optional<double[]> values = result.amounts(key);
        values.ifPresent(found -> requireSize(key, found.length));
        return values;
    }

    private void requireSize(String key, int size) {
        if (size != 0 && size != ttfts.length) {
            throw result.at(key)
                    .invalid("must have one element per request, " + ttfts.length + " as ttfts has, but has " + size);
        }
    }

    private List<String> lacks() {
        List<String> lacks = new ArrayList<>();
        if (queues.isEmpty()) {
            lacks.add("no due times: ttft_due, e2e_due and queue_time are unknown");
        }
        if (starts.isEmpty()) {
            lacks.add("no start times: its requests stand at the start of the step");
        }
        return lacks;
    }

    private List<MeasuredRequest> all() {
        double origin =
                starts.map(values -> Arrays.stream(values).min().orElse(0)).orElse(0.0);
        List<MeasuredRequest> all = new ArrayList<>();
        for (int i = 0; i < ttfts.length; i++) {
            all.add(request(i, origin));
        }
        return all;
    }

    private MeasuredRequest request(int i, double origin) {
        int output = (int) value(outputLens, i);
        Instant sent = span.start().plusNanos(FileTimeUnit.SECONDS.nanos(Math.max(0, value(starts, i) - origin)));
        boolean failed = !error(i).isBlank() || (ttfts[i] == 0 && output == 0);
        if (!failed) {
            requireTtft(i);
        }
        OptionalLong queued =
                queues.isEmpty() ? OptionalLong.empty() : OptionalLong.of(FileTimeUnit.SECONDS.nanos(value(queues, i)));
        OptionalInt prompt = inputLens.isEmpty() ? OptionalInt.empty() : OptionalInt.of((int) value(inputLens, i));
        Tokens tokens = new Tokens(prompt, outputLens.isEmpty() ? OptionalInt.empty() : OptionalInt.of(output));
        return new MeasuredRequest(
                sent,
                queued,
                failed ? Timing.NONE : timing(i),
                tokens,
                failed ? Completion.failed(error(i)) : Completion.OK,
                Optional.empty());
    }

    /** A null is no TTFT of 0. */
    private void requireTtft(int i) {
        JsonCursor ttft = result.at("ttfts").at(i);
        if (!ttft.isPresent()) {
            throw ttft.invalid("must be a number of seconds where the request has output and no error");
        }
    }

    private Timing timing(int i) {
        LogHistogram gaps = new LogHistogram();
        double sum = ttfts[i];
        if (!itls.isEmpty()) {
            for (JsonCursor gap : gapsOf(i)) {
                double seconds = gap.number().orElse(0);
                gaps.add(FileTimeUnit.SECONDS.nanos(notNegative(gap, seconds)));
                sum += seconds;
            }
        }
        double last = latencies.isEmpty() || value(latencies, i) == 0 ? sum : value(latencies, i);
        return new Timing(
                OptionalLong.of(FileTimeUnit.SECONDS.nanos(ttfts[i])),
                OptionalLong.of(FileTimeUnit.SECONDS.nanos(Math.max(last, ttfts[i]))),
                gaps);
    }

    private List<JsonCursor> gapsOf(int i) {
        JsonCursor gaps = itls.get(i);
        if (!gaps.node().isArray()) {
            throw gaps.invalid("must be a list of seconds");
        }
        List<JsonCursor> all = new ArrayList<>();
        for (int k = 0; k < gaps.node().size(); k++) {
            all.add(gaps.at(k));
        }
        return all;
    }

    private static double notNegative(JsonCursor gap, double seconds) {
        if (seconds < 0) {
            throw gap.invalid("must be >= 0");
        }
        return seconds;
    }

    private String error(int i) {
        return errors.isEmpty() || !errors.get(i).isPresent()
                ? ""
                : errors.get(i).node().asText();
    }

    private static double value(Optional<double[]> values, int i) {
        return values.isEmpty() ? 0 : values.get()[i];
    }
}
