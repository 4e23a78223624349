package io.tidemark.analysis.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.events.LoadKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class TuneTest {
    private static final double BUDGET = 40_000;
    private static final Candidate DEFAULT = SyntheticServers.grid().get(0);

    @Test
    void theDefaultIsStartedFirst() {
        TrialRequest first = request(Tune.begin(settings(1), SyntheticServers.grid()));

        assertThat(first.candidate()).isEqualTo(DEFAULT);
        assertThat(first.purpose()).isEqualTo(TrialPurpose.BASELINE);
        assertThat(first.checkLoad()).isEmpty();
        assertThat(first.number()).isEqualTo(1);
    }

    @Test
    void aDefaultThatFailsEndsItWithTheCause() {
        Tune tune = Tune.begin(settings(1), SyntheticServers.grid());

        Tune failed = tune.with(failure(request(tune), "model not found"));

        assertThat(end(failed).reason()).isEqualTo(TuneEnd.Reason.BASELINE_FAILED);
        assertThat(end(failed).description()).isEqualTo("the default failed: model not found");
        assertThat(failed.standings()).isEmpty();
        assertThat(failed.verdict()).isEmpty();
    }

    @Test
    void findsABetterConfigurationAndSaysByHowMuch() {
        Tune tune = servers(0.02, 0, 3).run(settings(3), SyntheticServers.grid());

        TuneVerdict verdict = tune.verdict().orElseThrow();
        assertThat(end(tune).reason()).isEqualTo(TuneEnd.Reason.FINAL_RUN);
        assertThat(SyntheticServers.held(verdict.recommended())).isGreaterThanOrEqualTo(11);
        ChallengerVerdict tuned = verdict.tuned().orElseThrow();
        assertThat(tuned.ratio()).isCloseTo(SyntheticServers.held(tuned.candidate()) / 10, within(0.06));
        assertThat(tuned.runs()).isGreaterThanOrEqualTo(5);
        assertThat(verdict.description())
                .matches("tuned \\(c\\d+\\) holds 1\\.\\d\\d x \\(1\\.\\d\\d to 1\\.\\d\\d\\) the default");
    }

    @Test
    void theSameSeedGivesTheSameDecisions() {
        List<TrialResult> one =
                servers(0.03, 0, 5).run(settings(5), SyntheticServers.grid()).results();
        List<TrialResult> other =
                servers(0.03, 0, 5).run(settings(5), SyntheticServers.grid()).results();
        List<TrialResult> another =
                servers(0.03, 0, 5).run(settings(6), SyntheticServers.grid()).results();

        assertThat(other).isEqualTo(one);
        assertThat(another).isNotEqualTo(one);
    }

    @Test
    void keepsToItsBudgetAndToWhatItSetAside() {
        for (long seed = 1; seed <= 4; seed++) {
            Tune tune = servers(0.03, 0, seed).run(settings(seed), SyntheticServers.grid());

            double searched = tune.results().stream()
                    .filter(it -> !it.isFinal())
                    .mapToDouble(TrialResult::seconds)
                    .sum();
            assertThat(tune.spentSeconds()).isLessThanOrEqualTo(BUDGET);
            assertThat(searched + tune.reservedSeconds()).isLessThanOrEqualTo(BUDGET);
            assertThat(tune.results().stream().filter(TrialResult::isFinal).count())
                    .isGreaterThanOrEqualTo(15);
        }
    }

    @Test
    void candidatesThatBreakAtTheBestLoadAreGivenUp() {
        Tune tune = servers(0.02, 0, 2).run(settings(2), SyntheticServers.grid());

        assertThat(tune.results())
                .filteredOn(it -> it.outcome() instanceof TrialOutcome.Bound)
                .isNotEmpty()
                .allSatisfy(it -> assertThat(it.measuredSeconds()).isEqualTo(150));
    }

    /** A search that ends before any load breaks shows that a candidate is better, not by how much. */
    @Test
    void aCandidateThatHeldAllThatWasTriedGoesToTheFinalStage() {
        Candidate wide = SyntheticServers.grid().get(1);
        Tune tune = Tune.begin(settings(1), List.of(DEFAULT, wide));

        while (tune.next() instanceof NextTrial.Start start && start.request().purpose() != TrialPurpose.FINAL) {
            TrialOutcome seen = start.request().candidate().equals(wide)
                    ? new TrialOutcome.Bound(30, TrialOutcome.Side.ABOVE)
                    : TrialOutcome.Measured.between(9.8, 10.2);
            tune = tune.with(new TrialResult(
                    String.valueOf(start.request().number()),
                    start.request(),
                    seen,
                    100,
                    start.request().seconds()));
        }

        assertThat(request(tune).purpose()).isEqualTo(TrialPurpose.FINAL);
    }

    @Test
    void candidatesThatStayAreMeasuredLonger() {
        Tune tune = servers(0.03, 0, 2).run(settings(2), SyntheticServers.grid());

        List<TrialRequest> again = tune.results().stream()
                .map(TrialResult::request)
                .filter(it -> it.purpose() == TrialPurpose.PROMOTED)
                .toList();
        assertThat(again).isNotEmpty().allSatisfy(it -> {
            assertThat(it.seconds()).isGreaterThanOrEqualTo(1_440);
            assertThat(it.checkLoad()).isEmpty();
        });
    }

    @Test
    void learnsWhichCombinationsCrash() {
        Tune tune =
                new SyntheticServers(TuneTest::heldUnlessWide, 0.02, 0, 1).run(settings(1), SyntheticServers.grid());

        double working = meanFeasible(tune, it -> heldUnlessWide(it) > 0);
        double crashing = meanFeasible(tune, it -> heldUnlessWide(it) == 0);
        assertThat(working - crashing)
                .as("%s of those that work, %s of those that crash", working, crashing)
                .isGreaterThan(0.4);
    }

    private static double meanFeasible(Tune tune, Predicate<Candidate> which) {
        return tune.standings().stream()
                .filter(it -> which.test(it.candidate()))
                .mapToDouble(CandidateStanding::feasible)
                .average()
                .orElseThrow();
    }

    private static double heldUnlessWide(Candidate candidate) {
        String sequences = candidate.flags().get("max-num-seqs");
        return sequences.equals("1024") || sequences.equals("256") ? 0 : SyntheticServers.held(candidate);
    }

    @Test
    void afterTwoFailuresOfOneCauseAServerThatWorkedIsTried() {
        Tune tune = afterTwoFailures();

        TrialRequest control = request(tune);
        assertThat(control.purpose()).isEqualTo(TrialPurpose.CONTROL);
        assertThat(control.candidate()).isEqualTo(DEFAULT);

        assertThat(request(tune.with(measured(control, 10))).purpose()).isNotEqualTo(TrialPurpose.CONTROL);
    }

    @Test
    void aThirdFailureOfTheSameCauseEndsIt() {
        Tune tune = afterTwoFailures();

        TuneEnd end = end(tune.with(failure(request(tune), "port in use")));

        assertThat(end.reason()).isEqualTo(TuneEnd.Reason.SAME_CAUSE);
        assertThat(end.description()).isEqualTo("3 starts in a row failed by the same cause: port in use");
    }

    @Test
    void whereTheBestOneFailsAlikeTooTheDefaultDecides() {
        Tune tune = Tune.begin(settings(1), SyntheticServers.grid());
        tune = tune.with(measured(request(tune), 10));
        TrialRequest better = request(tune);
        tune = tune.with(measured(better, 15));
        tune = tune.with(failure(request(tune), "port in use"));
        tune = tune.with(failure(request(tune), "port in use"));
        assertThat(request(tune).purpose()).isEqualTo(TrialPurpose.CONTROL);
        assertThat(request(tune).candidate()).isEqualTo(better.candidate());

        Tune doubted = tune.with(failure(request(tune), "port in use"));
        TrialRequest control = request(doubted);
        assertThat(control.purpose()).isEqualTo(TrialPurpose.CONTROL);
        assertThat(control.candidate()).isEqualTo(DEFAULT);

        assertThat(request(doubted.with(measured(control, 10))).purpose()).isNotEqualTo(TrialPurpose.CONTROL);
        assertThat(end(doubted.with(failure(control, "port in use"))).reason()).isEqualTo(TuneEnd.Reason.SAME_CAUSE);
    }

    /** A control takes 100 s and 1,440 s, another candidate 100 s and 720 s; 1,500 s are left. */
    @Test
    void whereNoTimeIsLeftForAControlTheUntriedGoOn() {
        Tune tune = Tune.begin(settings(1, 21_900), SyntheticServers.grid());
        tune = tune.with(measured(request(tune), 10));
        Set<Candidate> tried = new HashSet<>(Set.of(DEFAULT));
        for (int failures = 0; failures < 2; failures++) {
            TrialRequest request = request(tune);
            tried.add(request.candidate());
            tune = tune.with(new TrialResult(
                    "t" + request.number(),
                    request,
                    new TrialOutcome.Infeasible("port in use"),
                    SyntheticServers.START_SECONDS,
                    0));
        }

        assertThat(request(tune).purpose()).isEqualTo(TrialPurpose.SPREAD);
        assertThat(tried).hasSize(3).doesNotContain(request(tune).candidate());
    }

    @Test
    void failuresOfDifferentCausesDoNotEndIt() {
        Tune tune = afterTwoFailures();

        assertThat(tune.with(failure(request(tune), "time-out")).next()).isInstanceOf(NextTrial.Start.class);
    }

    private static Tune afterTwoFailures() {
        Tune tune = Tune.begin(settings(1), SyntheticServers.grid());
        tune = tune.with(measured(request(tune), 10));
        tune = tune.with(failure(request(tune), "port in use"));
        return tune.with(failure(request(tune), "port in use"));
    }

    @Test
    void endsWithoutAChallengerWhereOnlyTheDefaultWorks() {
        Tune tune = Tune.begin(settings(1), SyntheticServers.grid());
        int failures = 0;
        while (tune.next() instanceof NextTrial.Start next) {
            TrialRequest request = next.request();
            tune = tune.with(
                    request.candidate().isDefault()
                            ? measured(request, 10)
                            : failure(request, "cause " + failures++ % 2));
        }

        assertThat(end(tune).reason()).isEqualTo(TuneEnd.Reason.NO_CHALLENGER);
        assertThat(tune.verdict()).isEmpty();
    }

    @Test
    void finalRunsAreInterleavedAndEverySecondBlockIsReversed() {
        Tune tune = servers(0.02, 0, 4).run(settings(4), SyntheticServers.grid());

        List<Candidate> order = tune.results().stream()
                .filter(TrialResult::isFinal)
                .map(TrialResult::candidate)
                .toList();
        for (int block = 0; block < order.size() / 3; block++) {
            assertThat(new HashSet<>(order.subList(3 * block, 3 * block + 3)))
                    .hasSize(3)
                    .contains(DEFAULT);
        }
        List<Candidate> second = new ArrayList<>(order.subList(3, 6));
        Collections.reverse(second);
        assertThat(second).isEqualTo(order.subList(0, 3));
    }

    @Test
    void aChallengerThatFailsInTheFinalStageIsLeftOut() {
        Tune tune = untilFinals(7);
        Set<Candidate> dropped = new HashSet<>();
        while (tune.next() instanceof NextTrial.Start next) {
            TrialRequest request = next.request();
            boolean fails = !request.candidate().isDefault() && dropped.isEmpty();
            if (fails) {
                dropped.add(request.candidate());
            }
            tune = tune.with(
                    fails
                            ? failure(request, "crash under load")
                            : measured(request, SyntheticServers.held(request.candidate())));
        }

        assertThat(tune.verdict().orElseThrow().challengers())
                .hasSize(1)
                .noneMatch(it -> dropped.contains(it.candidate()));
        assertThat(end(tune).reason()).isEqualTo(TuneEnd.Reason.FINAL_RUN);
    }

    @Test
    void nothingIsRunOnceEveryChallengerFailed() {
        Tune tune = untilFinals(7);
        int finals = 0;
        while (tune.next() instanceof NextTrial.Start next) {
            finals++;
            TrialRequest request = next.request();
            tune = tune.with(
                    request.candidate().isDefault()
                            ? measured(request, 10)
                            : failure(request, "crash under load " + finals));
        }

        TuneVerdict verdict = tune.verdict().orElseThrow();
        assertThat(finals).isLessThan(5);
        assertThat(verdict.challengers()).isEmpty();
        assertThat(verdict.recommended()).isEqualTo(DEFAULT);
        assertThat(verdict.description()).isEqualTo("nothing was shown to be better than the default");
    }

    @Test
    void aDefaultThatFailsInTheFinalStageIsTriedOnceMore() {
        Tune tune = untilFinals(7);
        int failures = 0;
        while (tune.next() instanceof NextTrial.Start next) {
            TrialRequest request = next.request();
            tune = tune.with(
                    request.candidate().isDefault()
                            ? failure(request, "cause " + failures++)
                            : measured(request, SyntheticServers.held(request.candidate())));
        }

        assertThat(failures).isEqualTo(2);
        assertThat(end(tune).description()).isEqualTo("the default failed in the final stage: cause 1");
    }

    /** The search alone. */
    private static Tune untilFinals(long seed) {
        SyntheticServers servers = servers(0.02, 0, seed);
        Tune tune = Tune.begin(settings(seed), SyntheticServers.grid());
        while (tune.next() instanceof NextTrial.Start next && next.request().purpose() != TrialPurpose.FINAL) {
            tune = tune.with(servers.start(next.request()));
        }
        return tune;
    }

    @Test
    void saysHowMuchMoreWouldDecideWhereNothingIsShown() {
        // All but equal: 3 % is within the margin of 5 %.
        SyntheticServers servers = new SyntheticServers(
                it -> it.flags().get("cache").equals("false") ? 7 : it.isDefault() ? 10 : 10.3, 0.05, 0, 11);
        Tune tune = servers.run(settings(11), SyntheticServers.grid());

        TuneVerdict verdict = tune.verdict().orElseThrow();
        assertThat(verdict.tuned()).isEmpty();
        assertThat(verdict.recommended()).isEqualTo(DEFAULT);
        assertThat(verdict.description()).startsWith("nothing was shown to be better than the default: c");
        ChallengerVerdict open = verdict.challengers().stream()
                .filter(it -> it.runsNeeded().isPresent())
                .findFirst()
                .orElseThrow();
        double hours =
                2 * (open.runsNeeded().getAsInt() - open.runs()) * (SyntheticServers.START_SECONDS + 1_200) / 3_600;
        assertThat(open.hoursNeeded().orElseThrow()).isCloseTo(hours, within(1e-9));
        assertThat(verdict.description()).contains("more hours");
    }

    @Test
    void aCostIsMadeSmallAndItsRatioIsBelowOne() {
        SyntheticServers servers = new SyntheticServers(it -> 100 / SyntheticServers.held(it), 0.02, 0, 3);
        TuneSettings settings = new TuneSettings(
                TuneObjective.minimize("cost per token"),
                60_000,
                3,
                TrialLengths.DEFAULT,
                new FinalStage(2, 5, 1_200),
                SyntheticServers.START_SECONDS);
        Tune tune = servers.run(settings, SyntheticServers.grid());

        ChallengerVerdict tuned = tune.verdict().orElseThrow().tuned().orElseThrow();
        assertThat(tuned.ratio()).isLessThan(1);
        assertThat(tuned.low().orElseThrow()).isLessThan(tuned.ratio());
        assertThat(tuned.high().orElseThrow()).isGreaterThan(tuned.ratio()).isLessThan(1);
        assertThat(tune.results()).allMatch(it -> it.request().checkLoad().isEmpty());
        assertThat(tune.verdict().orElseThrow().description())
                .contains("x (0.")
                .endsWith("the default's cost per token");
    }

    @Test
    void standingsComeNearToTheTruth() {
        Tune tune = servers(0.02, 0, 8).run(settings(8), SyntheticServers.grid());

        assertThat(tune.standings())
                .filteredOn(it -> it.measured() > 1)
                .isNotEmpty()
                .allSatisfy(it -> {
                    assertThat(it.ratio()).isCloseTo(SyntheticServers.held(it.candidate()) / 10, within(0.12));
                    assertThat(it.relativeError()).isLessThan(0.12);
                });
    }

    @Test
    void theForecastSaysWhatIsSetAside() {
        TuneForecast forecast = TuneForecast.of(settings(1));

        assertThat(forecast.finalStarts()).isEqualTo(15);
        assertThat(forecast.finalSeconds()).isEqualTo(15 * 1_300);
        assertThat(forecast.searchSeconds()).isEqualTo(BUDGET - 15 * 1_300);
        assertThat(forecast.fewestTrials()).isEqualTo(7);
        assertThat(forecast.mostTrials()).isEqualTo(68);
    }

    @Test
    void refusesWhatCannotBe() {
        Candidate other = new Candidate("other", Map.of("max-num-seqs", "3"));
        assertRefused(() -> Tune.begin(settings(1), List.of(other)), "must hold the default");
        assertRefused(() -> Tune.begin(settings(1), List.of(DEFAULT)), "nothing to tune");
        assertRefused(() -> Tune.begin(settings(1), List.of(DEFAULT, DEFAULT)), "\"c1\" occurs twice");
        assertRefused(() -> new Candidate(" ", Map.of()), "must not be blank");
        assertRefused(() -> TuneObjective.maximize(""), "must not be blank");
        assertRefused(() -> new TrialLengths(0, 1, 2), "0 < check <= short <= long");
        assertRefused(() -> new FinalStage(0, 5, 100), "needs a challenger or more but was asked for 0");
        assertRefused(() -> new FinalStage(1, 2, 100), "needs 3 repeats or more but was asked for 2");
        assertRefused(() -> new FinalStage(1, 3, 0), "longer than 0 s");
        assertRefused(
                () -> settings(1, 20_000),
                "the budget must be 6.08 h or more, for the default, one candidate and the final stage, but was 5.56 h");
        assertRefused(() -> new TrialOutcome.Measured(0, 0.1), "must be above 0");
        assertRefused(() -> new TrialOutcome.Measured(1, Double.NaN), "must be finite");
        assertRefused(() -> new TrialOutcome.Infeasible(""), "needs a cause");
        Tune tune = Tune.begin(settings(1), SyntheticServers.grid());
        TrialRequest first = request(tune);
        assertRefused(() -> new TrialResult("x", first, new TrialOutcome.Measured(1, 0), -1, 0), ">= 0 s");
        TrialRequest wrong =
                new TrialRequest(1, other, TrialPurpose.BASELINE, first.checkLoad(), first.expected(), first.seconds());
        assertRefused(() -> tune.with(measured(wrong, 1)), "\"c1\" was next");
        Tune ended = tune.with(failure(first, "x"));
        assertRefused(() -> ended.with(failure(first, "x")), "came after the end");
        assertRefused(
                () -> new TuneSettings(
                        TuneObjective.heldLoad(LoadKind.RATE),
                        1e6,
                        1,
                        TrialLengths.DEFAULT,
                        new FinalStage(2, 5, 1_200),
                        -1),
                ">= 0 s");
    }

    private static void assertRefused(Runnable what, String description) {
        assertThatThrownBy(what::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(description);
    }

    @Test
    void wordsOfPurposesAreAllDifferent() {
        assertThat(TrialPurpose.values()).extracting(TrialPurpose::description).doesNotHaveDuplicates();
    }

    private static SyntheticServers servers(double noise, double drift, long seed) {
        return new SyntheticServers(SyntheticServers::held, noise, drift, seed);
    }

    private static TuneSettings settings(long seed) {
        return settings(seed, BUDGET);
    }

    private static TuneSettings settings(long seed, double budget) {
        return new TuneSettings(
                TuneObjective.heldLoad(LoadKind.RATE),
                budget,
                seed,
                TrialLengths.DEFAULT,
                new FinalStage(2, 5, 1_200),
                SyntheticServers.START_SECONDS);
    }

    private static TrialRequest request(Tune tune) {
        return ((NextTrial.Start) tune.next()).request();
    }

    private static TuneEnd end(Tune tune) {
        return ((NextTrial.End) tune.next()).end();
    }

    private static TrialResult measured(TrialRequest request, double value) {
        return result(request, it -> new TrialOutcome.Measured(value, 0.02));
    }

    private static TrialResult failure(TrialRequest request, String cause) {
        return result(request, it -> new TrialOutcome.Infeasible(cause));
    }

    private static TrialResult result(TrialRequest request, Function<TrialRequest, TrialOutcome> outcome) {
        return new TrialResult(
                "t" + request.number(), request, outcome.apply(request), SyntheticServers.START_SECONDS, 600);
    }
}
