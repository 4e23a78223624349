package io.tidemark.streams.step;

import io.tidemark.events.BurnStanding;
import io.tidemark.events.ObjectiveStanding;
import java.util.List;
import java.util.OptionalDouble;

/** Where an objective stands; {@code budgetLeft} is a share of the budget of its period, if it has one. */
public record ObjectiveStands(ObjectiveStanding standing, OptionalDouble budgetLeft, List<BurnStanding> burns) {
    /** Of what is no window of its own. */
    public static final ObjectiveStands UNKNOWN =
            new ObjectiveStands(ObjectiveStanding.UNKNOWN, OptionalDouble.empty(), List.of());

    public ObjectiveStands {
        burns = List.copyOf(burns);
    }
}
