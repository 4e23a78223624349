package io.tidemark.analysis.compare;

import io.tidemark.analysis.measure.MeasureFamily;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** When a candidate gives latency or throughput for more load or goodput, and nothing else. Stateless. */
public final class TradeOff {
    private static final Set<MeasureFamily> GAINED = EnumSet.of(MeasureFamily.CAPACITY, MeasureFamily.GOODPUT);
    private static final Set<MeasureFamily> GIVEN = EnumSet.of(MeasureFamily.LATENCY, MeasureFamily.THROUGHPUT);

    private TradeOff() {}

    public static boolean isTradeOff(List<ComparedMeasure> worse, List<ComparedMeasure> better) {
        return !worse.isEmpty()
                && worse.stream().allMatch(one -> GIVEN.contains(one.measure().family()))
                && better.stream().anyMatch(TradeOff::isGain);
    }

    /** Whether it is held load or goodput. */
    public static boolean isGain(ComparedMeasure one) {
        return GAINED.contains(one.measure().family());
    }
}
