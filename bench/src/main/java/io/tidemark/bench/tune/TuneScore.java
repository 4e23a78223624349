package io.tidemark.bench.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What tuners of one row came to. Not thread-safe. */
final class TuneScore {
    private static final double NEAR = 0.95;

    private final List<Double> ofBest = new ArrayList<>();
    private int near;
    private int claimed;
    private int falselyClaimed;
    private int covered;
    private int intervals;
    private double seconds;
    private double starts;

    /**
     * Adds one.
     *
     * @param truth its capacity
     * @param standard that of the default
     * @param best of the space
     */
    void add(Found found, double truth, double standard, double best) {
        ofBest.add(truth / best);
        near += truth >= NEAR * best ? 1 : 0;
        claimed += found.claimed() ? 1 : 0;
        falselyClaimed += found.claimed() && truth <= standard ? 1 : 0;
        seconds += found.seconds();
        starts += found.starts();
        if (found.interval().isPresent()) {
            intervals++;
            covered += found.interval().get().covers(truth / standard) ? 1 : 0;
        }
    }

    int tuners() {
        return ofBest.size();
    }

    int near() {
        return near;
    }

    String nearShare() {
        return percent(near);
    }

    String medianOfBest() {
        return String.format(
                Locale.ROOT,
                "%.3f",
                ofBest.stream().sorted().skip(ofBest.size() / 2).findFirst().orElseThrow());
    }

    String lowestOfBest() {
        return String.format(
                Locale.ROOT, "%.3f", ofBest.stream().mapToDouble(it -> it).min().orElseThrow());
    }

    String claims() {
        return percent(claimed);
    }

    String falseClaimShare() {
        return percent(falselyClaimed);
    }

    String coverage() {
        return intervals == 0 ? "-" : covered + " of " + intervals;
    }

    /** Mean server time over that of another way. */
    String share(double ofSeconds) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * seconds / ofBest.size() / ofSeconds);
    }

    String meanStarts() {
        return String.format(Locale.ROOT, "%.0f", starts / ofBest.size());
    }

    private String percent(int count) {
        return String.format(Locale.ROOT, "%.1f %%", 100.0 * count / ofBest.size());
    }
}
