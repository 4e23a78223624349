package io.tidemark.alerts.rule;

import static io.tidemark.fixtures.runs.Events.RUN;
import static io.tidemark.fixtures.runs.Events.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.google.common.collect.ImmutableMap;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.alerts.kind.ExpectedRun;
import io.tidemark.alerts.kind.RuleSettings;
import io.tidemark.events.BreachEnd;
import io.tidemark.events.BreachState;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.MetricName;
import io.tidemark.events.MovedSide;
import io.tidemark.events.MovedSignal;
import io.tidemark.events.Regression;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloBreach;
import io.tidemark.events.Verdict;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.RunLabels;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Annotation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

final class TeamRulesTest {
    private static final Team TEAM = new Team("perf");

    private final Map<String, String> facts = new HashMap<>();
    private TeamRules.Configuration configuration = TeamRules.Configuration.defaults();
    private TeamRules rules = new TeamRules(TEAM, configuration, List.of(), facts);
    private Instant now = START;
    private long nanos;
    private boolean listening = true;

    @Test
    void aFinalBreachFiresAtOnceAndResolvesWithItsReason() {
        round(running());
        Alert fired = only(round(breach(BreachState.OPENED, Finality.FINAL)));

        assertThat(fired.state()).isEqualTo(AlertState.FIRING);
        assertThat(fired.startsAt()).isEqualTo(START.plusSeconds(20));
        assertThat(fired.labels())
                .contains(
                        entry("alertname", "SloBreach"),
                        entry("severity", "ticket"),
                        entry("team", "perf"),
                        entry("run", RUN),
                        entry("step", "1"),
                        entry("target", "gpu"),
                        entry("objective", "ttft p95 < 250ms"),
                        entry("label_gpu", "h200"))
                .doesNotContainKeys("class", "rule");
        assertThat(fired.annotations())
                .contains(entry(Annotation.CORRELATED_SIGNALS, "Moved with it: queue length 0 -> 12.5 requests."))
                .containsKeys(Annotation.SUMMARY, Annotation.VALUE, Annotation.CERTAINTY, Annotation.RUNBOOK_URL);

        Alert resolved = only(round(SloBreach.newBuilder(breach(BreachState.CLOSED, Finality.FINAL))
                .setClosed(START.plusSeconds(90))
                .setEndedBy(BreachEnd.CLEARED)
                .build()));
        assertThat(resolved.id()).isEqualTo(fired.id());
        assertThat(resolved.state()).isEqualTo(AlertState.RESOLVED);
        assertThat(resolved.endsAt()).contains(START.plusSeconds(90));
        assertThat(resolved.reason()).isEqualTo("the objective is kept again");
    }

    /** Late data may show a breach again that was retracted; who was notified of the end of an alert is notified of no more under its identity. */
    @Test
    void aBreachThatHoldsAgainFromTheSameTimeIsAnAlertOfItsOwn() {
        round(running());
        Alert first = only(round(breach(BreachState.OPENED, Finality.FINAL)));
        round(breach(BreachState.RETRACTED, Finality.FINAL));
        Alert second = only(round(breach(BreachState.OPENED, Finality.FINAL)));
        assertThat(second.state()).isEqualTo(AlertState.FIRING);
        assertThat(second.id().fingerprint()).isEqualTo(first.id().fingerprint());
        assertThat(second.startsAt()).isEqualTo(first.startsAt().plusMillis(1));

        Alert resolved = only(round(breach(BreachState.CLOSED, Finality.FINAL)));
        assertThat(resolved.id()).isEqualTo(second.id());

        rules = new TeamRules(TEAM, configuration, List.of(resolved), facts);
        Alert third = only(round(breach(BreachState.OPENED, Finality.FINAL)));
        assertThat(third.startsAt())
                .as("after a restart")
                .isEqualTo(first.startsAt().plusMillis(2));
    }

    /** As when a dispatcher that was away reads the breaches before the run's definition. */
    @Test
    void aBreachThatIsReadBeforeItsRunIsOneAlertAndResolved() {
        Alert fired = only(round(breach(BreachState.OPENED, Finality.FINAL)));
        assertThat(fired.labels()).doesNotContainKey("label_gpu");
        assertThat(round(running())).noneMatch(alert -> alert.name().equals("SloBreach"));
        now = now.plusSeconds(60);
        Alert revised = only(round(worse(40)));
        assertThat(revised.id()).isEqualTo(fired.id());
        Alert resolved = only(round(breach(BreachState.CLOSED, Finality.FINAL)));
        assertThat(resolved.id()).isEqualTo(fired.id());
    }

    @Test
    void anAlertWhoseSeverityWasChangedInTheFileIsResolved() {
        round(running());
        Alert fired = only(round(breach(BreachState.OPENED, Finality.FINAL)));
        configuration = new TeamRules.Configuration(
                kind -> new RuleSettings(
                        kind.defaults().holdFor(),
                        false,
                        "page",
                        kind.defaults().resolveAfter(),
                        kind.defaults().limit()),
                true,
                List.of(),
                LinkPatterns.none());
        rules = new TeamRules(TEAM, configuration, List.of(fired), facts);
        Alert resolved = only(round(breach(BreachState.CLOSED, Finality.FINAL)));
        assertThat(resolved.id()).isEqualTo(fired.id());
    }

    @Test
    void newFiguresAreTakenOnThoughTheClockWasSetBack() {
        round(running());
        round(breach(BreachState.OPENED, Finality.FINAL));
        now = now.minusSeconds(3_600);
        Alert revised = only(round(worse(40)));
        assertThat(revised.revision()).isEqualTo(2);
        assertThat(revised.startsAt()).isEqualTo(START.plusSeconds(20));
    }

    @Test
    void theValueNamesTheShareOfBadRequestsWithItsInterval() {
        SloBreach breach = SloBreach.newBuilder(breach(BreachState.OPENED, Finality.FINAL))
                .setCount(240)
                .setBad(61)
                .setDescription("p95 of TTFT is 412 ms, 250 ms is allowed.")
                .build();

        assertThat(only(round(breach)).annotations())
                .containsEntry(
                        Annotation.VALUE,
                        "p95 of TTFT is 412 ms, 250 ms is allowed. Bad: 61 of 240 requests in 1 min"
                                + " (25.4 %, 95 % interval 20 % to 31.4 %).");
    }

