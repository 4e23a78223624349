package io.tidemark.streams.signals;

import io.tidemark.events.ServerHistogram;
import io.tidemark.events.ServerSample;
import io.tidemark.schemas.ServerClock;
import io.tidemark.schemas.Signal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The scrapes of one engine, router, GPU or host, in the order of their stamps; a failed scrape is none. Not thread-safe. */
public final class InstanceScrapes {
    /** Scrapes kept: an hour of one a second. */
    static final int MAX_SCRAPES = 3_600;

    private static final double MICROS_PER_SECOND = 1e6;
    private static final long UNKNOWN_START = -1;
    private static final List<Signal> COUNTERS = Arrays.stream(Signal.values())
            .filter(signal -> signal.kind() == Signal.Kind.COUNTER)
            .toList();

    private static final class Scrape implements ScrapedPage {
        final long processStartMicros;
        final long skewMillis;
        final Map<Signal, Double> values;
        final Map<Signal, Observed> observed;

        Scrape(ServerSample sample, Map<Signal, Double> values, Map<Signal, Observed> observed) {
            Instant start = sample.getProcessStart();
            this.processStartMicros = start == null ? UNKNOWN_START : micros(start);
            this.skewMillis = ServerClock.skewMillis(sample.getInfo()).orElse(0);
            this.values = values;
            this.observed = observed;
        }

        /** NaN where there is none. */
        double of(Signal signal) {
            return values.getOrDefault(signal, Double.NaN);
        }

        @Override
        public double value(Signal signal) {
            return of(signal);
        }

        @Override
        public double sum(Signal signal) {
            Observed histogram = observed.get(signal);
            return histogram == null ? Double.NaN : histogram.sum;
        }

        @Override
        public double count(Signal signal) {
            Observed histogram = observed.get(signal);
            return histogram == null ? Double.NaN : histogram.count;
        }
    }

    /** What was observed since the process started, of a histogram. */
    private record Observed(double sum, double count) {}

    private final NavigableMap<Long, Scrape> byEnd = new TreeMap<>();
    /** Stamps of scrapes that found counters begun again since the one before. */
    private final NavigableSet<Long> processStarts = new TreeSet<>();
    /** Of each counter the stamps of scrapes up to which it did not grow by the difference to the scrape before. */
    private final Map<Signal, NavigableSet<Long>> counterResets = COUNTERS.stream()
            .collect(Collectors.toMap(
                    counter -> counter,
                    counter -> new TreeSet<>(),
                    (one, other) -> one,
                    () -> new EnumMap<>(Signal.class)));

    private long scrapedThrough = Long.MIN_VALUE;
    private long droppedThrough = Long.MIN_VALUE;

    void add(ServerSample sample) {
        long end = micros(sample.getScrapeEnd());
        scrapedThrough = Math.max(scrapedThrough, end);
        if (!sample.getUp()) {
            return;
        }
        Scrape scrape = new Scrape(sample, values(sample.getValues()), observed(sample.getHistograms()));
        byEnd.put(end, scrape);
        addNewest(end, scrape);
        Map.Entry<Long, Scrape> next = byEnd.higherEntry(end);
        if (next != null) {
            addNewest(next.getKey(), next.getValue());
        }
        if (byEnd.size() > MAX_SCRAPES) {
            long dropped = byEnd.pollFirstEntry().getKey();
            processStarts.remove(dropped);
            counterResets.values().forEach(stamps -> stamps.remove(dropped));
            droppedThrough = Math.max(droppedThrough, dropped);
        }
    }

    private void addNewest(long end, Scrape scrape) {
        Map.Entry<Long, Scrape> before = byEnd.lowerEntry(end);
        addProcessStart(end, scrape);
        counterResets.forEach((counter, stamps) -> {
            if (before != null && isReset(counter, before.getValue(), scrape)) {
                stamps.add(end);
            } else {
                stamps.remove(end);
            }
        });
    }

    private static boolean isReset(Signal counter, Scrape before, Scrape now) {
        double from = before.of(counter);
        double to = now.of(counter);
        return Double.isNaN(from) != Double.isNaN(to)
                || to < from
                || (!Double.isNaN(to) && before.processStartMicros != now.processStartMicros);
    }

    private void addProcessStart(long end, Scrape scrape) {
        Map.Entry<Long, Scrape> before = byEnd.lowerEntry(end);
        if (before != null && hasRestarted(before.getValue(), scrape)) {
            processStarts.add(end);
        } else {
            processStarts.remove(end);
        }
    }

