package io.tidemark.streams.breaches;

import static io.tidemark.streams.objectives.WindowFinding.BROKEN;
import static io.tidemark.streams.objectives.WindowFinding.CLEAR;
import static io.tidemark.streams.objectives.WindowFinding.INSUFFICIENT_DATA;
import static io.tidemark.streams.objectives.WindowFinding.IN_DOUBT;
import static io.tidemark.streams.objectives.WindowFinding.KEPT;
import static io.tidemark.streams.objectives.WindowFinding.NO_DATA;
import static io.tidemark.streams.objectives.WindowFinding.PROVEN;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.streams.objectives.EvidenceCounts;
import io.tidemark.streams.objectives.ObjectiveValue;
import io.tidemark.streams.objectives.WindowFinding;
import io.tidemark.streams.objectives.WindowReading;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlertRuleTest {
    private static final FlapHistory.Rule NEVER_FLAPS = new FlapHistory.Rule(0, 0);

    private final List<String> events = new ArrayList<>();
    private AlertRule rule = new AlertRule(2, 3, 0, 1, NEVER_FLAPS);
    private EvaluationState state = EvaluationState.UNKNOWN;
    private long second;

    @Test
    void opensAfterTheForDurationAndClosesAfterTheClearDuration() {
        given(PROVEN, 5);
        given(PROVEN, 6);
        given(PROVEN, 7); // third second: broken for 2 s
        given(PROVEN, 9);
        given(PROVEN, 8);
        given(CLEAR, 1);
        given(CLEAR, 1);
        given(CLEAR, 1);
        given(CLEAR, 1); // ninth: clear for 3 s
        assertThat(events).containsExactly("3 open 7.0", "4 open 9.0", "9 closed 9.0");
        assertThat(state.alarm()).isEqualTo(new AlertState.Inactive());
    }

    @Test
    void whatMayBeChanceIsPendingHoweverLongItLasts() {
        given(BROKEN, 5);
        given(BROKEN, 5);
        given(BROKEN, 5);
        given(BROKEN, 5);
        assertThat(events).isEmpty();
        assertThat(state.standing()).isEqualTo(ObjectiveStanding.PENDING);
        given(PROVEN, 6); // broken since second 1
        assertThat(events).containsExactly("5 open 6.0");
        assertThat(((AlertState.Open) state.alarm()).breach().sinceSecond()).isEqualTo(1);
    }

    @Test
    void withinTheLimitButNotClearKeepsABreachOpen() {
        given(PROVEN, 5);
        given(PROVEN, 5);
        given(PROVEN, 5);
        given(CLEAR, 1);
        given(CLEAR, 1);
        given(KEPT, 4); // clearing begins anew
        given(CLEAR, 1);
        given(CLEAR, 1);
        given(CLEAR, 1);
        assertThat(events).containsExactly("3 open 5.0");
        assertThat(((AlertState.Open) state.alarm()).clearingSecond()).isEqualTo(7);
    }

    @Test
    void tooLittleDataEndsWhatIsPendingButNotWhatIsOpen() {
        given(PROVEN, 5);
        given(INSUFFICIENT_DATA, 0);
        assertThat(state.standing()).isEqualTo(ObjectiveStanding.INSUFFICIENT_DATA);
        given(PROVEN, 5);
        given(PROVEN, 5);
        assertThat(events).isEmpty();
        given(PROVEN, 5);
        given(INSUFFICIENT_DATA, 0);
        given(NO_DATA, 0);
        given(IN_DOUBT, 0);
        given(NO_DATA, 0);
        assertThat(events).containsExactly("5 open 5.0");
        assertThat(state.standing()).isEqualTo(ObjectiveStanding.FIRING);
    }

    @Test
    void aBreachStaysOpenForItsLeastFiringTime() {
        rule = new AlertRule(0, 0, 5, 1, NEVER_FLAPS);
        given(PROVEN, 5); // opens at 1
        given(CLEAR, 1);
        given(CLEAR, 1);
        given(CLEAR, 1);
        given(CLEAR, 1);
        given(CLEAR, 1); // sixth: open for 5 s
        assertThat(events).containsExactly("1 open 5.0", "6 closed 5.0");
    }

    @Test
    void whatOpensAndClosesTooOftenStaysOpenAndSaysSo() {
        rule = new AlertRule(0, 0, 0, 1, new FlapHistory.Rule(4, 10));
        given(PROVEN, 5); // 1 opens, change 1
        given(CLEAR, 1); // 2 closes, change 2
        given(PROVEN, 5); // 3 opens, change 3
        given(CLEAR, 1); // 4 would close: change 4 within 10 s
        given(PROVEN, 5); // 5 would open: change 5
        given(CLEAR, 1); // 6 would close: change 6
        assertThat(events).containsExactly("1 open 5.0", "2 closed 5.0", "3 open 5.0", "4 flapping 5.0");
        // changes at 3, 4, 5, 6 are within 10 s up to second 12; at 13 only three are
        for (int i = 7; i <= 13; i++) {
            given(CLEAR, 1);
        }
        assertThat(events).last().isEqualTo("13 closed 5.0");
        assertThat(events).hasSize(5);
    }

    @Test
    void statesWithoutABreachAreToldApart() {
        given(NO_DATA, 0);
        assertThat(state.standing()).isEqualTo(ObjectiveStanding.NO_DATA);
        given(KEPT, 0);
        assertThat(state.standing()).isEqualTo(ObjectiveStanding.OK);
        given(IN_DOUBT, 0);
        assertThat(state.standing()).isEqualTo(ObjectiveStanding.IN_DOUBT);
        given(PROVEN, 5);
        assertThat(state.standing()).isEqualTo(ObjectiveStanding.PENDING);
        given(NO_DATA, 0);
        assertThat(state.standing()).isEqualTo(ObjectiveStanding.NO_DATA);
    }

    private void given(WindowFinding finding, double value) {
        second++;
        WindowReading reading = new WindowReading(second, finding, ObjectiveValue.of(value), EvidenceCounts.NOTHING);
        AlertRule.Step step = rule.next(state, reading, Finality.FINAL);
        state = step.next();
        step.changed()
                .ifPresent(breach -> events.add(
                        second + " " + kind(breach) + " " + breach.worst().value()));
    }

    private static String kind(Breach breach) {
        if (breach.isOpen()) {
            return breach.ending().flapping() ? "flapping" : "open";
        }
        return "closed";
    }
}
