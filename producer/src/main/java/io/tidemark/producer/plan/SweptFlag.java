package io.tidemark.producer.plan;

import io.tidemark.producer.plan.server.ServerFlag;
import io.tidemark.producer.plan.server.ServerPlan;
import java.util.List;

/**
 * One flag that a sweep varies.
 *
 * @param name as in {@link PhasePlan#flags()}, e.g. {@code max-num-seqs}
 * @param values what phases set it to, each once, in the order of the plan; {@link ServerPlan#DEFAULT_VALUE} where a phase leaves it out
 */
public record SweptFlag(String name, List<String> values) {
    public SweptFlag {
        values = List.copyOf(values);
    }

    /** Whether all its values but {@link ServerPlan#DEFAULT_VALUE} are numbers, so that one can be nearer to another. */
    public boolean isNumeric() {
        return values.stream()
                .filter(value -> !value.equals(ServerPlan.DEFAULT_VALUE))
                .allMatch(ServerFlag::isNumber);
    }
}
