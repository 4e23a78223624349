package io.tidemark.streams.steps;

import io.tidemark.events.BurnStanding;
import io.tidemark.events.ObjectiveStanding;
import java.util.List;
import java.util.OptionalDouble;

/** Where an objective stands; {@code budgetLeft} is a share of the budget of its period, if it has one. */
public record ObjectiveStatus(ObjectiveStanding standing, OptionalDouble budgetRemaining, List<BurnStanding> burns) {
    /** Of what is no window of its own. */
    public static final ObjectiveStatus UNKNOWN =
            new ObjectiveStatus(ObjectiveStanding.UNKNOWN, OptionalDouble.empty(), List.of());

    public ObjectiveStatus {
        burns = List.copyOf(burns);
    }
}
