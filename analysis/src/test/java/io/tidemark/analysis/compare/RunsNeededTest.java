package io.tidemark.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.LoadKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said to be needed is what the verdict itself needs: sides that go on exactly as they are get theirs with that many runs, not with fewer. */
class RunsNeededTest {
    private static final ComparisonPolicy POLICY = ComparisonPolicy.DEFAULT;

    /** Values of a mean and a variance of logarithms, to the last digit: half of the runs above and half below, one in the middle if odd. */
    private static double[] exactly(int runs, double mean, double deviation) {
        double step = deviation * Math.sqrt((runs - 1.0) / (runs - runs % 2));
        return IntStream.range(0, runs)
                .mapToDouble(run -> run == runs - 1 && runs % 2 == 1 ? 0 : run % 2 == 0 ? step : -step)
                .map(off -> Math.exp(mean + off))
                .toArray();
    }

    private static RunComparison alike(int base, int candidate, int loads, double change, double deviation) {
        return RunComparison.of(
                side("base", loads, exactly(base, 3, deviation)),
                side("tuned", loads, exactly(candidate, 3 + Math.log1p(change), deviation)),
                POLICY);
    }

    private static Side side(String name, int loads, double... values) {
        List<RunFigures> runs = new ArrayList<>();
        for (double value : values) {
            runs.add(Made.run(
                    name + runs.size(),
                    IntStream.range(1, loads + 1)
                            .mapToObj(load ->
                                    new Figure(new Question(Made.TTFT_P99.measure(), LoadKind.RATE, load), value, 1000))
                            .toArray(Figure[]::new)));
        }
        return new Side(name, runs);
    }

    @ParameterizedTest
    @CsvSource({
        // base, candidate, change, runs vary by
        "3, 3, 0.20, 0.15",
        "4, 4, 0.12, 0.10",
        "5, 5, 0.30, 0.40",
        "5, 5, 0.04, 0.08",
        "3, 3, 0.00, 0.06",
        "10, 3, 0.20, 0.12",
        "3, 6, 0.12, 0.10",
    })
    void decideAndOneFewerDoesNot(int base, int candidate, double change, double deviation) {
        Compared now = Made.only(alike(base, candidate, 1, change, deviation));
        assertThat(now.verdict()).isEqualTo(ComparisonVerdict.INCONCLUSIVE);
        int needed = now.runsNeeded().orElseThrow();
        ComparisonVerdict wanted = change > 0.1 ? ComparisonVerdict.REGRESSED : ComparisonVerdict.EQUIVALENT;
        assertThat(Made.only(alike(Math.max(base, needed), Math.max(candidate, needed), 1, change, deviation))
                        .verdict())
                .isEqualTo(wanted);
        int fewer = needed - 1;
        assertThat(Made.only(alike(Math.max(base, fewer), Math.max(candidate, fewer), 1, change, deviation))
                        .verdict())
                .isEqualTo(ComparisonVerdict.INCONCLUSIVE);
    }

    /** Pairs have half the degrees of freedom, and what varies is their differences. */
    @Test
    void ofPairsAreCountedAsPairs() {
        Compared now = Made.only(pairs(5, 0.2, 0.2));
        assertThat(now.basis()).isEqualTo(Basis.PAIRED_RUNS);
        int needed = now.runsNeeded().orElseThrow();
        assertThat(Made.only(pairs(needed, 0.2, 0.2)).verdict()).isEqualTo(ComparisonVerdict.REGRESSED);
        assertThat(Made.only(pairs(needed - 1, 0.2, 0.2)).verdict()).isEqualTo(ComparisonVerdict.INCONCLUSIVE);
    }

    /** The correction for many questions makes a change surer before it is told; EQUIVALENT asks for no correction. */
    @Test
    void ofAChangeAmongOthersThatAreNoneAreMoreThanOfItAlone() {
        int alone = Made.only(among(0, 3)).runsNeeded().orElseThrow();
        int amongTwenty = among(20, 3).compared().get(0).runsNeeded().orElseThrow();
        assertThat(amongTwenty).isGreaterThan(alone);
        assertThat(among(20, amongTwenty).compared().get(0).verdict()).isEqualTo(ComparisonVerdict.REGRESSED);
        assertThat(among(20, amongTwenty - 1).compared().get(0).verdict()).isEqualTo(ComparisonVerdict.INCONCLUSIVE);

        Compared equivalent = among(20, 3).compared().get(1);
        assertThat(equivalent.runsNeeded().orElseThrow())
                .isEqualTo(Made.only(alike(3, 3, 1, 0, 0.06)).runsNeeded().orElseThrow());
    }

