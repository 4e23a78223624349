package io.tidemark.console.live;

import io.tidemark.console.live.EventLog.Entry;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.run.RunKey;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What a viewer subscribes to.
 *
 * @param teams of which events are sent: those that the viewer may read and asks for
 * @param runs whose windows, breaches and changes are sent too
 * @param after number of the last event that it has seen; empty for a page that was just opened
 */
public record Subscription(Predicate<Team> teams, Set<RunKey> runs, Optional<Place> after) {
    public Subscription {
        runs = Set.copyOf(runs);
    }

    /**
     * The id of an event.
     *
     * @param process that sent it: numbers of different processes are not comparable
     */
    public record Place(String process, long number) {
        private static final char BETWEEN = '-';

        /** Empty for what is no such id. */
        public static Optional<Place> parse(String id) {
            int at = id.lastIndexOf(BETWEEN);
            try {
                return at < 1
                        ? Optional.empty()
                        : Optional.of(new Place(id.substring(0, at), Long.parseLong(id.substring(at + 1))));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        }

        @Override
        public String toString() {
            return process + BETWEEN + number;
        }
    }

    boolean wants(Team of) {
        return teams.test(of);
    }

    boolean wants(Entry entry) {
        return wants(entry.team())
                && entry.run()
                        .map(run -> runs.contains(new RunKey(entry.team(), run)))
                        .orElse(true);
    }
}
