package io.tidemark.producer.conversation;

import io.tidemark.producer.arrivals.Arrivals;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.tokens.TokenLengths;
import io.tidemark.producer.workload.RunWorkload;
import io.tidemark.producer.workload.StepDemand;
import io.tidemark.producer.workload.Workload;
import io.tidemark.producer.workload.WorkloadParameters;
import java.util.List;

/** What a run of a plan asks in each of its steps: the same whenever it is asked with the same run id. */
public final class RunPrompts {
    private final RunWorkload workload;
    private final Plan plan;
    private final String runId;

    private RunPrompts(RunWorkload workload, Plan plan, String runId) {
        this.workload = workload;
        this.plan = plan;
        this.runId = runId;
    }

    /**
     * Opens a plan's workload, its files included.
     *
     * @param runId what the made-up words are drawn by, beside the plan's seed
     * @throws io.tidemark.producer.workload.WorkloadException naming file and line of what is not as it should be
     */
    public static RunPrompts open(Plan plan, String runId, TokenLengths lengths) {
        WorkloadParameters draw = new WorkloadParameters(
                plan.workloadOptions().reuse(),
                StepDemand.of(plan.steps()),
                lengths,
                plan.seed(),
                StepSeeds.ofRun(plan.seed(), runId));
        return new RunPrompts(RunWorkload.open(plan.workload(), draw), plan, runId);
    }

    /** A step's conversations, from the first on. */
    public Workload step(int step) {
        StepSeeds.Generators random = seeds(step);
        return workload.step(step, random.lengths(), random.words());
    }

    /** A step's schedule of arrivals, from its beginning; for open-loop steps. */
    public Arrivals arrivals(int step) {
        return Arrivals.of(plan.steps().get(step), plan.workload(), seeds(step).arrivals());
    }

    private StepSeeds.Generators seeds(int step) {
        StepSeeds seeds = new StepSeeds(plan.seed(), runId);
        StepSeeds.Generators random = seeds.next();
        for (int before = 0; before < step; before++) {
            random = seeds.next();
        }
        return random;
    }

    /** What is to be known before the run, in sentences. */
    public List<String> remarks() {
        return workload.remarks();
    }

    /** By what lengths in tokens are aimed. */
    public String tokenLengthSource() {
        return workload.tokenCounting();
    }
}
