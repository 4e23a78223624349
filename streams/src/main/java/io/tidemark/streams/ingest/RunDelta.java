package io.tidemark.streams.ingest;

import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.inbox.RunInboxRecord;
import io.tidemark.streams.lanes.LaneCount;
import io.tidemark.streams.lanes.LaneProgress;
import io.tidemark.streams.lanes.SequenceRanges;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.PaneDelta;
import io.tidemark.streams.panes.SeriesKey;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What was read of one run since the last commit. Not thread-safe. */
final class RunDelta {
    /** Seconds, or lanes' counts, of one part; with the bytes of its seconds it stays far below what an internal topic takes. */
    private static final int MAX_IN_PART = 2_000;

    private static final int MAX_PART_BYTES = 512 << 10;

    /** Ranges of sequence numbers, of few bytes each, of one part; a lane is in one part. */
    private static final int MAX_RANGES_IN_PART = 20_000;

    private static final RecordPosition NOWHERE = new RecordPosition("ingest", -1, -1);

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

    /** Which of a lane's records were read. */
    static final class Progress {
        private final EnumMap<DuplicateFilter.EventStream, SequenceRanges> counted =
                new EnumMap<>(DuplicateFilter.EventStream.class);
        private final EnumMap<DuplicateFilter.EventStream, SequenceRanges> rejected =
                new EnumMap<>(DuplicateFilter.EventStream.class);
        private long throughSecond = -1;

        private Progress() {
            for (DuplicateFilter.EventStream stream : DuplicateFilter.EventStream.values()) {
                counted.put(stream, new SequenceRanges());
                rejected.put(stream, new SequenceRanges());
            }
        }

        SequenceRanges counted(DuplicateFilter.EventStream stream) {
            return Objects.requireNonNull(counted.get(stream));
        }

        SequenceRanges rejected(DuplicateFilter.EventStream stream) {
            return Objects.requireNonNull(rejected.get(stream));
        }

        /** An event holds something of this second. */
        void reached(long second) {
            throughSecond = Math.max(throughSecond, second);
        }

        private LaneProgress.Events events(DuplicateFilter.EventStream stream) {
            return new LaneProgress.Events(counted(stream), rejected(stream));
        }
    }

    private final Map<SeriesKey, Map<Long, Pane>> panes = new HashMap<>();
    private final Map<LanePart, Counts> lanes = new HashMap<>();
    private final Map<String, Progress> progress = new HashMap<>();
    private RecordPosition lastRecord = NOWHERE;
    private long grownBytes;
    private long sinceSizeCheckBytes;
    private long pendingBytes;

    /** Notes which record was read last. */
    RunDelta touchedBy(RecordPosition record) {
        lastRecord = record;
        return this;
    }

    RecordPosition lastRecord() {
        return lastRecord;
    }

    /** Which records of a lane were read. */
    Progress progress(String lane) {
        return progress.computeIfAbsent(lane, unseen -> new Progress());
    }

    /** The seconds of a series. */
    Map<Long, Pane> series(SeriesKey key) {
        return panes.computeIfAbsent(key, unseen -> new HashMap<>());
    }

    /** What is counted of a lane in a segment of a step; what is not distinguished by segment counts as of the first. */
    Counts counts(String lane, int step, int segment) {
        return lanes.computeIfAbsent(new LanePart(lane, step, segment), unseen -> new Counts());
    }

    /** A second more is kept. */
    void paneMade() {
        grownBytes += PANE_BYTES;
    }

    /** A record was counted, with a sketch that is kept twice: in its second, and for the result of its step. */
    void recordCounted(LogHistogram sketch) {
        grownBytes += RECORD_BYTES + 2 * sketch.estimatedSizeBytes();
    }

    /** A record without a sketch was counted. */
    void recordCounted() {
        grownBytes += RECORD_BYTES;
    }

    /** About how many bytes of the heap it has taken since the last call. */
    long takeGrownBytes() {
        long grown = grownBytes;
        grownBytes = 0;
        pendingBytes += grown;
        sinceSizeCheckBytes += grown;
        return grown;
    }

    /** About how many bytes of the heap it takes; rather more than less. */
    long pendingBytes() {
        return pendingBytes;
    }

    /** Whether it has grown by so much since this was last so. */
    boolean isDueForSizeCheck(int bytes) {
        if (sinceSizeCheckBytes < bytes) {
            return false;
        }
        sinceSizeCheckBytes = 0;
        return true;
    }

    /** About how many bytes it will take. */
    long sizeBytes() {
        return panes.values().stream()
                .flatMap(seconds -> seconds.values().stream())
                .mapToLong(Pane::approximateBytes)
                .sum();
    }

    /**
     * Splits the delta into records, as it may hold more than one record has room for. Counts and progress come last, so that an event is not
     * reported as read before its content.
     *
     * @param partition whose task read it
     */
    List<RunInboxRecord.Deltas> toRecords(int partition) {
        List<RunInboxRecord.Deltas> records = new ArrayList<>();
        List<PaneDelta> part = new ArrayList<>();
        long partBytes = 0;
        for (PaneDelta delta : deltas()) {
            long bytes = delta.pane().approximateBytes();
            if (part.size() == MAX_IN_PART || (!part.isEmpty() && partBytes + bytes > MAX_PART_BYTES)) {
                records.add(new RunInboxRecord.Deltas(part, List.of(), List.of()));
                part = new ArrayList<>();
                partBytes = 0;
            }
            part.add(delta);
            partBytes += bytes;
        }
        List<LaneCount> counts = counts();
        for (; counts.size() > MAX_IN_PART; counts = counts.subList(MAX_IN_PART, counts.size())) {
            records.add(new RunInboxRecord.Deltas(part, counts.subList(0, MAX_IN_PART), List.of()));
            part = List.of();
        }
        records.add(new RunInboxRecord.Deltas(part, counts, List.of()));
        addProgress(partition, records);
        return records;
    }

    /** All of it at once, of one event: whether the event counts decides about all. */
    RunInboxRecord.Deltas toRecord(int partition) {
        return new RunInboxRecord.Deltas(deltas(), counts(), progress(partition));
    }

    private void addProgress(int partition, List<RunInboxRecord.Deltas> records) {
        List<LaneProgress> part = new ArrayList<>();
        long ranges = 0;
        for (LaneProgress lane : progress(partition)) {
            part.add(lane);
            ranges += 1
                    + lane.tokenBatches().counted().size()
                    + lane.tokenBatches().rejected().size()
                    + lane.requests().counted().size()
                    + lane.requests().rejected().size();
            if (ranges >= MAX_RANGES_IN_PART) {
                records.add(new RunInboxRecord.Deltas(List.of(), List.of(), part));
                part = new ArrayList<>();
                ranges = 0;
            }
        }
        if (!part.isEmpty()) {
            records.add(new RunInboxRecord.Deltas(List.of(), List.of(), part));
        }
    }

    private List<LaneProgress> progress(int partition) {
        List<LaneProgress> read = new ArrayList<>();
        progress.forEach((lane, events) -> read.add(new LaneProgress(
                lane,
                partition,
                events.throughSecond,
                events.events(DuplicateFilter.EventStream.TOKENS),
                events.events(DuplicateFilter.EventStream.REQUESTS))));
        return read;
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
