package io.tidemark.producer.plan;

import io.tidemark.producer.plan.workload.WorkloadOptions;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import java.util.List;
import java.util.Map;

/**
 * The load of a phase that has a load of its own: what its runs send in the place of the plan's steps and workload.
 *
 * @param steps at least one
 * @param workloadHash SHA-256 of this workload's section and files, hex, as of {@link Plan#workloadHash()}
 * @param parameters what makes it differ from the plan's load, by the names of the file that it was read from
 */
public record PhaseLoad(
        List<StepPlan> steps,
        WorkloadPlan workload,
        WorkloadOptions workloadOptions,
        String workloadHash,
        Map<String, String> parameters) {
    public PhaseLoad {
        steps = List.copyOf(steps);
        parameters = Map.copyOf(parameters);
    }
}
