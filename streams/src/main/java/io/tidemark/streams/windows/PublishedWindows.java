package io.tidemark.streams.windows;

import io.tidemark.events.Finality;
import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What was last written of the settled windows of a series, for as long as they can be amended: enough to know whether a window that is
 * summed again says anything else, and that it holds no less. Not thread-safe.
 */
public final class PublishedWindows {
    /** Of each window length: whether it was FINAL, its hash, its ended requests, its values. */
    private static final int FIELDS = 4;

    /** In the order of their fields in a row. */
    private static final List<WindowLength> LENGTHS = List.of(WindowLength.values());

    private static final int NOT_WRITTEN = 0;
    private static final int INCOMPLETE = 1;
    private static final int FINAL = 2;

    /**
     * What one window says, all its metrics together.
     *
     * @param hash of all that its records show but their revision and finality
     * @param values in all its sketches
     */
    public record WindowSummary(Finality finality, long hash, long ended, long values) {
        /** Whether it lost requests or values against what was written before. */
        public boolean holdsLessThan(WindowSummary before) {
            return ended < before.ended || values < before.values;
        }

        public boolean isFinal() {
            return finality == Finality.FINAL;
        }
    }

    private final NavigableMap<Long, long[]> byEnd = new TreeMap<>();
    private final Map<Long, long[]> unsaved = new LinkedHashMap<>();

    /** What was written of the window that ends at {@code end}; empty if nothing is known of it. */
    public Optional<WindowSummary> of(WindowLength length, long end) {
        long[] row = byEnd.get(end);
        int at = LENGTHS.indexOf(length) * FIELDS;
        if (row == null || row[at] == NOT_WRITTEN) {
            return Optional.empty();
        }
        Finality finality = row[at] == FINAL ? Finality.FINAL : Finality.INCOMPLETE;
        return Optional.of(new WindowSummary(finality, row[at + 1], row[at + 2], row[at + 3]));
    }

    public void put(WindowLength length, long end, WindowSummary figures) {
        long[] row = byEnd.computeIfAbsent(end, unseen -> new long[LENGTHS.size() * FIELDS]);
        int at = LENGTHS.indexOf(length) * FIELDS;
        row[at] = figures.isFinal() ? FINAL : INCOMPLETE;
        row[at + 1] = figures.hash;
        row[at + 2] = figures.ended;
        row[at + 3] = figures.values;
        unsaved.put(end, row);
    }

    /** Entries changed since the last call, by the end of their windows. */
    public Map<Long, byte[]> takeUnsaved(SeriesKey series) {
        Map<Long, byte[]> taken = new LinkedHashMap<>();
        unsaved.forEach((end, row) -> taken.put(end, bytes(series, row)));
        unsaved.clear();
        return taken;
    }

    /** Forgets windows that end before a second; returns their ends. */
    public List<Long> evict(long before) {
        NavigableMap<Long, long[]> old = byEnd.headMap(before, false);
        List<Long> gone = new ArrayList<>(old.keySet());
        old.clear();
        gone.forEach(unsaved::remove);
        return gone;
    }

    /** Puts back what was saved after its version and series. */
    public void restore(long end, WireReader in) {
        long[] row = new long[LENGTHS.size() * FIELDS];
        for (int at = 0; at < row.length; at += FIELDS) {
            row[at] = in.raw();
            if (row[at] != NOT_WRITTEN) {
                row[at + 1] = (in.count() << Integer.SIZE) | in.count();
                row[at + 2] = in.count();
                row[at + 3] = in.count();
            }
        }
        in.requireEnd();
        byEnd.put(end, row);
    }

    private static byte[] bytes(SeriesKey series, long[] row) {
        WireWriter out = WireWriter.versioned();
        series.write(out);
        for (int at = 0; at < row.length; at += FIELDS) {
            out.raw((int) row[at]);
            if (row[at] != NOT_WRITTEN) {
                out.count(row[at + 1] >>> Integer.SIZE).count(row[at + 1] & 0xffff_ffffL);
                out.count(row[at + 2]).count(row[at + 3]);
            }
        }
        return out.toBytes();
    }
}