    @Test
    void aProvisionalBreachWaitsForFinalFigures() {
        assertThat(only(round(breach(BreachState.OPENED, Finality.PROVISIONAL))).state())
                .isEqualTo(AlertState.PENDING);
        pass(Duration.ofSeconds(5));
        assertThat(only(round(breach(BreachState.UPDATED, Finality.FINAL))).state())
                .isEqualTo(AlertState.FIRING);
    }

    @Test
    void aProvisionalBreachFiresOnceItHasWaitedForLongEnough() {
        round(breach(BreachState.OPENED, Finality.PROVISIONAL));
        pass(Duration.ofSeconds(29));
        assertThat(round()).isEmpty();
        pass(Duration.ofSeconds(1));
        assertThat(only(round()).state()).isEqualTo(AlertState.FIRING);
    }

    @Test
    void anUrgentRuleDoesNotWait() {
        configure(kind -> kind == AlertKind.SLO_BREACH
                ? new RuleSettings(
                        Duration.ofSeconds(30),
                        true,
                        "page",
                        Duration.ZERO,
                        kind.defaults().limit())
                : kind.defaults());
        Alert fired = only(round(breach(BreachState.OPENED, Finality.PROVISIONAL)));
        assertThat(fired.state()).isEqualTo(AlertState.FIRING);
        assertThat(fired.severity()).isEqualTo("page");
    }

    @Test
    void aRetractedBreachThatNeverFiredIsToldToNobody() {
        round(breach(BreachState.OPENED, Finality.PROVISIONAL));
        List<AlertChange> changes = changes(breach(BreachState.RETRACTED, Finality.FINAL));
        assertThat(changes).hasSize(1);
        assertThat(changes.get(0).fired()).isFalse();
        assertThat(changes.get(0).alert().reason()).startsWith("retracted");
    }

    /** A step of a few seconds is over before its final figures are known. */
    @Test
    void aBreachThatEndsWithItsStepBeforeItsFinalFiguresFiresAtItsEndAndSaysWhatIsFinal() {
        round(running());
        Alert waiting = only(round(breach(BreachState.OPENED, Finality.PROVISIONAL)));
        pass(Duration.ofSeconds(5));
        SloBreach end = SloBreach.newBuilder(breach(BreachState.CLOSED, Finality.FINAL))
                .setClosed(START.plusSeconds(26))
                .setEndedBy(BreachEnd.ENDED)
                .build();

        assertThat(changes(end)).singleElement().satisfies(change -> {
            assertThat(change.fired()).isTrue();
            assertThat(change.alert().id()).isEqualTo(waiting.id());
            assertThat(change.alert().state()).isEqualTo(AlertState.RESOLVED);
            assertThat(change.alert().reason()).isEqualTo("the step or the run ended while the objective was broken");
            assertThat(change.alert().annotations())
                    .containsEntry(
                            Annotation.SUMMARY, "ttft p95 < 250ms was broken for 6 s in h200, phase baseline, step 1")
                    .containsEntry(Annotation.CERTAINTY, "Final figures: all events of the window were counted.");
        });
        assertThat(changes(end)).as("published again").isEmpty();
    }

    @Test
    void aBreachThatLacksALaneToItsEndFiresThenToo() {
        round(breach(BreachState.OPENED, Finality.PROVISIONAL));
        assertThat(changes(breach(BreachState.CLOSED, Finality.INCOMPLETE)))
                .singleElement()
                .satisfies(change -> assertThat(change.fired()).isTrue());
    }

    @Test
    void aBreachThatProvisionalFiguresCloseIsNotOver() {
        Alert fired = only(round(breach(BreachState.OPENED, Finality.FINAL)));
        assertThat(round(breach(BreachState.CLOSED, Finality.PROVISIONAL))).isEmpty();
        assertThat(round(breach(BreachState.UPDATED, Finality.FINAL))).isEmpty();
        assertThat(only(round(breach(BreachState.CLOSED, Finality.FINAL))).id()).isEqualTo(fired.id());
    }

    @Test
    void aBreachThatEndedAndThatProvisionalFiguresShowOnceMoreFiresOnce() {
        round(running());
        round(breach(BreachState.OPENED, Finality.FINAL));
        round(breach(BreachState.CLOSED, Finality.FINAL));
        round(breach(BreachState.UPDATED, Finality.PROVISIONAL));
        assertThat(changes(breach(BreachState.CLOSED, Finality.FINAL)))
                .singleElement()
                .satisfies(change -> assertThat(change.fired()).isFalse());
    }

    @Test
    void theTextsOfABreachFitItsState() {
        Alert waiting = only(round(breach(BreachState.OPENED, Finality.PROVISIONAL)));
        assertThat(waiting.annotations())
                .contains(
                        entry(Annotation.SUMMARY, "ttft p95 < 250ms is broken in h200, phase baseline, step 1"),
                        entry(Annotation.CERTAINTY, "Provisional figures: final ones follow and may differ."));

        String found = "Retracted: later figures do not confirm it.";
        Alert retracted = only(round(SloBreach.newBuilder(breach(BreachState.RETRACTED, Finality.FINAL))
                .setCount(10)
                .setBad(4)
                .setDescription(found)
                .build()));
        assertThat(retracted.annotations())
                .contains(
                        entry(
                                Annotation.SUMMARY,
                                "the breach of ttft p95 < 250ms since " + ValueFormat.stamp(START.plusSeconds(20))
                                        + " in h200, phase baseline, step 1, is retracted: later figures do not confirm it"),
                        entry(Annotation.VALUE, found));
    }

    /** Late data move the second at which a breach opened: the streams retract it and open it anew. */
    @Test
    void aFiringBreachThatIsRetractedAndOpenedFromAnotherSecondIsOneAlert() {
        Alert fired = only(round(breach(BreachState.OPENED, Finality.FINAL)));
        SloBreach moved = SloBreach.newBuilder(breach(BreachState.OPENED, Finality.FINAL))
                .setOpened(START.plusSeconds(23))
                .build();
        assertThat(round(breach(BreachState.RETRACTED, Finality.FINAL), moved)).isEmpty();

        Alert resolved = only(round(SloBreach.newBuilder(moved)
                .setState(BreachState.CLOSED)
                .setClosed(START.plusSeconds(93))
                .setEndedBy(BreachEnd.CLEARED)
                .build()));
        assertThat(resolved.id()).isEqualTo(fired.id());
        assertThat(resolved.annotations().get(Annotation.SUMMARY)).contains(" was broken for 1 min 10 s in ");
    }

