package io.tidemark.simulator.fit;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.simulator.client.RequestArrival;
import io.tidemark.simulator.engine.BlockHashes;
import io.tidemark.simulator.engine.EngineRequest;
import io.tidemark.simulator.random.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The load of a result file. With {@code --save-detailed} it is the very one: its lengths, and its times where no cap on
 * concurrency shaped them. Without, all requests have the mean lengths and come as vLLM draws them. Prompts share nothing:
 * a file does not say what they shared.
 */
final class MeasuredWorkload {
    /** Any will do, but the same in every run of a fit. */
    private static final long SEED = 1;

    private static final double NANOS_PER_SECOND = 1e9;

    private final String source;
    private final JsonNode result;
    private final int requests;

    MeasuredWorkload(String source, JsonNode result) {
        this.source = source;
        this.result = result;
        this.requests = (int) number("completed");
        if (result.path("failed").asInt(0) > 0) {
            throw new FitException(source + ": failed must be 0, else the figures are of another load, but was "
                    + result.path("failed").asInt());
        }
    }

    int maxConcurrency() {
        return result.path("max_concurrency").asInt(Integer.MAX_VALUE);
    }

    List<RequestArrival> arrivals() {
        int[] prompts = lengths("input_lens", "total_input_tokens");
        int[] outputs = lengths("output_lens", "total_output_tokens");
        long[] atNanos = atNanos();
        List<RequestArrival> arrivals = new ArrayList<>(requests);
        for (int i = 0; i < requests; i++) {
            EngineRequest request = new EngineRequest("r" + i, prompts[i], outputs[i], BlockHashes.none());
            arrivals.add(new RequestArrival(atNanos[i], request));
        }
        return arrivals;
    }

    private int[] lengths(String each, String total) {
        JsonNode list = result.path(each);
        if (list.isArray() && list.size() == requests) {
            return IntStream.range(0, requests)
                    .map(i -> Math.max(1, list.get(i).asInt()))
                    .toArray();
        }
        int mean = (int) Math.max(1, Math.round(number(total) / requests));
        return IntStream.range(0, requests).map(i -> mean).toArray();
    }

    private long[] atNanos() {
        JsonNode starts = result.path("start_times");
        boolean capped = result.path("max_concurrency").isNumber();
        if (starts.isArray() && starts.size() == requests && !capped) {
            double first = IntStream.range(0, requests)
                    .mapToDouble(i -> starts.get(i).asDouble())
                    .min()
                    .orElse(0);
            return IntStream.range(0, requests)
                    .mapToLong(i -> Math.round((starts.get(i).asDouble() - first) * NANOS_PER_SECOND))
                    .toArray();
        }
        return new SeededRandom(SEED).arrivalsNanos(requests, rate());
    }

    private double rate() {
        JsonNode rate = result.path("request_rate");
        if (rate.isMissingNode() || "inf".equals(rate.asText())) {
            return Double.POSITIVE_INFINITY;
        }
        double perSecond = rate.asDouble(Double.NaN);
        if (!(perSecond > 0)) {
            throw new FitException(source + ": request_rate must be a number > 0 or \"inf\" but was " + rate);
        }
        return perSecond;
    }

    private double number(String key) {
        double value = result.path(key).asDouble(Double.NaN);
        if (!(value > 0)) {
            throw new FitException(source + ": " + key + " must be a number > 0 but was " + result.path(key));
        }
        return value;
    }
}
