package io.tidemark.streams.objectives;

import io.tidemark.schemas.DoubtTally;
import io.tidemark.streams.panes.FailedAfterFirstToken;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.SeriesHistory;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The tally of a sliding window. A request that failed after its first token, with both seconds in the window, was counted twice: its
 * first token is taken back until it leaves. Not thread-safe.
 */
final class WindowTally {
    private final ObjectiveCounter counting;
    private final SeriesHistory seconds;
    private final int lengthSeconds;
    private final NavigableMap<Long, ObjectiveTally> retracted = new TreeMap<>();
    private final DoubtTally doubts = new DoubtTally();
    private ObjectiveTally sum = ObjectiveTally.NONE;
    private long end;

    WindowTally(ObjectiveCounter counting, SeriesHistory seconds, int lengthSeconds) {
        this.counting = counting;
        this.seconds = seconds;
        this.lengthSeconds = lengthSeconds;
    }

    WindowTally copy() {
        WindowTally copy = new WindowTally(counting, seconds, lengthSeconds);
        copy.retracted.putAll(retracted);
        copy.doubts.merge(doubts);
        copy.sum = sum;
        copy.end = end;
        return copy;
    }

    long end() {
        return end;
    }

    ObjectiveTally sum() {
        return sum;
    }

    /** Whether so much of it is in doubt that nothing is found. */
    boolean isWithheld() {
        return counting.isWithheld(doubts);
    }

    void startAt(long newEnd) {
        sum = ObjectiveTally.NONE;
        doubts.clear();
        retracted.clear();
        long begin = newEnd - lengthSeconds;
        for (end = begin; end < newEnd; end++) {
            enter(end, begin);
        }
    }

    void advance() {
        leave(end - lengthSeconds);
        enter(end, end + 1 - lengthSeconds);
        end++;
    }

    void jumpTo(long newEnd) {
        end = newEnd;
    }

    private void enter(long second, long begin) {
        Optional<Pane> entering = seconds.at(second);
        if (entering.isEmpty()) {
            return;
        }
        sum = sum.plus(counting.count(entering.get()));
        doubts.merge(entering.get().doubts());
        for (FailedAfterFirstToken request : entering.get().failedAfterFirstToken()) {
            if (request.firstTokenSecond() >= begin) {
                ObjectiveTally twice = counting.firstTokenOf(request);
                retracted.merge(request.firstTokenSecond(), twice, ObjectiveTally::plus);
                sum = sum.minus(twice);
            }
        }
    }

    private void leave(long second) {
        Optional<Pane> leaving = seconds.at(second);
        if (leaving.isPresent()) {
            sum = sum.minus(counting.count(leaving.get()));
            doubts.subtract(leaving.get().doubts());
        }
        ObjectiveTally back = retracted.remove(second);
        if (back != null) {
            sum = sum.plus(back);
        }
    }
}