    /** The alert that waits is not that of the new start, which final figures may settle at its end. */
    @Test
    void aPendingBreachThatIsRetractedAndOpenedFromAnotherSecondStillFires() {
        round(breach(BreachState.OPENED, Finality.PROVISIONAL));
        SloBreach moved = SloBreach.newBuilder(breach(BreachState.OPENED, Finality.PROVISIONAL))
                .setOpened(START.plusSeconds(23))
                .build();
        round(breach(BreachState.RETRACTED, Finality.FINAL), moved);
        SloBreach end = SloBreach.newBuilder(moved)
                .setState(BreachState.CLOSED)
                .setEvidence(Finality.FINAL)
                .setClosed(START.plusSeconds(26))
                .setEndedBy(BreachEnd.ENDED)
                .build();
        assertThat(changes(end))
                .singleElement()
                .satisfies(change -> assertThat(change.fired()).isTrue());
    }

    @Test
    void theValueOfAnItlObjectiveCountsGaps() {
        SloBreach breach =
                SloBreach.newBuilder(worse(4)).setMetric(MetricName.ITL).build();
        assertThat(only(round(breach)).annotations().get(Annotation.VALUE)).contains("Bad: 4 of 10 gaps in 1 min");
    }

    @Test
    void aProbeOfASearchAlertsNobodyOfWhatItDoesToItsServer() {
        RunState probe = RunState.newBuilder(Events.run(RUN, START))
                .setPhase("tuned")
                .setLabels(Map.of(RunLabels.SEARCH_ROLE, RunLabels.PROBE))
                .build();
        assertThat(round(Events.control(START, probe))).isEmpty();
        assertThat(round(SloBreach.newBuilder(breach(BreachState.OPENED, Finality.FINAL))
                        .setTrial(true)
                        .build()))
                .isEmpty();
        RunState invalid = RunState.newBuilder(probe)
                .setStatus(RunStatus.INVALID)
                .setEnded(START.plusSeconds(60))
                .setInvalidReasons(List.of("the client sent late"))
                .build();
        assertThat(round(Events.control(START, invalid))).isEmpty();

        RunState first = RunState.newBuilder(Events.run("01JD8Z6K3M5TQX9V2R7C0WHB4P", START.plusSeconds(100)))
                .setPhase("tuned")
                .build();
        assertThat(only(round(Events.control(START, first))).name())
                .as("the phase begins with its first run")
                .isEqualTo("PhaseStarted");
    }

    @Test
    void aRunOfATuneAlertsNobodyOfItsEnd() {
        RunState ended = RunState.newBuilder(Events.run(RUN, START))
                .setLabels(Map.of(RunLabels.TUNE_START, "3"))
                .setStatus(RunStatus.ENDED)
                .setEnded(START.plusSeconds(60))
                .build();
        round(Events.control(START, ended));
        pass(Duration.ofMinutes(2));
        assertThat(round(Events.result(Finality.FINAL, 100)
                        .setVerdict(Verdict.FAIL)
                        .build()))
                .isEmpty();
        pass(Duration.ofHours(1));
        round();
        assertThat(facts).doesNotContainKey(RunFact.key(RUN));
    }

    @Test
    void aProbeThatEndedIsNoValidRunOfItsPhase() {
        round(running());
        RunState invalid = RunState.newBuilder(Events.run(RUN, START))
                .setStatus(RunStatus.INVALID)
                .setEnded(START.plusSeconds(60))
                .build();
        round(Events.control(START, invalid));
        RunState probe = RunState.newBuilder(Events.run("01JD8Z6K3M5TQX9V2R7C0WHB4P", START.plusSeconds(100)))
                .setLabels(Map.of(RunLabels.SEARCH_ROLE, RunLabels.PROBE))
                .setStatus(RunStatus.ENDED)
                .setEnded(START.plusSeconds(200))
                .build();
        assertThat(round(Events.control(START, probe))).isEmpty();
    }

    @Test
    void aTrialThatFallsSilentAlertsNevertheless() {
        RunState probe = RunState.newBuilder(Events.run(RUN, START))
                .setLabels(Map.of(RunLabels.SEARCH_ROLE, RunLabels.PROBE))
                .build();
        round(Events.control(START, probe), heartbeat("a", 0));
        pass(Duration.ofSeconds(30));
        assertThat(only(round()).name()).isEqualTo("LaneSilent");
    }

    @Test
    void aBurnRateAlertHasTheSeverityOfItsRule() {
        assertThat(only(round(burning())).labels())
                .contains(
                        entry("alertname", "BurnRate"),
                        entry("severity", "page"),
                        entry("rule", "page 14.4x over 2m/10s"));
    }

    @Test
    void figuresAloneMakeANewRevisionOnlyEveryTenSeconds() {
        round(breach(BreachState.OPENED, Finality.FINAL));
        pass(Duration.ofSeconds(1));
        assertThat(round(worse(2))).isEmpty();
        pass(Duration.ofSeconds(9));
        Alert updated = only(round(worse(3)));
        assertThat(updated.revision()).isEqualTo(2);
        assertThat(updated.annotations().get(Annotation.VALUE)).contains("3 of 10");
    }

    @Test
    void aTargetThatDoesNotAnswerHoldsItsBreachesBack() {
        round(running(), sample(true));
        List<Alert> changed = round(sample(false), breach(BreachState.OPENED, Finality.FINAL));
        assertThat(only(changed).inhibitedBy()).isEqualTo(Inhibition.SUSPECT);

        pass(Duration.ofSeconds(15));
        List<Alert> down = round(sample(false));
        Alert target = named(down, "TargetDown");
        assertThat(named(down, "SloBreach").inhibitedBy()).isEqualTo(target.id().fingerprint());

        List<Alert> up = round(sample(true));
        assertThat(named(up, "TargetDown").reason()).isEqualTo("the server answers scrapes again");
        assertThat(named(up, "SloBreach").inhibitedBy()).isEmpty();
    }

    @Test
    void aServerThatNeverAnsweredAScrapeIsNotDown() {
        round(sample(false));
        pass(Duration.ofMinutes(1));
        assertThat(round(sample(false))).isEmpty();
    }

