package io.tidemark.analysis.designeffect;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * A step's requests in cells of time by when they were due, {@value #FIRST_SECONDS} s each at first. Cells are of the epoch, so that the
 * same requests give the same cells in any order. When they would become more than {@value #MAX}, two are joined to one. Mutable, not thread-safe.
 */
public final class DueCells {
    /** More are not kept. */
    public static final int MAX = 512;

    /** Cells are never longer than {@code FIRST_SECONDS << MAX_DOUBLED}: a request that is due further away is in none. */
    public static final int MAX_DOUBLED = 16;

    private static final double HALF = 0.5;
    private static final int FIRST_SECONDS = 10;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final NavigableMap<Long, DueCell> cells = new TreeMap<>();
    private int doublings;

    public DueCells() {
        this(0);
    }

    /** Empty ones that were doubled so often. */
    public DueCells(int doubled) {
        this.doublings = doubled;
    }

    /** The cell of a second since the epoch, begun with this if need be; none for one too far from the others. */
    public Optional<DueCell> cell(long dueSecond) {
        int needed = doublings;
        while (!fits(dueSecond, needed) && needed <= MAX_DOUBLED) {
            needed++;
        }
        if (dueSecond < 0 || needed > MAX_DOUBLED) {
            return Optional.empty();
        }
        for (; doublings < needed; doublings++) {
            mergePairs();
        }
        return Optional.of(cells.computeIfAbsent(numberOf(dueSecond), unseen -> new DueCell()));
    }

    /** How often cells were doubled. */
    public int doublings() {
        return doublings;
    }

    public long cellSeconds() {
        return (long) FIRST_SECONDS << doublings;
    }

    public long cellNanos() {
        return cellSeconds() * NANOS_PER_SECOND;
    }

    /** Those with requests, by number: cell k has the seconds from {@code k * cellSeconds()} on. */
    public NavigableMap<Long, DueCell> cells() {
        return Collections.unmodifiableNavigableMap(cells);
    }

    public long numberOf(long dueSecond) {
        return dueSecond / cellSeconds();
    }

    /** Puts a saved one back. */
    public void restore(long number, DueCell cell) {
        cells.put(number, cell);
    }

    /** Requests in all of them. */
    public long due() {
        return cells.values().stream().mapToLong(DueCell::due).sum();
    }

    /** Nanoseconds from the first cell's begin to the last one's end. */
    public long spanNanos() {
        return cells.isEmpty() ? 0 : (cells.lastKey() - cells.firstKey() + 1) * cellNanos();
    }

    /** Requests per cell, empty ones between them included, and how many of them are bad by a criterion that is counted. */
    public BlockCounts bad(String criterion) {
        return blocks(DueCell::due, cell -> cell.bad(criterion));
    }

    /** The same of those that are not ok. */
    public BlockCounts failed() {
        return blocks(DueCell::due, DueCell::failed);
    }

    /** Values of a metric, and requests that are not ok, per cell; bad are those and values beyond a limit, within the sketch's error. */
    public BlockCounts countsBeyond(Metric metric, long limitNanos) {
        return blocks(
                cell -> cell.failed()
                        + cell.sketchIfAny(metric).map(LogHistogram::count).orElse(0L),
                cell -> cell.failed()
                        + cell.sketchIfAny(metric)
                                .map(sketch -> sketch.count() - sketch.countAtMost(limitNanos))
                                .orElse(0L));
    }

    /**
     * Ranks of a metric's values, and of requests that are not ok above all of them, as shares of all: by the sketch's buckets, those of one
     * bucket alike.
     */
    public RankScores rankScores(Metric metric) {
        LogHistogram all = merged(metric);
        long failed = cells.values().stream().mapToLong(DueCell::failed).sum();
        double total = all.count() + failed;
        Map<Double, Double> ranks = new HashMap<>();
        long[] below = {0};
        double[] squares = {0};
        all.forEachBucket((upper, held) -> {
            double rank = (below[0] + held / 2.0) / total;
            ranks.put(upper, rank);
            squares[0] += held * Math.pow(rank - HALF, 2);
            below[0] += held;
        });
        double last = 1 - failed / 2.0 / total;
        squares[0] += failed == 0 ? 0 : failed * Math.pow(last - HALF, 2);
        int size = cells.isEmpty() ? 0 : Math.toIntExact(cells.lastKey() - cells.firstKey() + 1);
        long[] counts = new long[size];
        double[] sums = new double[size];
        cells.forEach((number, cell) -> {
            int at = Math.toIntExact(number - cells.firstKey());
            counts[at] = cell.failed();
            sums[at] = cell.failed() == 0 ? 0 : cell.failed() * last;
            cell.sketchIfAny(metric)
                    .ifPresent(sketch -> sketch.forEachBucket((upper, held) -> {
                        counts[at] += held;
                        sums[at] += held * ranks.getOrDefault(upper, HALF);
                    }));
        });
        return new RankScores(cellNanos(), counts, sums, total == 0 ? 0 : squares[0] / total);
    }

    /** All values of a metric. */
    public LogHistogram merged(Metric metric) {
        LogHistogram merged = new LogHistogram();
        cells.values().forEach(cell -> cell.sketchIfAny(metric).ifPresent(merged::merge));
        return merged;
    }

    /** Mean of a metric, nanoseconds, in each block of at least so long that has any. */
    public double[] means(Metric metric, long leastNanos) {
        if (cells.isEmpty()) {
            return new double[0];
        }
        long together = Math.max(1, (leastNanos + cellNanos() - 1) / cellNanos());
        long blocks = (cells.lastKey() - cells.firstKey() + 1) / together;
        return LongStream.range(0, blocks)
                .mapToObj(block -> merged(metric, cells.firstKey() + block * together, together))
                .filter(sketch -> !sketch.isEmpty())
                .mapToDouble(sketch -> (double) sketch.sum() / sketch.count())
                .toArray();
    }

    private LogHistogram merged(Metric metric, long first, long together) {
        LogHistogram merged = new LogHistogram();
        cells.subMap(first, first + together)
                .values()
                .forEach(cell -> cell.sketchIfAny(metric).ifPresent(merged::merge));
        return merged;
    }

    private BlockCounts blocks(ToLongFunction<DueCell> counted, ToLongFunction<DueCell> isBad) {
        if (cells.isEmpty()) {
            return new BlockCounts(cellNanos(), new long[0], new long[0]);
        }
        int size = Math.toIntExact(cells.lastKey() - cells.firstKey() + 1);
        long[] counts = new long[size];
        long[] bad = new long[size];
        cells.forEach((number, cell) -> {
            int at = Math.toIntExact(number - cells.firstKey());
            counts[at] = counted.applyAsLong(cell);
            bad[at] = isBad.applyAsLong(cell);
        });
        return new BlockCounts(cellNanos(), counts, bad);
    }

    private boolean fits(long dueSecond, int wanted) {
        if (cells.isEmpty()) {
            return true;
        }
        long number = dueSecond / ((long) FIRST_SECONDS << wanted);
        long first = Math.min(number, cells.firstKey() >> (wanted - doublings));
        long last = Math.max(number, cells.lastKey() >> (wanted - doublings));
        return last - first < MAX;
    }

    private void mergePairs() {
        NavigableMap<Long, DueCell> fine = new TreeMap<>(cells);
        cells.clear();
        fine.forEach((number, cell) ->
                cells.computeIfAbsent(number / 2, unseen -> new DueCell()).merge(cell));
    }
}
