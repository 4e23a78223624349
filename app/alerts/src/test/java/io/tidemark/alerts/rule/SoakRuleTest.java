package io.tidemark.alerts.rule;

import static io.tidemark.fixtures.runs.Events.RUN;
import static io.tidemark.fixtures.runs.Events.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.MetricResult;
import io.tidemark.events.Regression;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepResult;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.ServerRestarts;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Annotation;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Soaks of segments of ten minutes, 600 requests each; each round of the rules reads one segment when it is over. */
final class SoakRuleTest {
    private static final Team TEAM = new Team("perf");
    private static final Duration SEGMENT = Duration.ofMinutes(10);
    private static final long REQUESTS = 600;

    private final Map<String, String> facts = new HashMap<>();
    private TeamRules rules = rules(List.of());
    private Instant now = START;
    private long nanos;

    @Test
    void aSoakThatBecomesSlowerIsATicketThatSaysSinceWhenAndResolvesWhenItIsGone() {
        round(Events.control(START, Events.run(RUN, START)));
        assertThat(soak(0, 30, 100)).isEmpty();
        assertThat(soak(30, 32, 100)).isEmpty();
        Alert fired = only(soak(32, 36, 150));

        assertThat(fired.state()).isEqualTo(AlertState.FIRING);
        assertThat(fired.startsAt()).isEqualTo(START.plus(Duration.ofHours(5)));
        assertThat(fired.labels())
                .contains(
                        entry("alertname", "SoakDrift"),
                        entry("severity", "ticket"),
                        entry("finding", "latency_drift"),
                        entry("run", RUN),
                        entry("step", "1"),
                        entry("target", "gpu"),
                        entry("label_gpu", "h200"));
        assertThat(fired.annotations().get(Annotation.SUMMARY))
                .startsWith("ttft p")
                .contains("rose by")
                .endsWith("against the first 3 hours, in step 1 of run " + RUN);
        assertThat(fired.annotations().get(Annotation.SINCE)).startsWith("2026-03-01 15:20:00 UTC (segment 32)");
        assertThat(fired.annotations().get(Annotation.VALUE)).contains("100 ms -> ", "600 requests, 4 hours");
        assertThat(fired.annotations()).containsKeys(Annotation.CERTAINTY, Annotation.AFFECTED, Annotation.RUNBOOK_URL);

        List<Alert> held = soak(36, 42, 150);
        assertThat(held).allMatch(alert -> alert.state() == AlertState.FIRING);
        assertThat(soak(42, 48, 100)).isEmpty();
        Alert resolved = only(soak(48, 54, 100));
        assertThat(resolved.id()).isEqualTo(fired.id());
        assertThat(resolved.state()).isEqualTo(AlertState.RESOLVED);
        assertThat(resolved.endsAt()).contains(START.plus(Duration.ofHours(9)));
        assertThat(resolved.reason()).isEqualTo("it is gone in the newest hours");
    }

    @Test
    void theEndOfTheRunResolvesItAMinuteAfterTheLastSegmentAndForgetsTheSoak() {
        round(Events.control(START, Events.run(RUN, START)));
        soak(0, 18, 100);
        only(soak(18, 24, 150));
        RunState ended = RunState.newBuilder(Events.run(RUN, START))
                .setStatus(RunStatus.ENDED)
                .setEnded(now)
                .build();
        assertThat(round(Events.control(now, ended))).isEmpty();
        pass(Duration.ofSeconds(61));
        Alert resolved = round().stream()
                .filter(alert -> alert.name().equals("SoakDrift"))
                .findFirst()
                .orElseThrow();
        assertThat(resolved.state()).isEqualTo(AlertState.RESOLVED);
        assertThat(resolved.reason()).isEqualTo("the soak ended");
        assertThat(facts).doesNotContainKey("soak/" + RUN);
    }

    @Test
    void theEndOfASoakInVirtualTimeThatEndedHoursAgoResolvesIt() {
        round(Events.control(START, Events.run(RUN, START)));
        soak(0, 18, 100);
        only(soak(18, 24, 150));
        RunState ended = RunState.newBuilder(Events.run(RUN, START))
                .setStatus(RunStatus.ENDED)
                .setEnded(START.plusSeconds(60))
                .build();
        round(Events.control(now, ended));
        pass(Duration.ofSeconds(30));
        assertThat(round()).isEmpty();
        pass(Duration.ofSeconds(31));
        assertThat(only(round()).reason()).isEqualTo("the soak ended");
    }

    @Test
    void theRegressionOfItsSegmentsIsHeldBack() {
        soak(0, 18, 100);
        Alert drift = only(soak(18, 24, 150));
        round(Regression.newBuilder(Events.regression(now, ComparisonVerdict.REGRESSED))
                .setCandidateRuns(List.of(RUN))
                .setStep(0)
                .setSegment(23)
                .build());
        assertThat(rules.active())
                .filteredOn(alert -> alert.name().equals("Regression"))
                .singleElement()
                .satisfies(alert ->
                        assertThat(alert.inhibitedBy()).isEqualTo(drift.id().fingerprint()));
    }

