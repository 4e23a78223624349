package io.tidemark.bench.scale;

/**
 * How much telemetry is weighed.
 *
 * @param requests of 64 tokens each, 5 chunks a batch
 * @param requestsPerSecond of event time
 * @param targets whose pages are scraped, all of one run
 * @param pagesPerTarget one a second
 */
public record IntakeSize(int requests, double requestsPerSecond, int targets, int pagesPerTarget) {
    public static final IntakeSize STANDARD = new IntakeSize(20_000, 200, 250, 240);

    long pages() {
        return (long) targets * pagesPerTarget;
    }
}
