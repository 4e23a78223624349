package io.tidemark.alerts.rule;

import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RunState;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.Annotation;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lanes of running runs that fall silent, and runs that are lost: silent as a whole. Silence is measured on this process' own clock, and only
 * while the newest records of Kafka are read, so that neither a wrong clock nor an outage of Kafka looks like silence.
 */
final class LaneRule {
    /** A run of which nothing was heard for so long is given up, unless {@code resolve_after} of lost runs says otherwise. */
    private static final Duration GIVEN_UP_AFTER = Duration.ofDays(1);

    private static final String RUN_IS_LOST = "its run is lost";

    private final ActiveAlerts alerts;
    private final Facts facts;
    /** By run, then by lane. */
    private final Map<String, Map<String, Heard>> heard = new HashMap<>();
    /** How many lanes there are at most; counted anew with each tick. */
    private int lanesHeard;

    /** When a lane was heard last: by its own clock, and on that of this process. */
    private record Heard(Instant at, long nanos) {}

    LaneRule(ActiveAlerts alerts, Facts facts) {
        this.alerts = alerts;
        this.facts = facts;
    }

    void on(RunState state, long nanos) {
        if (RunFact.of(facts, state.getRun()).filter(RunFact::isRunning).isEmpty()) {
            forget(state.getRun(), state.getEnded() == null ? alerts.now() : state.getEnded(), "the run ended");
            return;
        }
        Map<String, Heard> lanes = heard.computeIfAbsent(state.getRun(), unknown -> new LinkedHashMap<>());
        state.getLanes().stream()
                .filter(lane -> !lanes.containsKey(lane))
                .forEach(lane -> hear(lanes, lane, new Heard(state.getStarted(), nanos)));
    }

    /** A lane over a limit is not watched. */
    private void hear(Map<String, Heard> ofRun, String lane, Heard now) {
        boolean hasRoom = TeamLimit.LANES_PER_RUN.hasRoom(ofRun, lane)
                && (lanesHeard < TeamLimit.LANES.most() || ofRun.containsKey(lane));
        if (hasRoom && ofRun.put(lane, now) == null) {
            lanesHeard++;
        }
    }

    void on(Heartbeat beat, long nanos) {
        RunFact run =
                RunFact.of(facts, beat.getRun()).filter(RunFact::isRunning).orElse(null);
        if (run == null) {
            return;
        }
        Map<String, Heard> lanes = heard.computeIfAbsent(beat.getRun(), unknown -> new LinkedHashMap<>());
        if (beat.getClosing()) {
            lanes.remove(beat.getLane());
        } else {
            hear(lanes, beat.getLane(), new Heard(beat.getAt(), nanos));
        }
        alerts.resolveAll(
                AlertKind.LANE_SILENT,
                Map.of("run", beat.getRun(), "lane", beat.getLane()),
                beat.getAt(),
                "the lane is heard again");
        alerts.resolveAll(AlertKind.RUN_LOST, Map.of("run", beat.getRun()), beat.getAt(), "the run is heard again");
    }

    /** What was not read cannot be reported as silent. */
    void notListening(long nanos) {
        heard.values().forEach(lanes -> lanes.replaceAll((lane, last) -> new Heard(last.at(), nanos)));
    }

