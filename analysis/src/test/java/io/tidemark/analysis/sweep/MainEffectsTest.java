package io.tidemark.analysis.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.analysis.sweep.FlagEffect.Estimate;
import io.tidemark.analysis.sweep.MeasuredPhase.BlockValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Effects of flags on figures that are made of known parts. */
final class MainEffectsTest {
    private static final double CONFIDENCE = 0.95;

    private static MeasuredPhase phase(Map<String, String> flags, double... values) {
        List<BlockValue> runs = IntStream.range(0, values.length)
                .mapToObj(block -> new BlockValue(block + 1, values[block]))
                .toList();
        return new MeasuredPhase(flags.toString(), flags, 0, 0, 0, runs);
    }

    private static Estimate estimate(MainEffects effects, String flag, String value) {
        return effects.effects().stream()
                .filter(effect -> effect.flag().equals(flag) && effect.value().equals(value))
                .findFirst()
                .orElseThrow()
                .estimate()
                .orElseThrow();
    }

    /** Two by two, twice: means 10, 14, 11, 15 with runs one above and one below, and a block that is 2 more than the other. */
    @Test
    void inAFullGridAnEffectIsTheDifferenceOfMeansAndDriftBetweenBlocksIsTakenOut() {
        SweepMeasurements sweep = new SweepMeasurements(List.of(
                phase(Map.of(), 9, 11),
                phase(Map.of("a", "1"), 13, 15),
                phase(Map.of("b", "x"), 10.5, 11.5),
                phase(Map.of("a", "1", "b", "x"), 13.5, 16.5)));

        MainEffects effects = MainEffects.of(sweep, EffectScale.DIFFERENCE, CONFIDENCE);

        // Residuals of phase and block: blocks differ by 2, so what is left is 0, 0, -+0.5, +-0.5 around it: 4 x 0.25 =
        // 1 on 8 - 4 - 1 = 3.
        double half = 3.182446305 * Math.sqrt(1.0 / 3 * 2 / 4);
        assertThat(effects.degreesOfFreedom()).isEqualTo(3);
        assertThat(effects.fromRepeats()).isTrue();
        assertThat(estimate(effects, "a", "1").effect()).isCloseTo(4, within(1e-9));
        assertThat(estimate(effects, "a", "1").low()).isCloseTo(4 - half, within(1e-6));
        assertThat(estimate(effects, "a", "1").high()).isCloseTo(4 + half, within(1e-6));
        assertThat(estimate(effects, "b", "x").effect()).isCloseTo(1, within(1e-9));
        assertThat(estimate(effects, "a", "1").excludes(0)).isTrue();
        assertThat(estimate(effects, "b", "x").excludes(0)).isFalse();
        assertThat(effects.interaction().orElseThrow()).isCloseTo(1, within(1e-6));
    }

    /** Only corner phases of a space with a hole: the plain difference of means would give b the effect of a. */
    @Test
    void inASpaceWithHolesWhatOtherFlagsDoIsTakenOut() {
        SweepMeasurements sweep = new SweepMeasurements(List.of(
                phase(Map.of(), 10, 10.2),
                phase(Map.of("a", "1"), 20, 20.2),
                phase(Map.of("a", "1", "b", "1"), 21, 21.2),
                phase(Map.of("a", "1", "b", "2"), 23, 23.2)));

        MainEffects effects = MainEffects.of(sweep, EffectScale.DIFFERENCE, CONFIDENCE);

        assertThat(estimate(effects, "a", "1").effect()).isCloseTo(10, within(1e-9));
        assertThat(estimate(effects, "b", "1").effect()).isCloseTo(1, within(1e-9));
        assertThat(estimate(effects, "b", "2").effect()).isCloseTo(3, within(1e-9));
    }

    @Test
    void ratiosAreToldAsFactors() {
        SweepMeasurements sweep = new SweepMeasurements(List.of(
                phase(Map.of(), 10, 10.1), phase(Map.of("a", "1"), 12, 12.12), phase(Map.of("a", "2"), 5, 5.05)));

        MainEffects effects = MainEffects.of(sweep, EffectScale.RATIO, CONFIDENCE);

        assertThat(estimate(effects, "a", "1").effect()).isCloseTo(1.2, within(1e-9));
        assertThat(estimate(effects, "a", "2").effect()).isCloseTo(0.5, within(1e-9));
        assertThatThrownBy(() -> MainEffects.of(
                        new SweepMeasurements(List.of(phase(Map.of(), 0))), EffectScale.RATIO, CONFIDENCE))
                .hasMessage("a ratio needs figures > 0 but one was 0.0");
    }