    /** Stamp of the newest scrape, also of one that failed. */
    long scrapedThrough() {
        return scrapedThrough;
    }

    /** Stamp of the newest scrape that is not kept any more; the least value if all are. */
    long droppedThrough() {
        return droppedThrough;
    }

    /** Stamp of the last scrape up to a moment. */
    Optional<Long> lastUpTo(long micros) {
        return Optional.ofNullable(byEnd.floorKey(micros));
    }

    /** The gauge as of a moment; NaN if there is none. */
    double gauge(Signal signal, long micros) {
        var last = byEnd.floorEntry(micros);
        return last == null ? Double.NaN : last.getValue().of(signal);
    }

    /** Points in {@code (from, to]}; a counter's point spans the time since the scrape before, which may be earlier. */
    List<SignalPoint> points(Signal signal, long fromMicros, long toMicros) {
        List<SignalPoint> points = new ArrayList<>();
        Map.Entry<Long, Scrape> before = byEnd.floorEntry(fromMicros);
        for (Map.Entry<Long, Scrape> entry : byEnd.tailMap(fromMicros, false).entrySet()) {
            if (entry.getKey() > toMicros) {
                break;
            }
            point(signal, before, entry).ifPresent(points::add);
            before = entry;
        }
        return points;
    }

    /**
     * How much a counter grew per second from the last scrape up to {@code fromMicros} to the last one up to {@code toMicros}, pairs of
     * scrapes of which one lacks it left out; empty without a pair. Costs what began again in between, not the scrapes.
     */
    OptionalDouble rate(Signal counter, long fromMicros, long toMicros) {
        Map.Entry<Long, Scrape> first = byEnd.floorEntry(fromMicros);
        first = first == null ? byEnd.higherEntry(fromMicros) : first;
        Map.Entry<Long, Scrape> last = byEnd.floorEntry(toMicros);
        if (first == null || last == null || first.getKey() >= last.getKey()) {
            return OptionalDouble.empty();
        }
        Growth growth = new Growth(counter);
        for (long stamp : stampsOf(counter).subSet(first.getKey(), false, last.getKey(), true)) {
            Map.Entry<Long, Scrape> until = Objects.requireNonNull(byEnd.lowerEntry(stamp));
            Map.Entry<Long, Scrape> after = Objects.requireNonNull(byEnd.floorEntry(stamp));
            growth.add(first, until);
            growth.add(until, after);
            first = after;
        }
        growth.add(first, last);
        return growth.perSecond();
    }

    private NavigableSet<Long> stampsOf(Signal counter) {
        return Objects.requireNonNull(counterResets.get(counter), () -> counter + " is no counter");
    }

    /** Sums what a counter grew between scrapes. */
    private static final class Growth {
        private final Signal counter;
        private double grown;
        private long spanMicros;

        Growth(Signal counter) {
            this.counter = counter;
        }

        void add(Map.Entry<Long, Scrape> before, Map.Entry<Long, Scrape> now) {
            double between = growth(counter, before.getValue(), now.getValue());
            if (!Double.isNaN(between)) {
                grown += between;
                spanMicros += now.getKey() - before.getKey();
            }
        }

        OptionalDouble perSecond() {
            return spanMicros == 0 ? OptionalDouble.empty() : OptionalDouble.of(grown * MICROS_PER_SECOND / spanMicros);
        }
    }

    private static Optional<SignalPoint> point(
            Signal signal, Map.@Nullable Entry<Long, Scrape> before, Map.Entry<Long, Scrape> now) {
        double value = now.getValue().of(signal);
        if (signal.kind() == Signal.Kind.GAUGE && !Double.isNaN(value)) {
            return Optional.of(new SignalPoint(now.getKey(), value, 0));
        }
        if (signal.kind() != Signal.Kind.COUNTER || before == null) {
            return Optional.empty();
        }
        double grown = growth(signal, before.getValue(), now.getValue());
        long span = now.getKey() - before.getKey();
        return Double.isNaN(grown)
                ? Optional.empty()
                : Optional.of(new SignalPoint(now.getKey(), grown * MICROS_PER_SECOND / span, span));
    }

    /** A counter that fell, or whose process is another one, began again at zero. */
    private static double growth(Signal signal, Scrape before, Scrape now) {
        double from = before.of(signal);
        double to = now.of(signal);
        boolean restarted = to < from || before.processStartMicros != now.processStartMicros;
        return restarted ? to : to - from;
    }

