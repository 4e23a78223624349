package io.tidemark.bench.lag;

/** How long load is published in real time; requests that end in the warm-up are left out. */
public record LagSize(double requestsPerSecond, int warmUpSeconds, int measuredSeconds) {
    public static final LagSize STANDARD = new LagSize(20, 15, 60);

    int requests() {
        return (int) Math.round(requestsPerSecond * (warmUpSeconds + measuredSeconds));
    }
}
