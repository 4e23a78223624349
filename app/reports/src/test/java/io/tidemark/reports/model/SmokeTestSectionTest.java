package io.tidemark.reports.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.events.LoadKind;
import io.tidemark.events.Outcome;
import io.tidemark.events.RunStatus;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.model.SmokeChecks.SmokeCheck;
import io.tidemark.reports.requests.RequestSummary;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.step.RequestTotalsRow;
import io.tidemark.sinks.store.read.step.StepCountsRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SmokeTestSectionTest {
    private static final long MILLIS = 1_000_000;

    @Test
    void theGoodExampleOfTheScenarioRepositoryIsGood() {
        // "Concurrency 8: TTFT p50=120ms, p95=180ms; 16: 135, 210 stable; 32: 160, 280 acceptable"
        assertThat(stability(step(8, 120, 180), step(16, 135, 210), step(32, 160, 280)))
                .containsExactly(Tone.GOOD, Tone.GOOD);
    }

    @Test
    void theBadExampleOfTheScenarioRepositoryIsBad() {
        // "8: 120, 180; 16: 450, 890 unstable; 32: 1200, 2500 severe degradation"
        assertThat(stability(step(8, 120, 180), step(16, 450, 890), step(32, 1200, 2500)))
                .containsExactly(Tone.BAD, Tone.BAD);
    }

    @Test
    void aTailThatDoublesAtTwiceTheLoadIsBad() {
        assertThat(stability(step(8, 120, 180), step(16, 140, 400))).containsExactly(Tone.BAD);
    }

    @Test
    void aRateIsNotComparedWithAConcurrency() {
        StepReport rate = SampleReport.withLoad(step(8, 900, 950), LoadKind.RATE, 1);
        assertThat(stability(rate, step(8, 120, 180), step(16, 135, 210))).containsExactly(Tone.GOOD);
    }

    @Test
    void aTtftOfNothingIsNotCompared() {
        assertThat(stability(step(8, 0, 0), step(16, 135, 210))).isEmpty();
    }

    @Test
    void aRunOfFewRequestsWithoutAnSloIsASmokeTestByItself() {
        // 100 requests a step, two not ok in each; 8 answers of the second step were estimated
        ReportModel noted = AnnotatedSampleReport.streamed();
        assertThat(noted.isSmokeTest()).isTrue();
        assertThat(SampleReport.twoPhases().isSmokeTest()).isFalse();
        assertThat(SampleReport.twoPhases().asSmokeTest().isSmokeTest()).isTrue();
    }

    @Test
    void failuresOfASmokeTestAreItsFirstSentence() {
        List<Block> blocks = new SmokeTestSection(AnnotatedSampleReport.streamed()).blocks();

        // TTFT p50 rises from 49 * 8 to 49 * 32 ms
        assertThat(blocks.get(0)).isEqualTo(new Block.Headline("Smoke test FAILED: 4 of 7 checks passed.", Tone.BAD));
        List<String> verdicts = ((Block.Table) blocks.get(1))
                .rows().stream().map(row -> row.get(4).text()).toList();
        assertThat(verdicts).containsExactly("BAD", "look at it", "look at it", "good", "good", "good", "good");
    }

    @Test
    void answersThatAreHeldBackFailIt() {
        List<Block> blocks = new SmokeTestSection(AnnotatedSampleReport.heldBack()).blocks();

        assertThat(((Block.Headline) blocks.get(0)).text()).startsWith("Smoke test FAILED: 3 of 7");
        assertThat(((Block.Table) blocks.get(1)).rows())
                .extracting(row -> row.get(2).text())
                .anyMatch(text -> text.startsWith("streamed answers that came at once or in blocks: 98 of 98"));
    }

    @Test
    void whetherAnswersAreHeldBackIsNotKnownWithoutStreamedAnswers() {
        RunReport notStreamed = AnnotatedSampleReport.notStreamed().runs().get(0);

        assertThat(tokenByToken(notStreamed).found())
                .isEqualTo("not known: no answer was streamed, so TTFT and TPOT are not known either");
        assertThat(tokenByToken(notStreamed).tone()).isEqualTo(Tone.DOUBT);

        RunReport unanswered = SampleReport.withSteps(
                notStreamed, List.of(unanswered(notStreamed.steps().get(0))));
        assertThat(tokenByToken(unanswered).found()).isEqualTo("not known: no request succeeded");
        assertThat(tokenByToken(unanswered).tone()).isEqualTo(Tone.DOUBT);
    }

    private static SmokeCheck tokenByToken(RunReport run) {
        return SmokeChecks.of(run).stream()
                .filter(check -> check.name().equals("answers arrive token by token"))
                .findFirst()
                .orElseThrow();
    }

    /** None of ten requests. */
    private static StepReport unanswered(StepReport step) {
        StepResultRow old = step.result();
        StepResultRow result = new StepResultRow(
                old.target(),
                old.requestClass(),
                old.experiment(),
                old.phase(),
                old.workloadHash(),
                old.finality(),
                old.loadKind(),
                old.load(),
                old.drawnRate(),
                old.measureFrom(),
                old.measureUntil(),
                new StepCountsRow(10, 10, 0, Map.of(Outcome.HTTP_ERROR, 10L), 0, 0),
                old.scheduleLagP99Nanos(),
                old.inFlightPeak(),
                Map.of(),
                old.objectives(),
                old.verdict(),
                old.signalMeans(),
                old.signalMaxima(),
                old.breaches(),
                old.runStatus(),
                old.flags());
        return SampleReport.withResult(step, result);
    }

    @Test
    void anInvalidRunIsNoGoodSmokeTest() {
        Block headline = new SmokeTestSection(SampleReport.named("x", "baseline", RunStatus.INVALID))
                .blocks()
                .get(0);
        assertThat(((Block.Headline) headline).text()).startsWith("Smoke test FAILED");
    }

    private static List<Tone> stability(StepReport... steps) {
        RunReport sample = SampleReport.run("baseline", 28, RunStatus.ENDED);
        RunReport run = SampleReport.run(sample.run(), steps);
        return SmokeChecks.ttftStability(run).stream().map(SmokeCheck::tone).toList();
    }

    /** A hundred TTFTs: the lower 94 of one value, the rest of another. */
    private static StepReport step(int concurrent, long p50Millis, long p95Millis) {
        StepReport step = SampleReport.withLoad(
                SampleReport.run("baseline", 28, RunStatus.ENDED).steps().get(0), LoadKind.CONCURRENCY, concurrent);
        long[] ttft = LongStream.rangeClosed(1, 100)
                .map(rank -> (rank < 95 ? p50Millis : p95Millis) * MILLIS)
                .toArray();
        RequestSummary digest = new RequestSummary(
                Map.of(Metric.TTFT, RankedValues.sorted(ttft)),
                Map.of(),
                List.of(),
                List.of(),
                RequestTotalsRow.NONE,
                OptionalLong.empty(),
                Map.of());
        return new StepReport(step.measured(), new StepDetail(List.of(), List.of(), List.of(), List.of(), digest));
    }
}
