package io.tidemark.streams.compare;

import io.tidemark.events.Regression;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Regressions that stood and stand no more. */
final class Withdrawals {
    private Withdrawals() {}

    /** Of what stood before, what has no successor: each in the place of the earlier one, with why it is withdrawn. */
    static List<Regression> of(List<Regression> before, List<Regression> after, String why) {
        Set<String> standing = after.stream().map(RegressionKey::of).collect(Collectors.toSet());
        return before.stream()
                .filter(earlier -> !standing.contains(RegressionKey.of(earlier)))
                .map(earlier -> RegressionEvents.withdrawn(earlier, why))
                .toList();
    }

    /** Why what rested on a run is withdrawn. */
    static String without(String run, String status) {
        return "withdrawn: run " + run + " is " + status + ", and no other run remains to compare";
    }
}
