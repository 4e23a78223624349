package io.tidemark.analysis.capacity;

import io.tidemark.analysis.objective.SampleSizeBasis;
import io.tidemark.analysis.quantile.RatioInterval;
import java.util.List;
import java.util.Optional;

/**
 * A candidate phase against its base, at every load, metric and quantile that both have. With one run a side it is screening: its
 * intervals rest on {@link SampleSizeBasis#N_ALONE}, and runs differ by more than that.
 */
public record PhaseRatios(String base, String candidate, List<RatioAtLoad> ratios) {
    public PhaseRatios {
        ratios = List.copyOf(ratios);
    }

    /** Compares what both have; order as in the base. */
    public static PhaseRatios of(PhaseResult base, PhaseResult candidate) {
        List<RatioAtLoad> ratios = base.quantiles().stream()
                .flatMap(one -> candidate.quantiles().stream()
                        .filter(one::sameQuestion)
                        .flatMap(other -> ratio(one, other).stream()))
                .toList();
        return new PhaseRatios(base.phase(), candidate.phase(), ratios);
    }

    private static Optional<RatioAtLoad> ratio(QuantileAtLoad base, QuantileAtLoad candidate) {
        return RatioInterval.of(base.interval(), candidate.interval())
                .map(ratio -> new RatioAtLoad(
                        base.metric(), base.quantile(), base.load(), base.interval(), candidate.interval(), ratio));
    }
}
