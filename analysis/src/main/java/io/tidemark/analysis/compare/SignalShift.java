package io.tidemark.analysis.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A server signal's mean on both sides, each over all its runs. It says what moved with a change, never what caused it.
 *
 * @param signal its id
 */
public record SignalShift(String signal, double baseMean, double candidateMean) {
    /** The smallest absolute value of the relative change that is reported. */
    private static final double MIN_MOVED = 0.1;

    /** Whether the relative change is large enough to report. */
    public boolean isLargeEnough() {
        return Math.abs(change()) >= MIN_MOVED;
    }

    /** Means over steps of each signal's means in them. */
    public static Map<String, Double> means(Stream<Map<String, Double>> ofSteps) {
        return ofSteps.flatMap(means -> means.entrySet().stream())
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, TreeMap::new, Collectors.averagingDouble(Map.Entry::getValue)));
    }

    /** candidate / base - 1; infinite from 0. */
    public double change() {
        if (baseMean == 0) {
            return candidateMean == 0 ? 0 : Math.signum(candidateMean) * Double.POSITIVE_INFINITY;
        }
        return candidateMean / baseMean - 1;
    }

    /** Of the signals that both sides have; what changed most, by the distance of the logarithms, first. */
    public static List<SignalShift> between(Map<String, Double> baseMeans, Map<String, Double> candidateMeans) {
        List<SignalShift> shifts = new ArrayList<>();
        baseMeans.forEach((signal, mean) -> {
            Double candidate = candidateMeans.get(signal);
            if (candidate != null) {
                shifts.add(new SignalShift(signal, mean, candidate));
            }
        });
        shifts.sort(Comparator.comparingDouble(SignalShift::distance).reversed().thenComparing(SignalShift::signal));
        return shifts;
    }

    private double distance() {
        double low = Math.min(Math.abs(baseMean), Math.abs(candidateMean));
        double high = Math.max(Math.abs(baseMean), Math.abs(candidateMean));
        return high == 0 ? 0 : 1 - low / high;
    }
}
