package io.tidemark.app.search;

import io.tidemark.producer.plan.Plan;
import java.util.List;

/** The plan that is searched with, with other values: each {@code path=value}, as {@code --set} takes them. */
@FunctionalInterface
public interface PlanFactory {
    Plan planWith(List<String> overrides);
}
