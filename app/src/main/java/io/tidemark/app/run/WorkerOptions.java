package io.tidemark.app.run;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.producer.workers.WorkerShare;
import io.tidemark.reports.failure.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How a run is split.
 *
 * @param lanes of the run, this process's among them
 * @param external whether the user starts the others
 * @param plan arguments that name the plan and the cluster to a worker
 * @param settings of the registry's client that are no arguments, for everybody sees those
 */
public record WorkerOptions(int lanes, boolean external, List<String> plan, Map<String, String> settings) {
    /** All of the run in this process. */
    public static final WorkerOptions NONE = new WorkerOptions(1, false, List.of(), Map.of());

    public WorkerOptions {
        plan = List.copyOf(plan);
        settings = Map.copyOf(settings);
        if (lanes < 1) {
            throw new InvalidInputException("--workers must be >= 1 but was " + lanes);
        }
    }

    boolean isDistributed() {
        return lanes > 1;
    }

    WorkerShare leader() {
        return new WorkerShare(0, lanes);
    }

    @Override
    public String toString() {
        return lanes + " lanes";
    }

    /** The same for people to type, with a place for each setting. */
    List<String> externalCommand(String run, int index) {
        List<String> command = new ArrayList<>(command(run, index));
        settings.keySet().stream().sorted().forEach(key -> command.addAll(List.of("--registry-setting", key + "=***")));
        return command;
    }

    /** A worker's command line after {@code tidemark}. */
    List<String> command(String run, int index) {
        List<String> command = new ArrayList<>(List.of("worker"));
        command.addAll(plan);
        command.addAll(List.of("--run", run, "--index", Integer.toString(index), "--of", Integer.toString(lanes)));
        return command;
    }

    /** @throws InvalidInputException if a step has less of something than there are lanes to share it */
    public void requireFit(Plan whole) {
        for (int step = 0; step < whole.steps().size(); step++) {
            StepPlan plan = whole.steps().get(step);
            if (plan.load() instanceof LoadModel.Closed closed) {
                require(step, "concurrency", closed.concurrency());
            }
            if (plan.load() instanceof LoadModel.Open open
                    && open.concurrencyCap().isPresent()) {
                require(step, "cap on concurrency", open.concurrencyCap().getAsInt());
            }
            if (plan.extent() instanceof StepPlan.Counting counting) {
                require(step, "number of requests", counting.requests());
            }
        }
    }

    private void require(int step, String what, int value) {
        if (value < lanes) {
            throw new InvalidInputException("--workers " + lanes + " is more than the " + what + " of steps[" + step
                    + "], which is " + value + ": every lane must have a share of it");
        }
    }
}
