package io.tidemark.alerts.rule;

import com.google.common.collect.ImmutableMap;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.alerts.kind.ExpectedRun;
import io.tidemark.events.RunStatus;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.time.EpochMicros;
import io.tidemark.sinks.store.alert.Annotation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Runs that should have taken place: a dead man's switch per experiment or phase. */
final class ExpectedRunRule {
    private final ActiveAlerts alerts;
    private final Facts facts;
    private final List<ExpectedRun> expected;

    /** @param lastMicros when a run was seen to be all right last, or when it was first waited for; microseconds since 1970 */
    private record LastSeen(long lastMicros) {}

    ExpectedRunRule(ActiveAlerts alerts, Facts facts, List<ExpectedRun> expected) {
        this.alerts = alerts;
        this.facts = facts;
        this.expected = List.copyOf(expected);
    }

    void tick() {
        List<RunFact> runs = RunFact.all(facts);
        expected.forEach(one -> check(one, runs));
    }

    private void check(ExpectedRun one, List<RunFact> runs) {
        String key = "expected/" + one.experiment() + "/" + one.phase().orElse("");
        long before =
                facts.get(key, LastSeen.class).map(LastSeen::lastMicros).orElseGet(() -> EpochMicros.of(alerts.now()));
        long last = runs.stream()
                .filter(run -> isOf(one, run))
                .mapToLong(this::seenMicros)
                .reduce(before, Math::max);
        facts.put(key, new LastSeen(last));
        Instant seen = RunFact.instant(last);
        boolean overdue = seen.plus(one.every()).plus(one.grace()).isBefore(alerts.now());
        alerts.report(draft(one, seen), overdue, "a run takes place, or ended valid");
    }

    private static boolean isOf(ExpectedRun one, RunFact run) {
        return run.experiment().equals(one.experiment())
                && one.phase().map(run.phase()::equals).orElse(true);
    }

    /** A run that goes on, and whose lanes are heard, is seen now; in whole minutes, so that not each second is stored. */
    private long seenMicros(RunFact run) {
        boolean silent =
                Stream.of(AlertKind.RUN_LOST, AlertKind.LANE_SILENT).anyMatch(kind -> alerts.isActive(kind, run.run()));
        if (run.isRunning() && !silent) {
            long minute = Duration.ofMinutes(1).toNanos() / 1_000;
            return EpochMicros.of(alerts.now()) / minute * minute;
        }
        return run.status() == RunStatus.ENDED ? run.endedMicros() : 0;
    }

    private AlertDraft draft(ExpectedRun one, Instant last) {
        String what =
                one.experiment() + one.phase().map(phase -> ", phase " + phase).orElse("");
        ImmutableMap<String, String> labels = ImmutableMap.of(
                "experiment", one.experiment(), "phase", one.phase().orElse(""));
        return alerts.draft(AlertKind.RUN_OVERDUE, labels, last.plus(one.every()))
                .annotation(Annotation.SUMMARY, "no valid run of " + what + " since " + ValueFormat.stamp(last))
                .annotation(Annotation.OBJECTIVE, "a valid run every " + Words.duration(one.every()));
    }
}
