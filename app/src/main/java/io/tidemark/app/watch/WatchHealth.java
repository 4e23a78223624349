package io.tidemark.app.watch;

import io.tidemark.app.health.ComponentHealth;
import io.tidemark.app.health.Health;
import io.tidemark.app.health.HealthState;
import io.tidemark.app.watch.WatchReporter.PlanStatus;
import io.tidemark.events.WatchActivity;
import io.tidemark.reports.format.ValueFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How the plans are that a process watches. */
public final class WatchHealth {
    private WatchHealth() {}

    /** One part for each plan: DEGRADED if its run is due and cannot begin. */
    public static Health of(List<TargetWatcher> watchers) {
        Map<String, PlanStatus> plans = new TreeMap<>();
        watchers.forEach(watcher -> plans.putAll(watcher.status()));
        return of(plans);
    }

    static Health of(Map<String, PlanStatus> plans) {
        return new Health(
                true,
                new TreeMap<>(plans)
                        .entrySet().stream()
                                .map(plan -> part(plan.getKey(), plan.getValue()))
                                .toList());
    }

    private static ComponentHealth part(String name, PlanStatus status) {
        String activity = status.activity().name().toLowerCase(Locale.ROOT);
        return new ComponentHealth(
                "watch/" + name,
                status.activity() == WatchActivity.BLOCKED ? HealthState.DEGRADED : HealthState.READY,
                (status.description().isEmpty() ? activity : activity + ": " + status.description())
                        + (status.lastRun().isEmpty() ? "" : "; last run " + status.lastRun())
                        + status.nextDue()
                                .map(due -> "; next run due " + ValueFormat.stamp(due))
                                .orElse(""));
    }
}
