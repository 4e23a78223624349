package io.tidemark.reports.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.events.TrialStatus;
import io.tidemark.events.TuneActivity;
import io.tidemark.reports.tune.TuneDecision.TuneAnswer;
import io.tidemark.reports.tune.TuneDecision.TuneAnswer.Outcome;
import io.tidemark.reports.tune.document.RecommendedYaml;
import io.tidemark.reports.tune.document.TuneJson;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a tune's report says, of tunes whose truth is known. */
class TuneReportTest {
    private static final Map<String, String> MNS_128 = Map.of("max-num-seqs", "128");
    private static final Map<String, String> MNS_16 = Map.of("max-num-seqs", "16");

    @TempDir
    private Path folder;

    private StoredTune stored;

    @BeforeEach
    void open() {
        stored = new StoredTune(folder.resolve("store.db"));
    }

    @AfterEach
    void close() {
        stored.close();
    }

    private TuneAnswer answer() {
        return TuneDecision.of(stored.report());
    }

    @Test
    void aBetterConfigurationIsRecommendedWithItsRatioAndInterval() {
        stored.tune(UnaryOperator.identity()).fourConfigurations();

        TuneAnswer answer = answer();

        assertThat(answer.outcome()).isEqualTo(Outcome.BETTER);
        assertThat(answer.recommended().orElseThrow().phase()).isEqualTo("mns128");
        assertThat(answer.sentence())
                .matches("Recommended: mns128\\. Tuned holds 1\\.40 x \\(1\\.3\\d to 1\\.4\\d\\) the default: "
                        + "5\\.6 req/s \\(mean of 5 starts\\) against 4 req/s \\(mean of 5 starts\\)\\.");
        assertThat(stored.markdown())
                .contains("**" + answer.sentence())
                .contains("16 starts are over: 15 measured, 1 infeasible.");
    }

    @Test
    void allComparisonsShareTheRateOfErrors() {
        stored.tune(UnaryOperator.identity()).fourConfigurations();

        // two configurations are compared with the default: each interval leaves out 2.5 %
        assertThat(stored.report().comparison().policy().confidence()).isEqualTo(0.975);
        assertThat(stored.markdown()).contains("Each interval is one of 97.5 %, so that all 2 comparisons");
    }

    @Test
    void equalConfigurationsAreNoReasonToSetFlags() {
        stored.tune(UnaryOperator.identity());
        for (int block = 1; block <= 5; block++) {
            stored.measured(block, "default", Map.of(), 4).measured(block, "mns128", MNS_128, 4.02);
        }

        TuneAnswer answer = answer();

        assertThat(answer.outcome()).isEqualTo(Outcome.NOTHING_BETTER);
        assertThat(answer.isDefault()).isTrue();
        assertThat(answer.sentence())
                .startsWith("Nothing was shown to be better than the default: leave the flags out. "
                        + "The nearest is mns128, which holds 1.0");
    }

    /** Both hold all of 2, 4 and 8 req/s, and deliver the 1,600 tokens/s that the plan asks: TTFT p99 at 8 req/s is 140 ms and 120 ms. */
    @Test
    void aSweepWhoseRatesAllAreHeldIsHeadedByTheLatencyOfItsObjective() {
        stored.tune(UnaryOperator.identity()).withoutRanges();
        for (int block = 1; block <= 5; block++) {
            stored.measured(block, "default", Map.of(), 20).measured(block, "mns128", MNS_128, 40);
        }

        assertThat(stored.report().goal().name()).isEqualTo("TTFT_P99_MS");
        assertThat(answer().sentence())
                .matches(
                        "Recommended: mns128\\. Tuned takes, by ttft p99 at 8 req/s, 0\\.86 x \\(0\\.8\\d to 0\\.8\\d\\) the default: "
                                + "120 ms \\(mean of 5 starts\\) against 140 ms \\(mean of 5 starts\\)\\.");
        assertThat(stored.markdown()).contains("ttft p99 at 8 req/s, ms").doesNotContain("output tokens/s, tok/s");
    }

    /** The default alone fails at 8 req/s. */
    @Test
    void aSweepWithALoadThatOneFailsIsHeadedByTheHeldLoad() {
        stored.tune(UnaryOperator.identity()).withoutRanges();
        for (int block = 1; block <= 5; block++) {
            stored.measured(block, "default", Map.of(), 5).measured(block, "mns128", MNS_128, 40);
        }

        assertThat(stored.report().goal()).isEqualTo(GoalValue.Standard.HELD_LOAD);
        assertThat(answer().sentence()).startsWith("Recommended: mns128. Tuned holds 2.00 x");
    }

