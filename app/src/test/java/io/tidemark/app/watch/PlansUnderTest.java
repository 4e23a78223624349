package io.tidemark.app.watch;

import io.tidemark.app.watch.WatchedPlan.Confirmation;
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
        return plan(new Times(schedule, missed, length, measured), Optional.empty());
    }

    /** One minute after the other, compared with a baseline and confirmed by two runs. */
    static WatchedPlan comparedWith(String baseline) {
        Duration minute = Duration.ofMinutes(1);
        return plan(new Times(new RunSchedule.Continuous(), MissedRuns.ONCE, minute, minute), Optional.of(baseline));
    }

    private record Times(RunSchedule schedule, MissedRuns missed, Duration length, Duration measured) {}

    private static WatchedPlan plan(Times times, Optional<String> baseline) {
        return new WatchedPlan(
                "nightly",
                Path.of("plan.yaml"),
                PlanFileOptions.AS_IT_IS,
                "main",
                URI.create("http://localhost:8000"),
                times.length(),
                Optional.of(times.measured()),
                times.schedule(),
                times.missed(),
                Optional.empty(),
                baseline,
                baseline.map(compared -> new Confirmation(2, false)));
    }
}