    @Test
    void aRegressionFiresAndIsWithdrawn() {
        Alert fired = only(round(Events.regression(START, ComparisonVerdict.REGRESSED)));
        assertThat(fired.labels())
                .contains(entry("alertname", "Regression"), entry("phase", "moderate"), entry("base", "baseline"));
        assertThat(fired.annotations().get(Annotation.VALUE)).startsWith("worse: TPOT p99 at 2 req/s: 40 ms -> 50 ms");

        pass(Duration.ofMinutes(1));
        Alert gone = only(round(Events.regression(START.plusSeconds(60), ComparisonVerdict.UNKNOWN)));
        assertThat(gone.id()).isEqualTo(fired.id());
        assertThat(gone.reason()).startsWith("withdrawn");
    }

    private static Regression regressed(Instant at, double load, MetricName metric, ComparisonVerdict verdict) {
        return Regression.newBuilder(Events.regression(at, verdict))
                .setLoad(load)
                .setMetric(metric)
                .setMeasure(metric.name().toLowerCase(Locale.ROOT))
                .build();
    }

    @Test
    void aPhaseThatIsWorseInManyFiguresIsOneAlertUntilNoneIsWorse() {
        List<Alert> alerts = round(
                regressed(START, 10, MetricName.TTFT, ComparisonVerdict.REGRESSED),
                regressed(START, 20, MetricName.TTFT, ComparisonVerdict.REGRESSED),
                regressed(START, 20, MetricName.ITL, ComparisonVerdict.REGRESSED),
                regressed(START, 20, MetricName.E2E, ComparisonVerdict.IMPROVED),
                regressed(START, 20, MetricName.TPOT, ComparisonVerdict.EQUIVALENT));
        Alert fired = only(alerts);
        assertThat(fired.labels()).doesNotContainKeys("measure", "load", "class");

        pass(Duration.ofMinutes(1));
        Instant later = START.plusSeconds(60);
        Alert updated = only(round(regressed(later, 10, MetricName.TTFT, ComparisonVerdict.INCONCLUSIVE)));
        assertThat(updated.id()).isEqualTo(fired.id());
        assertThat(updated.state()).isEqualTo(AlertState.FIRING);
        assertThat(updated.annotations().get(Annotation.SUMMARY)).contains("in 2 figures");
        assertThat(updated.annotations().get(Annotation.VALUE))
                .contains("TTFT p99 at 20 req/s", "ITL p99 at 20 req/s", "better: E2E p99 at 20 req/s")
                .doesNotContain("10 req/s");

        pass(Duration.ofMinutes(1));
        Instant end = START.plusSeconds(120);
        Alert gone = only(round(
                regressed(end, 20, MetricName.TTFT, ComparisonVerdict.UNKNOWN),
                regressed(end, 20, MetricName.ITL, ComparisonVerdict.EQUIVALENT)));
        assertThat(gone.id()).isEqualTo(fired.id());
        assertThat(gone.state()).isEqualTo(AlertState.RESOLVED);
    }

    @Test
    void aRegressionOfTheHeldLoadSaysWhichSignalsMovedAtTheLoads() {
        Regression heldLoad = Regression.newBuilder(Events.regression(START, ComparisonVerdict.REGRESSED))
                .setLoad(0)
                .setMetric(MetricName.UNKNOWN)
                .setMeasure("held_load")
                .setQuantile(0)
                .setBaseNanos(30)
                .setCandidateNanos(10)
                .setRatio(1.0 / 3)
                .build();
        Regression latency = Regression.newBuilder(regressed(START, 10, MetricName.TTFT, ComparisonVerdict.REGRESSED))
                .setCorrelatedSignals(List.of(MovedSignal.newBuilder()
                        .setSignal("queue_length")
                        .setBefore(0)
                        .setDuring(12.5)
                        .setScore(3)
                        .setSide(MovedSide.SERVER)
                        .setDescription("queue length 0 -> 12.5 requests")
                        .build()))
                .build();
        assertThat(only(round(heldLoad, latency)).annotations())
                .containsEntry(Annotation.CORRELATED_SIGNALS, "queue length 0 -> 12.5 requests")
                .hasEntrySatisfying(
                        Annotation.VALUE, value -> assertThat(value).contains("held load: 30 req/s -> 10 req/s, "));
    }

    @Test
    void phasesThatAreComparedUnderTwoWorkloadsHaveAnAlertEach() {
        Regression chat = Regression.newBuilder(Events.regression(START, ComparisonVerdict.REGRESSED))
                .setWorkloadHash("chat")
                .build();
        Alert fired = only(round(chat));
        Regression steady = Regression.newBuilder(Events.regression(START, ComparisonVerdict.EQUIVALENT))
                .setWorkloadHash("code")
                .build();
        assertThat(round(steady)).isEmpty();
        List<Alert> both = round(
                Regression.newBuilder(chat).setWorkloadHash("code").build(),
                Regression.newBuilder(chat)
                        .setVerdict(ComparisonVerdict.EQUIVALENT)
                        .build());
        assertThat(both).hasSize(2);
        assertThat(both)
                .filteredOn(alert -> alert.id().equals(fired.id()))
                .singleElement()
                .satisfies(alert -> assertThat(alert.state()).isEqualTo(AlertState.RESOLVED));
        assertThat(rules.active())
                .singleElement()
                .satisfies(alert -> assertThat(alert.labels()).containsEntry("workload", "code"));
    }

    @Test
    void aRegressionSaysTheDecisionInTheWordsOfCompareAndGate() {
        String decision =
                "baseline holds more load: at least 20 req/s within the SLO, moderate holds less than 20 req/s.";
        Regression regression = Regression.newBuilder(Events.regression(START, ComparisonVerdict.REGRESSED))
                .setDecision(decision)
                .build();
        assertThat(only(round(regression)).annotations())
                .containsEntry(Annotation.SUMMARY, regression.getExperiment() + ": " + decision);
    }