    @Test
    void aSoakOfWhichNothingIsReadForADayIsForgotten() {
        soak(0, 18, 100);
        only(soak(18, 24, 150));
        pass(Duration.ofHours(25));
        assertThat(only(round()).reason()).isEqualTo("no segment of the soak was read for a day");
        assertThat(facts).isEmpty();
    }

    @Test
    void aRestartOfTheProcessGoesOnWithWhatWasStored() {
        soak(0, 22, 100);
        rules = rules(List.of());
        Alert fired = only(soak(22, 24, 150));
        assertThat(fired.startsAt()).isEqualTo(START.plus(Duration.ofHours(3)));
    }

    @Test
    void emptyAnswersAndARestartAreAlertsOfTheirOwn() {
        soak(0, 6, 100);
        List<Alert> fired = new ArrayList<>();
        for (int number = 6; number < 12; number++) {
            fired.addAll(round(StepResult.newBuilder(segment(number, 100))
                    .setOk(REQUESTS - 30)
                    .setOutcomes(Map.of("OK", REQUESTS - 30, "EMPTY", 30L))
                    .setFlags(number == 8 ? List.of(ServerRestarts.flag(1)) : List.of())
                    .build()));
        }
        assertThat(fired)
                .extracting(alert -> alert.labels().get("finding"))
                .containsExactlyInAnyOrder("completion_loss", "silent_empty", "server_restart");
    }

    @Test
    void theWholeStepAProvisionalSegmentAndAClassHaveNoSay() {
        round(StepResult.newBuilder(segment(0, 100)).setSegment(null).build());
        round(StepResult.newBuilder(segment(0, 100))
                .setFinality(Finality.PROVISIONAL)
                .build());
        round(StepResult.newBuilder(segment(0, 100)).setRequestClass("chat").build());
        assertThat(facts.keySet()).noneMatch(key -> key.startsWith("soak/"));
    }

    @Test
    void anotherStepOfTheRunEndsTheSoakOfTheOneBefore() {
        soak(0, 18, 100);
        only(soak(18, 24, 150));
        Alert resolved =
                only(round(StepResult.newBuilder(segment(0, 100)).setStep(1).build()));
        assertThat(resolved.reason()).isEqualTo("the soak ended: another step began");
        assertThat(round(segment(24, 150))).isEmpty();
    }

    @Test
    void whatIsRememberedOfASoakOfTwoWeeksIsBounded() {
        soak(0, 6 * 24 * 12, 100);
        int afterTwelveDays = facts.get("soak/" + RUN).length();
        soak(6 * 24 * 12, 6 * 24 * 14, 100);
        assertThat(facts.get("soak/" + RUN)).hasSizeLessThan(afterTwelveDays + afterTwelveDays / 10);
    }

    /** Reads segments, each when it is over; what was told of them. */
    private List<Alert> soak(int from, int until, long millis) {
        return IntStream.range(from, until)
                .mapToObj(number -> round(segment(number, millis)))
                .flatMap(List::stream)
                .filter(alert -> alert.name().equals("SoakDrift"))
                .toList();
    }

    private static StepResult segment(int number, long millis) {
        LogHistogram sketch = new LogHistogram();
        sketch.add(millis * 1_000_000, REQUESTS);
        return Events.result(Finality.FINAL, REQUESTS)
                .setSegment(number)
                .setMeasureFrom(START.plus(SEGMENT.multipliedBy(number)))
                .setMeasureUntil(START.plus(SEGMENT.multipliedBy(number + 1L)))
                .setDue(REQUESTS)
                .setSent(REQUESTS)
                .setOk(REQUESTS)
                .setOutcomes(Map.of("OK", REQUESTS))
                .setOutputTokens(60_000L)
                .setFlags(List.of())
                .setMetrics(List.of(MetricResult.newBuilder()
                        .setMetric(MetricName.TTFT)
                        .setCount(REQUESTS)
                        .setSumNanos(sketch.sum())
                        .setSketch(ByteBuffer.wrap(sketch.encode()))
                        .build()))
                .build();
    }

    private List<Alert> round(SpecificRecord... events) {
        boolean segment = events.length > 0 && events[0] instanceof StepResult;
        pass(segment ? SEGMENT : Duration.ofSeconds(1));
        rules.begin(now, nanos, true);
        for (SpecificRecord event : events) {
            rules.on(event);
        }
        rules.end();
        rules.takeFacts()
                .forEach((key, content) ->
                        content.ifPresentOrElse(text -> facts.put(key, text), () -> facts.remove(key)));
        return rules.takeAlerts().stream()
                .map(AlertChange::alert)
                .filter(alert -> alert.name().equals("SoakDrift"))
                .toList();
    }

    private TeamRules rules(List<Alert> active) {
        return new TeamRules(TEAM, TeamRules.Configuration.defaults(), active, facts);
    }

    private void pass(Duration time) {
        now = now.plus(time);
        nanos += time.toNanos();
    }

    private static Alert only(List<Alert> alerts) {
        assertThat(alerts).hasSize(1);
        return alerts.get(0);
    }
}
