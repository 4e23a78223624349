package io.tidemark.alerts.dispatch;

import static io.tidemark.fixtures.runs.Events.START;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import io.tidemark.alerts.rule.AlertChange;
import io.tidemark.alerts.rule.TeamRules;
import io.tidemark.events.BreachEnd;
import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.SloBreach;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertId;
import io.tidemark.sinks.store.alert.AlertState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

/** Experiments whose runs drive several loads, each of which breaks objectives at random: what receivers are notified of. */
final class NoisyNightTest {
    private static final Team TEAM = new Team("perf");
    private static final int EXPERIMENTS = 20;
    private static final int PHASES = 3;
    private static final int RUNS = 3;
    private static final int LOADS = 8;

    private final TeamRules rules = new TeamRules(TEAM, TeamRules.Configuration.defaults(), List.of(), Map.of());
    private final DeliveryPlanner planner = planner();
    private final Map<AlertId, Alert> alerts = new HashMap<>();
    /** Severity and experiment of each notification that an alert fires. */
    private final Multiset<String> notified = HashMultiset.create();
    /** The alerts of these notifications. */
    private final List<Alert> announced = new ArrayList<>();

    private Instant now = START;
    private int runs;

    @Test
    void aNightMakesAtMostOnePageAndOneTicketForAnExperiment() {
        Random random = new Random(11);
        int breaches = 0;
        for (int experiment = 0; experiment < EXPERIMENTS; experiment++) {
            for (int run = 0; run < PHASES * RUNS; run++) {
                breaches += run("experiment-" + experiment, random);
            }
        }
        assertThat(breaches).isGreaterThan(35 * EXPERIMENTS);
        assertThat(notified.entrySet())
                .hasSize(2 * EXPERIMENTS)
                .allSatisfy(one -> assertThat(one.getCount()).isEqualTo(1));
    }

    @Test
    void theNextNightNotifiesAgain() {
        for (int night = 1; night <= 2; night++) {
            for (int load = 0; load < LOADS; load++) {
                RunState run = begin("h200", LOADS);
                breach(run, load, "ticket", BreachState.OPENED);
                breach(run, load, "ticket", BreachState.CLOSED);
            }
            assertThat(notified).hasSize(night);
            pass(Duration.ofHours(12));
        }
    }

    @Test
    void aBreachOfALaterRunThatLastsNotifiesOnceTwelveHoursArePastAndNotABriefOneOfThatSecond() {
        breach(begin("h200", LOADS), 0, "ticket", BreachState.OPENED);
        pass(Duration.ofHours(11));
        RunState later = begin("h200", LOADS);
        breach(later, 0, "ticket", BreachState.OPENED);
        assertThat(announced).hasSize(1);

        now = now.plus(Duration.ofHours(1));
        round(record(later, 1, "ticket", BreachState.OPENED), record(later, 1, "ticket", BreachState.CLOSED));
        assertThat(announced).hasSize(2);
        assertThat(announced.get(1).labels())
                .containsEntry("run", later.getRun())
                .containsEntry("step", "1");
    }

    @Test
    void whatAReceiverWasNotifiedOfBeforeARestartCounts() {
        RunState run = begin("h200", LOADS);
        breach(run, 0, "ticket", BreachState.OPENED);
        Alert first = alerts.values().stream()
                .filter(alert -> alert.name().equals("SloBreach"))
                .findFirst()
                .orElseThrow();
        breach(run, 0, "ticket", BreachState.CLOSED);
        Instant before = now;
        pass(Duration.ofHours(1));
        DeliveryPlanner restarted = planner();
        restarted.fired(first, "on-call", before);
        rules.begin(now, Duration.between(START, now).toNanos(), false);
        rules.on(record(run, 1, "ticket", BreachState.OPENED));
        rules.end();
        assertThat(restarted.plan(rules.takeAlerts(), rules.active(), now)).isEmpty();
    }

    @Test
    void aPageIsNotHeldBackByATicket() {
        RunState run = begin("h200", LOADS);
        breach(run, 0, "ticket", BreachState.OPENED);
        breach(run, 1, "page", BreachState.OPENED);
        assertThat(notified).containsExactlyInAnyOrder("ticket h200", "page h200");
    }

