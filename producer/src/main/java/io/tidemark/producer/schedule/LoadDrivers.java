package io.tidemark.producer.schedule;

import io.tidemark.producer.arrivals.Arrivals;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.producer.workers.WorkerShare;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/** What drives each kind of load. */
public final class LoadDrivers {
    private LoadDrivers() {}

    /** @param share of the load that is this lane's */
    public static LoadDriver of(Plan plan, StepPlan step, WorkerShare share, RandomGenerator random) {
        if (step.load() instanceof LoadModel.Closed closed) {
            return new ClosedLoop(closed.concurrency(), closed.rampUp(), share);
        }
        LoadModel.Open open = (LoadModel.Open) step.load();
        OptionalInt cap = open.concurrencyCap().isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(share.part(open.concurrencyCap().getAsInt()));
        return new OpenLoop(new LaneArrivals(Arrivals.of(step, plan.workload(), random), share), cap);
    }
}
