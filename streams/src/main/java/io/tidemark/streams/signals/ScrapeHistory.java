package io.tidemark.streams.signals;

import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.schemas.IncompleteSignals.FailedScrapes;
import io.tidemark.schemas.OutOfRangeValue;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.TargetGroup;
import io.tidemark.schemas.time.EpochMicros;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The scrapes of a run's targets, each asked for by its name or all together by {@link TargetGroup#ALL}. Where several instances of one role expose a signal, counts add up and ratios and the like
 * are averaged; the first role that exposes it is asked (engine, then router, GPU, host). Not thread-safe.
 */
public final class ScrapeHistory {
    /** An instance that was scraped this much longer ago than another one of its target is gone: its last gauges are history. */
    private static final long GONE_AFTER_MICROS = 5_000_000;

    private record Source(String target, ServerRole role, String instance, String engine) {
        static Source of(ServerSample sample) {
            return new Source(sample.getTarget(), sample.getRole(), sample.getInstance(), sample.getEngine());
        }
    }

    private final Map<Source, InstanceScrapes> sources = new TreeMap<>(Comparator.comparing(Source::target)
            .thenComparing(Source::role)
            .thenComparing(Source::instance)
            .thenComparing(Source::engine));

    private final Map<String, AnsweredScrapes> answered = new TreeMap<>();

    public void add(ServerSample sample) {
        answered.computeIfAbsent(sample.getTarget(), unseen -> new AnsweredScrapes())
                .add(sample);
        sources.computeIfAbsent(Source.of(sample), unseen -> new InstanceScrapes())
                .add(sample);
    }

    /** Lets go of the oldest scrape of a sample's source, which must be known. */
    public void dropOldest(ServerSample sample) {
        Objects.requireNonNull(answered.get(sample.getTarget())).dropOldest(sample);
        Objects.requireNonNull(sources.get(Source.of(sample))).dropOldest();
    }

    /** How many sources there are. */
    public int size() {
        return sources.size();
    }

    /** Whether the source of a sample is one of them. */
    public boolean contains(ServerSample sample) {
        return sources.containsKey(Source.of(sample));
    }

    /**
     * Up to when what a target says of itself is known, epoch microseconds: the oldest of its sources' newest scrapes, sources that are
     * gone left out. Empty for a target that was never asked.
     */
    public OptionalLong knownThrough(String target) {
        Collection<InstanceScrapes> asked = of(target);
        long newest =
                asked.stream().mapToLong(InstanceScrapes::scrapedThrough).max().orElse(0);
        return asked.stream()
                .mapToLong(InstanceScrapes::scrapedThrough)
                .filter(through -> through >= newest - GONE_AFTER_MICROS)
                .min();
    }

    /** Targets that were asked. */
    public Set<String> targets() {
        return Collections.unmodifiableSet(answered.keySet());
    }

    /** Whether scrapes of a target from a moment on are kept no more: there were too many since. */
    public boolean hasDropped(String target, long fromMicros) {
        return of(target).stream().anyMatch(scrapes -> scrapes.droppedThrough() >= fromMicros);
    }

    /** The furthest that a clock of a target's servers was from the scraper's in {@code [from, until)}, milliseconds; ahead is positive. */
    public long worstSkewMillis(String target, long fromMicros, long untilMicros) {
        return of(target).stream()
                .map(scrapes -> scrapes.worstSkewMillis(fromMicros, untilMicros))
                .max(Comparator.comparingLong(Math::abs))
                .orElse(0L);
    }

    /** Values of a target in {@code [from, until)} that were not used, by their series. */
    public Map<String, List<OutOfRangeValue>> outOfRange(String target, long fromMicros, long untilMicros) {
        return of(target).stream()
                .flatMap(scrapes -> scrapes.outOfRange(fromMicros, untilMicros))
                .collect(Collectors.groupingBy(OutOfRangeValue::series, TreeMap::new, Collectors.toList()));
    }

    /** Instances of a target some of whose scrapes in {@code [from, until)} failed; without those that never answered. */
    public List<FailedScrapes> failed(String asked, long fromMicros, long untilMicros) {
        return answered.entrySet().stream()
                .filter(entry -> TargetGroup.covers(asked, entry.getKey()))
                .flatMap(entry -> entry.getValue().failed(fromMicros, untilMicros))
                .toList();
    }

