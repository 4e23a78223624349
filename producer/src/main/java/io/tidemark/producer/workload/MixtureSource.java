package io.tidemark.producer.workload;

import java.util.List;
import java.util.SplittableRandom;

/** Draws each conversation from one of several workloads, independently, so that Poisson arrivals stay Poisson in each. */
record MixtureSource(List<Weighted> parts) implements WorkloadSource {
    MixtureSource {
        parts = List.copyOf(parts);
    }

    /** @param share of the conversations; all add up to 1 */
    record Weighted(double share, WorkloadSource source) {}

    @Override
    public Workload step(StepRandomness draw) {
        List<Workload> opened =
                parts.stream().map(part -> part.source().step(draw.split())).toList();
        return () -> opened.get(draw(draw.lengths())).next();
    }

    private int draw(SplittableRandom random) {
        double left = random.nextDouble();
        for (int i = 0; i < parts.size() - 1; i++) {
            left -= parts.get(i).share();
            if (left < 0) {
                return i;
            }
        }
        return parts.size() - 1;
    }
}
