package io.tidemark.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.LoadKind;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveJudgement;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.Verdict;
import io.tidemark.events.VerdictBasis;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CapacityTest {
    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    @Test
    void isTheIntervalBetweenTheLastPassAndTheFirstFailure() {
        Capacity capacity = Capacity.of(
                List.of(
                        step(2.5, Verdict.FAIL),
                        step(0.5, Verdict.PASS),
                        step(2.0, Verdict.INCONCLUSIVE),
                        step(1.5, Verdict.PASS)),
                LoadKind.RATE);

        assertThat(capacity.heldUpTo()).hasValue(1.5);
        assertThat(capacity.failsFrom()).hasValue(2.5);
        assertThat(capacity.undecided()).containsExactly(2.0);
        assertThat(capacity.monotone()).isTrue();
    }

    @Test
    void anUndecidedLoadBelowOneThatPassedIsNotShownToBreak() {
        Capacity capacity = Capacity.of(
                List.of(
                        step(1, Verdict.PASS),
                        step(2, Verdict.INCONCLUSIVE),
                        step(3, Verdict.PASS),
                        step(4, Verdict.FAIL)),
                LoadKind.RATE);

        assertThat(capacity.heldUpTo()).hasValue(3);
        assertThat(capacity.failsFrom()).hasValue(4);
        assertThat(capacity.undecided()).containsExactly(2.0);
    }

    @Test
    void aStepThatIsInvalidCountsForNothing() {
        Capacity capacity = Capacity.of(
                List.of(
                        step(1, Verdict.PASS),
                        step(2, Verdict.INVALID),
                        step(3, Verdict.PASS),
                        step(3, Verdict.INVALID)),
                LoadKind.RATE);

        assertThat(capacity.heldUpTo()).hasValue(3);
        assertThat(capacity.undecided()).isEmpty();
    }

    @Test
    void aRepeatThatFailsFailsTheLoad() {
        Capacity capacity = Capacity.of(
                List.of(step(1, Verdict.PASS), step(2, Verdict.PASS), step(2, Verdict.FAIL)), LoadKind.RATE);

        assertThat(capacity.heldUpTo()).hasValue(1);
        assertThat(capacity.failsFrom()).hasValue(2);
    }

    @Test
    void repeatsThatPassAndFailOneLoadContradictEachOther() {
        Capacity capacity = Capacity.of(
                List.of(
                        step(1, Verdict.PASS),
                        step(1, Verdict.INCONCLUSIVE),
                        step(2, Verdict.PASS),
                        step(2, Verdict.FAIL),
                        step(2, Verdict.PASS),
                        step(3, Verdict.FAIL)),
                LoadKind.RATE);

        assertThat(capacity.contradicted()).containsExactly(new Capacity.Contradiction(2, 2, 1));
    }

    @Test
    void aPassAboveAFailureIsAContradiction() {
        Capacity capacity = Capacity.of(
                List.of(step(1, Verdict.PASS), step(2, Verdict.FAIL), step(3, Verdict.PASS)), LoadKind.RATE);

        assertThat(capacity.monotone()).isFalse();
        assertThat(capacity.heldUpTo()).hasValue(1);
        assertThat(capacity.failsFrom()).hasValue(2);
    }

    @Test
    void whatFailedAtTheLowestFailingLoadBrokeFirstWorstAhead() {
        ObjectiveResult ttft = objective("ttft p95", Verdict.FAIL, 60); // 20 % bad of 5 % allowed
        ObjectiveResult tpot = objective("tpot p95", Verdict.FAIL, 150); // 50 %
        ObjectiveResult e2e = objective("e2e p95", Verdict.PASS, 1);

        Capacity capacity = Capacity.of(
                List.of(
                        step(1, Verdict.PASS, e2e),
                        step(2, Verdict.FAIL, ttft, e2e, tpot),
                        step(3, Verdict.FAIL, objective("e2e p95", Verdict.FAIL, 300))),
                LoadKind.RATE);

        assertThat(capacity.brokeFirst()).containsExactly(tpot, ttft);
        assertThat(capacity.binding()).contains(tpot);
    }

    @Test
    void withoutAFailureTheObjectiveNearestToItsLimitBinds() {
        ObjectiveResult near = objective("tpot p95", Verdict.PASS, 6);

        Capacity capacity = Capacity.of(
                List.of(step(1, Verdict.PASS, objective("ttft p95", Verdict.PASS, 0), near)), LoadKind.RATE);

        assertThat(capacity.brokeFirst()).isEmpty();
        assertThat(capacity.binding()).contains(near);
    }

    @Test
    void whatIsHeldInTheLongRunIsToldApartFromWhatTheRequestsAloneShow() {
        List<LoadVerdict> steps = List.of(
                step(1, Verdict.PASS, judged(Verdict.PASS, Verdict.PASS)),
                step(2, Verdict.PASS, judged(Verdict.INCONCLUSIVE, Verdict.PASS)),
                step(3, Verdict.INCONCLUSIVE, judged(Verdict.FAIL, Verdict.INCONCLUSIVE)));

        Capacity sustained =
                Capacity.of(steps, LoadKind.RATE, VerdictBasis.SUSTAINED).orElseThrow();
        Capacity shortRun =
                Capacity.of(steps, LoadKind.RATE, VerdictBasis.SHORT_RUN).orElseThrow();

        assertThat(sustained.heldUpTo()).hasValue(1);
        assertThat(sustained.failsFrom()).hasValue(3);
        assertThat(shortRun.heldUpTo()).hasValue(2);
        assertThat(shortRun.failsFrom()).isEmpty();
    }

    @Test
    void resultsOfBeforeThereWereTwoBasesDoNotTellThemApart() {
        List<LoadVerdict> steps = List.of(step(1, Verdict.PASS, objective("ttft p95", Verdict.PASS, 0)));

        assertThat(Capacity.of(steps, LoadKind.RATE, VerdictBasis.SUSTAINED)).isEmpty();
        assertThat(Capacity.of(List.of(), LoadKind.RATE, VerdictBasis.SUSTAINED))
                .isEmpty();
    }

    @Test
    void noStepsHoldNothing() {
        Capacity capacity = Capacity.of(List.of(), LoadKind.RATE);

        assertThat(capacity.heldUpTo()).isEmpty();
        assertThat(capacity.failsFrom()).isEmpty();
        assertThat(capacity.binding()).isEmpty();
    }

    @Test
    void eachKindOfLoadHasItsOwnAndAllAtOnceHasNone() {
        List<LoadVerdict> steps = List.of(
                new LoadVerdict(LoadKind.RATE, 0, Verdict.FAIL, List.of()), // all at once
                new LoadVerdict(LoadKind.RATE, 9, Verdict.INVALID, List.of()),
                new LoadVerdict(LoadKind.CONCURRENCY, 8, Verdict.PASS, List.of()),
                new LoadVerdict(LoadKind.RATE, 6, Verdict.PASS, List.of()),
                new LoadVerdict(LoadKind.CONCURRENCY, 4, Verdict.FAIL, List.of()),
                new LoadVerdict(LoadKind.RATE, 12, Verdict.FAIL, List.of()));

        Map<LoadKind, Capacity> held = Capacity.byKind(steps);

        assertThat(held.keySet()).containsExactly(LoadKind.CONCURRENCY, LoadKind.RATE);
        assertThat(held.get(LoadKind.RATE).heldUpTo()).hasValue(6);
        assertThat(held.get(LoadKind.RATE).failsFrom()).hasValue(12);
        assertThat(held.get(LoadKind.CONCURRENCY).heldUpTo()).isEmpty();
        assertThat(held.get(LoadKind.CONCURRENCY).failsFrom()).hasValue(4);
        assertThat(Capacity.byKind(steps.subList(0, 2))).isEmpty();
    }

    static LoadVerdict step(double load, Verdict verdict, ObjectiveResult... objectives) {
        return new LoadVerdict(LoadKind.RATE, load, verdict, List.of(objectives));
    }

    private static ObjectiveResult judged(Verdict sustained, Verdict shortRun) {
        return ObjectiveResult.newBuilder(objective("ttft p95", Verdict.UNKNOWN, 1))
                .setSustained(
                        ObjectiveJudgement.newBuilder().setVerdict(sustained).build())
                .setShortRun(
                        ObjectiveJudgement.newBuilder().setVerdict(shortRun).build())
                .build();
    }

    private static ObjectiveResult objective(String name, Verdict verdict, long bad) {
        return ObjectiveResult.newBuilder()
                .setStanding(ObjectiveStanding.UNKNOWN)
                .setObjective(name)
                .setKind(ObjectiveKind.QUANTILE)
                .setMetric(MetricName.TTFT)
                .setQuantile(0.95)
                .setLimit(1e9)
                .setVerdict(verdict)
                .setCount(300)
                .setBad(bad)
                .build();
    }
}
