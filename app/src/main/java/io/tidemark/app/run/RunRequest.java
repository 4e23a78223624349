package io.tidemark.app.run;

import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.schemas.Team;
import java.util.List;
import java.util.Optional;

/**
 * What to run.
 *
 * @param targets that share the load, each with its model known or empty (then the server is asked)
 * @param command the command that reproduces it, secrets left out
 * @param calibrate false: the client's own error is not measured, whatever the plan says
 * @param spool where the events of all runs wait while Kafka is slow or away; a run has a folder of its own in it
 * @param workers how it is split
 * @param runId a ULID; empty: drawn when the run begins
 */
public record RunRequest(
        Plan plan,
        PhasePlan phase,
        List<TargetPlan> targets,
        Team team,
        String command,
        boolean recordText,
        boolean calibrate,
        SpoolSettings spool,
        WorkerOptions workers,
        Optional<String> runId) {
    /** A run with fewer requests is over before its client's error is measured, and has no percentiles that the error could matter for. */
    private static final int MIN_CALIBRATED = 30;

    public RunRequest {
        targets = List.copyOf(targets);
    }

    /** All of it in this process. */
    public RunRequest(
            Plan plan,
            PhasePlan phase,
            List<TargetPlan> targets,
            Team team,
            String command,
            boolean recordText,
            boolean calibrate,
            SpoolSettings spool) {
        this(plan, phase, targets, team, command, recordText, calibrate, spool, WorkerOptions.NONE, Optional.empty());
    }

    /** One of simulated servers in virtual time: there is nothing to calibrate, to split or to spool. */
    public static RunRequest simulated(Plan plan, PhasePlan phase, Team team, String command, boolean recordText) {
        return new RunRequest(plan, phase, plan.targets(), team, command, recordText, false, SpoolSettings.off());
    }

    /** The only one, or the first. */
    public TargetPlan target() {
        return targets.get(0);
    }

    /** Whether the client's own error is measured before the first step. */
    boolean calibrates() {
        return calibrate
                && plan.calibrate()
                && plan.steps().stream().mapToLong(RunRequest::requests).sum() >= MIN_CALIBRATED;
    }

    private static long requests(StepPlan step) {
        return step.extent() instanceof StepPlan.Counting counting ? counting.requests() : MIN_CALIBRATED;
    }

    /** The same with another plan of the same experiment. */
    public RunRequest withPlan(Plan other) {
        return new RunRequest(other, phase, targets, team, command, recordText, calibrate, spool, workers, runId);
    }

    /** The same with another plan of the same experiment, and the phase of this name under its load. */
    public RunRequest withPlan(Plan other, String named) {
        PhasePlan chosen = other.phase(named);
        return new RunRequest(
                other.forPhase(chosen), chosen, targets, team, command, recordText, calibrate, spool, workers, runId);
    }

    /** The same with the load of its phase, where the phase has one of its own. */
    public RunRequest withPhaseLoad() {
        return withPlan(plan.forPhase(phase));
    }

    /** The same, split. */
    public RunRequest withWorkers(WorkerOptions others) {
        return new RunRequest(plan, phase, targets, team, command, recordText, calibrate, spool, others, runId);
    }

    /** The same with an id that is known before it begins. */
    public RunRequest withRunId(String id) {
        return new RunRequest(
                plan, phase, targets, team, command, recordText, calibrate, spool, workers, Optional.of(id));
    }
}
