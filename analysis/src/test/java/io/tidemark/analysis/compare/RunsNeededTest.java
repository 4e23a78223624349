package io.tidemark.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ComparisonVerdict;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is said to be needed decides in four of five comparisons and more that go on with so many runs. */
class RunsNeededTest {
    private static final ComparisonPolicy POLICY = ComparisonPolicy.DEFAULT;
    private static final int TRIALS = 400;

    private static double[] drawn(SplittableRandom random, int runs, double change, double deviation) {
        return IntStream.range(0, runs)
                .mapToDouble(run -> 20 * (1 + change) * Math.exp(deviation * random.nextGaussian()))
                .toArray();
    }

    private static ComparedMeasure compared(double[] base, double[] tuned) {
        return GeneratedSides.only(RunComparison.of(
                GeneratedSides.side("base", GeneratedSides.TTFT_P99, base),
                GeneratedSides.side("tuned", GeneratedSides.TTFT_P99, tuned),
                POLICY));
    }

    private static double[] more(double[] runs, double... others) {
        return DoubleStream.concat(DoubleStream.of(runs), DoubleStream.of(others))
                .toArray();
    }

    /** Changes from none to 40 %, 12 % between runs, three runs a side first: share that is decided with the runs that were said. */
    @Test
    void decideInFourOfFiveThatGoOn() {
        SplittableRandom random = new SplittableRandom(7);
        int asked = 0;
        int decided = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            double change = 0.4 * random.nextDouble();
            double[] base = drawn(random, 3, 0, 0.12);
            double[] tuned = drawn(random, 3, change, 0.12);
            ComparedMeasure first = compared(base, tuned);
            if (first.isOpen() && first.runsNeeded().isPresent()) {
                int added = first.runsNeeded().getAsInt() - 3;
                ComparedMeasure then = compared(
                        more(base, drawn(random, added, 0, 0.12)), more(tuned, drawn(random, added, change, 0.12)));
                asked++;
                decided += then.isOpen() ? 0 : 1;
            }
        }
        assertThat(asked).isGreaterThan(100);
        assertThat((double) decided / asked).isBetween(0.75, 0.97);
    }

    @Test
    void areFewerTheLessRunsVary() {
        int calm = needed(0.10, 0.16);
        int restless = needed(0.20, 0.16);
        assertThat(restless).isGreaterThan(calm);
        assertThat(calm).isGreaterThan(3);
    }

    @Test
    void areNotToldOfWhatIsDecided() {
        ComparedMeasure notWorse = compared(new double[] {96, 100, 104}, new double[] {95, 100, 105});
        assertThat(notWorse.verdict()).isEqualTo(ComparisonVerdict.INCONCLUSIVE);
        assertThat(notWorse.isNotWorse()).isTrue();
        assertThat(notWorse.runsNeeded()).isEmpty();
    }

    @Test
    void screeningAsksForThemToo() {
        ComparedMeasure now = compared(new double[] {95, 105}, new double[] {110, 122});
        assertThat(now.verdict()).isEqualTo(ComparisonVerdict.SCREENING);
        assertThat(now.runsNeeded().orElseThrow()).isGreaterThanOrEqualTo(3);
    }

    /** A change of the size that is said to be found is found in about four of five. */
    @Test
    void theLeastChangeThatIsFoundIsFoundInFourOfFive() {
        SplittableRandom random = new SplittableRandom(11);
        double[] base = {95.1, 97.3, 100, 102.8, 105.2};
        double change = compared(base, base.clone()).detectable().orElseThrow();
        double deviation = 0.0405; // of base's logarithms
        long found = IntStream.range(0, TRIALS)
                .mapToObj(trial -> compared(drawn(random, 5, 0, deviation), drawn(random, 5, change, deviation)))
                .filter(one -> one.verdict() == ComparisonVerdict.REGRESSED)
                .count();
        assertThat((double) found / TRIALS).isBetween(0.70, 0.90);
    }

    private static int needed(double deviation, double change) {
        double up = Math.exp(deviation);
        double[] base = {100 / up, 100, 100 * up};
        double[] tuned =
                DoubleStream.of(base).map(value -> value * (1 + change)).toArray();
        return compared(base, tuned).runsNeeded().orElseThrow();
    }
}
