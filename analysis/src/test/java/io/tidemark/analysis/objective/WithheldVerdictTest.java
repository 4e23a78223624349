package io.tidemark.analysis.objective;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.DoubtCount;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveJudgement;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WithheldVerdictTest {
    private static final WithheldVerdict HELD_BACK = of(FigureDoubt.HELD_BACK, 60, 60);

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    private static WithheldVerdict of(FigureDoubt doubt, long count, long of) {
        return new WithheldVerdict(List.of(new DoubtCount(doubt.id(), count, of)));
    }

    private static ObjectiveState p95(MetricName metric) {
        return ObjectiveState.newBuilder()
                .setName(metric + " p95")
                .setKind(ObjectiveKind.QUANTILE)
                .setMetric(metric)
                .setQuantile(0.95)
                .setLimitNanos(60_000_000)
                .build();
    }

    private static ObjectiveState goodput(MetricName metric) {
        return ObjectiveState.newBuilder()
                .setName("good")
                .setKind(ObjectiveKind.GOOD_RATIO)
                .setGoodLimitsNanos(Map.of(MetricName.TTFT.name(), 1L, metric.name(), 1L))
                .setMaxBadRatio(0.05)
                .build();
    }

    private static ObjectiveResult judged(Verdict sustained, Verdict shortRun) {
        return ObjectiveResult.newBuilder()
                .setObjective("o")
                .setLimit(60e6)
                .setValue(861.0)
                .setLow(800.0)
                .setHigh(900.0)
                .setCount(60)
                .setBad(0)
                .setVerdict(sustained)
                .setNeededRequests(72L)
                .setSustained(ObjectiveJudgement.newBuilder()
                        .setVerdict(sustained)
                        .setNeededNanos(1L)
                        .setReason("too few blocks")
                        .build())
                .setShortRun(ObjectiveJudgement.newBuilder()
                        .setVerdict(shortRun)
                        .setLow(800.0)
                        .setHigh(900.0)
                        .build())
                .build();
    }

    private static Optional<Verdict> verdict(WithheldVerdict withheld, MetricName metric, Verdict judged) {
        ObjectiveResult result = withheld.apply(p95(metric), judged(judged, judged));
        assertThat(result.getSustained().getVerdict()).isEqualTo(result.getVerdict());
        assertThat(result.getShortRun().getVerdict()).isEqualTo(result.getVerdict());
        return Optional.of(result.getVerdict());
    }

    @Test
    void anObjectiveThatRestsOnAnUnfitFigureIsInconclusiveOnBothBasesWithTheReason() {
        ObjectiveResult result = HELD_BACK.apply(p95(MetricName.TPOT), judged(Verdict.PASS, Verdict.FAIL));

        String reason = "streamed answers that came at once or in blocks: 60 of 60; a proxy or the server holds them"
                + " back: ITL and TPOT are not known";
        assertThat(result.getVerdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.getNeededRequests()).isNull();
        assertThat(result.getSustained().getVerdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.getSustained().getReason()).isEqualTo(reason);
        assertThat(result.getSustained().getNeededNanos()).isNull();
        assertThat(result.getShortRun().getVerdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.getShortRun().getReason()).isEqualTo(reason);
    }

    @Test
    void aFigureThatIsNotKnownHasNoValueAndNoInterval() {
        ObjectiveResult unknown = HELD_BACK.apply(goodput(MetricName.TPOT), judged(Verdict.FAIL, Verdict.FAIL));
        assertThat(unknown.getValue()).isNull();
        assertThat(unknown.getLow()).isNull();
        assertThat(unknown.getHigh()).isNull();
        assertThat(unknown.getShortRun().getLow()).isNull();
        assertThat(unknown.getShortRun().getHigh()).isNull();

        ObjectiveResult tooGood = of(FigureDoubt.SHORT_ANSWERS, 230, 1_000)
                .apply(p95(MetricName.TPOT), judged(Verdict.PASS, Verdict.PASS));
        assertThat(tooGood.getVerdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(tooGood.getValue()).isEqualTo(861.0);
        assertThat(tooGood.getShortRun().getHigh()).isEqualTo(900.0);
    }

    @Test
    void otherObjectivesKeepTheirVerdicts() {
        ObjectiveResult judged = judged(Verdict.PASS, Verdict.PASS);

        assertThat(HELD_BACK.apply(p95(MetricName.TTFT), judged)).isEqualTo(judged);
        assertThat(HELD_BACK.apply(goodput(MetricName.E2E), judged)).isEqualTo(judged);
        assertThat(HELD_BACK.apply(goodput(MetricName.TPOT), judged).getVerdict())
                .isEqualTo(Verdict.INCONCLUSIVE);
        ObjectiveState errors = ObjectiveState.newBuilder()
                .setName("errors")
                .setKind(ObjectiveKind.ERROR_RATIO)
                .build();
        assertThat(HELD_BACK.apply(errors, judged)).isEqualTo(judged);
    }

    @Test
    void whatIsNotDecidedForLackOfRequestsIsNotDecidedForTheFactThatMoreOfThemDoNotCure() {
        ObjectiveResult result =
                HELD_BACK.apply(p95(MetricName.ITL), judged(Verdict.INCONCLUSIVE, Verdict.INCONCLUSIVE));

        assertThat(result.getSustained().getReason()).startsWith("streamed answers");
        assertThat(result.getNeededRequests()).isNull();
    }

    @Test
    void aFewAreTolerated() {
        assertThat(verdict(of(FigureDoubt.HELD_BACK, 5, 100), MetricName.TPOT, Verdict.PASS))
                .contains(Verdict.PASS);
        assertThat(verdict(of(FigureDoubt.HELD_BACK, 6, 100), MetricName.TPOT, Verdict.PASS))
                .contains(Verdict.INCONCLUSIVE);
        assertThat(verdict(of(FigureDoubt.SHORT_ANSWERS, 50, 1_000), MetricName.E2E, Verdict.PASS))
                .contains(Verdict.PASS);
        assertThat(verdict(of(FigureDoubt.SHORT_ANSWERS, 51, 1_000), MetricName.E2E, Verdict.PASS))
                .contains(Verdict.INCONCLUSIVE);
    }

    @Test
    void whatFailsWithLessWorkFails() {
        WithheldVerdict shorter = of(FigureDoubt.SHORT_ANSWERS, 230, 1_000);

        assertThat(verdict(shorter, MetricName.E2E, Verdict.FAIL)).contains(Verdict.FAIL);
        assertThat(verdict(shorter, MetricName.TTFT, Verdict.PASS)).contains(Verdict.INCONCLUSIVE);
        assertThat(verdict(of(FigureDoubt.USAGE_CONTRADICTED, 120, 120), MetricName.TPOT, Verdict.FAIL))
                .contains(Verdict.INCONCLUSIVE);
    }

    @Test
    void aFactOfANewerVersionIsIgnored() {
        ObjectiveResult judged = judged(Verdict.PASS, Verdict.PASS);
        WithheldVerdict newer = new WithheldVerdict(List.of(new DoubtCount("of_a_newer_one", 9L, 9L)));

        assertThat(newer.apply(p95(MetricName.TPOT), judged)).isEqualTo(judged);
    }
}
