package io.tidemark.simulator.config;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A roofline's answer to what a step costs: bytes over usable bandwidth, operations over usable FLOPS. Two FLOPs per
 * parameter and token, two per element of the output projection, four per element of a token's state, layer and token of
 * context.
 */
final class RooflineCosts {
    /** What fits published latencies of three set-ups without being known of a fourth. */
    private static final double NOISE_SIGMA = 0.03;

    private static final double FRONT_SECONDS = 0.02;

    private RooflineCosts() {}

    static ProfileCosts of(Hardware hardware, ModelShape model, KernelEfficiency efficiency) {
        double bytesPerSecond = hardware.bytesPerSecond() * efficiency.bandwidth();
        double flops = hardware.flops() * efficiency.compute();
        return new ProfileCosts(
                efficiency.hostSeconds(),
                efficiency.perSequenceSeconds(),
                0,
                model.weightGb() * 1e9 / bytesPerSecond,
                2 * model.parametersBillions() * 1e9 / flops,
                2.0 * model.hiddenSize() * model.vocabulary() / flops,
                perKvTokenSeconds(model, bytesPerSecond),
                4.0 * model.hiddenSize() * model.layers() / flops,
                NOISE_SIGMA,
                FRONT_SECONDS);
    }

    private static Map<KvCacheDtype, Double> perKvTokenSeconds(ModelShape model, double bytesPerSecond) {
        return Arrays.stream(KvCacheDtype.values())
                .filter(dtype -> dtype != KvCacheDtype.AUTO)
                .collect(Collectors.toMap(dtype -> dtype, dtype -> model.kvBytesPerToken(dtype) / bytesPerSecond));
    }
}