    @Test
    void aRegressionNamesTheConfigurationThatChanged() {
        round(running());
        RunState candidate = RunState.newBuilder(Events.run("01JD8Z6K3M5TQX9V2R7C0WHB4P", START.plusSeconds(600)))
                .setPhase("moderate")
                .setPhaseConfig(Map.of("max_num_seqs", "256"))
                .build();
        Alert phase = only(round(Events.control(START, candidate)));
        assertThat(phase.name()).isEqualTo("PhaseStarted");
        assertThat(phase.state()).isEqualTo(AlertState.EVENT);

        Regression regression = Events.regression(START.plusSeconds(700), ComparisonVerdict.REGRESSED);
        assertThat(only(round(regression)).annotations())
                .containsEntry(Annotation.CONFIGURATION, "since phase baseline: max_num_seqs: 64 -> 256");
    }

    @Test
    void anInvalidRunFiresUntilAValidOneOfItsPhaseEnds() {
        round(running());
        RunState invalid = RunState.newBuilder(Events.run(RUN, START))
                .setStatus(RunStatus.INVALID)
                .setEnded(START.plusSeconds(60))
                .setInvalidReasons(List.of("the client sent late"))
                .build();
        List<Alert> ended = round(Events.control(START, invalid));
        assertThat(named(ended, "RunInvalid").annotations()).containsEntry(Annotation.VALUE, "the client sent late");
        assertThat(named(ended, "RunEnded").annotations()).containsEntry(Annotation.VERDICT, "invalid");

        RunState valid = RunState.newBuilder(Events.run("01JD8Z6K3M5TQX9V2R7C0WHB4P", START.plusSeconds(100)))
                .setStatus(RunStatus.ENDED)
                .setEnded(START.plusSeconds(200))
                .build();
        pass(Duration.ofSeconds(200));
        assertThat(named(round(Events.control(START, valid)), "RunInvalid").state())
                .isEqualTo(AlertState.RESOLVED);
    }

    @Test
    void theEndOfARunWaitsForItsResults() {
        round(running());
        RunState ended = RunState.newBuilder(Events.run(RUN, START))
                .setStatus(RunStatus.ENDED)
                .setEnded(START.plusSeconds(60))
                .build();
        pass(Duration.ofSeconds(60));
        assertThat(round(Events.control(START, ended))).isEmpty();
        Alert announced = only(round(Events.result(Finality.FINAL, 100).build()));
        assertThat(announced.annotations()).containsEntry(Annotation.VERDICT, "pass");
        assertThat(round(Events.result(Finality.FINAL, 101)
                        .setVerdict(Verdict.FAIL)
                        .build()))
                .isEmpty();
    }

    @Test
    void theEndOfARunInVirtualTimeWaitsForItsResultsToo() {
        now = START.plus(Duration.ofMinutes(10));
        RunState ended = RunState.newBuilder(Events.run(RUN, START))
                .setStatus(RunStatus.ENDED)
                .setEnded(START.plusSeconds(60))
                .build();
        assertThat(round(running(), Events.control(START, ended))).isEmpty();
        pass(Duration.ofSeconds(59));
        assertThat(round()).isEmpty();
        assertThat(only(round(Events.result(Finality.FINAL, 100)
                                .setVerdict(Verdict.FAIL)
                                .build()))
                        .annotations())
                .containsEntry(Annotation.VERDICT, "fail");
    }

    @Test
    void theEndOfARunNamesTheStepsThatFailed() {
        RunState ended = RunState.newBuilder(Events.run(RUN, START))
                .setStepCount(3)
                .setStatus(RunStatus.ENDED)
                .setEnded(START.plusSeconds(60))
                .build();
        List<Alert> raised = round(
                Events.control(START, ended),
                Events.result(Finality.FINAL, 100).build(),
                Events.result(Finality.FINAL, 100)
                        .setStep(1)
                        .setVerdict(Verdict.FAIL)
                        .build(),
                Events.result(Finality.FINAL, 100)
                        .setStep(2)
                        .setVerdict(Verdict.FAIL)
                        .build());
        assertThat(only(raised).annotations())
                .contains(
                        entry(
                                Annotation.SUMMARY,
                                "run " + RUN + " of h200, phase baseline, ended: fail in steps 2, 3 of 3"),
                        entry(Annotation.VERDICT, "fail"));
    }

    @Test
    void theEndOfARunWithoutResultsIsToldAfterAMinute() {
        RunState ended = RunState.newBuilder(Events.run(RUN, START))
                .setStatus(RunStatus.ENDED)
                .setEnded(START.plusSeconds(60))
                .build();
        round(running(), Events.control(START, ended));
        pass(Duration.ofSeconds(60));
        assertThat(only(round()).annotations())
                .containsEntry(Annotation.VERDICT, "not known: 1 of 1 step had no final result within 1 min");
        assertThat(round()).isEmpty();
    }

    @Test
    void aSilentLaneAndThenALostRunAreTold() {
        round(running(), heartbeat("a", 0));
        pass(Duration.ofSeconds(29));
        assertThat(round()).isEmpty();
        pass(Duration.ofSeconds(1));
        assertThat(only(round()).labels()).contains(entry("alertname", "LaneSilent"), entry("lane", "a"));

        round(breach(BreachState.OPENED, Finality.FINAL));
        pass(Duration.ofSeconds(30));
        List<Alert> lost = round();
        assertThat(named(lost, "SloBreach").reason()).isEqualTo("its run is lost");
        assertThat(named(lost, "LaneSilent").reason()).isEqualTo("its run is lost");
        assertThat(rules.active()).extracting(Alert::name).containsExactly("RunLost");

        Alert heard = only(round(heartbeat("a", 400)));
        assertThat(heard.name()).isEqualTo("RunLost");
        assertThat(heard.state()).isEqualTo(AlertState.RESOLVED);
        assertThat(only(round(breach(BreachState.UPDATED, Finality.FINAL))).name())
                .isEqualTo("SloBreach");
    }

    @Test
    void aBreachOfALostRunThatIsPublishedAgainAfterARestartFiresNoMore() {
        round(running(), heartbeat("a", 0), breach(BreachState.OPENED, Finality.FINAL));
        pass(Duration.ofMinutes(1));
        Alert resolved = named(round(), "SloBreach");
        assertThat(round(breach(BreachState.UPDATED, Finality.FINAL)))
                .as("in the same process")
                .isEmpty();

        List<Alert> known = new ArrayList<>(rules.active());
        known.add(resolved);
        rules = new TeamRules(TEAM, configuration, known, facts);
        assertThat(round(breach(BreachState.UPDATED, Finality.FINAL), breach(BreachState.UPDATED, Finality.FINAL)))
                .as("after a restart")
                .isEmpty();
        pass(Duration.ofMinutes(1));
        assertThat(round()).isEmpty();
        assertThat(rules.active()).extracting(Alert::name).containsExactly("RunLost");
    }

