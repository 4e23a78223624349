package io.tidemark.simulator.config;

/**
 * One accelerator, by its data sheet.
 *
 * @param name as its maker calls it
 * @param memoryGib memory that CUDA reports, in GiB
 * @param bandwidthGbPerSecond memory bandwidth in 10^9 bytes per second
 * @param peakTflops dense matrix FLOPS in 10^12 per second, at the precision that the model is served in
 */
public record Hardware(String name, double memoryGib, double bandwidthGbPerSecond, double peakTflops) {
    public Hardware {
        ConfigChecks.positive("hardware.memory-gib", memoryGib);
        ConfigChecks.positive("hardware.bandwidth-gb-per-second", bandwidthGbPerSecond);
        ConfigChecks.positive("hardware.peak-tflops", peakTflops);
    }

    double bytesPerSecond() {
        return bandwidthGbPerSecond * 1e9;
    }

    double flops() {
        return peakTflops * 1e12;
    }
}