    @Test
    void twoStartsOfEachDecideNothing() {
        stored.tune(UnaryOperator.identity());
        for (int block = 1; block <= 2; block++) {
            stored.measured(block, "default", Map.of(), 4).measured(block, "mns128", MNS_128, 8);
        }

        assertThat(answer().sentence())
                .contains("Nothing was shown to be better than the default")
                .contains("with 2 + 2 starts nothing is decided: 3 of each are the least");
    }

    @Test
    void theTableOfConfigurationsHasFlagsValuesChangesAndFailures() {
        stored.tune(UnaryOperator.identity()).fourConfigurations();

        assertThat(stored.markdown())
                .contains("| configuration | gpu-memory-utilization | max-num-seqs | KV cache | held load, req/s |")
                .contains("| default | default | default | 404,944 tokens | 4 | 3.92 to 4.08 | baseline |")
                .containsPattern(
                        "\\| mns128 \\| default \\| 128 \\| 404,944 tokens \\| 5\\.6 \\| 5\\.49 to 5\\.71 \\| 1\\.40 x .*IMPROVED")
                .containsPattern("\\| mns16 \\| default \\| 16 .* 0\\.50 x \\(0\\.4\\d to 0\\.5\\d\\) \\| REGRESSED")
                .containsPattern(
                        "\\| gmu0\\.99 \\| 0\\.99 \\| default .*\\| 1 infeasible \\| OUT\\\\_OF\\\\_MEMORY \\|")
                .contains("gmu0.99, start 4: OUT\\_OF\\_MEMORY. torch.OutOfMemoryError: CUDA out of memory.");
    }

    @Test
    void latenciesStandBesideEachOtherAtTheHighestLoadThatAllHold() {
        stored.tune(UnaryOperator.identity());
        for (int block = 1; block <= 3; block++) {
            stored.measured(block, "default", Map.of(), 4.2).measured(block, "mns128", MNS_128, 8.4);
        }

        // at 4 of 4.2 req/s TTFT is 195 ms, at 4 of 8.4 it is 148 ms: 24 % less; 800 tokens/s are asked of both
        assertThat(stored.markdown())
                .contains("At 4 req/s, the highest load that no configuration fails.")
                .containsPattern("\\| default \\| 19\\d ms \\|  \\| 39\\.?\\d* ms \\|  \\| 800 tok/s \\|")
                .containsPattern("\\| mns128 \\| 14\\d ms \\| -2[34]\\.\\d % \\(");
    }

    @Test
    void aLossIsExplainedBySignalsWithFigures() {
        stored.tune(UnaryOperator.identity()).fourConfigurations();

        // at 4 req/s mns16 fails always, then 37 wait; the default in two of five starts: (2 x 37 + 3 x 0.4) / 5 = 15
        assertThat(stored.markdown())
                .containsPattern(
                        "- mns16 holds 0\\.50 x \\([^)]*\\) the default\\. Against the default at 4 req/s: queue length 15 -&gt; 37 requests")
                .contains("this does not show that they caused it");
    }

    @Test
    void eachStartHasTheShareThatItsPrefixCacheHeld() {
        stored.tune(UnaryOperator.identity()).fourConfigurations();

        assertThat(stored.report().starts().stream()
                        .filter(TuneStart::isMeasured)
                        .map(TuneStart::prefixHitShare)
                        .distinct())
                .containsExactly(OptionalDouble.of(0.25));
        assertThat(stored.markdown()).contains("prefix cache hits").contains("| 25 % |");
    }

    @Test
    void configurationsAreComparedWithTheDefaultUnderTheSameLoad() throws Exception {
        stored.underTwoLoads(5);

        List<TuneReport> loads = stored.report().byLoad();

        assertThat(loads).extracting(TuneReport::load).containsExactly("output_len=10", "output_len=900");
        assertThat(loads.stream().map(TuneDecision::of).map(TuneAnswer::outcome))
                .containsExactly(Outcome.NOTHING_BETTER, Outcome.BETTER);
        assertThat(TuneDecision.of(loads.get(1)).sentence())
                .contains("mns16_heavy. Tuned holds")
                .contains("the default_heavy");
        assertThat(stored.markdown())
                .contains("The answer under output\\_len=10", "Effect of each flag under output\\_len=900");
        assertThat(TuneJson.of(stored.report()).path("byLoad")).hasSize(2);
        assertThat(RecommendedYaml.of(stored.report()))
                .contains("load: \"output_len=900\"")
                .contains("recommended: \"mns16_heavy\"");
    }