    @Test
    void screeningAsksForWhatTheVerdictOfThreeAndMoreWouldAsk() {
        Compared now = Made.only(alike(2, 2, 1, 0.2, 0.15));
        assertThat(now.verdict()).isEqualTo(ComparisonVerdict.SCREENING);
        int needed = now.runsNeeded().orElseThrow();
        assertThat(Made.only(alike(needed, needed, 1, 0.2, 0.15)).verdict()).isEqualTo(ComparisonVerdict.REGRESSED);
        assertThat(Made.only(alike(needed - 1, needed - 1, 1, 0.2, 0.15)).verdict())
                .isEqualTo(ComparisonVerdict.INCONCLUSIVE);
    }

    /** +20 %, 15 % between runs: with as many as are said to be needed about half of the comparisons find it. */
    @Test
    void giveAPowerOfAboutOneHalf() {
        int needed = Made.only(alike(3, 3, 1, 0.2, 0.15)).runsNeeded().orElseThrow();
        SplittableRandom random = new SplittableRandom(7);
        long found = IntStream.range(0, 2_000)
                .mapToObj(it -> Made.only(RunComparison.of(
                        side("base", 1, drawn(random, needed, 3)),
                        side("tuned", 1, drawn(random, needed, 3 + Math.log(1.2))),
                        POLICY)))
                .filter(one -> one.verdict() == ComparisonVerdict.REGRESSED)
                .count();
        assertThat(found / 2_000.0).isBetween(0.45, 0.60);
    }

    private static double[] drawn(SplittableRandom random, int runs, double mean) {
        return IntStream.range(0, runs)
                .mapToDouble(run -> Math.exp(mean + 0.15 * random.nextGaussian()))
                .toArray();
    }

    /** A change of 20 % at the first load, none at the others. */
    private static RunComparison among(int others, int runs) {
        List<RunFigures> base = new ArrayList<>();
        List<RunFigures> tuned = new ArrayList<>();
        double[] wide = exactly(runs, 3, 0.15);
        double[] narrow = exactly(runs, 3, 0.06);
        for (int run = 0; run < runs; run++) {
            base.add(Made.run("b" + run, figures(others, wide[run], narrow[run])));
            tuned.add(Made.run("t" + run, figures(others, 1.2 * wide[run], narrow[run])));
        }
        return RunComparison.of(new Side("base", base), new Side("tuned", tuned), POLICY);
    }

    private static Figure[] figures(int others, double first, double other) {
        return IntStream.range(0, others + 1)
                .mapToObj(at -> new Figure(
                        new Question(Made.TTFT_P99.measure(), LoadKind.RATE, at + 1), at == 0 ? first : other, 1000))
                .toArray(Figure[]::new);
    }

    /** Base 20 in every run; the candidate's runs differ from it by exactly this. */
    private static RunComparison pairs(int pairs, double change, double deviation) {
        double[] factors = exactly(pairs, Math.log1p(change), deviation);
        List<RunFigures> base = new ArrayList<>();
        List<RunFigures> tuned = new ArrayList<>();
        for (int pair = 0; pair < pairs; pair++) {
            base.add(timed("b" + pair, 4 * pair + 2 * (pair % 2), 20));
            tuned.add(timed("t" + pair, 4 * pair + 1, 20 * factors[pair]));
        }
        return RunComparison.of(new Side("base", base), new Side("tuned", tuned), POLICY);
    }

    private static RunFigures timed(String run, int hour, double value) {
        return new RunFigures(
                run, Optional.of(Instant.ofEpochSecond(3600L * hour)), List.of(new Figure(Made.TTFT_P99, value, 1000)));
    }
}
