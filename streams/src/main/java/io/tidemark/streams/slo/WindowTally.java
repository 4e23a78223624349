package io.tidemark.streams.slo;

import io.tidemark.streams.pane.BrokenOff;
import io.tidemark.streams.pane.Pane;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The tally of a sliding window. A request that failed after its first token, with both seconds in the window, was counted twice: its
 * first token is taken back until it leaves. Not thread-safe.
 */
final class WindowTally {
    private final Counting counting;
    private final Seconds seconds;
    private final int lengthSeconds;
    private final NavigableMap<Long, Tally> takenBack = new TreeMap<>();
    private Tally sum = Tally.NONE;
    private long end;

    WindowTally(Counting counting, Seconds seconds, int lengthSeconds) {
        this.counting = counting;
        this.seconds = seconds;
        this.lengthSeconds = lengthSeconds;
    }

    WindowTally copy() {
        WindowTally copy = new WindowTally(counting, seconds, lengthSeconds);
        copy.takenBack.putAll(takenBack);
        copy.sum = sum;
        copy.end = end;
        return copy;
    }

    long end() {
        return end;
    }

    Tally sum() {
        return sum;
    }

    void startAt(long newEnd) {
        sum = Tally.NONE;
        takenBack.clear();
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
        for (BrokenOff request : entering.get().brokenOff()) {
            if (request.firstTokenSecond() >= begin) {
                Tally twice = counting.firstTokenOf(request);
                takenBack.merge(request.firstTokenSecond(), twice, Tally::plus);
                sum = sum.minus(twice);
            }
        }
    }

    private void leave(long second) {
        Optional<Pane> leaving = seconds.at(second);
        if (leaving.isPresent()) {
            sum = sum.minus(counting.count(leaving.get()));
        }
        Tally back = takenBack.remove(second);
        if (back != null) {
            sum = sum.plus(back);
        }
    }
}
