package io.tidemark.simulator.gpu;

/**
 * One simulated accelerator. Utilisation and power follow what it does within half a second, temperature follows power within
 * about a minute, each with a first-order lag; memory is what the server has reserved. Times are in nanoseconds of any origin
 * and must not go back. Thread-safe: the engine's thread writes, the exporter reads.
 */
public final class SimulatedGpu {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double UTILISATION_LAG_SECONDS = 0.35;
    private static final double POWER_LAG_SECONDS = 0.3;
    private static final double TEMPERATURE_LAG_SECONDS = 25;
    private static final double IDLE_CELSIUS = 32;
    private static final double LIMIT_CELSIUS = 78;
    private static final double BUSY_FROM = 0.02;
    private static final double CLOCK_DROP_AT_LIMIT = 0.06;
    private static final int DRIVER_MEBIBYTES = 620;

    private final GpuSpec spec;
    private final FirstOrderLag utilisation = new FirstOrderLag(UTILISATION_LAG_SECONDS, 0);
    private final FirstOrderLag temperature = new FirstOrderLag(TEMPERATURE_LAG_SECONDS, IDLE_CELSIUS);
    private final FirstOrderLag power;
    private double energyJoules;
    private double reservedShare;
    private long reachedNanos;
    private long busyUntilNanos;
    private double intensity;

    /** @param nowNanos when it is switched on */
    public SimulatedGpu(GpuSpec spec, long nowNanos) {
        this.spec = spec;
        this.power = new FirstOrderLag(POWER_LAG_SECONDS, spec.power().idle());
        this.reachedNanos = nowNanos;
        this.busyUntilNanos = nowNanos;
    }

    public GpuSpec spec() {
        return spec;
    }

    /** A server reserves this share of its memory, 0..1; 0 when it ends. */
    public synchronized void reserve(double share) {
        reservedShare = share;
    }

    /**
     * It works from now until then.
     *
     * @param newIntensity share 0..1 of its power limit, above idle, that the work draws
     */
    public synchronized void work(long fromNanos, long untilNanos, double newIntensity) {
        reach(fromNanos);
        busyUntilNanos = untilNanos;
        intensity = newIntensity;
    }

    public synchronized GpuReading read(long nowNanos) {
        reach(nowNanos);
        double watts = power.value();
        return new GpuReading(
                utilisation.value(), watts, energyJoules * 1e3, temperature.value(), smClock(watts), usedMebibytes());
    }

    private int usedMebibytes() {
        int reserved = (int) Math.round(reservedShare * spec.memoryMebibytes());
        return Math.min(spec.memoryMebibytes(), reserved > 0 ? reserved + DRIVER_MEBIBYTES : 0);
    }

    private int smClock(double watts) {
        if (utilisation.value() < BUSY_FROM) {
            return spec.clocks().idle();
        }
        return (int) Math.round(spec.clocks().busy()
                * (1 - CLOCK_DROP_AT_LIMIT * watts / spec.power().limit()));
    }

    private void reach(long nowNanos) {
        if (nowNanos <= reachedNanos) {
            return;
        }
        long busyTo = Math.max(reachedNanos, Math.min(nowNanos, busyUntilNanos));
        advance((busyTo - reachedNanos) / NANOS_PER_SECOND, 1, intensity);
        advance((nowNanos - busyTo) / NANOS_PER_SECOND, 0, 0);
        reachedNanos = nowNanos;
    }

    private void advance(double seconds, double busy, double drawn) {
        if (seconds <= 0) {
            return;
        }
        double range = spec.power().limit() - spec.power().idle();
        double joules = power.advance(spec.power().idle() + drawn * range, seconds);
        double share = (joules / seconds - spec.power().idle()) / range;
        energyJoules += joules;
        var unusedShare = utilisation.advance(busy, seconds);
        var unusedHeat = temperature.advance(IDLE_CELSIUS + (LIMIT_CELSIUS - IDLE_CELSIUS) * share, seconds);
    }
}