    @Test
    void withoutSamplesNothingIsSaidOfSignals() {
        stored.withoutSignals().tune(UnaryOperator.identity()).fourConfigurations();

        assertThat(stored.markdown()).doesNotContain("Why configurations did worse", "queue length");
    }

    @Test
    void eachFlagHasItsEffectAndTwoFlagsAMatrix() {
        stored.tune(UnaryOperator.identity());
        Map<String, String> both = Map.of("max-num-seqs", "128", "gpu-memory-utilization", "0.95");
        for (int block = 1; block <= 3; block++) {
            stored.measured(block, "default", Map.of(), 4)
                    .measured(block, "mns128", MNS_128, 6)
                    .measured(block, "gmu0.95", Map.of("gpu-memory-utilization", "0.95"), 4.4)
                    .measured(block, "both", both, 6.6);
        }

        assertThat(stored.markdown())
                .contains("| flag | value | against | effect on held load (95 % CI) |")
                .contains("| max-num-seqs | 128 | default | 1.50 x (")
                .contains("| gpu-memory-utilization | 0.95 | default | 1.10 x (")
                .contains("### max-num-seqs against gpu-memory-utilization")
                .containsPattern("\\| 128 \\| 6 \\(1\\.50 x [^|]*\\| 6\\.6 \\(1\\.65 x");
    }

    @Test
    void throughputPerGpuCountsTheGpusOfTheFlags() {
        stored.tune(UnaryOperator.identity());
        for (int block = 1; block <= 3; block++) {
            stored.measured(block, "default", Map.of(), 4.2)
                    .measured(block, "tp2", Map.of("tensor-parallel-size", "2"), 8.4);
        }

        // 4 req/s of 200 tokens on one GPU; 8 req/s on two: the same per GPU, so the faster one wins
        String markdown = stored.markdown();
        assertThat(markdown)
                .contains("![Output tokens per second and GPU against TTFT p99](tokens-per-gpu-by-ttft.svg)")
                .contains("It uses 2 GPUs and the default 1: per GPU it is 1.00 x.")
                .contains("| tp2 | 8 req/s | 2 | 800 |")
                .contains("| default | 4 req/s | 1 | 800 |");
    }

    @Test
    void aMachineThatSlowsDownIsToldOf() {
        stored.slowerByStart(0.03).tune(UnaryOperator.identity()).fourConfigurations();

        assertThat(stored.markdown()).contains("the machine drifted").contains("values-by-start.svg");
    }

    private void finals(double heldOutByTuned) {
        stored.purpose("final")
                .tune(tune -> tune.setMode("search")
                        .setObjective("maximize held load")
                        .setWinner("mns128"));
        double[] noise = {0.99, 1, 1.01, 1.005};
        for (int block = 1; block <= 4; block++) {
            stored.facts(heldOut(3 * noise[block - 1]))
                    .measured(block, "default", Map.of(), 4)
                    .facts(heldOut(3 * heldOutByTuned * noise[block - 1]))
                    .measured(block, "mns128", MNS_128, 6);
        }
    }

    private static Map<String, String> heldOut(double held) {
        return Map.of("held_out.low", String.valueOf(held), "held_out.high", String.valueOf(held * 1.02));
    }

    @Test
    void bothAnswersStandThereWhereTheWinnerHoldsOnTheHeldOutWorkload() {
        finals(1.3);

        assertThat(answer().sentence()).contains("1.50 x");
        assertThat(stored.markdown())
                .contains("mns128 is better than the default on the held-out workload too (1.30 x (1.")
                .contains("## 3. Held-out workload")
                .containsPattern("\\| default \\| 4\\.[01]\\d? \\| baseline \\| 3\\.0\\d \\| baseline \\|")
                .containsPattern(
                        "\\| mns128 \\| 6\\.1\\d? \\| 1\\.50 x [^|]*\\| 3\\.9\\d \\| 1\\.30 x [^|]*\\| IMPROVED");
        assertThat(TuneJson.of(stored.report())
                        .at("/configurations/1/heldOut/verdict")
                        .asText())
                .isEqualTo("IMPROVED");
    }

