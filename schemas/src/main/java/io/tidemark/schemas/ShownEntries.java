package io.tidemark.schemas;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.function.Consumer;

/** A run of which pages or metrics keep entries; {@link TeamLimit#SHOWN_ENTRIES} bounds those of all runs of a team. */
public interface ShownEntries {
    /** Clocks of lanes may be ahead by as much. */
    Duration CLOCK_MARGIN = Duration.ofMinutes(1);

    /** As long after the last event a run gives way to a new one. */
    Duration SILENT = Duration.ofMinutes(1);

    /** How many steps, results, objectives, breaches and lanes are kept of it. */
    int entries();

    /** Whether there is more of it than definitions. */
    boolean hasData();

    /** The newest stamp of its events that was not {@link #isAhead}; {@link Instant#EPOCH} before there is one. */
    Instant lastHeard();

    /** Whether a stamp is none of a past event: a run with such stamps would be the newest for ever. */
    static boolean isAhead(Instant stamp, Instant now) {
        return stamp.isAfter(now.plus(CLOCK_MARGIN));
    }

    /** What {@link #lastHeard} is after a further event. */
    static Instant lastHeard(Instant known, Instant stamp, Instant now) {
        return stamp.isAfter(known) && !isAhead(stamp, now) ? stamp : known;
    }

    /**
     * Removes the run that was heard of the longest ago, of those that are silent or have no data.
     *
     * @return whether there was one
     */
    static boolean makeRoom(Map<String, ? extends ShownEntries> runs, Instant now) {
        Instant silentBefore = now.minus(SILENT);
        return runs.values().stream()
                .filter(run -> !run.hasData() || run.lastHeard().isBefore(silentBefore))
                .min(Comparator.comparing(ShownEntries::lastHeard))
                .filter(runs.values()::remove)
                .isPresent();
    }

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
