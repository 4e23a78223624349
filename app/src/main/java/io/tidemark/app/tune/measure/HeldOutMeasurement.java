package io.tidemark.app.tune.measure;

import io.tidemark.producer.plan.PhasePlan;
import java.util.Map;

/** Measures a server with the plan's workload, then the same server with one that nothing was chosen by. */
record HeldOutMeasurement(Measurement own, Measurement heldOut) implements Measurement {
    @Override
    public Result measure(PhasePlan phase, Map<String, String> labels) throws InterruptedException {
        Result first = own.measure(phase, labels);
        return first.complete() ? first.withHeldOut(heldOut.measure(phase, labels)) : first;
    }
}
