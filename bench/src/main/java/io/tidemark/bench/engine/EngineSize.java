package io.tidemark.bench.engine;

/**
 * How much is simulated.
 *
 * @param simulatedSeconds in which requests arrive, per row
 * @param rounds of each row; the median counts
 * @param heldRequests requests in flight when memory is measured
 */
public record EngineSize(int simulatedSeconds, int rounds, int heldRequests) {
    public static final EngineSize STANDARD = new EngineSize(600, 5, 20_000);
}
