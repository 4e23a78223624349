package io.tidemark.app.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * In which order phases are run several times, so that a drift of the machine counts against none of them: randomized complete blocks. Each
 * repeat runs every phase once; every second repeat runs them in the reverse order of the one before, so that each phase has the same mean place
 * in time, and the order of the others is drawn. Source: Abedi and Brecht, "Conducting Repeatable Experiments in Highly Variable Cloud
 * Computing Environments", ICPE 2017 (randomized multiple interleaved trials).
 */
public final class Turns {
    private Turns() {}

    /**
     * One run.
     *
     * @param repeat from 0
     * @param phase by its name
     */
    public record Turn(int repeat, String phase) {}

    /**
     * All runs in their order.
     *
     * @param phases at least one
     * @param repeats at least 1
     * @param seed the same one gives the same order
     */
    public static List<Turn> of(List<String> phases, int repeats, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Turn> turns = new ArrayList<>();
        List<String> order = new ArrayList<>(phases);
        for (int repeat = 0; repeat < repeats; repeat++) {
            if (repeat % 2 == 1) {
                Collections.reverse(order);
            } else {
                shuffle(order, random);
            }
            for (String phase : order) {
                turns.add(new Turn(repeat, phase));
            }
        }
        return List.copyOf(turns);
    }

    /** Fisher and Yates. */
    private static void shuffle(List<String> order, SplittableRandom random) {
        for (int last = order.size() - 1; last > 0; last--) {
            Collections.swap(order, last, random.nextInt(last + 1));
        }
    }
}
