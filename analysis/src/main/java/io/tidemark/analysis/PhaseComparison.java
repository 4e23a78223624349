package io.tidemark.analysis;

import java.util.List;
import java.util.Optional;

/**
 * A candidate phase against its base, at every load, metric and quantile that both have. With one run a side it is screening: its
 * intervals rest on {@link Basis#N_ALONE}, and runs differ by more than that.
 */
public record PhaseComparison(String base, String candidate, List<RatioAtLoad> ratios) {
    public PhaseComparison {
        ratios = List.copyOf(ratios);
    }

    /** Compares what both have; order as in the base. */
    public static PhaseComparison of(PhaseResult base, PhaseResult candidate) {
        List<RatioAtLoad> ratios = base.quantiles().stream()
                .flatMap(one -> candidate.quantiles().stream()
                        .filter(one::sameQuestion)
                        .flatMap(other -> ratio(one, other).stream()))
                .toList();
        return new PhaseComparison(base.phase(), candidate.phase(), ratios);
    }

    private static Optional<RatioAtLoad> ratio(QuantileAtLoad base, QuantileAtLoad candidate) {
        return RatioInterval.of(base.interval(), candidate.interval())
                .map(ratio -> new RatioAtLoad(
                        base.metric(), base.quantile(), base.load(), base.interval(), candidate.interval(), ratio));
    }
}
