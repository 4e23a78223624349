package io.tidemark.streams.signals;

import io.tidemark.events.ServerHistogram;
import io.tidemark.events.ServerSample;
import io.tidemark.schemas.OutOfRangeValue;
import io.tidemark.schemas.ServerClock;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.time.EpochMicros;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** One page of metrics; NaN for what it does not have. */
public final class ScrapedPage {
    private static final long UNKNOWN_START = -1;

    private final long processStartMicros;
    private final long skewMillis;
    private final List<OutOfRangeValue> outOfRange;
    private final Map<Signal, Double> values = new EnumMap<>(Signal.class);
    private final Map<Signal, Observed> observed = new EnumMap<>(Signal.class);

    /** What was observed since the process started, of a histogram. */
    private record Observed(double sum, double count) {}

    ScrapedPage(ServerSample sample) {
        Instant start = sample.getProcessStart();
        processStartMicros = start == null ? UNKNOWN_START : EpochMicros.of(start);
        skewMillis = ServerClock.skewMillis(sample.getInfo()).orElse(0);
        outOfRange = OutOfRangeValue.of(sample.getInfo());
        sample.getValues().forEach((id, value) -> Signal.byId(id).ifPresent(signal -> values.put(signal, value)));
        sample.getHistograms()
                .forEach((id, histogram) ->
                        Signal.byId(id).ifPresent(signal -> observed.put(signal, observedBy(histogram))));
    }

    private static Observed observedBy(ServerHistogram histogram) {
        return new Observed(histogram.getSum(), histogram.getCount());
    }

    /** A gauge or a counter. */
    public double value(Signal signal) {
        return values.getOrDefault(signal, Double.NaN);
    }

    /** Sum of what a histogram observed since the process started. */
    public double sum(Signal signal) {
        Observed histogram = observed.get(signal);
        return histogram == null ? Double.NaN : histogram.sum;
    }

    /** How many it observed. */
    public double count(Signal signal) {
        Observed histogram = observed.get(signal);
        return histogram == null ? Double.NaN : histogram.count;
    }

    /** How far the server's clock is from the scraper's; 0 if unknown. */
    long skewMillis() {
        return skewMillis;
    }

    /** Values that were not used. */
    List<OutOfRangeValue> outOfRange() {
        return outOfRange;
    }

    /** How much a counter grew since the page before. One that fell, or whose process is another one, began again at zero. */
    double growthSince(ScrapedPage before, ToDoubleFunction<ScrapedPage> counter) {
        double from = counter.applyAsDouble(before);
        double to = counter.applyAsDouble(this);
        return to < from || isOfAnotherProcess(before) ? to : to - from;
    }

    /** Whether a counter did not grow from the page before by the difference of the two. */
    boolean hasReset(ScrapedPage before, Signal counter) {
        double from = before.value(counter);
        double to = value(counter);
        return Double.isNaN(from) != Double.isNaN(to) || to < from || (!Double.isNaN(to) && isOfAnotherProcess(before));
    }

    /** Whether its counters began again after the page before: it is another process, or one of them fell. */
    boolean hasRestarted(ScrapedPage before) {
        return isOfAnotherProcess(before)
                || values.entrySet().stream()
                        .filter(value -> value.getKey().kind() == Signal.Kind.COUNTER)
                        .anyMatch(value -> value.getValue() < before.value(value.getKey()));
    }

    /** Whether both say when their process started, and not the same: a page that stops or begins to say so is of the same process. */
    boolean isOfAnotherProcess(ScrapedPage before) {
        return processStartMicros != UNKNOWN_START
                && before.processStartMicros != UNKNOWN_START
                && processStartMicros != before.processStartMicros;
    }
}
