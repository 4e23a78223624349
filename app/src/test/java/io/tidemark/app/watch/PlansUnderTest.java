package io.tidemark.app.watch;

import io.tidemark.app.watch.WatchedPlan.MissedRuns;
import io.tidemark.producer.plan.read.PlanFileOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Watched plans that tests of schedules share. */
final class PlansUnderTest {
    private PlansUnderTest() {}

    /** One step, without a baseline. */
    static WatchedPlan plan(RunSchedule schedule, MissedRuns missed, Duration length, Duration measured) {
        return new WatchedPlan(
                "nightly",
                Path.of("plan.yaml"),
                PlanFileOptions.AS_IT_IS,
                "main",
                URI.create("http://localhost:8000"),
                length,
                Optional.of(measured),
                schedule,
                missed,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
