package io.tidemark.producer.run;

import io.tidemark.producer.arrivals.Arrivals;
import io.tidemark.producer.lanes.Share;
import io.tidemark.producer.plan.Load;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/** What drives each kind of load. */
final class LoadDrivers {
    private LoadDrivers() {}

    /** @param share of the load that is this lane's */
    static LoadDriver of(Plan plan, StepPlan step, Share share, RandomGenerator random) {
        if (step.load() instanceof Load.Closed closed) {
            return new ClosedLoop(closed.concurrency(), closed.rampUp(), share);
        }
        Load.Open open = (Load.Open) step.load();
        OptionalInt cap = open.concurrencyCap().isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(share.part(open.concurrencyCap().getAsInt()));
        return new OpenLoop(new SharedArrivals(Arrivals.of(step, plan.workload(), random), share), cap);
    }
}
