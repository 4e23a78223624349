package io.tidemark.streams.objectives;

import io.tidemark.events.ObjectiveState;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.SeriesHistory;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The good and bad requests of an objective over a series, counted exactly: by the second as long as seconds are kept, and once they are let
 * go in buckets, as wide as the windows of its rules allow. A request counts once, in the second of its end. Windows begin on a bucket's
 * edge, so nothing depends on when seconds were let go. Not thread-safe.
 */
public final class ErrorBudgetCounts {
    /** Windows up to this need no buckets: their seconds are kept. */
    public static final int FINE_SECONDS = 300;

    private static final int[] WIDTHS_SECONDS = {10, 60, 600, 3_600, 21_600};

    /** Buckets of a window at most, so that it is at most a thirtieth longer than it says. */
    private static final int MAX_BUCKETS = 400;

    private static final long NONE = Long.MAX_VALUE;

    /** A bucket by its width and first second. */
    private record Bucket(int widthSeconds, long start) {
        String name() {
            return widthSeconds + "/" + start;
        }

        static Bucket parse(String name) {
            String[] parts = name.split("/", 2);
            return new Bucket(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
        }
    }

    private final ObjectiveState objective;
    private final ObjectiveCounter counting;
    private final SeriesHistory seconds;
    private final long fromSecond;
    private final Map<Integer, NavigableMap<Long, ObjectiveTally>> buckets = new TreeMap<>();
    private final NavigableMap<Long, ObjectiveTally> counted = new TreeMap<>();
    private final Set<Bucket> unsaved = new HashSet<>();
    private final List<String> expired = new ArrayList<>();
    private long firstGone = NONE;
    /** Of the seconds that are kept, looked up once between two calls of {@link #invalidate}. */
    private OptionalLong firstKept = OptionalLong.empty();

    /** Requests that end before {@code fromSecond} are of no account. */
    public ErrorBudgetCounts(ObjectiveState objective, SeriesHistory seconds, long fromSecond) {
        this.objective = objective;
        this.counting = new ObjectiveCounter(objective);
        this.seconds = seconds;
        this.fromSecond = fromSecond;
        windows(objective)
                .map(ErrorBudgetCounts::widthSeconds)
                .filter(width -> width > 1)
                .forEach(width -> buckets.put(width, new TreeMap<>()));
    }

    /** How finely a window of a length is counted, seconds. */
    static int widthSeconds(int lengthSeconds) {
        if (lengthSeconds <= FINE_SECONDS) {
            return 1;
        }
        return IntStream.of(WIDTHS_SECONDS)
                .filter(width -> lengthSeconds / width <= MAX_BUCKETS)
                .findFirst()
                .orElse(WIDTHS_SECONDS[WIDTHS_SECONDS.length - 1]);
    }

    /** The objective that it is the budget of. */
    public ObjectiveState objective() {
        return objective;
    }

    public SeriesHistory seconds() {
        return seconds;
    }

    ObjectiveCounter counting() {
        return counting;
    }

    /** The first second of which anything is known. */
    OptionalLong first() {
        if (firstKept.isEmpty()) {
            firstKept = seconds.first();
        }
        long kept = Math.max(fromSecond, firstKept.orElse(NONE));
        long first = Math.min(firstGone, kept);
        return first == NONE ? OptionalLong.empty() : OptionalLong.of(first);
    }

    /** Share of the budget of the period that is left at the end of a second. */
    public double remainingAt(long end) {
        BurnRateWindow period = new BurnRateWindow(this, objective.getPeriodSeconds());
        period.startAt(end);
        return 1 - period.rate(0);
    }

    /** Before each look: data came for a second, if any did; what was counted of it and later ones is counted again. */
    public void invalidate(long second) {
        firstKept = OptionalLong.empty();
        counted.tailMap(second, true).clear();
    }

    /** A second that is let go of goes into the buckets. */
    public void evict(long second, Pane pane) {
        counted.remove(second);
        firstKept = OptionalLong.empty();
        if (second < fromSecond || objective.getPeriodSeconds() == 0) {
            return;
        }
        firstGone = Math.min(firstGone, second);
        ObjectiveTally tally = counting.requests(pane);
        buckets.forEach((width, row) -> {
            long start = Math.floorDiv(second, width) * width;
            row.merge(start, tally, ObjectiveTally::plus);
            unsaved.add(new Bucket(width, start));
        });
        expire(second);
    }

    /** Buckets to be saved since the last call, by name. */
    public Map<String, byte[]> takeUnsaved() {
        Map<String, byte[]> taken = new TreeMap<>();
        unsaved.forEach(bucket -> {
            ObjectiveTally tally = row(bucket.widthSeconds).get(bucket.start);
            if (tally != null) {
                taken.put(bucket.name(), bytes(tally));
            }
        });
        unsaved.clear();
        return taken;
    }

    /** Names of buckets that no window needs any more, since the last call. */
    public List<String> takeExpired() {
        List<String> taken = List.copyOf(expired);
        expired.clear();
        return taken;
    }

    /** Puts a saved bucket back; one that no rule needs any more is left out. */
    public void restore(String name, byte[] bytes) {
        Bucket bucket = Bucket.parse(name);
        WireReader in = WireReader.versioned(bytes);
        firstGone = Math.min(firstGone, in.count());
        long bad = in.count();
        long good = in.count();
        long failed = in.count();
        in.requireEnd();
        NavigableMap<Long, ObjectiveTally> row = buckets.get(bucket.widthSeconds);
        if (row != null) {
            row.put(bucket.start, new ObjectiveTally(good + bad, bad, bad, failed));
        }
    }

    /** What ended in {@code [from, until)}; {@code from} is on an edge of the width. */
    ObjectiveTally sum(long from, long until, int widthSeconds) {
        ObjectiveTally sum = ObjectiveTally.NONE;
        for (ObjectiveTally bucket :
                row(widthSeconds).subMap(from, true, until, false).values()) {
            sum = sum.plus(bucket);
        }
        OptionalLong next = seconds.nextFrom(Math.max(from, fromSecond));
        while (next.isPresent() && next.getAsLong() < until) {
            sum = sum.plus(second(next.getAsLong()));
            next = seconds.nextFrom(next.getAsLong() + 1);
        }
        return sum;
    }

    private NavigableMap<Long, ObjectiveTally> row(int widthSeconds) {
        return buckets.getOrDefault(widthSeconds, new TreeMap<>());
    }

    private ObjectiveTally second(long second) {
        return counted.computeIfAbsent(
                second, unseen -> seconds.at(second).map(counting::requests).orElse(ObjectiveTally.NONE));
    }

    private byte[] bytes(ObjectiveTally tally) {
        return WireWriter.versioned()
                .count(firstGone)
                .count(tally.bad())
                .count(tally.total() - tally.bad())
                .count(tally.failed())
                .toBytes();
    }

    /** Of each width, what the longest window that is counted by it needs is kept. */
    private void expire(long second) {
        buckets.forEach((width, row) -> {
            int longest = windows(objective)
                    .filter(length -> widthSeconds(length) == width)
                    .max()
                    .orElseThrow();
            NavigableMap<Long, ObjectiveTally> old = row.headMap(second - longest - 2L * width, true);
            old.keySet().forEach(start -> expired.add(new Bucket(width, start).name()));
            old.clear();
        });
    }

    private static IntStream windows(ObjectiveState objective) {
        return IntStream.concat(
                IntStream.of(objective.getPeriodSeconds()),
                objective.getBurnRules().stream()
                        .flatMapToInt(rule -> IntStream.of(rule.getLongSeconds(), rule.getShortSeconds())));
    }
}
