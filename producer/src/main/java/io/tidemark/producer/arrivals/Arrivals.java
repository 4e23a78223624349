package io.tidemark.producer.arrivals;

import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.load.ArrivalPlan;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/**
 * When the requests of a step are due. Seeded: the same seed gives the same offsets. But for vLLM's, never rescaled to the asked
 * rate, as a true random process misses it; never going back. Not thread-safe.
 */
@FunctionalInterface
public interface Arrivals {
    /** Nanoseconds from the start of the step, at least the one before; empty when there are no more. */
    OptionalLong nextNanos();

    /**
     * The arrivals of an open-loop step.
     *
     * @param workload where {@code arrivals: trace} finds its file
     * @throws IllegalArgumentException naming file and line of a trace's row that is not as it should be
     */
    static Arrivals of(StepPlan step, WorkloadPlan workload, RandomGenerator random) {
        if (!(step.load() instanceof LoadModel.Open open)) {
            throw new IllegalArgumentException(
                    "a closed loop has no arrivals: each request begins when another has ended");
        }
        ArrivalPlan plan = open.arrivals();
        if (plan instanceof ArrivalPlan.Constant constant) {
            return new ConstantArrivals(constant.perSecond());
        }
        if (plan instanceof ArrivalPlan.Poisson poisson) {
            return new PoissonArrivals(poisson.perSecond(), random);
        }
        if (plan instanceof ArrivalPlan.Gamma gamma) {
            return new GammaArrivals(gamma.perSecond(), UnitMeanGaps.of(gamma.gaps(), random));
        }
        if (plan instanceof ArrivalPlan.Vllm vllm) {
            return VllmArrivals.draw(vllm, UnitMeanGaps.of(vllm.gaps(), random));
        }
        if (plan instanceof ArrivalPlan.AtOnce atOnce) {
            return new AtOnceArrivals(atOnce.requests());
        }
        if (plan instanceof ArrivalPlan.Shaped shaped) {
            return new ShapedArrivals(
                    shaped.shape(), step.warmUp(), UnitMeanGaps.unitRateArrivals(shaped.gaps(), random));
        }
        WorkloadPlan.Trace trace = (WorkloadPlan.Trace) workload;
        return new TraceArrivals(TraceReader.read(trace.file(), trace.rows()), ((ArrivalPlan.Trace) plan).speedUp());
    }
}