    private static Map<Signal, Double> values(Map<String, Double> byId) {
        Map<Signal, Double> values = new EnumMap<>(Signal.class);
        byId.forEach((id, value) -> Signal.byId(id).ifPresent(signal -> values.put(signal, value)));
        return values;
    }

    private static Map<Signal, Observed> observed(Map<String, ServerHistogram> byId) {
        Map<Signal, Observed> observed = new EnumMap<>(Signal.class);
        byId.forEach((id, histogram) -> Signal.byId(id)
                .ifPresent(signal -> observed.put(signal, new Observed(histogram.getSum(), histogram.getCount()))));
        return observed;
    }

    public boolean exposes(Signal signal) {
        return byEnd.values().stream().anyMatch(scrape -> !Double.isNaN(scrape.of(signal)));
    }

    /** What a gauge showed, second by second. */
    public SecondSeries gaugeSeries(ToDoubleFunction<ScrapedPage> gauge, SecondRange span) {
        SecondSeries strand = new SecondSeries(span);
        inside(span)
                .forEach((micros, scrape) -> strand.add(SecondRange.secondOf(micros), gauge.applyAsDouble(scrape), 1));
        return strand;
    }

    /** How much a counter grew, over how much another one did; where none did, nothing is known. */
    public SecondSeries share(
            ToDoubleFunction<ScrapedPage> part, ToDoubleFunction<ScrapedPage> whole, SecondRange span) {
        SecondSeries strand = new SecondSeries(span);
        forEachGrowth(
                span,
                (before, now) -> strand.add(
                        SecondRange.secondOf(now.getKey()), growth(part, before, now), growth(whole, before, now)));
        return strand;
    }

    /** How much a counter grew per second. */
    public SecondSeries rate(ToDoubleFunction<ScrapedPage> counter, SecondRange span) {
        SecondSeries strand = new SecondSeries(span);
        forEachGrowth(
                span,
                (before, now) -> strand.add(
                        SecondRange.secondOf(now.getKey()),
                        growth(counter, before, now),
                        (now.getKey() - before.getKey()) / MICROS_PER_SECOND));
        return strand;
    }

    /** How often its process had begun anew since the span began. */
    public SecondSeries restarts(SecondRange span) {
        SecondSeries strand = new SecondSeries(span);
        int[] restarts = {0};
        forEachGrowth(span, (before, now) -> {
            restarts[0] += before.getValue().processStartMicros != now.getValue().processStartMicros ? 1 : 0;
            strand.add(SecondRange.secondOf(now.getKey()), restarts[0], 1);
        });
        return strand;
    }

    /** The furthest that the server's clock was from the scraper's in {@code [from, until)}, milliseconds; 0 if nothing tells. */
    long worstSkewMillis(long fromMicros, long untilMicros) {
        return byEnd.subMap(fromMicros, untilMicros).values().stream()
                .map(scrape -> scrape.skewMillis)
                .max(Comparator.comparingLong(Math::abs))
                .orElse(0L);
    }

    /** How often its counters began again in {@code [from, until)}: it is another process, or one of them fell. */
    long processStarts(long fromMicros, long untilMicros) {
        return processStarts.subSet(fromMicros, untilMicros).size();
    }

    private static boolean hasRestarted(Scrape before, Scrape now) {
        return before.processStartMicros != now.processStartMicros
                || now.values.entrySet().stream()
                        .filter(value -> value.getKey().kind() == Signal.Kind.COUNTER)
                        .anyMatch(value -> value.getValue() < before.of(value.getKey()));
    }

    private void forEachGrowth(SecondRange span, BiConsumer<Map.Entry<Long, Scrape>, Map.Entry<Long, Scrape>> took) {
        Map.Entry<Long, Scrape> before = byEnd.lowerEntry(span.fromMicros());
        for (Map.Entry<Long, Scrape> entry : inside(span).entrySet()) {
            if (before != null) {
                took.accept(before, entry);
            }
            before = entry;
        }
    }

    private NavigableMap<Long, Scrape> inside(SecondRange span) {
        return byEnd.subMap(span.fromMicros(), true, span.untilMicros(), false);
    }

    private static double growth(
            ToDoubleFunction<ScrapedPage> counter, Map.Entry<Long, Scrape> before, Map.Entry<Long, Scrape> now) {
        double from = counter.applyAsDouble(before.getValue());
        double to = counter.applyAsDouble(now.getValue());
        boolean restarted = to < from || before.getValue().processStartMicros != now.getValue().processStartMicros;
        return restarted ? to : to - from;
    }

    static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }
}
