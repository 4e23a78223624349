package io.tidemark.producer.runtime;

import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.plan.Balance;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.scrape.TargetProbe.ProbeResult;
import io.tidemark.schemas.Ulid;
import java.util.List;
import java.util.Optional;

/**
 * One execution of a plan.
 *
 * @param runId a ULID
 * @param targets that share its load
 * @param lane this process's name in the run, without '/'
 * @param recordText whether prompts and answers go into request events
 */
public record RunSpec(
        String runId,
        Plan plan,
        PhasePlan phase,
        RunTargets targets,
        String lane,
        Credentials credentials,
        Tool tool,
        boolean recordText) {
    public RunSpec {
        Ulid.require(runId);
        if (lane.isBlank() || lane.contains("/")) {
            throw new IllegalArgumentException("a lane must be a name without '/' but was \"" + lane + "\"");
        }
    }

    /**
     * A run with one target.
     *
     * @param servedModels what the target reported it serves before the run; empty where it does not say
     */
    public RunSpec(
            String runId,
            Plan plan,
            PhasePlan phase,
            TargetPlan target,
            String lane,
            Optional<String> serverVersion,
            List<String> servedModels,
            Credentials credentials,
            Tool tool,
            boolean recordText) {
        this(
                runId,
                plan,
                phase,
                RunTargets.of(new ProbeResult(target, serverVersion, servedModels)),
                lane,
                credentials,
                tool,
                recordText);
    }

    /** How its requests are shared among several targets. */
    public Balance balance() {
        return phase.balance().orElse(plan.balance());
    }

    /** What made the run. {@code command} reproduces it, secrets left out. */
    public record Tool(String version, String command) {}
}