    @Test
    void eachBreachOfARunOfOneLoadIsANotificationOfItsOwn() {
        breach(begin("h200", 1), 0, "page", BreachState.OPENED);
        breach(begin("h200", 1), 0, "page", BreachState.OPENED);
        assertThat(notified).hasSize(2);
    }

    @Test
    void eachBreachOfASoakIsANotificationOfItsOwn() {
        for (int soak = 0; soak < 2; soak++) {
            RunState run = begin("h200", 2);
            round(Events.result(Finality.FINAL, 100)
                    .setRun(run.getRun())
                    .setStep(1)
                    .setSegment(0)
                    .setMeasureFrom(now.minusSeconds(900))
                    .setMeasureUntil(now)
                    .build());
            breach(run, 1, "page", BreachState.OPENED);
        }
        assertThat(notified).hasSize(2);
    }

    private DeliveryPlanner planner() {
        return new DeliveryPlanner(
                alert -> alert.severity().equals("info") ? List.of() : List.of("on-call"),
                rules::isOfOneLoadOfSeveral,
                rules.refused(),
                Map.of(),
                Instant.EPOCH,
                100);
    }

    /** Every load breaks its objective with a probability of a half, and its burn rate with one of a tenth; a quarter of the breaches is retracted. */
    private int run(String experiment, Random random) {
        RunState run = begin(experiment, LOADS);
        int breaches = 0;
        for (int load = 0; load < LOADS; load++) {
            for (String severity : List.of("ticket", "page")) {
                if (random.nextDouble() < (severity.equals("page") ? 0.1 : 0.5)) {
                    breaches++;
                    breach(run, load, severity, BreachState.OPENED);
                    pass(Duration.ofSeconds(20));
                    boolean noise = random.nextInt(4) == 0;
                    breach(run, load, severity, noise ? BreachState.RETRACTED : BreachState.CLOSED);
                }
            }
            pass(Duration.ofSeconds(40));
        }
        round(Events.control(
                now,
                RunState.newBuilder(run)
                        .setStatus(RunStatus.ENDED)
                        .setEnded(now)
                        .build()));
        pass(Duration.ofMinutes(2));
        return breaches;
    }

    /** The phases take turns. */
    private RunState begin(String experiment, int loads) {
        RunState run = RunState.newBuilder(Events.run("01KAGRN%019d".formatted(runs++), now))
                .setExperiment(experiment)
                .setPhase("phase-" + runs % PHASES)
                .setStepCount(loads)
                .build();
        round(Events.control(now, run));
        return run;
    }

    private void breach(RunState run, int load, String severity, BreachState state) {
        round(record(run, load, severity, state));
    }

    private SloBreach record(RunState run, int load, String severity, BreachState state) {
        boolean burns = severity.equals("page");
        return Events.breach(state, Finality.FINAL)
                .setRun(run.getRun())
                .setExperiment(run.getExperiment())
                .setPhase(run.getPhase())
                .setStep(load)
                .setOpened(now)
                .setUpdated(now)
                .setClosed(state == BreachState.CLOSED ? now : null)
                .setEndedBy(state == BreachState.CLOSED ? BreachEnd.ENDED : BreachEnd.UNKNOWN)
                .setRule(burns ? "page 14.4x over 2m/10s" : "")
                .setBurn(burns ? Events.burn() : null)
                .build();
    }

    private void pass(Duration time) {
        now = now.plus(time);
        round();
    }

    private void round(SpecificRecord... events) {
        rules.begin(now, Duration.between(START, now).toNanos(), false);
        Stream.of(events).forEach(rules::on);
        rules.end();
        List<AlertChange> changes = rules.takeAlerts();
        changes.forEach(change -> alerts.put(change.alert().id(), change.alert()));
        planner.waiting(HashMultiset.create());
        planner.plan(changes, rules.active(), now).stream()
                .filter(delivery -> delivery.status() == AlertState.FIRING)
                .map(delivery -> Objects.requireNonNull(alerts.get(delivery.alert())))
                .forEach(alert -> {
                    notified.add(alert.severity() + " " + alert.labels().get("experiment"));
                    announced.add(alert);
                });
    }
}
