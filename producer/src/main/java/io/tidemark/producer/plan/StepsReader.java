package io.tidemark.producer.plan;

import io.tidemark.producer.plan.StepPlan.Counting;
import io.tidemark.producer.plan.StepPlan.Extent;
import io.tidemark.producer.plan.StepPlan.Lasting;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads the {@code steps} of a plan and the rules between them, the arrivals and the workload. */
final class StepsReader {
    /** A step's schedule is drawn at once; this bounds what that takes to 160 MB. */
    private static final double MOST_REQUESTS = 20e6;

    private final Section root;
    private final ArrivalKind arrivals;
    private final WorkloadPlan workload;

    StepsReader(Section root, ArrivalKind arrivals, WorkloadPlan workload) {
        this.root = root;
        this.arrivals = arrivals;
        this.workload = workload;
    }

    List<StepPlan> read() {
        List<StepPlan> steps = root.sections("steps").stream().map(this::step).toList();
        if (steps.isEmpty()) {
            root.refuse("steps", "must have at least one step");
        }
        if (arrivals == ArrivalKind.TRACE && !(workload instanceof WorkloadPlan.Trace)) {
            root.refuse("arrivals", "must not be trace unless workload.kind is trace");
        }
        return steps;
    }

    private StepPlan step(Section step) {
        boolean traced = arrivals == ArrivalKind.TRACE;
        double rate = traced ? 0 : step.required("rate", Values.RATE, 1.0);
        if (traced && step.has("rate")) {
            step.refuse("rate", "must be left out with arrivals: trace; use speed_up");
        }
        double speedUp = traced ? step.optional("speed_up", Values.FACTOR).orElse(1.0) : 1.0;
        Duration warmUp = PlanReader.orZero(step.optional("warm_up", Values.DURATION_OR_ZERO));
        Duration coolDown = PlanReader.orZero(step.optional("cool_down", Values.DURATION_OR_ZERO));
        StepPlan plan = new StepPlan(load(rate, speedUp), extent(step), warmUp, coolDown);
        refuseTooMany(step, plan);
        step.refuseOthers();
        return plan;
    }

    private Load load(double rate, double speedUp) {
        ArrivalPlan drawn = switch (arrivals) {
            case POISSON -> new ArrivalPlan.Poisson(rate);
            case CONSTANT -> new ArrivalPlan.Constant(rate);
            case TRACE -> new ArrivalPlan.Trace(speedUp);
        };
        return Load.Open.of(drawn);
    }

    private static Extent extent(Section step) {
        Optional<Duration> duration = step.optional("duration", Values.DURATION);
        Optional<Integer> requests = step.optional("requests", Values.COUNT);
        if (step.has("duration") == step.has("requests")) {
            step.refuse("duration", "or requests must be given, one of the two");
        }
        return requests.<Extent>map(Counting::new).orElseGet(() -> new Lasting(duration.orElse(Duration.ofSeconds(1))));
    }

    private static void refuseTooMany(Section step, StepPlan plan) {
        double seconds = plan.warmUp().plus(plan.coolDown()).toSeconds()
                + (plan.extent() instanceof Lasting lasting ? lasting.duration().toSeconds() : 0);
        if (seconds * plan.ratePerSecond() > MOST_REQUESTS) {
            step.refuse("rate", "must give at most 20,000,000 requests in a step");
        }
    }
}
