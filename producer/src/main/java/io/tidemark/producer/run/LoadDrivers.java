package io.tidemark.producer.run;

import io.tidemark.producer.arrivals.Arrivals;
import io.tidemark.producer.plan.Load;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import java.util.random.RandomGenerator;

/** What drives each kind of load. */
final class LoadDrivers {
    private LoadDrivers() {}

    static LoadDriver of(Plan plan, StepPlan step, RandomGenerator random) {
        if (step.load() instanceof Load.Closed closed) {
            return new ClosedLoop(closed.concurrency(), closed.rampUp());
        }
        Load.Open open = (Load.Open) step.load();
        return new OpenLoop(Arrivals.of(step, plan.workload(), random), open.concurrencyCap());
    }
}