    /** How often counters of a target's server, of several the one that did so most often, began again in {@code [from, until)}. */
    public long restarts(String target, long fromMicros, long untilMicros) {
        return of(target).stream()
                .mapToLong(scrapes -> scrapes.processStarts(fromMicros, untilMicros))
                .max()
                .orElse(0);
    }

    /** Joins with the last scrape up to {@code toMicros}; rates are over the time since {@code fromMicros}. */
    public SignalSnapshot asOf(String target, long fromMicros, long toMicros) {
        Map<String, Double> values = new TreeMap<>();
        List<Map.Entry<Source, InstanceScrapes>> alive = alive(target, toMicros);
        for (Signal signal : Signal.values()) {
            valueAsOf(exposing(alive, signal, toMicros), signal, fromMicros, toMicros)
                    .ifPresent(value -> values.put(signal.id(), value));
        }
        OptionalLong last = of(target).stream()
                .flatMap(scrapes -> scrapes.lastUpTo(toMicros).stream())
                .mapToLong(Long::longValue)
                .max();
        return new SignalSnapshot(
                values,
                last.isPresent() ? OptionalLong.of((toMicros - last.getAsLong()) / 1000) : OptionalLong.empty());
    }

    /** A signal of a target over {@code (from, to]}: its mean, standard deviation and maximum; empty without points. */
    public Optional<SignalSummary> summary(String target, Signal signal, long fromMicros, long toMicros) {
        List<SignalSummary> spreads = new ArrayList<>();
        for (InstanceScrapes scrapes : lastExposing(target, signal, toMicros)) {
            SignalSummary.of(scrapes.points(signal, fromMicros, toMicros)).ifPresent(spreads::add);
        }
        return SignalSummary.combine(spreads, signal.isAveraged());
    }

    /** What the instances of the first role say that has a signal in a span. */
    public List<SecondSeries> series(String target, Function<InstanceScrapes, SecondSeries> wanted) {
        List<SecondSeries> found = new ArrayList<>();
        ServerRole foundRole = ServerRole.UNKNOWN;
        for (Map.Entry<Source, InstanceScrapes> entry : sources.entrySet()) {
            boolean asked = TargetGroup.covers(target, entry.getKey().target())
                    && (found.isEmpty() || entry.getKey().role() == foundRole);
            SecondSeries strand = asked ? wanted.apply(entry.getValue()) : null;
            if (strand != null && !strand.isEmpty()) {
                foundRole = entry.getKey().role();
                found.add(strand);
            }
        }
        return found;
    }

    /** Which scrapes of a target's engines failed. */
    public SecondSeries away(String target, SecondRange span) {
        SecondSeries failed = new SecondSeries(span);
        answered.forEach((name, scrapes) -> {
            if (TargetGroup.covers(target, name)) {
                scrapes.addFailed(span, failed);
            }
        });
        return failed;
    }

    private static OptionalDouble valueAsOf(
            List<InstanceScrapes> exposing, Signal signal, long fromMicros, long toMicros) {
        if (signal.kind() == Signal.Kind.COUNTER) {
            return combined(
                    signal,
                    exposing.stream()
                            .flatMapToDouble(scrapes -> scrapes.rate(signal, fromMicros, toMicros).stream())
                            .toArray());
        }
        if (signal.kind() != Signal.Kind.GAUGE) {
            return OptionalDouble.empty();
        }
        return combined(
                signal,
                exposing.stream()
                        .mapToDouble(scrapes -> scrapes.gauge(signal, toMicros))
                        .toArray());
    }

    /** What the instances say together. */
    private static OptionalDouble combined(Signal signal, double[] values) {
        if (values.length == 0) {
            return OptionalDouble.empty();
        }
        double sum = Arrays.stream(values).sum();
        return OptionalDouble.of(signal.isAveraged() ? sum / values.length : sum);
    }

