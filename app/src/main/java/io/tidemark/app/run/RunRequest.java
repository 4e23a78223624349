package io.tidemark.app.run;

import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.publish.SpoolSettings;
import io.tidemark.schemas.Team;

/**
 * What to run.
 *
 * @param target with its model known or empty (then the server is asked)
 * @param command the command that reproduces it, secrets left out
 * @param calibrate false: the client's own error is not measured, whatever the plan says
 * @param spool where the events of all runs wait while Kafka is slow or away; a run has a folder of its own in it
 */
public record RunRequest(
        Plan plan,
        PhasePlan phase,
        TargetPlan target,
        Team team,
        String command,
        boolean recordText,
        boolean calibrate,
        SpoolSettings spool) {
    /** Whether the client's own error is measured before the first step. */
    boolean calibrates() {
        return calibrate && plan.calibrate();
    }
}
