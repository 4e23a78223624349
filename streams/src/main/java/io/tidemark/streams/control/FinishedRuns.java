package io.tidemark.streams.control;

import io.tidemark.streams.state.EntryKind;
import java.util.HashSet;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.streams.state.KeyValueStore;

/**
 * Runs that were counted and forgotten, in the store. What comes for one of them must not begin it again: it would be counted without what was
 * counted before, and its windows would replace complete ones. The newest {@value #MAX} are known. Not thread-safe.
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

    public void add(String run) {
        store.put(run + END_OF_KEY, new byte[0]);
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
