package io.tidemark.analysis.tune;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * The final stage as it was fixed before its first run: everyone once in each block, in random order, every second block in the reverse order of
 * the one before it.
 *
 * @param challengers the best first
 * @param order of all runs; a place in the space each
 */
record FinalPlan(List<Integer> challengers, int standard, List<Integer> order) {
    /** The default may fail once. */
    private static final int STANDARD_FAILURES = 2;

    FinalPlan {
        challengers = List.copyOf(challengers);
        order = List.copyOf(order);
    }

    static FinalPlan of(List<Integer> challengers, int standard, int blocks, long seed) {
        List<Integer> everyone = new ArrayList<>(challengers);
        everyone.add(standard);
        Random random = new Random(seed);
        List<Integer> order = new ArrayList<>();
        for (int block = 0; block < blocks; block++) {
            if (block % 2 == 0) {
                Collections.shuffle(everyone, random);
            } else {
                Collections.reverse(everyone);
            }
            order.addAll(everyone);
        }
        return new FinalPlan(challengers, standard, order);
    }

    /** How the stage stands. */
    sealed interface Standing {
        /** This one is next. */
        record Run(int place) implements Standing {}

        /** All were run that could be. */
        record Done() implements Standing {}

        /** The default failed again. */
        record StandardFailed(String cause) implements Standing {}
    }

    /** A challenger that failed is not run again; the default is, once. */
    Standing standing(CandidateSpace space, List<TrialResult> made) {
        Set<Integer> dropped = new TreeSet<>();
        int failures = 0;
        int next = 0;
        for (TrialResult result : made) {
            while (dropped.contains(order.get(next))) {
                next++;
            }
            int place = space.place(result.candidate());
            if (result.outcome() instanceof TrialOutcome.Infeasible failed) {
                if (place == standard) {
                    failures++;
                    if (failures == STANDARD_FAILURES) {
                        return new Standing.StandardFailed(failed.cause());
                    }
                    continue;
                }
                dropped.add(place);
            }
            next++;
        }
        while (next < order.size() && (dropped.contains(order.get(next)) || dropped.size() == challengers.size())) {
            next++;
        }
        return next < order.size() ? new Standing.Run(order.get(next)) : new Standing.Done();
    }
}