    @Test
    void aWinnerThatDoesNotHoldOnTheHeldOutWorkloadIsWarnedOf() {
        finals(1);

        assertThat(answer().recommended().orElseThrow().phase()).isEqualTo("mns128");
        assertThat(stored.markdown())
                .contains(
                        "Warning: on the held-out workload mns128 was not shown to be better than the default (1.00 x")
                .contains("It may be tuned to the plan's load alone.");
    }

    @Test
    void withoutAHeldOutWorkloadNothingIsSaidOfOne() {
        stored.tune(UnaryOperator.identity()).fourConfigurations();

        assertThat(stored.markdown()).doesNotContainIgnoringCase("held-out");
    }

    /** The means of 0.80, 0.82 and 0.84, and of 0.70, 0.71 and 0.72. */
    @Test
    void qualityStandsBesideSpeedWithItsStandardError() {
        stored.tune(UnaryOperator.identity());
        for (int block = 1; block <= 3; block++) {
            stored.quality(0.78 + 0.02 * block)
                    .measured(block, "default", Map.of(), 4)
                    .quality(0.69 + 0.01 * block)
                    .measured(block, "mns128", MNS_128, 6);
        }

        assertThat(stored.markdown())
                .contains("| verdict | gsm8k\\_cot exact\\_match |")
                .containsPattern("\\| default \\|.*\\| baseline \\|.*\\| 82 % ± 4 % of 100 \\|")
                .containsPattern("\\| mns128 \\| 128 .* 1\\.50 x .*\\| 71 % ± 4 % of 100 \\|")
                .contains("Quality is the mean of the starts, ± the standard error of one.");
        assertThat(TuneJson.of(stored.report())
                        .at("/configurations/1/quality/0/value")
                        .asDouble())
                .isCloseTo(0.71, within(1e-9));
    }

    @Test
    void aCommandAfterTheLoadThatFailedIsToldAndTheStartCounts() {
        stored.tune(UnaryOperator.identity())
                .facts(Map.of("after.quality", "failed: exit status 3: no such task (log q.log)"))
                .measured(1, "default", Map.of(), 4)
                .facts(Map.of("after.quality", "over after 60 s, 2 figures imported as run R"))
                .measured(1, "mns128", MNS_128, 6);

        assertThat(stored.markdown())
                .contains("Commands after the load that gave no result")
                .contains("- start 1 of default, quality: failed: exit status 3: no such task (log q.log)")
                .doesNotContain("- start 2 of mns128, quality")
                .contains("2 starts are over: 2 measured, 0 infeasible.");
    }

    /** The middle of 3.92 and 4.12 is 4.02 req/s, for a value of 4. */
    @Test
    void aSearchForGoodputHasItsValueAndUnit() {
        stored.purpose("final").tune(tune -> tune.setMode("search").setObjective("maximize goodput"));
        for (int block = 1; block <= 3; block++) {
            stored.measured(block, "default", Map.of(), 4).measured(block, "mns128", MNS_128, 6);
        }

        assertThat(answer().sentence())
                .contains("mns128")
                .contains("reaches 1.50 x")
                .contains(" req/s");
        assertThat(stored.markdown()).contains("| goodput, req/s |");
    }

    @Test
    void aSearchSaysWhatItsTunerConcluded() {
        stored.purpose("search")
                .tune(tune -> tune.setMode("search")
                        .setObjective("maximize held rate")
                        .setWinner("mns128")
                        .setEvidence("tuned (mns128) holds 1.34 x (1.21 to 1.49) the default"))
                .measured(1, "mns16", MNS_16, 2)
                .purpose("final");
        for (int block = 1; block <= 3; block++) {
            stored.measured(block, "default", Map.of(), 4).measured(block, "mns128", MNS_128, 5.4);
        }

        assertThat(answer().sentence()).isEqualTo("Tuned (mns128) holds 1.34 x (1.21 to 1.49) the default.");
        assertThat(answer().recommended().orElseThrow().phase()).isEqualTo("mns128");
        assertThat(stored.markdown())
                .contains("Only starts of the final stage are compared.")
                .containsPattern("\\| mns16 \\| 16 .*not in the final stage");
    }

    /** It did not look lower: that is not a server that holds nothing. */
    @Test
    void aSearchThatKnowsOnlyWhereAServerFailsHasNoValue() {
        stored.purpose("final").tune(tune -> tune.setMode("search").setObjective("maximize held load"));
        for (int block = 1; block <= 3; block++) {
            stored.measured(block, "default", Map.of(), 4);
        }
        stored.withUpperEndsAlone();
        for (int block = 1; block <= 3; block++) {
            stored.measured(block, "mns128", MNS_128, 5.4);
        }

        assertThat(stored.markdown()).doesNotContain("REGRESSED").doesNotContain("0.00 x");
    }

