package io.tidemark.exporter.results;

import io.tidemark.events.BreachState;
import io.tidemark.events.BurnEvidence;
import io.tidemark.events.SloBreach;
import io.tidemark.exporter.results.ObjectiveTable.Objective;
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
    private record Group(String requestClass, String objective, String severity) {}

    /** Breaches of a group. */
    private record Counts(long open, long opened) {
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

    int size() {
        return breaches.size();
    }

    /**
     * Adds counts by objective and severity, also of what has no breach yet: to Prometheus, a counter that begins at 1 did not increase.
     *
     * @param ofRun labels of {@link ResultMetric#STEP}
     */
    void addTo(ResultPoints points, Collection<Objective> objectives, String... ofRun) {
        Map<Group, Counts> counts = new HashMap<>();
        for (Objective objective : objectives) {
            Stream.concat(Stream.of(OWN_WINDOW), objective.severities().stream())
                    .forEach(severity -> counts.put(
                            new Group(objective.requestClass(), objective.name(), severity), new Counts(0, 0)));
        }
        breaches.values()
                .forEach(breach -> counts.merge(breach.group, new Counts(breach.open ? 1 : 0, 1), Counts::plus));
        counts.forEach((group, count) -> {
            String[] labels = ResultPoints.with(ofRun, group.requestClass, group.objective, group.severity);
            points.gauge(ResultMetric.BREACHES_OPEN, (double) count.open, labels);
            points.counter(ResultMetric.BREACHES, count.opened, labels);
        });
    }
}
