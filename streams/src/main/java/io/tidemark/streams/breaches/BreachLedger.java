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
 * What has been told of the breaches of an objective, and what is to be told now. However the seconds came, the last record of a
 * breach is the breach as the seconds show it. Not thread-safe.
 */
final class BreachLedger {
    private final Map<Long, Breach> published = new TreeMap<>();
    /** Of those, the ones of which it was told that settled seconds show them. */
    private final Set<Long> confirmed = new HashSet<>();

    Map<Long, Breach> published() {
        return published;
    }

    /**
     * What is to be told.
     *
     * @param shown breaches as the seconds show them, by the second since when they are
     * @param settled the same as settled seconds alone show them
     * @param judgedSecond up to where the seconds are settled: what opened before it and is not shown was none
     */
    List<BreachChange> publish(Map<Long, Breach> shown, Map<Long, Breach> settled, long judgedSecond) {
        List<BreachChange> changes = new ArrayList<>();
        published.values().stream()
                .filter(breach -> !shown.containsKey(breach.sinceSecond()))
                .filter(breach -> breach.opening().second() <= judgedSecond)
                .forEach(breach -> changes.add(new BreachChange(BreachState.RETRACTED, breach)));
        changes.forEach(change -> published.remove(change.breach().sinceSecond()));
        confirmed.retainAll(published.keySet());
        shown.values()
                .forEach(breach -> publish(breach, Optional.ofNullable(settled.get(breach.sinceSecond())), changes));
        return changes;
    }

    /** Whether it is to be told that settled seconds show a breach; a record that rests on nothing else says so by itself. */
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
            changes.add(new BreachChange(BreachState.OPENED, breach.atOpening()));
        }
        // A breach that becomes worse with every second is provisional in each record, as its newest second is: that it
        // is none but a breach is told once.
        settled.filter(one -> one.isOpen() && confirm(breach, before))
                .ifPresent(one -> changes.add(new BreachChange(BreachState.UPDATED, one)));
        if (!breach.equals(before == null ? breach.atOpening() : before)) {
            changes.add(new BreachChange(breach.isOpen() ? BreachState.UPDATED : BreachState.CLOSED, breach));
        }
    }
}
