package io.tidemark.streams.slo;

import static io.tidemark.streams.slo.AlarmRule.Finding.BROKEN;
import static io.tidemark.streams.slo.AlarmRule.Finding.CLEAR;
import static io.tidemark.streams.slo.AlarmRule.Finding.INSUFFICIENT_DATA;
import static io.tidemark.streams.slo.AlarmRule.Finding.KEPT;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.BreachState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AlarmRuleTest {
    private final AlarmRule rule = new AlarmRule(2, 3);
    private final List<String> events = new ArrayList<>();
    private Alarm alarm = new Alarm.Quiet();
    private long second;

    @Test
    void opensAfterTheForDurationAndClosesAfterTheClearDuration() {
        given(BROKEN, 5);
        given(BROKEN, 6);
        given(BROKEN, 7); // third second: broken for 2 s
        given(BROKEN, 9);
        given(BROKEN, 8);
        given(CLEAR, 1);
        given(CLEAR, 1);
        given(CLEAR, 1);
        given(CLEAR, 1); // ninth: clear for 3 s
        assertThat(events).containsExactly("3 OPENED", "4 UPDATED", "9 CLOSED");
        assertThat(alarm).isEqualTo(new Alarm.Quiet());
    }

    @Test
    void withinTheLimitButNotClearKeepsABreachOpen() {
        given(BROKEN, 5);
        given(BROKEN, 5);
        given(BROKEN, 5);
        given(CLEAR, 1);
        given(CLEAR, 1);
        given(KEPT, 4); // clearing begins anew
        given(CLEAR, 1);
        given(CLEAR, 1);
        given(CLEAR, 1);
        assertThat(events).containsExactly("3 OPENED");
        assertThat(alarm).isEqualTo(new Alarm.Open(1, 5, 7));
    }

    @Test
    void tooLittleDataEndsWhatIsPendingButNotWhatIsOpen() {
        given(BROKEN, 5);
        given(INSUFFICIENT_DATA, 0);
        given(BROKEN, 5);
        given(BROKEN, 5);
        assertThat(events).isEmpty();
        given(BROKEN, 5);
        given(INSUFFICIENT_DATA, 0);
        given(INSUFFICIENT_DATA, 0);
        given(INSUFFICIENT_DATA, 0);
        given(INSUFFICIENT_DATA, 0);
        assertThat(events).containsExactly("5 OPENED");
        assertThat(alarm).isInstanceOf(Alarm.Open.class);
    }

    private void given(AlarmRule.Finding finding, double value) {
        second++;
        AlarmRule.Transition transition = rule.next(alarm, new AlarmRule.Reading(second, finding, value));
        alarm = transition.next();
        transition.event().map(BreachState::name).ifPresent(event -> events.add(second + " " + event));
    }
}
