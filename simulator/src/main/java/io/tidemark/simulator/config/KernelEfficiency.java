package io.tidemark.simulator.config;

/**
 * The part of a data sheet's figures that kernels reach; what a profile's costs are computed from where it states none.
 *
 * @param bandwidth share of the memory bandwidth, 0..1
 * @param compute share of the peak FLOPS, 0..1
 * @param hostSeconds CPU time of scheduling and sampling per step
 * @param perSequenceSeconds CPU time per request in the step
 */
public record KernelEfficiency(double bandwidth, double compute, double hostSeconds, double perSequenceSeconds) {
    public KernelEfficiency {
        ConfigChecks.share("efficiency.bandwidth", bandwidth);
        ConfigChecks.share("efficiency.compute", compute);
        ConfigChecks.notNegative("efficiency.host-seconds", hostSeconds);
        ConfigChecks.notNegative("efficiency.per-sequence-seconds", perSequenceSeconds);
    }
}
