package io.tidemark.streams.control;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.streams.state.EntryKind;
import io.tidemark.streams.wire.AvroBytes;
import java.time.Instant;
import java.util.HashSet;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Runs that were counted and forgotten, in the store. What comes for one of them must not begin it again: it would be counted without what was
 * counted before, and its windows would replace complete ones. The newest {@value #MAX} are known.
 *
 * <p>An entry is a definition of the run, which a release that has no such entries reads as a run that ended, and forgets. Not thread-safe.
 */
public final class FinishedRuns {
    static final int MAX = 1_000;

    private static final String END_OF_KEY = "/" + EntryKind.DEFINITION + "/over";

    private final KeyValueStore<String, byte[]> store;
    /** Ids of runs are in the order in which they began. */
    private final NavigableSet<String> runs = new TreeSet<>();

    private final Set<String> reportedRuns = new HashSet<>();

    public FinishedRuns(KeyValueStore<String, byte[]> store) {
        this.store = store;
    }

    /** Whether an entry of the store is one of these. */
    public static boolean isKeyOf(String key) {
        return key.substring(key.indexOf('/')).equals(END_OF_KEY); // ids of runs have no slash
    }

    public void add(String run, Instant now) {
        RunState over = RunState.newBuilder()
                .setRun(run)
                .setExperiment("")
                .setPhase("")
                .setStarted(now)
                .setEnded(now)
                .setStatus(RunStatus.ENDED)
                .build();
        ControlEvent event = ControlEvent.newBuilder().setAt(now).setState(over).build();
        store.put(run + END_OF_KEY, AvroBytes.encode(ControlEvent.getEncoder(), event));
        runs.add(run);
        if (runs.size() > MAX) {
            String oldest = runs.first();
            runs.remove(oldest);
            reportedRuns.remove(oldest);
            store.delete(oldest + END_OF_KEY);
        }
    }

    /** Takes note of what the store holds after a restore. */
    public void restore(String key) {
        runs.add(key.substring(0, key.indexOf('/')));
    }

    public boolean contains(String run) {
        return runs.contains(run);
    }

    /** Whether this is the first time since the start that anything is to be reported of a run. */
    public boolean isNews(String run) {
        return reportedRuns.add(run);
    }
}
