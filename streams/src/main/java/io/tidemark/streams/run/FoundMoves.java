package io.tidemark.streams.run;

import io.tidemark.events.MovedSignal;
import io.tidemark.streams.signal.MovedWith;
import io.tidemark.streams.signal.Times;
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
 * What was found to have moved with breaches. It is looked for once for the same times, and again only where something came to be known of
 * them while the seconds that it is read from are all still kept; so a breach that outlives these says what it said. Not thread-safe.
 */
final class FoundMoves {
    private static final int VERSION = 1;

    /** Seconds before the end of what is looked at whose requests are looked at. */
    static final int REQUESTS_SECONDS = WindowLength.LONGEST_SECONDS;

    /** A breach, by the second since when it is. */
    private record Of(AlarmKey key, long sinceSecond) implements Comparable<Of> {
        @Override
        public int compareTo(Of other) {
            int byKey = key.compareTo(other.key);
            return byKey == 0 ? Long.compare(sinceSecond, other.sinceSecond) : byKey;
        }

        String name() {
            return sinceSecond + "/" + key.name();
        }

        static Of parse(String name) {
            int at = name.indexOf('/');
            return new Of(AlarmKey.parse(name.substring(at + 1)), Long.parseLong(name.substring(0, at)));
        }
    }

    private record Kept(Times times, MovedWith.Found found, boolean stale) {
        Kept touched() {
            return new Kept(times, found, true);
        }

        byte[] toBytes() {
            WireWriter out = new WireWriter().raw(VERSION).flag(stale);
            out.count(times.baseFrom()).count(times.baseUntil()).count(times.until());
            out.text(found.words()).count(found.signals().size());
            found.signals().forEach(signal -> out.blob(AvroBytes.encode(MovedSignal.getEncoder(), signal)));
            return out.toBytes();
        }

        static Kept read(byte[] bytes) {
            WireReader in = new WireReader(bytes);
            in.version(VERSION);
            boolean stale = in.flag();
            Times times = new Times(in.count(), in.count(), in.count());
            String words = in.text();
            List<MovedSignal> signals = new ArrayList<>();
            for (int left = in.size(); left > 0; left--) {
                signals.add(AvroBytes.decode(MovedSignal.getDecoder(), in.blob()));
            }
            in.requireEnd();
            return new Kept(times, new MovedWith.Found(signals, words), stale);
        }
    }

    private final Map<Of, Kept> all = new TreeMap<>();
    private final Map<String, byte[]> unsaved = new TreeMap<>();
    private final List<String> letGo = new ArrayList<>();
    private long goneBefore = Long.MIN_VALUE;
    private long furthestUntil = Long.MIN_VALUE;

    /** For a breach, over times; {@code find} looks for it. */
    MovedWith.Found of(AlarmKey key, long sinceSecond, Times times, Supplier<MovedWith.Found> find) {
        Of breach = new Of(key, sinceSecond);
        Kept kept = all.get(breach);
        boolean same = kept != null && kept.times.equals(times) && !kept.stale;
        if (kept != null && (same || !isWhole(times))) {
            return kept.found;
        }
        MovedWith.Found found = find.get();
        put(breach, new Kept(times, found, false));
        return found;
    }

    private void put(Of breach, Kept kept) {
        furthestUntil = Math.max(furthestUntil, kept.times.until());
        all.put(breach, kept);
        unsaved.put(breach.name(), kept.toBytes());
    }

    private boolean isWhole(Times times) {
        return times.until() - REQUESTS_SECONDS >= goneBefore;
    }

    /** What was found last, where it is to be looked for again: it was over other times, or more is known of these now. */
    Optional<MovedWith.Found> owed(AlarmKey key, long sinceSecond, Times times) {
        return Optional.ofNullable(all.get(new Of(key, sinceSecond)))
                .filter(kept -> kept.stale || !kept.times.equals(times))
                .filter(kept -> isWhole(times))
                .map(Kept::found);
    }

    /** Something came to be known of a second. */
    void touched(long second) {
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
    void goneBefore(long second) {
        goneBefore = Math.max(goneBefore, second);
    }

    /** What was found of breaches that nobody tells of any more is kept no more. */
    void keepOnly(BiPredicate<AlarmKey, Long> isTold) {
        List<Of> over = all.keySet().stream()
                .filter(breach -> !isTold.test(breach.key, breach.sinceSecond))
                .toList();
        over.forEach(breach -> {
            all.remove(breach);
            unsaved.remove(breach.name());
            letGo.add(breach.name());
        });
    }

    /** What is to be saved since the last call, by name. */
    Map<String, byte[]> takeUnsaved() {
        Map<String, byte[]> taken = new TreeMap<>(unsaved);
        unsaved.clear();
        return taken;
    }

    /** Names of what is kept no more since the last call. */
    List<String> takeLetGo() {
        List<String> taken = List.copyOf(letGo);
        letGo.clear();
        return taken;
    }

    void restore(String name, byte[] bytes) {
        Kept kept = Kept.read(bytes);
        furthestUntil = Math.max(furthestUntil, kept.times.until());
        all.put(Of.parse(name), kept);
    }
}
