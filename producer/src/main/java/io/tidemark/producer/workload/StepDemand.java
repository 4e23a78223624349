package io.tidemark.producer.workload;

import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.StepPlan.Counting;
import io.tidemark.producer.plan.StepPlan.Lasting;
import io.tidemark.producer.plan.load.LoadModel;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * About how many conversations each step of a run will ask for, so that a file's prompts can be shared out before the run.
 *
 * @param steps by step; empty where the server's speed decides
 */
public record StepDemand(List<OptionalDouble> steps) {
    public StepDemand {
        steps = List.copyOf(steps);
    }

    public static StepDemand of(List<StepPlan> steps) {
        return new StepDemand(steps.stream().map(StepDemand::of).toList());
    }

    /** One step of which nothing is known. */
    static StepDemand unknown() {
        return new StepDemand(List.of(OptionalDouble.empty()));
    }

    StepDemand scaledBy(double share) {
        return new StepDemand(steps.stream()
                .map(need -> need.isPresent() ? OptionalDouble.of(need.getAsDouble() * share) : need)
                .toList());
    }

    /** Weights by which prompts are shared out: a step of which nothing is known gets as much as an average one. */
    double[] weights() {
        double average = steps.stream()
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .average()
                .orElse(1);
        return steps.stream().mapToDouble(need -> need.orElse(average)).toArray();
    }

    private static OptionalDouble of(StepPlan step) {
        double rate = step.ratePerSecond();
        double around = rate * (seconds(step.warmUp()) + seconds(step.coolDown()));
        if (step.extent() instanceof Counting counting) {
            return OptionalDouble.of(counting.requests() + around);
        }
        boolean paced = step.load() instanceof LoadModel.Open && rate > 0;
        return paced
                ? OptionalDouble.of(around + rate * seconds(((Lasting) step.extent()).duration()))
                : OptionalDouble.empty();
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
