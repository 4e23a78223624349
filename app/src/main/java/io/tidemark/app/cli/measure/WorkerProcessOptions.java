package io.tidemark.app.cli.measure;

import io.tidemark.app.cli.shared.PlanOptions;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.run.WorkerOptions;
import io.tidemark.producer.plan.Plan;
import io.tidemark.reports.failure.InvalidInputException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** Over how many processes a run splits its load. */
public final class WorkerProcessOptions {
    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Split the load over N processes, including this one. Default: ${DEFAULT-VALUE}")
    private int workers = 1;

    @Option(
            names = "--external",
            description = "With --workers: start no process, print the command of each and wait for them (10 min).")
    private boolean external;

    boolean areSeveral() {
        return workers != 1;
    }

    boolean areExternal() {
        return external;
    }

    /** @throws InvalidInputException if the load of these plans cannot be split as was asked */
    void requireFit(PlanOptions plan, List<Plan> plans) {
        if (external && workers == 1) {
            throw new InvalidInputException("--external goes with --workers N, N > 1");
        }
        if (workers != 1 && !plan.named()) {
            throw new InvalidInputException("--workers needs a PLAN: every worker reads it");
        }
        WorkerOptions wanted = new WorkerOptions(workers, external, List.of(), Map.of());
        plans.forEach(wanted::requireFit);
    }

    /** The request with its workers, who get these arguments; as it is if there is but one process. */
    RunRequest applyTo(RunRequest request, List<String> arguments, Map<String, String> settings) {
        return workers == 1 ? request : request.withWorkers(new WorkerOptions(workers, external, arguments, settings));
    }
}
