package io.tidemark.streams.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.InterimLook;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.difference.RunVariance;
import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.events.LoadKind;
import io.tidemark.events.StepResult;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How often phases that take turns are called changed at any of the looks at them, which come after every step of every run from three runs a
 * side to eight: eleven sets of runs.
 */
@Tag("long")
final class PhaseFalseAlarmsTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int EXPERIMENTS = 400;
    private static final int RUNS = 16;
    private static final int STEPS = 2;

    @BeforeAll
    static void trustEvents() {
        TrustedEventClasses.trust();
    }

    @Test
    void likePhasesAreRarelyCalledChangedAtAnyOfTheLooks() {
        double share = share(1);
        System.out.printf("%d like pairs, looked at %d times: %.1f %% with any alarm%n", EXPERIMENTS, 11, 100 * share);
        assertThat(share).isLessThanOrEqualTo(0.07);
    }

    @Test
    void aPhaseThatIsSlowerByAFifthIsFound() {
        double share = share(1.2);
        System.out.printf("%d pairs, one slower by 20 %%: %.1f %% told%n", EXPERIMENTS, 100 * share);
        assertThat(share).isGreaterThanOrEqualTo(0.85);
    }

    private static double share(double factor) {
        return IntStream.range(0, EXPERIMENTS)
                        .parallel()
                        .filter(experiment -> isAlarmed(experiment, factor))
                        .count()
                / (double) EXPERIMENTS;
    }

    private static boolean isAlarmed(int seed, double factor) {
        Random random = new Random(seed);
        List<StepResult> results = new ArrayList<>();
        LookCount looks = LookCount.NONE;
        for (int run = 0; run < RUNS; run++) {
            boolean tuned = run % 4 == 1 || run % 4 == 2;
            double ofRun = (tuned ? factor : 1) * Math.exp(0.05 * random.nextGaussian());
            for (int step = 0; step < STEPS; step++) {
                results.add(result(run, tuned ? "tuned" : "base", step, ofRun, random));
                Map<String, ComparisonSide> sides = ComparisonSides.byPhase(results);
                if (sides.values().stream().anyMatch(side -> side.runs().size() < 3) || sides.size() < 2) {
                    continue;
                }
                looks = looks.at(sides.get("base"), sides.get("tuned"));
                if (RandomResults.isAlarm(RunComparison.of(
                        sides.get("base"),
                        sides.get("tuned"),
                        ComparisonPolicy.DEFAULT,
                        RunVariance.NONE,
                        new InterimLook(looks.count())))) {
                    return true;
                }
            }
        }
        assertThat(looks.count()).isEqualTo(11);
        return false;
    }

    private static StepResult result(int run, String phase, int step, double slower, Random random) {
        return StepResult.newBuilder()
                .setRun("run-%02d".formatted(run))
                .setStep(step)
                .setExperiment("tuning")
                .setPhase(phase)
                .setWorkloadHash("w")
                .setLoadKind(LoadKind.RATE)
                .setLoad(4 * (step + 1))
                .setMeasureFrom(START.plusSeconds(3600L * run + 600L * step))
                .setDue(0)
                .setSent(0)
                .setOk(0)
                .setMetrics(RandomResults.metrics(slower, random))
                .build();
    }
}
