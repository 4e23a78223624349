package io.tidemark.streams.ingest;

import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.inbox.InboxRecord;
import io.tidemark.streams.pane.LaneCount;
import io.tidemark.streams.pane.Pane;
import io.tidemark.streams.pane.PaneDelta;
import io.tidemark.streams.pane.SeriesKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What was read of one run since the last commit. Not thread-safe. */
final class RunDelta {
    /** Seconds, or lanes' counts, of one part; with the bytes of its seconds it stays far below what an internal topic takes. */
    private static final int MOST_IN_PART = 2_000;

    private static final int MOST_PART_BYTES = 512 << 10;

    /** About what a second with hardly anything in it takes on the heap, and a record at most if it is small. */
    private static final int PANE_BYTES = 512;

    private static final int RECORD_BYTES = 1_024;

    private record LanePart(String lane, int step, int segment) {}

    /** Records of a lane in a step. */
    static final class Counts {
        private long tokenBatches;
        private long requests;
        private long duplicates;

        void countTokenBatch() {
            tokenBatches++;
        }

        void countRequest() {
            requests++;
        }

        void countDuplicate() {
            duplicates++;
        }
    }

    private final Map<SeriesKey, Map<Long, Pane>> panes = new HashMap<>();
    private final Map<LanePart, Counts> lanes = new HashMap<>();
    private long grownBytes;
    private long sinceLookBytes;
    private long heldBytes;

    /** The seconds of a series. */
    Map<Long, Pane> series(SeriesKey key) {
        return panes.computeIfAbsent(key, unseen -> new HashMap<>());
    }

    /** What is counted of a lane in a segment of a step; what is not told apart by segment counts as of the first. */
    Counts counts(String lane, int step, int segment) {
        return lanes.computeIfAbsent(new LanePart(lane, step, segment), unseen -> new Counts());
    }

    /** A second more is kept. */
    void paneMade() {
        grownBytes += PANE_BYTES;
    }

    /** A record was counted, with a sketch that is kept twice: in its second, and for the result of its step. */
    void recordCounted(LogHistogram sketch) {
        grownBytes += RECORD_BYTES + 2 * sketch.aboutBytes();
    }

    /** A record without a sketch was counted. */
    void recordCounted() {
        grownBytes += RECORD_BYTES;
    }

    /** About how many bytes of the heap it has taken since the last call. */
    long takeGrownBytes() {
        long grown = grownBytes;
        grownBytes = 0;
        heldBytes += grown;
        sinceLookBytes += grown;
        return grown;
    }

    /** About how many bytes of the heap it takes; rather more than less. */
    long heldBytes() {
        return heldBytes;
    }

    /** Whether it has grown by so much since this was last so. */
    boolean isDueForALook(int bytes) {
        if (sinceLookBytes < bytes) {
            return false;
        }
        sinceLookBytes = 0;
        return true;
    }

    /** About how many bytes it will take. */
    long sizeBytes() {
        return panes.values().stream()
                .flatMap(seconds -> seconds.values().stream())
                .mapToLong(Pane::aboutBytes)
                .sum();
    }

    /** In parts: a delta may hold more than one record has room for. Counts come last. */
    List<InboxRecord.Deltas> toRecords() {
        List<InboxRecord.Deltas> records = new ArrayList<>();
        List<PaneDelta> part = new ArrayList<>();
        long partBytes = 0;
        for (PaneDelta delta : deltas()) {
            long bytes = delta.pane().aboutBytes();
            if (part.size() == MOST_IN_PART || (!part.isEmpty() && partBytes + bytes > MOST_PART_BYTES)) {
                records.add(new InboxRecord.Deltas(part, List.of()));
                part = new ArrayList<>();
                partBytes = 0;
            }
            part.add(delta);
            partBytes += bytes;
        }
        List<LaneCount> counts = counts();
        for (; counts.size() > MOST_IN_PART; counts = counts.subList(MOST_IN_PART, counts.size())) {
            records.add(new InboxRecord.Deltas(part, counts.subList(0, MOST_IN_PART)));
            part = List.of();
        }
        records.add(new InboxRecord.Deltas(part, counts));
        return records;
    }

    private List<PaneDelta> deltas() {
        List<PaneDelta> deltas = new ArrayList<>();
        panes.forEach((series, seconds) ->
                seconds.forEach((second, pane) -> deltas.add(new PaneDelta(series, second, pane))));
        return deltas;
    }

    private List<LaneCount> counts() {
        List<LaneCount> counts = new ArrayList<>();
        lanes.forEach((part, count) -> counts.add(new LaneCount(
                part.lane, part.step, part.segment, count.tokenBatches, count.requests, count.duplicates)));
        return counts;
    }
}