    @Test
    void anEmptyTuneHasAReport() {
        stored.tune(tune -> tune.setActivity(TuneActivity.RUNNING).setPlanned(6));

        assertThat(answer().outcome()).isEqualTo(Outcome.NOTHING_MEASURED);
        assertThat(stored.markdown())
                .contains("**So far: No server was started yet, so there is nothing to recommend.**")
                .contains("0 of 6 planned starts are over: 0 measured, 0 infeasible.");
    }

    @Test
    void aTuneWhoseStartsAllFailedSaysSo() {
        stored.tune(tune -> tune.setActivity(TuneActivity.FAILED).setDescription("the default failed twice"))
                .infeasible(
                        "default", Map.of(), "BAD_FLAG", "error: unrecognized arguments: --max-num-seq", "usage: vllm")
                .infeasible("mns16", MNS_16, "PORT_IN_USE");

        assertThat(answer().recommended()).isEmpty();
        assertThat(stored.markdown())
                .contains("Nothing can be recommended: all 2 starts were infeasible.")
                .contains("The tune could not go on: the default failed twice.")
                .contains("default, start 1: BAD\\_FLAG. error: unrecognized arguments: --max-num-seq")
                .contains("mns16, start 2: PORT\\_IN\\_USE. the server ended before it was ready");
    }

    @Test
    void aDefaultThatDoesNotStartIsNoBaseline() {
        stored.tune(UnaryOperator.identity()).infeasible("default", Map.of(), "OUT_OF_MEMORY");
        for (int block = 1; block <= 3; block++) {
            stored.measured(block, "mns16", MNS_16, 2).measured(block, "mns128", MNS_128, 5.4);
        }

        assertThat(answer().outcome()).isEqualTo(Outcome.NOT_COMPARED);
        assertThat(answer().sentence())
                .isEqualTo("The default is infeasible (OUT_OF_MEMORY), so nothing can be shown to be better than it. Of"
                        + " what was measured, mns128 holds the most: 5.4 req/s (mean of 3 starts).");
    }

    @Test
    void theCheapestIsSaidToCostTheLeast() {
        stored.tune(tune ->
                        tune.setMode("search").setObjective("minimize cost per million output tokens within the SLO"))
                .infeasible("default", Map.of(), "OUT_OF_MEMORY")
                .measured(2, "mns16", MNS_16, 2)
                .measured(2, "mns128", MNS_128, 5.4);

        // the middle of 2 and 2 x 1.05
        assertThat(answer().sentence()).endsWith("Of what was measured, mns16 costs the least: 2.05 (1 start).");
    }

    @Test
    void aRunningTuneSaysHowItStands() {
        stored.tune(tune -> tune.setActivity(TuneActivity.RUNNING)
                        .setPlanned(10)
                        .setExpectedEnd(StoredTune.START.plusSeconds(36_000)))
                .measured(1, "default", Map.of(), 4)
                .going("mns16", MNS_16, TrialStatus.STARTING);

        assertThat(stored.markdown())
                .contains("**So far: Nothing was shown to be better")
                .contains("1 of 10 planned starts are over: 1 measured, 0 infeasible; 1 not over or interrupted.")
                .contains("The tune is still running and is expected to end at 2026-11-21 00:00:00 UTC.");
    }

    @Test
    void aStoppedTuneSaysHowItGoesOn() {
        stored.tune(tune -> tune.setActivity(TuneActivity.STOPPED).setDescription("stopped after 1 starts"))
                .measured(1, "default", Map.of(), 4)
                .going("mns16", MNS_16, TrialStatus.INTERRUPTED);

        assertThat(stored.markdown())
                .contains("The tune is not over: stopped after 1 starts. It goes on with: tidemark tune PLAN --resume "
                        + StoredTune.ID);
    }

    @Test
    void flagsThatAreTheSameEverywhereAreNotShown() {
        Map<String, String> base = Map.of("enforce-eager", "true");
        stored.tune(tune -> tune.setDefaultPhase(""))
                .measured(1, "a", base, 4)
                .measured(1, "b", Map.of("enforce-eager", "true", "max-num-seqs", "16"), 4);

        assertThat(stored.report().flags().names()).isEqualTo(List.of("max-num-seqs"));
        assertThat(answer().sentence()).startsWith("The default was not measured, so nothing can be shown");
    }
}
