package io.tidemark.exporter.results;

import io.tidemark.events.BreachState;
import io.tidemark.events.BurnEvidence;
import io.tidemark.events.BurnRule;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.SloBreach;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The breaches of a run, counted by objective and severity. Not thread-safe. */
final class RunBreaches {
    /** Severity of a breach of the objective's own window. */
    private static final String OWN_WINDOW = "window";

    private final Map<String, OpenState> breaches = new HashMap<>();

    /** Whose breaches are counted together. */
    record Group(String requestClass, String objective, String severity) {}

    /** Breaches of a group. */
    record Counts(long open, long opened) {
        private Counts plus(Counts other) {
            return new Counts(open + other.open, opened + other.opened);
        }
    }

    private record OpenState(Group group, boolean open) {}

    void breach(SloBreach breach) {
        boolean open = breach.getState() == BreachState.OPENED || breach.getState() == BreachState.UPDATED;
        BurnEvidence burn = breach.getBurn();
        String severity = burn == null ? OWN_WINDOW : burn.getSeverity();
        Group group = new Group(breach.getRequestClass(), breach.getObjective(), severity);
        breaches.put(breach.getBreach(), new OpenState(group, open));
    }

    /** Also what has no breach yet: to Prometheus, a counter that begins at 1 did not increase. */
    Map<Group, Counts> counts(Collection<ObjectiveState> objectives) {
        Map<Group, Counts> counts = new HashMap<>();
        for (ObjectiveState objective : objectives) {
            severities(objective)
                    .forEach(severity -> counts.put(
                            new Group(objective.getRequestClass(), objective.getName(), severity), new Counts(0, 0)));
        }
        breaches.values()
                .forEach(breach -> counts.merge(breach.group, new Counts(breach.open ? 1 : 0, 1), Counts::plus));
        return counts;
    }

    private static Stream<String> severities(ObjectiveState objective) {
        return Stream.concat(
                Stream.of(OWN_WINDOW), objective.getBurnRules().stream().map(BurnRule::getSeverity));
    }
}
