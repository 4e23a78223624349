package io.tidemark.analysis.compare;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** When a candidate gives latency or throughput for more load or goodput, and nothing else. Stateless. */
public final class Trade {
    private static final Set<Family> GAINED = EnumSet.of(Family.CAPACITY, Family.GOODPUT);
    private static final Set<Family> GIVEN = EnumSet.of(Family.LATENCY, Family.THROUGHPUT);

    private Trade() {}

    public static boolean isOne(List<Compared> worse, List<Compared> better) {
        return !worse.isEmpty()
                && worse.stream().allMatch(one -> GIVEN.contains(one.measure().family()))
                && better.stream().anyMatch(Trade::isGain);
    }

    /** Whether it is held load or goodput. */
    public static boolean isGain(Compared one) {
        return GAINED.contains(one.measure().family());
    }
}