    /** The instances of a target but those that are gone. */
    private List<Map.Entry<Source, InstanceScrapes>> alive(String target, long toMicros) {
        long aliveSince = newest(target, toMicros) - GONE_AFTER_MICROS;
        return sources.entrySet().stream()
                .filter(entry -> TargetGroup.covers(target, entry.getKey().target())
                        && entry.getValue().lastUpTo(toMicros).orElse(Long.MIN_VALUE) >= aliveSince)
                .toList();
    }

    /** Those of the first role that exposes the signal. */
    private static List<InstanceScrapes> exposing(
            List<Map.Entry<Source, InstanceScrapes>> alive, Signal signal, long toMicros) {
        List<InstanceScrapes> found = new ArrayList<>();
        ServerRole foundRole = ServerRole.UNKNOWN;
        for (Map.Entry<Source, InstanceScrapes> entry : alive) {
            boolean exposes = !Double.isNaN(entry.getValue().gauge(signal, toMicros));
            if (exposes && (found.isEmpty() || entry.getKey().role() == foundRole)) {
                foundRole = entry.getKey().role();
                found.add(entry.getValue());
            }
        }
        return found;
    }

    /** Those alive at the end; without any, those alive when the signal was exposed last: a page that is gone counts for its own time. */
    private List<InstanceScrapes> lastExposing(String target, Signal signal, long toMicros) {
        List<InstanceScrapes> found = exposing(alive(target, toMicros), signal, toMicros);
        if (!found.isEmpty()) {
            return found;
        }
        long last = of(target).stream()
                .filter(scrapes -> !Double.isNaN(scrapes.gauge(signal, toMicros)))
                .mapToLong(scrapes -> scrapes.lastUpTo(toMicros).orElse(0L))
                .max()
                .orElse(0);
        return exposing(alive(target, last), signal, last);
    }

    private long newest(String target, long toMicros) {
        return of(target).stream()
                .mapToLong(scrapes -> scrapes.lastUpTo(toMicros).orElse(0L))
                .max()
                .orElse(0);
    }

    private Collection<InstanceScrapes> of(String target) {
        return sources.entrySet().stream()
                .filter(entry -> TargetGroup.covers(target, entry.getKey().target()))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** Which scrapes of a target's instances were answered. One that fails does not say what role it would have had. Not thread-safe. */
    static final class AnsweredScrapes {
        private final Map<String, NavigableMap<Long, Boolean>> byInstance = new TreeMap<>();
        private final Set<String> engines = new HashSet<>();

        void add(ServerSample sample) {
            NavigableMap<Long, Boolean> answered =
                    byInstance.computeIfAbsent(sample.getInstance(), unseen -> new TreeMap<>());
            answered.put(EpochMicros.of(sample.getScrapeEnd()), sample.getUp());
            if (answered.size() > InstanceScrapes.MAX_SCRAPES) {
                answered.pollFirstEntry();
            }
            if (sample.getRole() == ServerRole.ENGINE || sample.getRole() == ServerRole.ROUTER) {
                engines.add(sample.getInstance());
            }
        }

        /** Lets go of the oldest of a sample's instance. */
        void dropOldest(ServerSample sample) {
            byInstance.getOrDefault(sample.getInstance(), new TreeMap<>()).pollFirstEntry();
        }

        /** Instances some of whose scrapes in {@code [from, until)} failed; without those that never answered. */
        Stream<FailedScrapes> failed(long fromMicros, long untilMicros) {
            return byInstance.entrySet().stream()
                    .filter(instance -> instance.getValue().containsValue(true))
                    .map(instance -> {
                        Collection<Boolean> asked = instance.getValue()
                                .subMap(fromMicros, untilMicros)
                                .values();
                        return new FailedScrapes(
                                instance.getKey(),
                                asked.stream().filter(up -> !up).count(),
                                asked.size());
                    })
                    .filter(scrapes -> scrapes.failed() > 0);
        }

        /** Adds those of the instances that are engines or routers. */
        void addFailed(SecondRange span, SecondSeries strand) {
            byInstance.forEach((instance, answered) -> {
                if (engines.contains(instance)) {
                    answered.subMap(span.fromMicros(), true, span.untilMicros(), false)
                            .forEach((micros, up) -> strand.add(SecondRange.secondOf(micros), up ? 0 : 1, 1));
                }
            });
        }
    }
}