    @Test
    void aBreachOfARunThatWasGivenUpIsNotRaisedAgain() {
        round(running(), heartbeat("a", 0), breach(BreachState.OPENED, Finality.FINAL));
        pass(Duration.ofMinutes(1));
        Alert resolved = named(round(), "SloBreach");
        pass(Duration.ofDays(1));
        round();
        assertThat(facts).doesNotContainKey(RunFact.key(RUN));
        assertThat(round(breach(BreachState.UPDATED, Finality.FINAL)))
                .as("in the same process")
                .isEmpty();

        rules = new TeamRules(TEAM, configuration, List.of(resolved), facts);
        assertThat(round(breach(BreachState.UPDATED, Finality.FINAL)))
                .as("after a restart")
                .isEmpty();
    }

    @Test
    void lanesOfARunBeyondTheLimitOfATeamAreNotKept() {
        round(running());
        for (int i = 0; i < TeamLimit.LANES_PER_RUN.most() + 10; i++) {
            round(heartbeat("lane-" + i, 0));
        }
        pass(Duration.ofSeconds(30));
        assertThat(round()).extracting(Alert::name).containsOnly("LaneSilent");
        assertThat(rules.active().size() + rules.refused().count())
                .as("lanes that are silent")
                .isEqualTo(TeamLimit.LANES_PER_RUN.most());
    }

    @Test
    void lanesOfAllRunsBeyondTheLimitOfATeamAreNotKeptUntilARunEnds() {
        int each = TeamLimit.LANES_PER_RUN.most();
        for (int run = 0; run < 6; run++) {
            round(Events.control(START, runWithoutLanes("run-" + run).build()));
        }
        for (int run = 0; run < 5; run++) {
            round(heartbeats("run-" + run, 0));
        }
        round(Events.control(
                START,
                runWithoutLanes("run-0")
                        .setStatus(RunStatus.ABORTED)
                        .setEnded(START)
                        .build()));
        for (int run = 1; run < 6; run++) {
            round(heartbeats("run-" + run, 0));
        }
        pass(Duration.ofSeconds(30));
        round(IntStream.range(1, 5)
                .mapToObj(run -> heartbeats("run-" + run, 30))
                .flatMap(Stream::of)
                .toArray(SpecificRecord[]::new));
        assertThat(rules.active())
                .allSatisfy(alert -> assertThat(alert.labels()).containsEntry("run", "run-5"));
        assertThat(rules.active().size() + rules.refused().count())
                .as("the last run has what four others leave")
                .isEqualTo(TeamLimit.LANES.most() - 4 * each);
    }

    @Test
    void aSilentLaneOfARunThatIsForgottenIsResolved() {
        round(running());
        pass(Duration.ofSeconds(30));
        assertThat(only(round()).name()).isEqualTo("LaneSilent");
        List<Alert> after = round(IntStream.range(0, TeamLimit.ALERT_FACTS.most())
                .mapToObj(run -> Events.control(START, Events.run("run-" + run, START)))
                .toArray(SpecificRecord[]::new));
        assertThat(named(after, "LaneSilent").state()).isEqualTo(AlertState.RESOLVED);
    }

    @Test
    void aTeamHasALimitedNumberOfAlertsATenthForPagesAndFurtherOnesAreCounted() {
        int tickets = TeamLimit.ACTIVE_ALERTS.most() * 9 / 10;
        round(IntStream.range(0, 5_000).mapToObj(TeamRulesTest::breach).toArray(SpecificRecord[]::new));
        assertThat(rules.active()).hasSize(tickets);
        assertThat(rules.refused().count()).isEqualTo(5_000 - tickets);

        rules = new TeamRules(TEAM, configuration, rules.active(), facts);
        assertThat(round(breach(5_000))).as("after a restart").isEmpty();
        assertThat(only(round(SloBreach.newBuilder(breach(0))
                                .setState(BreachState.CLOSED)
                                .setEndedBy(BreachEnd.CLEARED)
                                .build()))
                        .state())
                .isEqualTo(AlertState.RESOLVED);
        assertThat(only(round(breach(5_000))).labels()).containsEntry("objective", "objective 5000");

        assertThat(only(round(burning())).name()).isEqualTo("BurnRate");
        rules.begin(now, nanos, true);
        rules.onHeldBack(rules.refused().count());
        assertThat(only(end()).annotations()).containsEntry(Annotation.VALUE, "1 alerts held back");
        pass(Duration.ofMinutes(10).plusNanos(1));
        round();
        assertThat(rules.refused().count()).isZero();
    }

    @Test
    void alertsOfATeamHaveALimitedLengthHoweverManyLabelsItsRunsHave() {
        RunState labelled = RunState.newBuilder(Events.run(RUN, START))
                .setLabels(longLabels())
                .build();
        round(Events.control(START, labelled));
        round(IntStream.range(0, 1_000).mapToObj(TeamRulesTest::breach).toArray(SpecificRecord[]::new));
        long characters = rules.active().stream()
                .flatMap(alert -> Stream.of(alert.labels(), alert.annotations()))
                .flatMap(texts -> texts.entrySet().stream())
                .mapToLong(
                        text -> (long) text.getKey().length() + text.getValue().length())
                .sum();
        assertThat(characters).isLessThanOrEqualTo(TeamLimit.ACTIVE_ALERT_LENGTH.most());
        assertThat(rules.refused().count()).isPositive();
        assertThat(rules.active().size() + rules.refused().count()).isEqualTo(1_000);
    }

    @Test
    void ofARunsLabelsALimitedNumberIsKeptWithThoseThatMakeItATrial() {
        Map<String, String> labels = longLabels();
        labels.put(RunLabels.SEARCH_ROLE, RunLabels.PROBE);
        labels.put("x".repeat(4_096), "of a long name");
        assertThat(RunFact.limited(labels))
                .hasSize(64)
                .containsEntry(RunLabels.SEARCH_ROLE, RunLabels.PROBE)
                .allSatisfy((name, value) -> assertThat(value).hasSizeLessThanOrEqualTo(256));
    }

