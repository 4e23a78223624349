package io.tidemark.streams.breaches;

import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the published breaches of an objective, and derives the changes to publish. In whatever order the seconds come, the last record of a
 * breach is the breach as the seconds show it. Not thread-safe.
 */
final class BreachLedger {
    private final Map<Long, Breach> published = new TreeMap<>();
    /** Of those, the ones whose confirmation by settled seconds has been published. */
    private final Set<Long> confirmed = new HashSet<>();

    Map<Long, Breach> published() {
        return published;
    }

    /** Published breaches that can still change, in their current state. */
    List<BreachChange> current() {
        return published.values().stream().map(this::inItsState).toList();
    }

    /**
     * Returns the changes to publish.
     *
     * @param shown breaches as the seconds show them, by the second since when they are
     * @param settled the same as settled seconds alone show them
     * @param judgedSecond up to where the seconds are settled: a published breach that opened before it and is not shown is retracted
     */
    List<BreachChange> publish(Map<Long, Breach> shown, Map<Long, Breach> settled, long judgedSecond) {
        List<BreachChange> changes = new ArrayList<>();
        published.values().stream()
                .filter(breach -> !shown.containsKey(breach.sinceSecond()))
                .filter(breach -> breach.opening().second() <= judgedSecond)
                .forEach(breach -> changes.add(change(BreachState.RETRACTED, breach)));
        changes.forEach(change -> published.remove(change.breach().sinceSecond()));
        confirmed.retainAll(published.keySet());
        shown.values()
                .forEach(breach -> publish(breach, Optional.ofNullable(settled.get(breach.sinceSecond())), changes));
        return changes;
    }

    /** Whether to publish that settled seconds confirm a breach; a record that is not provisional shows that by itself. */
    private boolean confirm(Breach breach, @Nullable Breach before) {
        boolean isKnown = breach.evidence() != Finality.PROVISIONAL
                || (before != null && before.evidence() != Finality.PROVISIONAL);
        return confirmed.add(breach.sinceSecond()) && !isKnown;
    }

    /** Forgets breaches that closed before a second: nothing can change them any more. */
    void evict(long keepFromSecond) {
        published.values().removeIf(breach -> isOver(breach, keepFromSecond));
        confirmed.retainAll(published.keySet());
    }

    static boolean isOver(Breach breach, long keepFromSecond) {
        return !breach.isOpen() && breach.ending().closedSecond() < keepFromSecond;
    }

    private void publish(Breach breach, Optional<Breach> settled, List<BreachChange> changes) {
        Breach before = published.put(breach.sinceSecond(), breach);
        if (before == null) {
            changes.add(change(BreachState.OPENED, breach.atOpening()));
        }
        // A breach that becomes worse with every second is provisional in each record, as its newest second is.
        // Therefore its confirmation by settled seconds is published once.
        settled.filter(one -> one.isOpen() && confirm(breach, before))
                .ifPresent(one -> changes.add(change(BreachState.UPDATED, one)));
        if (!breach.equals(before == null ? breach.atOpening() : before)) {
            changes.add(inItsState(breach));
        }
    }

    private BreachChange inItsState(Breach breach) {
        return change(breach.isOpen() ? BreachState.UPDATED : BreachState.CLOSED, breach);
    }

    private BreachChange change(BreachState state, Breach breach) {
        return new BreachChange(state, breach, confirmed.contains(breach.sinceSecond()));
    }
}
