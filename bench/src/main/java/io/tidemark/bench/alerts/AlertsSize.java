package io.tidemark.bench.alerts;

/**
 * How often a fault is switched on and off, under how much load.
 *
 * @param faults the two faults take turns
 * @param seed of the moments within a second at which faults begin
 */
public record AlertsSize(int faults, double requestsPerSecond, long seed) {
    public static final AlertsSize STANDARD = new AlertsSize(20, 20, 7);

    public AlertsSize {
        if (faults < 1) {
            throw new IllegalArgumentException("faults must be >= 1 but was " + faults);
        }
    }

    /** So many faults. */
    public static AlertsSize ofFaults(int faults) {
        return new AlertsSize(faults, STANDARD.requestsPerSecond(), STANDARD.seed());
    }
}