    @Test
    void aTextOfAMegabyteIsCut() {
        round(running());
        RunState invalid = RunState.newBuilder(Events.run(RUN, START))
                .setStatus(RunStatus.INVALID)
                .setEnded(START.plusSeconds(60))
                .setInvalidReasons(List.of("x".repeat(1 << 20)))
                .build();
        assertThat(named(round(Events.control(START, invalid)), "RunInvalid")
                        .annotations()
                        .get(Annotation.VALUE))
                .hasSizeLessThanOrEqualTo(TeamLimit.TEXT_LENGTH.most());
    }

    @Test
    void aLostRunIsGivenUpAfterADayAndSaidNoMore() {
        round(running(), heartbeat("a", 0));
        pass(Duration.ofMinutes(5));
        round();
        pass(Duration.ofDays(1));
        Alert over = only(round());
        assertThat(over.name()).isEqualTo("RunLost");
        assertThat(over.state()).isEqualTo(AlertState.RESOLVED);
        pass(Duration.ofSeconds(1));
        assertThat(round()).isEmpty();
        assertThat(facts).doesNotContainKey(RunFact.key(RUN));
    }

    @Test
    void aRunThatWasLostLongBeforeTheFirstStartIsHistory() {
        now = START.plus(Duration.ofDays(30));
        assertThat(round(running())).isEmpty();
        for (int minute = 0; minute < 10; minute++) {
            pass(Duration.ofMinutes(1));
            assertThat(round()).isEmpty();
        }
        assertThat(facts).doesNotContainKey(RunFact.key(RUN));
    }

    @Test
    void aSoakOfWeeksIsHeardAndNotGivenUp() {
        now = START.plus(Duration.ofDays(30));
        int second = (int) Duration.ofDays(30).toSeconds();
        round(running(), heartbeat("a", second));
        pass(Duration.ofSeconds(29));
        assertThat(round(heartbeat("a", second + 29))).isEmpty();
        pass(Duration.ofSeconds(30));
        assertThat(only(round()).name()).isEqualTo("LaneSilent");
    }

    @Test
    void anInvalidRunIsResolvedAfterADayAndNotRaisedAgain() {
        round(running());
        RunState invalid = RunState.newBuilder(Events.run(RUN, START))
                .setStatus(RunStatus.INVALID)
                .setEnded(START.plusSeconds(60))
                .build();
        round(Events.control(START, invalid));
        pass(Duration.ofDays(1).plusMinutes(2));
        assertThat(only(round()).state()).isEqualTo(AlertState.RESOLVED);
        assertThat(round(Events.control(START, invalid))).isEmpty();
    }

    @Test
    void whatIsNotReadIsNotSilent() {
        round(running(), heartbeat("a", 0));
        listening = false;
        pass(Duration.ofMinutes(20));
        assertThat(round()).isEmpty();
        listening = true;
        pass(Duration.ofSeconds(29));
        assertThat(round()).isEmpty();
    }

    @Test
    void aWallClockThatJumpsChangesNoWait() {
        round(running(), heartbeat("a", 0));
        now = now.plus(Duration.ofHours(3));
        assertThat(round()).isEmpty();
        now = now.minus(Duration.ofHours(6));
        nanos += Duration.ofSeconds(30).toNanos();
        assertThat(only(round()).name()).isEqualTo("LaneSilent");
    }

    @Test
    void missingEventsAreToldUntilTheyCome() {
        round(running());
        Alert missing =
                only(round(Events.result(Finality.FINAL, 100).setMissing(7).build()));
        assertThat(missing.labels()).contains(entry("alertname", "EventsMissing"), entry("step", "1"));
        assertThat(only(round(Events.result(Finality.FINAL, 107).build())).reason())
                .isEqualTo("the events came late");
    }

    @Test
    void deadLettersFireAndResolveTenMinutesAfterTheLast() {
        rules.begin(now, nanos, true);
        rules.onDeadLetter(START, "MALFORMED: not Avro");
        assertThat(only(end()).annotations())
                .containsEntry(Annotation.VALUE, "1 in 10 min; the newest: MALFORMED: not Avro");
        pass(Duration.ofMinutes(10));
        assertThat(round()).isEmpty();
        pass(Duration.ofSeconds(1));
        assertThat(only(round()).state()).isEqualTo(AlertState.RESOLVED);
    }

    @Test
    void aRunThatDoesNotTakePlaceIsOverdue() {
        configuration = new TeamRules.Configuration(
                AlertKind::defaults,
                true,
                List.of(
                        new ExpectedRun(
                                Optional.of("perf"),
                                "h200",
                                Optional.empty(),
                                Duration.ofHours(24),
                                Duration.ofHours(1)),
                        new ExpectedRun(
                                Optional.of("other"), "x", Optional.empty(), Duration.ofHours(1), Duration.ZERO)),
                LinkPatterns.none());
        restart();
        round();
        pass(Duration.ofHours(25));
        assertThat(round()).isEmpty();
        pass(Duration.ofSeconds(1));
        assertThat(only(round()).name()).isEqualTo("RunOverdue");

        RunState valid = RunState.newBuilder(Events.run(RUN, now.minusSeconds(60)))
                .setStatus(RunStatus.ENDED)
                .setEnded(now)
                .build();
        assertThat(named(round(Events.control(now, valid)), "RunOverdue").state())
                .isEqualTo(AlertState.RESOLVED);
    }

    @Test
    void aLagIsToldOnceItLasts() {
        PipelineState behind = new PipelineState(ImmutableMap.of("streams", 200_000L), ImmutableMap.of());
        rules.begin(now, nanos, true);
        rules.on(behind);
        assertThat(only(end()).state()).isEqualTo(AlertState.PENDING);
        pass(Duration.ofMinutes(5));
        assertThat(only(round()).state()).isEqualTo(AlertState.FIRING);
        rules.begin(now, nanos, true);
        rules.on(new PipelineState(ImmutableMap.of("streams", 10L), ImmutableMap.of()));
        assertThat(only(end()).state()).isEqualTo(AlertState.RESOLVED);
    }

