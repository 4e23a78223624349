package io.tidemark.analysis.tune;

/**
 * What decides: fresh servers of the challengers and the default in interleaved blocks. Its time is set aside before the search begins.
 *
 * @param challengers candidates that are run against the default
 * @param repeats blocks at least, each with one run of everyone; with 5 or more a drift of the machine is taken out
 * @param seconds that each run is measured
 */
public record FinalStage(int challengers, int repeats, double seconds) {
    /** Part of the budget that it gets by default; more of it, where runs would be short. */
    private static final double SHARE = 0.5;

    private static final double SHARE_OF_SHORT_RUNS = 2.0 / 3;
    private static final double SHORTEST_SECONDS = 1_200;
    private static final double SHORT_SECONDS = 1_800;
    private static final double LONGEST_SECONDS = 2_880;
    private static final int FEWEST_REPEATS = 3;

    /**
     * Half of the budget, and up to two thirds until runs have 30 min; within 20 to 48 min a run and workload. The final stage alone decides, and the error
     * of a capacity search halves from 20 to 30 min.
     *
     * @param workloads that each run measures one after the other
     * @param startSeconds that a start is expected to take
     */
    public static FinalStage ofBudget(
            int challengers, int repeats, int workloads, double budgetSeconds, double startSeconds) {
        double ofStart = budgetSeconds / ((challengers + 1) * repeats);
        double seconds = Math.max(
                SHARE * ofStart - startSeconds,
                Math.min(workloads * SHORT_SECONDS, SHARE_OF_SHORT_RUNS * ofStart - startSeconds));
        return new FinalStage(
                challengers,
                repeats,
                Math.max(workloads * SHORTEST_SECONDS, Math.min(workloads * LONGEST_SECONDS, seconds)));
    }

    public FinalStage {
        if (challengers < 1) {
            throw new IllegalArgumentException(
                    "the final stage needs a challenger or more but was asked for " + challengers);
        }
        if (repeats < FEWEST_REPEATS) {
            throw new IllegalArgumentException(
                    "the final stage needs " + FEWEST_REPEATS + " repeats or more but was asked for " + repeats);
        }
        if (!(seconds > 0)) {
            throw new IllegalArgumentException("a run of the final stage must be longer than 0 s but was " + seconds);
        }
    }

    /** Of everyone in the blocks that are set aside. */
    int starts() {
        return (challengers + 1) * repeats;
    }

    /** Of these starts. */
    double totalSeconds(double startSeconds) {
        return starts() * (startSeconds + seconds);
    }
}
