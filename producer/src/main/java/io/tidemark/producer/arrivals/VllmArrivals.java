package io.tidemark.producer.arrivals;

import io.tidemark.producer.plan.load.ArrivalPlan;
import java.util.OptionalLong;
import java.util.function.DoubleSupplier;

/** Arrivals of vLLM, all drawn before the first: their sum sets their pace. */
final class VllmArrivals implements Arrivals {
    private final long[] offsetsNanos;
    private int next;

    private VllmArrivals(long[] offsetsNanos) {
        this.offsetsNanos = offsetsNanos;
    }

    /**
     * As {@code get_request} of vLLM's {@code benchmarks/serve.py} (0.11 and later): each gap is drawn at the rate of its request;
     * without a ramp-up their sums are then stretched so that the last is requests / rate.
     */
    static VllmArrivals draw(ArrivalPlan.Vllm plan, DoubleSupplier unitGaps) {
        double[] seconds = new double[plan.requests()];
        double sum = 0;
        for (int i = 0; i < seconds.length; i++) {
            sum += unitGaps.getAsDouble() / perSecond(plan, i);
            seconds[i] = sum;
        }
        boolean stretched = plan.rampUp().isEmpty() && sum > 0;
        double factor = stretched ? plan.requests() / plan.perSecond() / sum : 1;
        long[] offsets = new long[seconds.length];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = Math.round(seconds[i] * factor * 1e9);
        }
        return new VllmArrivals(offsets);
    }

    private static double perSecond(ArrivalPlan.Vllm plan, int index) {
        return plan.rampUp()
                .map(rampUp -> rampUp.perSecond(index, plan.requests()))
                .orElse(plan.perSecond());
    }

    @Override
    public OptionalLong nextNanos() {
        return next == offsetsNanos.length ? OptionalLong.empty() : OptionalLong.of(offsetsNanos[next++]);
    }
}
