package io.tidemark.streams.breaches;

import io.tidemark.streams.steps.RunSteps;
import io.tidemark.streams.windows.RunWindows;

/** The objectives of a run: where they stand, which breaches they made and what moved with these. Not thread-safe. */
public final class RunBreaches {
    private final RunWindows windows;
    private final RunSteps steps;
    private final ObjectiveTimelines timelines = new ObjectiveTimelines();
    private final CorrelationCache correlations = new CorrelationCache();

    /** @param steps whose results count breaches */
    public RunBreaches(RunWindows windows, RunSteps steps) {
        this.windows = windows;
        this.steps = steps;
    }

    RunWindows windows() {
        return windows;
    }

    RunSteps steps() {
        return steps;
    }

    public ObjectiveTimelines timelines() {
        return timelines;
    }

    public CorrelationCache correlations() {
        return correlations;
    }

    /** Something came to be known of a second: what breaches show beside their figures may be another, if it had been settled. */
    public void invalidateEvidence(long second) {
        correlations.invalidate(second);
        if (windows.emission().started() && second < windows.emission().settled()) {
            windows.emission().invalidateEvidenceFrom(second);
        }
    }

    /** A scrape of a second came. */
    public void onScrape(long second) {
        correlations.invalidate(second);
        if (second < timelines.latestHead().orElse(Long.MAX_VALUE)) { // nothing is followed yet after a restart
            windows.emission().invalidateEvidenceFrom(second);
        }
    }
}
