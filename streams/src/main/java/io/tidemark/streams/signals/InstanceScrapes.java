package io.tidemark.streams.signals;

import io.tidemark.events.ServerSample;
import io.tidemark.schemas.OutOfRangeValue;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.time.EpochMicros;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The scrapes of one engine, router, GPU or host, in the order of their stamps; a failed scrape is none. Not thread-safe. */
public final class InstanceScrapes {
    /** Scrapes kept: an hour of one a second. */
    static final int MAX_SCRAPES = 3_600;

    private static final double MICROS_PER_SECOND = 1e6;
    private static final List<Signal> COUNTERS = Arrays.stream(Signal.values())
            .filter(signal -> signal.kind() == Signal.Kind.COUNTER)
            .toList();

    private final NavigableMap<Long, ScrapedPage> byEnd = new TreeMap<>();
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
        long end = EpochMicros.of(sample.getScrapeEnd());
        scrapedThrough = Math.max(scrapedThrough, end);
        if (!sample.getUp()) {
            return;
        }
        ScrapedPage scrape = new ScrapedPage(sample);
        byEnd.put(end, scrape);
        compareWithEarlier(end, scrape);
        Map.Entry<Long, ScrapedPage> next = byEnd.higherEntry(end);
        if (next != null) {
            compareWithEarlier(next.getKey(), next.getValue());
        }
        if (byEnd.size() > MAX_SCRAPES) {
            dropOldest();
        }
    }

    /** Lets go of the oldest scrape, if there is one. */
    void dropOldest() {
        if (byEnd.isEmpty()) {
            return;
        }
        long dropped = byEnd.pollFirstEntry().getKey();
        processStarts.remove(dropped);
        counterResets.values().forEach(stamps -> stamps.remove(dropped));
        droppedThrough = Math.max(droppedThrough, dropped);
    }

    private void compareWithEarlier(long end, ScrapedPage scrape) {
        Map.Entry<Long, ScrapedPage> before = byEnd.lowerEntry(end);
        keep(processStarts, end, before != null && scrape.hasRestarted(before.getValue()));
        counterResets.forEach(
                (counter, stamps) -> keep(stamps, end, before != null && scrape.hasReset(before.getValue(), counter)));
    }

    private static void keep(NavigableSet<Long> stamps, long stamp, boolean isKept) {
        if (isKept) {
            stamps.add(stamp);
        } else {
            stamps.remove(stamp);
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
        return last == null ? Double.NaN : last.getValue().value(signal);
    }

    /** Points in {@code (from, to]}; a counter's point spans the time since the scrape before, which may be earlier. */
    List<SignalPoint> points(Signal signal, long fromMicros, long toMicros) {
        List<SignalPoint> points = new ArrayList<>();
        Map.Entry<Long, ScrapedPage> before = byEnd.floorEntry(fromMicros);
        for (Map.Entry<Long, ScrapedPage> entry :
                byEnd.tailMap(fromMicros, false).entrySet()) {
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
        Map.Entry<Long, ScrapedPage> first = byEnd.floorEntry(fromMicros);
        first = first == null ? byEnd.higherEntry(fromMicros) : first;
        Map.Entry<Long, ScrapedPage> last = byEnd.floorEntry(toMicros);
        if (first == null || last == null || first.getKey() >= last.getKey()) {
            return OptionalDouble.empty();
        }
        Growth growth = new Growth(counter);
        for (long stamp : stampsOf(counter).subSet(first.getKey(), false, last.getKey(), true)) {
            Map.Entry<Long, ScrapedPage> until = Objects.requireNonNull(byEnd.lowerEntry(stamp));
            Map.Entry<Long, ScrapedPage> after = Objects.requireNonNull(byEnd.floorEntry(stamp));
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

        void add(Map.Entry<Long, ScrapedPage> before, Map.Entry<Long, ScrapedPage> now) {
            double between = now.getValue().growthSince(before.getValue(), page -> page.value(counter));
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
            Signal signal, Map.@Nullable Entry<Long, ScrapedPage> before, Map.Entry<Long, ScrapedPage> now) {
        double value = now.getValue().value(signal);
        if (signal.kind() == Signal.Kind.GAUGE && !Double.isNaN(value)) {
            return Optional.of(new SignalPoint(now.getKey(), value, 0));
        }
        if (signal.kind() != Signal.Kind.COUNTER || before == null) {
            return Optional.empty();
        }
        double grown = now.getValue().growthSince(before.getValue(), page -> page.value(signal));
        long span = now.getKey() - before.getKey();
        return Double.isNaN(grown)
                ? Optional.empty()
                : Optional.of(new SignalPoint(now.getKey(), grown * MICROS_PER_SECOND / span, span));
    }

    public boolean exposes(Signal signal) {
        return byEnd.values().stream().anyMatch(scrape -> !Double.isNaN(scrape.value(signal)));
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
                        SecondRange.secondOf(now.getKey()),
                        now.getValue().growthSince(before.getValue(), part),
                        now.getValue().growthSince(before.getValue(), whole)));
        return strand;
    }

    /** How much a counter grew per second. */
    public SecondSeries rate(ToDoubleFunction<ScrapedPage> counter, SecondRange span) {
        SecondSeries strand = new SecondSeries(span);
        forEachGrowth(
                span,
                (before, now) -> strand.add(
                        SecondRange.secondOf(now.getKey()),
                        now.getValue().growthSince(before.getValue(), counter),
                        (now.getKey() - before.getKey()) / MICROS_PER_SECOND));
        return strand;
    }

    /** How often its process had begun anew since the span began. */
    public SecondSeries restarts(SecondRange span) {
        SecondSeries strand = new SecondSeries(span);
        int[] restarts = {0};
        forEachGrowth(span, (before, now) -> {
            restarts[0] += now.getValue().isOfAnotherProcess(before.getValue()) ? 1 : 0;
            strand.add(SecondRange.secondOf(now.getKey()), restarts[0], 1);
        });
        return strand;
    }

    /** The furthest that the server's clock was from the scraper's in {@code [from, until)}, milliseconds; 0 if unknown. */
    long worstSkewMillis(long fromMicros, long untilMicros) {
        return byEnd.subMap(fromMicros, untilMicros).values().stream()
                .map(ScrapedPage::skewMillis)
                .max(Comparator.comparingLong(Math::abs))
                .orElse(0L);
    }

    /** Values in {@code [from, until)} that were not used, in their order. */
    Stream<OutOfRangeValue> outOfRange(long fromMicros, long untilMicros) {
        return byEnd.subMap(fromMicros, untilMicros).values().stream().flatMap(scrape -> scrape.outOfRange().stream());
    }

    /** How often its counters began again in {@code [from, until)}: it is another process, or one of them fell. */
    long processStarts(long fromMicros, long untilMicros) {
        return processStarts.subSet(fromMicros, untilMicros).size();
    }

    private void forEachGrowth(
            SecondRange span, BiConsumer<Map.Entry<Long, ScrapedPage>, Map.Entry<Long, ScrapedPage>> took) {
        Map.Entry<Long, ScrapedPage> before = byEnd.lowerEntry(span.fromMicros());
        for (Map.Entry<Long, ScrapedPage> entry : inside(span).entrySet()) {
            if (before != null) {
                took.accept(before, entry);
            }
            before = entry;
        }
    }

    private NavigableMap<Long, ScrapedPage> inside(SecondRange span) {
        return byEnd.subMap(span.fromMicros(), true, span.untilMicros(), false);
    }
}
