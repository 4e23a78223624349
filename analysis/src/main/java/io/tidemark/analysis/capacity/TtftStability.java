package io.tidemark.analysis.capacity;

/**
 * Whether TTFT stays where it was as the load rises, by the check of the vllm-bench scenario repository: p50 within 50 ms of that at the lowest
 * load, p95 less than twice of it at four times the load; a TTFT that doubles or triples points at batching or scheduling. Its examples: 120 to
 * 135 ms is stable, to 160 ms acceptable, to 450 ms unstable, to 1,200 ms severe. Between those it names no limits; ours are half of what is
 * allowed, and a factor of five. Beyond four times the load p95 may grow as its square root does.
 */
public enum TtftStability {
    /** Within half of what is allowed. */
    STABLE("stable"),
    /** Within what is allowed. */
    ACCEPTABLE("acceptable"),
    /** Beyond it: look at batching and scheduling. */
    UNSTABLE("unstable: look at batching and scheduling"),
    /** Five times as long and more. */
    SEVERE("severe: overloaded");

    private static final double P50_MOVE_NANOS = 50e6;
    private static final double P95_FACTOR = 2;
    private static final double FACTOR_REACH = 4;
    private static final double SEVERE_FACTOR = 5;

    private final String description;

    TtftStability(String description) {
        this.description = description;
    }

    public String description() {
        return description;
    }

    /** TTFT at a load: requests per second, or requests in flight. */
    public record At(double load, double p50Nanos, double p95Nanos) {
        public At {
            if (!(load > 0 && p50Nanos > 0 && p95Nanos > 0)) {
                throw new IllegalArgumentException("load, p50 and p95 must be > 0 but were " + load + ", " + p50Nanos
                        + " ns, " + p95Nanos + " ns");
            }
        }
    }

    /** Of a load against the lowest one of its kind that was run. */
    public static TtftStability of(At lowest, At now) {
        double move = Math.abs(now.p50Nanos() - lowest.p50Nanos());
        double growth = now.p95Nanos() / lowest.p95Nanos();
        if (Math.max(growth, now.p50Nanos() / lowest.p50Nanos()) >= SEVERE_FACTOR) {
            return SEVERE;
        }
        double allowed = allowedGrowth(now.load() / lowest.load());
        if (move > P50_MOVE_NANOS || growth >= allowed) {
            return UNSTABLE;
        }
        return move <= P50_MOVE_NANOS / 2 && growth - 1 <= (allowed - 1) / 2 ? STABLE : ACCEPTABLE;
    }

    private static double allowedGrowth(double loadFactor) {
        return loadFactor <= FACTOR_REACH ? P95_FACTOR : Math.sqrt(loadFactor);
    }
}
