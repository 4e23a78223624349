package io.tidemark.streams.ingest;

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
    private static final int MOST_SECONDS = 2_000;

    private record LanePart(String lane, int step, int segment) {}

    private static final int RECORDS_BETWEEN_LOOKS = 1_000;

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
    private long records;

    /** The seconds of a series. */
    Map<Long, Pane> series(SeriesKey key) {
        return panes.computeIfAbsent(key, unseen -> new HashMap<>());
    }

    /** What is counted of a lane in a segment of a step; what is not told apart by segment counts as of the first. */
    Counts counts(String lane, int step, int segment) {
        return lanes.computeIfAbsent(new LanePart(lane, step, segment), unseen -> new Counts());
    }

    /** Counts a record towards the next look at its size; true when that is due. */
    boolean dueForALook() {
        records++;
        return records % RECORDS_BETWEEN_LOOKS == 0;
    }

    /** About how many bytes it will take. */
    long sizeBytes() {
        return panes.values().stream()
                .flatMap(seconds -> seconds.values().stream())
                .mapToLong(Pane::aboutBytes)
                .sum();
    }

    /** In parts of so many seconds at most: a batch may span more of them than one record has room for. Counts come last. */
    List<InboxRecord.Deltas> toRecords() {
        List<PaneDelta> deltas = new ArrayList<>();
        panes.forEach((series, seconds) ->
                seconds.forEach((second, pane) -> deltas.add(new PaneDelta(series, second, pane))));
        List<LaneCount> counts = new ArrayList<>();
        lanes.forEach((part, count) -> counts.add(new LaneCount(
                part.lane, part.step, part.segment, count.tokenBatches, count.requests, count.duplicates)));
        List<InboxRecord.Deltas> records = new ArrayList<>();
        int from = 0;
        for (; deltas.size() - from > MOST_SECONDS; from += MOST_SECONDS) {
            records.add(new InboxRecord.Deltas(deltas.subList(from, from + MOST_SECONDS), List.of()));
        }
        records.add(new InboxRecord.Deltas(deltas.subList(from, deltas.size()), counts));
        return records;
    }
}
