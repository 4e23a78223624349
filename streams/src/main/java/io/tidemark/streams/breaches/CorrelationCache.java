package io.tidemark.streams.breaches;

import io.tidemark.events.MovedSignal;
import io.tidemark.streams.explain.BaselineTimes;
import io.tidemark.streams.explain.BreachCorrelator;
import io.tidemark.streams.windows.WindowLength;
import io.tidemark.streams.wire.AvroBytes;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Supplier;

/**
 * The signals that moved with breaches. They are searched once for the same times, and again only where new data of these times arrived
 * while all seconds that the search reads are still kept. A breach that outlives those seconds keeps its signals. Not thread-safe.
 */
public final class CorrelationCache {
    /** Seconds before the end of what is looked at whose requests are looked at. */
    public static final int REQUESTS_SECONDS = WindowLength.MAX_SECONDS;

    /** A breach, by the second since when it is. */
    private record CorrelationKey(TimelineKey key, long sinceSecond) implements Comparable<CorrelationKey> {
        @Override
        public int compareTo(CorrelationKey other) {
            int byKey = key.compareTo(other.key);
            return byKey == 0 ? Long.compare(sinceSecond, other.sinceSecond) : byKey;
        }

        String name() {
            return sinceSecond + "/" + key.name();
        }

        static CorrelationKey parse(String name) {
            int at = name.indexOf('/');
            return new CorrelationKey(TimelineKey.parse(name.substring(at + 1)), Long.parseLong(name.substring(0, at)));
        }
    }

    private record CachedCorrelation(BaselineTimes times, BreachCorrelator.Correlation found, boolean stale) {
        CachedCorrelation touched() {
            return new CachedCorrelation(times, found, true);
        }

        byte[] toBytes() {
            WireWriter out = WireWriter.versioned().flag(stale);
            out.count(times.baseFrom()).count(times.baseUntil()).count(times.until());
            out.text(found.description()).count(found.signals().size());
            found.signals().forEach(signal -> out.blob(AvroBytes.encode(MovedSignal.getEncoder(), signal)));
            return out.toBytes();
        }

        static CachedCorrelation read(byte[] bytes) {
            WireReader in = WireReader.versioned(bytes);
            boolean stale = in.flag();
            BaselineTimes times = new BaselineTimes(in.count(), in.count(), in.count());
            String description = in.text();
            List<MovedSignal> signals = new ArrayList<>();
            for (int left = in.size(); left > 0; left--) {
                signals.add(AvroBytes.decode(MovedSignal.getDecoder(), in.blob()));
            }
            in.requireEnd();
            return new CachedCorrelation(times, new BreachCorrelator.Correlation(signals, description), stale);
        }
    }

    private final Map<CorrelationKey, CachedCorrelation> all = new TreeMap<>();
    private final Map<String, byte[]> unsaved = new TreeMap<>();
    private final List<String> evicted = new ArrayList<>();
    private long evictedBefore = Long.MIN_VALUE;
    private long furthestUntil = Long.MIN_VALUE;

    /** For a breach, over times; {@code find} looks for it. */
    public BreachCorrelator.Correlation of(
            TimelineKey key, long sinceSecond, BaselineTimes times, Supplier<BreachCorrelator.Correlation> find) {
        CorrelationKey breach = new CorrelationKey(key, sinceSecond);
        CachedCorrelation kept = all.get(breach);
        boolean same = kept != null && kept.times.equals(times) && !kept.stale;
        if (kept != null && (same || !isWhole(times))) {
            return kept.found;
        }
        BreachCorrelator.Correlation found = find.get();
        put(breach, new CachedCorrelation(times, found, false));
        return found;
    }

    private void put(CorrelationKey breach, CachedCorrelation kept) {
        furthestUntil = Math.max(furthestUntil, kept.times.until());
        all.put(breach, kept);
        unsaved.put(breach.name(), kept.toBytes());
    }

    private boolean isWhole(BaselineTimes times) {
        return times.until() - REQUESTS_SECONDS >= evictedBefore;
    }

    /** What was found last, where it is to be looked for again: it was over other times, or more is known of these now. */
    public Optional<BreachCorrelator.Correlation> staleCorrelation(
            TimelineKey key, long sinceSecond, BaselineTimes times) {
        return Optional.ofNullable(all.get(new CorrelationKey(key, sinceSecond)))
                .filter(kept -> kept.stale || !kept.times.equals(times))
                .filter(kept -> isWhole(times))
                .map(CachedCorrelation::found);
    }

    /** Something came to be known of a second. */
    public void invalidate(long second) {
        if (second >= furthestUntil) {
            return;
        }
        all.replaceAll((breach, kept) -> {
            boolean fresh = !kept.stale && kept.times.until() > second && kept.times.baseFrom() <= second;
            if (!fresh) {
                return kept;
            }
            unsaved.put(breach.name(), kept.touched().toBytes());
            return kept.touched();
        });
    }

    /** Seconds before this one are kept no more. */
    public void evictedBefore(long second) {
        evictedBefore = Math.max(evictedBefore, second);
    }

    /** Drops the signals of breaches that are no longer published. */
    public void retainPublished(BiPredicate<TimelineKey, Long> isPublished) {
        List<CorrelationKey> over = all.keySet().stream()
                .filter(breach -> !isPublished.test(breach.key, breach.sinceSecond))
                .toList();
        over.forEach(breach -> {
            all.remove(breach);
            unsaved.remove(breach.name());
            evicted.add(breach.name());
        });
    }

    /** What is to be saved since the last call, by name. */
    public Map<String, byte[]> takeUnsaved() {
        Map<String, byte[]> taken = new TreeMap<>(unsaved);
        unsaved.clear();
        return taken;
    }

    /** Names of what is kept no more since the last call. */
    public List<String> takeEvicted() {
        List<String> taken = List.copyOf(evicted);
        evicted.clear();
        return taken;
    }

    public void restore(String name, byte[] bytes) {
        CachedCorrelation kept = CachedCorrelation.read(bytes);
        furthestUntil = Math.max(furthestUntil, kept.times.until());
        all.put(CorrelationKey.parse(name), kept);
    }
}
