package io.tidemark.streams.run;

import io.tidemark.schemas.deadletter.RecordPosition;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which records of the inbox changed each run since the last commit, and which runs the program failed on in this tick and in the one
 * before. Not thread-safe.
 */
final class RunDefects {
    /**
     * What changed a run since the last commit: records of one partition of the inbox.
     *
     * @param last the input record that the last of them was made from
     */
    record Touched(RecordPosition last, long firstOffset, long lastOffset, long records) {
        static final Touched NOTHING = new Touched(new RecordPosition("run-inbox", -1, -1), -1, -1, 0);

        private Touched and(Touched later) {
            return new Touched(later.last, firstOffset, later.lastOffset, records + 1);
        }

        @Override
        public String toString() {
            return records == 0
                    ? "no record since the last commit"
                    : records + " records from offset " + firstOffset + " to " + lastOffset
                            + " of run-inbox, the last of " + last;
        }
    }

    private final Map<String, Touched> touched = new HashMap<>();
    private final Set<String> failedBefore = new HashSet<>();
    private final Set<String> failedNow = new HashSet<>();

    void touch(String run, long offset, RecordPosition origin) {
        touched.merge(run, new Touched(origin, offset, offset, 1), Touched::and);
    }

    /** What changed the run is committed, or is taken back. */
    Touched take(String run) {
        Touched taken = touched.remove(run);
        return taken == null ? Touched.NOTHING : taken;
    }

    /** Notes a failure; returns whether the tick before failed as well. */
    boolean failsAgain(String run) {
        failedNow.add(run);
        return failedBefore.contains(run);
    }

    void onTickEnd() {
        failedBefore.clear();
        failedBefore.addAll(failedNow);
        failedNow.clear();
    }

    void onCommit() {
        touched.clear();
    }

    void clear() {
        touched.clear();
        failedBefore.clear();
        failedNow.clear();
    }
}
