package io.tidemark.schemas;

import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.function.Consumer;

/** A run of which pages or metrics keep entries; {@link TeamLimit#SHOWN_ENTRIES} bounds those of all runs of a team. */
public interface ShownEntries {
    /** How many steps, results, objectives, breaches and lanes are kept of it. */
    int entries();

    /**
     * Lets an event change the run that it is of, if that is one of {@code runs}. Where these then have too many entries, the one with most goes.
     *
     * @return whether one had to go
     */
    static <R extends ShownEntries> boolean change(Map<String, R> runs, String id, Consumer<? super R> change) {
        R run = runs.get(id);
        if (run == null) {
            return false;
        }
        int before = run.entries();
        change.accept(run);
        if (run.entries() <= before || total(runs) <= TeamLimit.SHOWN_ENTRIES.most()) {
            return false;
        }
        return runs.values().remove(Collections.max(runs.values(), Comparator.comparingInt(ShownEntries::entries)));
    }

    private static long total(Map<String, ? extends ShownEntries> runs) {
        return runs.values().stream().mapToLong(ShownEntries::entries).sum();
    }
}
