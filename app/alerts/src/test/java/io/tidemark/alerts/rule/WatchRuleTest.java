package io.tidemark.alerts.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.WatchActivity;
import io.tidemark.events.WatchState;
import io.tidemark.events.WatchVerdict;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Annotation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class WatchRuleTest {
    static {
        TrustedEventClasses.trust();
    }

    private static final Instant START = Instant.parse("2026-11-25T02:00:00Z");

    private final TeamRules rules =
            new TeamRules(new Team("perf"), TeamRules.Configuration.defaults(), List.of(), Map.of());
    private Instant now = START.plusSeconds(1800);
    private long nanos;

    @Test
    void aSuspicionIsATicketAndOnlyWhatIsConfirmedPages() {
        Alert suspected = only(round(suspected("A", 0)));
        assertThat(suspected.state()).isEqualTo(AlertState.FIRING);
        assertThat(suspected.labels())
                .contains(
                        entry("alertname", "RegressionSuspected"),
                        entry("severity", "ticket"),
                        entry("watch", "nightly"),
                        entry("base", "main"),
                        entry("run", "A"));
        assertThat(suspected.startsAt()).isEqualTo(START);
        assertThat(suspected.annotations())
                .contains(
                        entry(Annotation.VALUE, "ttft p95 at 2 req/s +21.3 %"),
                        entry(Annotation.CERTAINTY, "A suspicion by one run; 0 of 2 confirming runs ended."));

        List<Alert> changed = round(WatchState.newBuilder(suspected("A", 2))
                .setVerdict(WatchVerdict.CONFIRMED)
                .build());
        assertThat(changed)
                .extracting(Alert::name)
                .containsExactlyInAnyOrder("RegressionSuspected", "RegressionConfirmed");
        assertThat(named(changed, "RegressionSuspected").reason()).isEqualTo("confirmed by 2 runs");
        Alert confirmed = named(changed, "RegressionConfirmed");
        assertThat(confirmed.severity()).isEqualTo("page");
        assertThat(confirmed.annotations())
                .containsEntry(Annotation.CERTAINTY, "Confirmed by 2 runs that were made for it: C0, C1.");

        Alert over = only(round(WatchState.newBuilder(state())
                .setLastRun("B")
                .setVerdict(WatchVerdict.CLEAR)
                .build()));
        assertThat(over.id()).isEqualTo(confirmed.id());
        assertThat(over.state()).isEqualTo(AlertState.RESOLVED);
        assertThat(over.reason()).isEqualTo("run B is not suspected to be worse than the baseline");
    }

    /** Such as one that is older than a baseline that was set since. */
    @Test
    void aRunThatIsNotJudgedLeavesTheAlertAsItIs() {
        WatchState confirmed = WatchState.newBuilder(suspected("A", 2))
                .setVerdict(WatchVerdict.CONFIRMED)
                .build();
        round(confirmed);

        assertThat(round(WatchState.newBuilder(confirmed)
                        .setVerdict(WatchVerdict.UNKNOWN)
                        .setEvidence("not compared: it is older than the baseline")
                        .build()))
                .isEmpty();
        assertThat(only(round(WatchState.newBuilder(state())
                                .setLastRun("B")
                                .setVerdict(WatchVerdict.CLEAR)
                                .build()))
                        .state())
                .isEqualTo(AlertState.RESOLVED);
    }

    @Test
    void afterABaselineWasSetAnewTheStateOfTheOneBeforeEndsWithTheNextSuspicion() {
        round(WatchState.newBuilder(suspected("A", 2))
                .setVerdict(WatchVerdict.CONFIRMED)
                .build());

        List<Alert> changed = round(suspected("B", 0));

        assertThat(named(changed, "RegressionConfirmed").reason())
                .isEqualTo("the baseline was set anew: run B is suspected to be worse than the new one");
        assertThat(named(changed, "RegressionSuspected").state()).isEqualTo(AlertState.FIRING);
    }

    @Test
    void aSuspicionThatIsRefutedEndsWithThatReason() {
        round(suspected("A", 0));

        Alert over = only(round(WatchState.newBuilder(suspected("A", 2))
                .setVerdict(WatchVerdict.REFUTED)
                .build()));

        assertThat(over.state()).isEqualTo(AlertState.RESOLVED);
        assertThat(over.reason()).isEqualTo("refuted: the confirming runs are not worse");
    }

    @Test
    void ofAPlanOnlyTheNewestSuspectHasAnAlert() {
        Alert first = only(round(suspected("A", 0)));

        List<Alert> changed = round(suspected("B", 0));

        assertThat(changed).hasSize(2);
        assertThat(changed.get(0).id()).isEqualTo(first.id());
        assertThat(changed.get(0).state()).isEqualTo(AlertState.RESOLVED);
        assertThat(changed.get(1).labels()).containsEntry("run", "B");
    }

    @Test
    void aPlanThatIsWatchedNoMoreLeavesNoAlertBehind() {
        round(suspected("A", 0));

        assertThat(only(round(WatchState.newBuilder(state())
                                .setActivity(WatchActivity.ENDED)
                                .build()))
                        .reason())
                .isEqualTo("the plan is watched no more");
    }

    @Test
    void aPlanThatCannotRunIsToldAfterAQuarterOfAnHour() {
        WatchState blocked = WatchState.newBuilder(state())
                .setActivity(WatchActivity.BLOCKED)
                .setDescription("the target does not answer")
                .build();
        assertThat(only(round(blocked)).state()).isEqualTo(AlertState.PENDING);
        pass(Duration.ofMinutes(14));
        assertThat(round()).isEmpty();
        pass(Duration.ofMinutes(1));
        Alert fired = only(round());
        assertThat(fired.state()).isEqualTo(AlertState.FIRING);
        assertThat(fired.annotations()).containsEntry(Annotation.VALUE, "the target does not answer");

        assertThat(only(round(WatchState.newBuilder(state())
                                .setActivity(WatchActivity.RUNNING)
                                .build()))
                        .state())
                .isEqualTo(AlertState.RESOLVED);
    }

    private void pass(Duration time) {
        now = now.plus(time);
        nanos += time.toNanos();
    }

    private List<Alert> round(WatchState... states) {
        rules.begin(now, nanos, true);
        for (WatchState state : states) {
            rules.on(ControlEvent.newBuilder().setAt(now).setState(state).build());
        }
        rules.end();
        return rules.takeAlerts().stream().map(AlertChange::alert).toList();
    }

    private static Alert only(List<Alert> alerts) {
        assertThat(alerts).hasSize(1);
        return alerts.get(0);
    }

    private static Alert named(List<Alert> alerts, String name) {
        return alerts.stream()
                .filter(alert -> alert.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static WatchState suspected(String run, int confirming) {
        return WatchState.newBuilder(state())
                .setVerdict(WatchVerdict.SUSPECTED)
                .setLastRun(run)
                .setSuspectRun(run)
                .setSuspectSince(START)
                .setConfirmingRuns(List.of("C0", "C1").subList(0, confirming))
                .setEvidence("ttft p95 at 2 req/s +21.3 %")
                .build();
    }

    private static WatchState state() {
        return WatchState.newBuilder()
                .setWatch("nightly")
                .setTarget("http://gpu-1:8000")
                .setSchedule("0 2 * * * UTC")
                .setWatcher("host:1")
                .setSince(START)
                .setActivity(WatchActivity.WAITING)
                .setExperiment("soak")
                .setPhase("tuned")
                .setBaseline("main")
                .setConfirmationsWanted(2)
                .build();
    }
}
