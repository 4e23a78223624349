package io.tidemark.streams.slo;

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
    private final Map<Long, Breach> told = new TreeMap<>();

    Map<Long, Breach> told() {
        return told;
    }

    /**
     * What is to be told.
     *
     * @param shown breaches as the seconds show them, by the second since when they are
     * @param judgedSecond up to where the seconds are settled: what opened before it and is not shown was none
     */
    List<Change> tell(Map<Long, Breach> shown, long judgedSecond) {
        List<Change> changes = new ArrayList<>();
        told.values().stream()
                .filter(breach -> !shown.containsKey(breach.sinceSecond()))
                .filter(breach -> breach.opening().second() <= judgedSecond)
                .forEach(breach -> changes.add(new Change(BreachState.RETRACTED, breach)));
        changes.forEach(change -> told.remove(change.breach().sinceSecond()));
        shown.values().forEach(breach -> tell(breach, changes));
        return changes;
    }

    /** Forgets breaches that closed before a second: nothing can change them any more. */
    void letGo(long keepFromSecond) {
        told.values().removeIf(breach -> isOver(breach, keepFromSecond));
    }

    static boolean isOver(Breach breach, long keepFromSecond) {
        return !breach.isOpen() && breach.ending().closedSecond() < keepFromSecond;
    }

    private void tell(Breach breach, List<Change> changes) {
        Breach before = told.put(breach.sinceSecond(), breach);
        if (before == null) {
            changes.add(new Change(BreachState.OPENED, breach.atOpening()));
        }
        if (!breach.equals(before == null ? breach.atOpening() : before)) {
            changes.add(new Change(breach.isOpen() ? BreachState.UPDATED : BreachState.CLOSED, breach));
        }
    }
}
