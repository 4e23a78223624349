package io.tidemark.alerts.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.TrialState;
import io.tidemark.events.TuneActivity;
import io.tidemark.events.TuneState;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Annotation;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;

final class TuneRuleTest {
    static {
        TrustedEventClasses.trust();
    }

    private static final Instant START = Instant.parse("2026-11-25T02:00:00Z");

    private Instant now = START;
    private TeamRules rules = rules(List.of(), Map.of());

    private static TeamRules rules(List<Alert> known, Map<String, String> facts) {
        return new TeamRules(new Team("perf"), TeamRules.Configuration.defaults(), known, facts);
    }

    @Test
    void aTuneThatFinishedIsToldOnceWithWhatItFound() {
        round(state(TuneActivity.RUNNING));
        List<Alert> told = round(TuneState.newBuilder(state(TuneActivity.FINISHED))
                .setEvidence("tuned (seqs-128) holds 1.34 x (1.21 to 1.49) the default")
                .build());
        assertThat(told).singleElement().satisfies(event -> {
            assertThat(event.name()).isEqualTo("TuneEnded");
            assertThat(event.severity()).isEqualTo("info");
            assertThat(event.annotations().get(Annotation.SUMMARY)).endsWith("1.34 x (1.21 to 1.49) the default");
            assertThat(event.annotations()).containsEntry(Annotation.VALUE, "7 server starts, 2 of them infeasible");
        });
        later(Duration.ofHours(5));
        assertThat(round()).isEmpty();
    }

    @Test
    void aTuneThatCannotGoOnIsATicketUntilItIsResumed() {
        Alert stuck = only(round(TuneState.newBuilder(state(TuneActivity.FAILED))
                .setDescription("port 8000 is in use")
                .build()));
        assertThat(stuck.state()).isEqualTo(AlertState.FIRING);
        assertThat(stuck.labels()).contains(entry("alertname", "TuneStuck"), entry("severity", "ticket"));
        assertThat(stuck.annotations()).containsEntry(Annotation.VALUE, "port 8000 is in use");
        later(Duration.ofMinutes(5));
        Alert over = only(round(state(TuneActivity.RUNNING)));
        assertThat(over.id()).isEqualTo(stuck.id());
        assertThat(over.state()).isEqualTo(AlertState.RESOLVED);
        assertThat(over.reason()).isEqualTo("the tune goes on");
    }

    @Test
    void silenceOfTwoHoursIsStuckAndAStartIsASign() {
        round(state(TuneActivity.RUNNING));
        later(Duration.ofMinutes(90));
        round(trial());
        later(Duration.ofMinutes(119));
        assertThat(round()).isEmpty();
        later(Duration.ofMinutes(2));
        Alert stuck = only(round());
        assertThat(stuck.name()).isEqualTo("TuneStuck");
        assertThat(stuck.annotations().get(Annotation.VALUE))
                .isEqualTo("nothing was heard of it for 2 h; it ran as host:7");
        assertThat(only(round(state(TuneActivity.STOPPED))).reason()).isEqualTo("the tune was stopped");
    }

    @Test
    void silenceIsNoticedByADispatcherThatStartedInBetween() {
        begin();
        rules.on(event(state(TuneActivity.RUNNING)));
        rules.end();
        Map<String, String> facts = new HashMap<>();
        rules.takeFacts().forEach((key, value) -> value.ifPresent(text -> facts.put(key, text)));
        rules = rules(List.of(), facts);
        later(Duration.ofHours(3));
        assertThat(only(round()).name()).isEqualTo("TuneStuck");
    }

    private void later(Duration time) {
        now = now.plus(time);
    }

    private void begin() {
        rules.begin(now, Duration.between(START, now).toNanos(), true);
    }

    private List<Alert> round(SpecificRecord... states) {
        begin();
        for (SpecificRecord state : states) {
            rules.on(event(state));
        }
        rules.end();
        return rules.takeAlerts().stream().map(AlertChange::alert).toList();
    }

    private ControlEvent event(SpecificRecord state) {
        return ControlEvent.newBuilder().setAt(now).setState(state).build();
    }

    private static Alert only(List<Alert> alerts) {
        assertThat(alerts).hasSize(1);
        return alerts.get(0);
    }

    private static TuneState state(TuneActivity activity) {
        return TuneState.newBuilder()
                .setTune("T1")
                .setExperiment("h200")
                .setTarget("http://127.0.0.1:8000")
                .setTuner("host:7")
                .setMode("search")
                .setStarted(START)
                .setActivity(activity)
                .setEnded(7)
                .setInfeasible(2)
                .build();
    }

    private static TrialState trial() {
        return TrialState.newBuilder()
                .setTune("T1")
                .setNumber(3)
                .setPurpose("search")
                .setExperiment("h200")
                .setPhase("seqs-128")
                .setFlags(Map.of())
                .setStarted(START)
                .build();
    }
}
