package io.tidemark.streams.ingest;

import io.tidemark.schemas.serde.TokenBatchColumns;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.SeriesKey;
import java.util.Map;

/**
 * Where records of one lane and one series are counted, found once and not for each of them. Good until the delta of its run is
 * sent. Not thread-safe.
 */
final class SeriesCursor {
    private static final int PLACES = 8;

    private final Key place;
    private final RunDelta delta;
    private final RunDelta.Counts counts;
    private final RunDelta.Progress progress;
    private final SeenSequence seen;
    private final Map<Long, Pane> seconds;
    private final long[] nearSeconds = new long[PLACES];
    private final Pane[] nearPanes = new Pane[PLACES];

    /** What distinguishes spots. */
    record Key(DuplicateFilter.EventStream stream, String run, String lane, SeriesKey series) {
        Key of(SeriesKey other) {
            return new Key(stream, run, lane, other);
        }
    }

    SeriesCursor(RunDelta delta, Key place, SeenSequence seen) {
        this.place = place;
        this.delta = delta;
        this.counts = delta.counts(place.lane, place.series.step(), 0);
        this.progress = delta.progress(place.lane);
        this.seen = seen;
        this.seconds = delta.series(place.series);
    }

    /** Whether that is where a token batch is counted. */
    boolean isOf(TokenBatchColumns batch) {
        return place.stream == DuplicateFilter.EventStream.TOKENS
                && place.run.equals(batch.run())
                && place.lane.equals(batch.lane())
                && place.series.step() == batch.step()
                && place.series.target().equals(batch.targetGroup().isEmpty() ? batch.target() : batch.targetGroup())
                && place.series.requestClass().equals(batch.requestClass());
    }

    Key place() {
        return place;
    }

    RunDelta delta() {
        return delta;
    }

    RunDelta.Counts counts() {
        return counts;
    }

    /** Whether this is the first record of the lane with that number, which is then accounted for. */
    boolean isNew(long sequence) {
        if (!seen.isNew(sequence)) {
            return false;
        }
        progress.counted(place.stream).add(sequence);
        return true;
    }

    /** The second of the series; the last few asked for are at hand. */
    Pane pane(long second) {
        int place = (int) (second & PLACES - 1);
        progress.reached(second);
        Pane near = nearPanes[place];
        if (near != null && nearSeconds[place] == second) {
            return near;
        }
        Pane found = seconds.computeIfAbsent(second, unseen -> {
            delta.paneMade();
            return new Pane();
        });
        nearPanes[place] = found;
        nearSeconds[place] = second;
        return found;
    }
}