    @Test
    void flagsThatOnlyChangeTogetherAreNotToldApart() {
        SweepMeasurements sweep = new SweepMeasurements(List.of(
                phase(Map.of("tp", "1", "dp", "4", "c", "x"), 10, 11),
                phase(Map.of("tp", "2", "dp", "2", "c", "x"), 20, 21),
                phase(Map.of("tp", "1", "dp", "4"), 9, 10),
                phase(Map.of("tp", "2", "dp", "2"), 19, 20)));

        MainEffects effects = MainEffects.of(sweep, EffectScale.DIFFERENCE, CONFIDENCE);

        assertThat(effects.effects())
                .filteredOn(effect -> effect.flag().equals("tp"))
                .singleElement()
                .satisfies(effect -> {
                    assertThat(effect.estimate()).isEmpty();
                    assertThat(effect.confoundedWith()).containsExactly("dp");
                    assertThat(effect.reference()).isEqualTo("1");
                });
        assertThat(estimate(effects, "c", "x").effect()).isCloseTo(1, within(1e-9));
    }

    /** a helps without b and hurts with it: +4 and -4 around runs that vary by 0.1. */
    @Test
    void flagsThatDependOnEachOtherAreSaidTo() {
        SweepMeasurements sweep = new SweepMeasurements(List.of(
                phase(Map.of(), 10, 10.1, 9.9),
                phase(Map.of("a", "1"), 14, 13.9, 14.1),
                phase(Map.of("b", "1"), 12, 12.1, 12.0),
                phase(Map.of("a", "1", "b", "1"), 8, 8.0, 7.9)));

        MainEffects effects = MainEffects.of(sweep, EffectScale.DIFFERENCE, CONFIDENCE);

        assertThat(effects.interaction().orElseThrow()).isLessThan(1e-6);
    }

    @Test
    void withoutRepeatsTheErrorIsWhatTheEffectsLeaveOver() {
        List<MeasuredPhase> phases = new ArrayList<>();
        double[] noise = {0.1, -0.1, 0.05, -0.05, 0.02, -0.02};
        for (int i = 0; i < 6; i++) {
            phases.add(
                    phase(Map.of("a", String.valueOf(i % 2), "b", String.valueOf(i / 2)), 10 + i % 2 * 3 + noise[i]));
        }
        MainEffects effects = MainEffects.of(new SweepMeasurements(phases), EffectScale.DIFFERENCE, CONFIDENCE);

        assertThat(effects.fromRepeats()).isFalse();
        assertThat(effects.degreesOfFreedom()).isEqualTo(2);
        assertThat(effects.interaction()).isEmpty();
        assertThat(estimate(effects, "a", "1").excludes(0)).isTrue();
    }

    @Test
    void oneRunOfEachHasEffectsWithoutIntervals() {
        SweepMeasurements sweep = new SweepMeasurements(List.of(
                phase(Map.of(), 10),
                phase(Map.of("a", "1"), 13),
                new MeasuredPhase("failed", Map.of("a", "2"), 0, 0, 0, List.of())));

        MainEffects effects = MainEffects.of(sweep, EffectScale.DIFFERENCE, CONFIDENCE);

        assertThat(effects.effects()).hasSize(1);
        assertThat(estimate(effects, "a", "1").effect()).isCloseTo(3, within(1e-9));
        assertThat(estimate(effects, "a", "1").low()).isNaN();
        assertThat(estimate(effects, "a", "1").excludes(0)).isFalse();
        assertThat(MainEffects.of(new SweepMeasurements(List.of()), EffectScale.DIFFERENCE, CONFIDENCE)
                        .effects())
                .isEmpty();
    }

    /**
     * 400 sweeps of 3 x 2 x 2 settings with three runs, noise of 1 and blocks that drift: the intervals hold the truth in 95 %, with a
     * standard error of 1.1 %; four of them are 4.4 %.
     */
    @Test
    void intervalsHoldTheTruthAsOftenAsTheySay() {
        SplittableRandom random = new SplittableRandom(2026);
        ToDoubleFunction<String> truth = value -> switch (value) {
            case "256" -> 2.0;
            case "1024" -> -1.0;
            default -> 0.0;
        };
        int held = 0;
        int told = 0;
        for (int sweep = 0; sweep < 400; sweep++) {
            List<MeasuredPhase> phases = new ArrayList<>();
            double[] drift = {0, random.nextGaussian() * 3, random.nextGaussian() * 3};
            for (String seqs : List.of("default", "256", "1024")) {
                for (int rest = 0; rest < 4; rest++) {
                    int other = rest / 2;
                    double base = 20 + truth.applyAsDouble(seqs) + rest % 2 * 1.5 - other * 0.5;
                    double[] values = IntStream.range(0, 3)
                            .mapToDouble(block -> base + drift[block] + random.nextGaussian())
                            .toArray();
                    phases.add(phase(Map.of("s", seqs, "x", "v" + rest % 2, "y", "v" + other), values));
                }
            }
            MainEffects effects = MainEffects.of(new SweepMeasurements(phases), EffectScale.DIFFERENCE, CONFIDENCE);
            for (String seqs : List.of("256", "1024")) {
                Estimate estimate = estimate(effects, "s", seqs);
                told++;
                held += estimate.excludes(truth.applyAsDouble(seqs)) ? 0 : 1;
            }
        }
        assertThat(held / (double) told).isBetween(0.95 - 0.044, 0.95 + 0.044);
    }
}
