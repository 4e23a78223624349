package io.tidemark.reports.requests;

import io.tidemark.events.Outcome;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.StoredRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What is added up of the request that a scan stands at, read once however many groups the request is in. By the million an object for each
 * number, or a look into a map, is dearer than the number. For one thread.
 */
final class CurrentRequest {
    /** Those that a stored request has one value of. */
    static final List<Metric> METRICS = List.of(Metric.TTFT_DUE, Metric.TTFT, Metric.TPOT, Metric.E2E);

    static final List<TokenLength> LENGTHS = List.of(TokenLength.values());

    /** Of a request that did not get so far; every number of a request is 0 or more. */
    private static final long NONE = -1;

    private static final Metric[] METRIC_AT = METRICS.toArray(Metric[]::new);
    private static final TokenLength[] LENGTH_AT = LENGTHS.toArray(TokenLength[]::new);

    /** In the order of {@link #METRICS}, nanoseconds. */
    private final long[] latencies = new long[METRIC_AT.length];
    /** In the order of {@link #LENGTHS}, tokens. */
    private final long[] lengths = new long[LENGTH_AT.length];

    private boolean ok;

    /** Only of an ok request there are latencies and lengths. */
    void read(StoredRequest request) {
        ok = request.outcome() == Outcome.OK;
        if (!ok) {
            return;
        }
        for (int place = 0; place < latencies.length; place++) {
            OptionalLong value = request.nanos(METRIC_AT[place]);
            latencies[place] = value.isPresent() ? value.getAsLong() : NONE;
        }
        for (int place = 0; place < lengths.length; place++) {
            OptionalInt value = LENGTH_AT[place].of(request);
            lengths[place] = value.isPresent() ? value.getAsInt() : NONE;
        }
    }

    boolean isOk() {
        return ok;
    }

    void addLatenciesTo(LongSamples... byPlace) {
        add(latencies, byPlace);
    }

    void addLengthsTo(LongSamples... byPlace) {
        add(lengths, byPlace);
    }

    private static void add(long[] numbers, LongSamples... byPlace) {
        for (int place = 0; place < numbers.length; place++) {
            if (numbers[place] != NONE) {
                byPlace[place].add(numbers[place]);
            }
        }
    }

    /** Whether it is ok and within every limit, in the order of {@link #METRICS}; a metric that it does not have it does not break. */
    boolean isWithin(long... limits) {
        boolean within = ok;
        for (int place = 0; within && place < limits.length; place++) {
            within = latencies[place] <= limits[place];
        }
        return within;
    }

    /** Limits as {@link #isWithin} wants them. */
    static long[] byIndex(Map<Metric, Long> limits) {
        return Arrays.stream(METRIC_AT)
                .mapToLong(metric -> limits.getOrDefault(metric, Long.MAX_VALUE))
                .toArray();
    }
}