    @Test
    void oneAlertSaysHowManyAreHeldBackAndEndsWhenAllAreTold() {
        rules.begin(now, nanos, true);
        rules.onHeldBack(900);
        Alert fired = only(end());
        assertThat(fired.state()).isEqualTo(AlertState.FIRING);
        assertThat(fired.labels()).contains(entry("alertname", "AlertsHeldBack"), entry("severity", "page"));
        assertThat(fired.annotations())
                .contains(
                        entry(
                                Annotation.SUMMARY,
                                "more alerts fire than receivers are notified of one by one: a receiver is notified of at most 100 of a team at a time"),
                        entry(Annotation.VALUE, "900 alerts held back"));
        pass(Duration.ofSeconds(10));
        rules.begin(now, nanos, true);
        rules.onHeldBack(450);
        Alert revised = only(end());
        assertThat(revised.id()).isEqualTo(fired.id());
        assertThat(revised.annotations()).contains(entry(Annotation.VALUE, "450 alerts held back"));
        rules.begin(now, nanos, true);
        rules.onHeldBack(0);
        Alert resolved = only(end());
        assertThat(resolved.id()).isEqualTo(fired.id());
        assertThat(resolved.state()).isEqualTo(AlertState.RESOLVED);
    }

    @Test
    void historyIsNotTold() {
        now = START.plus(Duration.ofDays(30));
        RunState invalid = RunState.newBuilder(Events.run(RUN, START))
                .setStatus(RunStatus.INVALID)
                .setEnded(START.plusSeconds(60))
                .build();
        assertThat(round(Events.control(START, invalid))).isEmpty();
    }

    @Test
    void aRestartGoesOnWithWhatWasStored() {
        round(running());
        Alert fired = only(round(breach(BreachState.OPENED, Finality.FINAL)));
        rules = new TeamRules(TEAM, configuration, List.of(fired), facts);
        assertThat(round(breach(BreachState.UPDATED, Finality.FINAL))).isEmpty();
        Alert resolved = only(round(breach(BreachState.CLOSED, Finality.FINAL)));
        assertThat(resolved.id()).isEqualTo(fired.id());
        assertThat(resolved.revision()).isEqualTo(fired.revision() + 1);
    }

    @Test
    void theLinkToTheReportNamesTheRun() {
        configuration = new TeamRules.Configuration(
                AlertKind::defaults,
                true,
                List.of(),
                new LinkPatterns(
                        Optional.of("https://reports.example/{experiment}/{run}"), "https://docs.example/runbook"));
        restart();
        round(running());
        assertThat(only(round(SloBreach.newBuilder(breach(BreachState.OPENED, Finality.FINAL))
                                .setExperiment("h200 a/b")
                                .build()))
                        .annotations())
                .contains(
                        entry(Annotation.REPORT_URL, "https://reports.example/h200%20a%2Fb/" + RUN),
                        entry(Annotation.RUNBOOK_URL, "https://docs.example/runbook#slobreach"));
    }

    private void configure(Function<AlertKind, RuleSettings> settings) {
        configuration = new TeamRules.Configuration(settings, true, List.of(), LinkPatterns.none());
        restart();
    }

    private void restart() {
        rules = new TeamRules(TEAM, configuration, List.of(), facts);
    }

    private void pass(Duration time) {
        now = now.plus(time);
        nanos += time.toNanos();
    }

    private List<Alert> round(SpecificRecord... events) {
        return changes(events).stream().map(AlertChange::alert).toList();
    }

    private List<AlertChange> changes(SpecificRecord... events) {
        rules.begin(now, nanos, listening);
        for (SpecificRecord event : events) {
            rules.on(event);
        }
        rules.end();
        return taken();
    }

    private List<Alert> end() {
        rules.end();
        return taken().stream().map(AlertChange::alert).toList();
    }

    private List<AlertChange> taken() {
        rules.takeFacts().forEach((key, content) -> {
            if (content.isPresent()) {
                facts.put(key, content.get());
            } else {
                facts.remove(key);
            }
        });
        return new ArrayList<>(rules.takeAlerts().stream()
                .filter(change -> !change.alert().name().equals("PhaseStarted")
                        || !change.alert().labels().get("phase").equals("baseline"))
                .toList());
    }

    private static Alert only(List<Alert> alerts) {
        assertThat(alerts).hasSize(1);
        return alerts.get(0);
    }

    private static Alert named(List<Alert> alerts, String name) {
        return only(alerts.stream().filter(alert -> alert.name().equals(name)).toList());
    }

    private static SpecificRecord running() {
        return Events.control(START, Events.run(RUN, START));
    }

    private static SloBreach breach(BreachState state, Finality evidence) {
        return Events.breach(state, evidence)
                .setExperiment("h200")
                .setPhase("baseline")
                .setDescription("p95 of TTFT is 300 ms, 250 ms is allowed.")
                .build();
    }

    private static SloBreach breach(int objective) {
        return SloBreach.newBuilder(breach(BreachState.OPENED, Finality.FINAL))
                .setObjective("objective " + objective)
                .build();
    }

    private static SloBreach burning() {
        return SloBreach.newBuilder(breach(BreachState.OPENED, Finality.FINAL))
                .setRule("page 14.4x over 2m/10s")
                .setBurn(Events.burn())
                .build();
    }

    /** As many and as long as a record may have. */
    private static Map<String, String> longLabels() {
        Map<String, String> labels = new HashMap<>();
        for (int label = 0; label < TeamLimit.LIST_LENGTH.most(); label++) {
            labels.put("label-" + label, "x".repeat(TeamLimit.TEXT_LENGTH.most()));
        }
        return labels;
    }

    private static RunState.Builder runWithoutLanes(String run) {
        return RunState.newBuilder(Events.run(run, START)).setLanes(List.of());
    }

    /** Of as many lanes as a run may have. */
    private static SpecificRecord[] heartbeats(String run, int second) {
        return IntStream.range(0, TeamLimit.LANES_PER_RUN.most())
                .mapToObj(lane -> Heartbeat.newBuilder(heartbeat("lane-" + lane, second))
                        .setRun(run)
                        .build())
                .toArray(SpecificRecord[]::new);
    }

    private static SloBreach worse(long bad) {
        return SloBreach.newBuilder(breach(BreachState.UPDATED, Finality.FINAL))
                .setCount(10)
                .setBad(bad)
                .build();
    }

    private static ServerSample sample(boolean up) {
        return Events.sample(START)
                .setUp(up)
                .setError(up ? null : "connection refused")
                .build();
    }

    private static Heartbeat heartbeat(String lane, int second) {
        return Heartbeat.newBuilder(Events.heartbeat(second)).setLane(lane).build();
    }
}
