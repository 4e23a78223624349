package io.tidemark.streams.breaches;

import io.tidemark.events.BreachState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What has been told of the breaches of an objective, and what is to be told now. However the seconds came, the last record of a
 * breach is the breach as the seconds show it. Not thread-safe.
 */
final class BreachLedger {
    private final Map<Long, Breach> published = new TreeMap<>();

    Map<Long, Breach> published() {
        return published;
    }

    /**
     * What is to be told.
     *
     * @param shown breaches as the seconds show them, by the second since when they are
     * @param judgedSecond up to where the seconds are settled: what opened before it and is not shown was none
     */
    List<BreachChange> publish(Map<Long, Breach> shown, long judgedSecond) {
        List<BreachChange> changes = new ArrayList<>();
        published.values().stream()
                .filter(breach -> !shown.containsKey(breach.sinceSecond()))
                .filter(breach -> breach.opening().second() <= judgedSecond)
                .forEach(breach -> changes.add(new BreachChange(BreachState.RETRACTED, breach)));
        changes.forEach(change -> published.remove(change.breach().sinceSecond()));
        shown.values().forEach(breach -> publish(breach, changes));
        return changes;
    }

    /** Forgets breaches that closed before a second: nothing can change them any more. */
    void evict(long keepFromSecond) {
        published.values().removeIf(breach -> isOver(breach, keepFromSecond));
    }

    static boolean isOver(Breach breach, long keepFromSecond) {
        return !breach.isOpen() && breach.ending().closedSecond() < keepFromSecond;
    }

    private void publish(Breach breach, List<BreachChange> changes) {
        Breach before = published.put(breach.sinceSecond(), breach);
        if (before == null) {
            changes.add(new BreachChange(BreachState.OPENED, breach.atOpening()));
        }
        if (!breach.equals(before == null ? breach.atOpening() : before)) {
            changes.add(new BreachChange(breach.isOpen() ? BreachState.UPDATED : BreachState.CLOSED, breach));
        }
    }
}
