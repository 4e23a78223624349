package io.tidemark.sinks.store.read.step;

import io.tidemark.events.ObjectiveStanding;
import java.util.List;
import java.util.OptionalDouble;

/** The error budget of an objective; {@code left} is a share of that of its period, below 0 where more was spent, empty where none is kept. */
public record BudgetRow(OptionalDouble left, List<BurnRow> burns) {
    public static final BudgetRow NONE = new BudgetRow(OptionalDouble.empty(), List.of());

    public BudgetRow {
        burns = List.copyOf(burns);
    }

    /** A burn-rate rule in words, where it stands, and the burn rates in its two windows. */
    public record BurnRow(String rule, ObjectiveStanding standing, double longBurn, double shortBurn) {}
}
