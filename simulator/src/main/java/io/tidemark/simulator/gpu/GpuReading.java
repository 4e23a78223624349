package io.tidemark.simulator.gpu;

/**
 * One accelerator at one time.
 *
 * @param utilisation share of the last moments in which a kernel ran, 0..1
 * @param powerWatts power draw
 * @param energyMillijoules drawn since it was switched on
 * @param temperatureCelsius of the die
 * @param smClockMegahertz of the multiprocessors
 * @param usedMebibytes of its memory
 */
public record GpuReading(
        double utilisation,
        double powerWatts,
        double energyMillijoules,
        double temperatureCelsius,
        int smClockMegahertz,
        int usedMebibytes) {
    /** With so much of its clock left. */
    public GpuReading throttledTo(double clockShare) {
        return new GpuReading(
                utilisation,
                powerWatts,
                energyMillijoules,
                temperatureCelsius,
                (int) Math.round(smClockMegahertz * clockShare),
                usedMebibytes);
    }
}
