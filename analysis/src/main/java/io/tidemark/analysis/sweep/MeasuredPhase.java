package io.tidemark.analysis.sweep;

import java.util.List;
import java.util.Map;

/**
 * One phase of a sweep with its figure, e.g. the load that it holds in requests per second.
 *
 * @param flags that it sets; one that is missing, or {@code default}, is left out
 * @param value of all its runs together
 * @param low lower end of the value's interval
 * @param high upper end of the value's interval
 * @param runs the figure of each run; may be empty, then it says nothing about effects
 */
public record MeasuredPhase(
        String name, Map<String, String> flags, double value, double low, double high, List<BlockValue> runs) {
    /** The value of a flag that is left out. */
    public static final String DEFAULT = "default";

    public MeasuredPhase {
        flags = Map.copyOf(flags);
        runs = List.copyOf(runs);
    }

    /**
     * The figure of one run.
     *
     * @param block of the sweep that it ran in; all runs of a block have a drift of the machine in common
     */
    public record BlockValue(int block, double value) {}

    /** What the flag is here. */
    public String flag(String name) {
        return flags.getOrDefault(name, DEFAULT);
    }
}