    void tick(long nanos) {
        List.copyOf(heard.keySet()).stream()
                .filter(run -> !facts.has(RunFact.key(run)))
                .forEach(run -> forget(run, alerts.now(), "the team has too many runs to remember this one"));
        for (RunFact run : RunFact.all(facts)) {
            if (run.isRunning()) {
                // After a restart nothing is known of the lanes: their silence begins now.
                Map<String, Heard> lanes = heard.computeIfAbsent(run.run(), unknown -> restored(run, nanos));
                if (isGivenUp(lanes, nanos)) {
                    forget(run.run(), alerts.now(), "nothing was heard of the run for too long; it is given up");
                    endBreaches(run.run());
                    facts.remove(RunFact.key(run.run()));
                    continue;
                }
                lost(run, lanes, nanos);
                if (alerts.isActive(AlertKind.RUN_LOST, run.run())) {
                    alerts.resolveAll(AlertKind.LANE_SILENT, Map.of("run", run.run()), alerts.now(), RUN_IS_LOST);
                    endBreaches(run.run());
                } else {
                    lanes.forEach((lane, last) -> silent(run, lane, last, nanos));
                }
            } else {
                heard.remove(run.run());
            }
        }
        lanesHeard = heard.values().stream().mapToInt(Map::size).sum();
    }

    private Map<String, Heard> restored(RunFact run, long nanos) {
        Instant at = alerts.matching(AlertKind.RUN_LOST, Map.of("run", run.run())).stream()
                .map(Alert::startsAt)
                .findFirst()
                .orElse(alerts.now());
        Map<String, Heard> lanes = new LinkedHashMap<>();
        run.lanes().forEach(lane -> hear(lanes, lane, new Heard(at, nanos)));
        return lanes;
    }

    /** Also what was lost long before the first start of a dispatcher: its control record says for ever that it runs. */
    private boolean isGivenUp(Map<String, Heard> lanes, long nanos) {
        Duration resolveAfter = alerts.settings(AlertKind.RUN_LOST).resolveAfter();
        Instant before = alerts.now().minus(resolveAfter.isZero() ? GIVEN_UP_AFTER : resolveAfter);
        long silence = alerts.settings(AlertKind.LANE_SILENT).holdFor().toNanos();
        return !lanes.isEmpty()
                && lanes.values().stream()
                        .allMatch(last ->
                                nanos - last.nanos() >= silence && last.at().isBefore(before));
    }

    private void silent(RunFact run, String lane, Heard last, long nanos) {
        Duration limit = alerts.settings(AlertKind.LANE_SILENT).holdFor();
        if (nanos - last.nanos() < limit.toNanos()) {
            return;
        }
        alerts.raise(alerts.draft(AlertKind.LANE_SILENT, run.alertLabels(), last.at())
                .label("lane", lane)
                .annotation(Annotation.SUMMARY, "lane " + lane + " of run " + run.run() + " is silent")
                .annotation(
                        Annotation.VALUE,
                        "no heartbeat for " + Words.duration(limit) + " or more; lanes send one each second")
                .annotation(Annotation.CERTAINTY, "Other records of the team were read meanwhile."));
    }

    private void lost(RunFact run, Map<String, Heard> lanes, long nanos) {
        Duration limit = alerts.settings(AlertKind.RUN_LOST).holdFor();
        List<Heard> all = List.copyOf(lanes.values());
        if (all.isEmpty() || all.stream().anyMatch(last -> nanos - last.nanos() < limit.toNanos())) {
            return;
        }
        Instant since = all.stream().map(Heard::at).max(Instant::compareTo).orElseThrow();
        alerts.raise(alerts.draft(AlertKind.RUN_LOST, run.alertLabels(), since)
                .annotation(Annotation.SUMMARY, run.description() + ", is lost")
                .annotation(
                        Annotation.VALUE,
                        "no lane was heard for " + Words.duration(limit) + " or more, and the run did not end")
                .annotation(Annotation.CONFIGURATION, run.configurationChange()));
    }

    /** No event will announce that they ended. */
    private void endBreaches(String run) {
        BreachRule.KINDS.forEach(kind -> alerts.resolveAll(kind, Map.of("run", run), alerts.now(), RUN_IS_LOST));
    }

    private void forget(String run, Instant at, String reason) {
        heard.remove(run);
        alerts.resolveAll(AlertKind.LANE_SILENT, Map.of("run", run), at, reason);
        alerts.resolveAll(AlertKind.RUN_LOST, Map.of("run", run), at, reason);
    }
}
