package io.tidemark.alerts.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSortedMap;
import io.tidemark.alerts.rule.AlertChange;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.Mute;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class DeliveryPlannerTest {
    private static final Team TEAM = new Team("perf");
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private List<String> routes = List.of("am", "chat");
    private final DeliveryPlanner planner = new DeliveryPlanner(alert -> routes, Map.of(), Instant.EPOCH);

    @Test
    void whoWasToldThatItFiresIsToldThatItIsResolvedWhateverTheRoutesSay() {
        Alert firing = alert(AlertState.FIRING, "");
        assertThat(plan(List.of(), List.of(firing))).containsExactly("am FIRING", "chat FIRING");
        assertThat(plan(List.of(), List.of(firing))).isEmpty();
        routes = List.of("other");
        assertThat(plan(List.of(new AlertChange(alert(AlertState.RESOLVED, ""), true)), List.of()))
                .containsExactly("am RESOLVED", "chat RESOLVED");
    }

    @Test
    void whatBeganAndEndedInOneRoundIsToldInItsOrder() {
        assertThat(plan(List.of(new AlertChange(alert(AlertState.RESOLVED, ""), true)), List.of()))
                .containsExactly("am FIRING", "chat FIRING", "am RESOLVED", "chat RESOLVED");
    }

    @Test
    void whatNeverFiredIsToldToNobody() {
        assertThat(plan(List.of(), List.of(alert(AlertState.PENDING, "")))).isEmpty();
        assertThat(plan(List.of(new AlertChange(alert(AlertState.RESOLVED, ""), false)), List.of()))
                .isEmpty();
    }

    @Test
    void anAlertThatAnotherOneExplainsIsToldOnceTheOtherIsGone() {
        assertThat(plan(List.of(), List.of(alert(AlertState.FIRING, "cause")))).isEmpty();
        assertThat(plan(List.of(), List.of(alert(AlertState.FIRING, "")))).hasSize(2);
    }

    @Test
    void aMuteHoldsBackUntilItEnds() {
        planner.mute(List.of(new Mute(
                TEAM,
                "m1",
                ImmutableSortedMap.of("objective", "ttft"),
                NOW.minusSeconds(1),
                NOW.plusSeconds(60),
                "",
                "")));
        Alert firing = alert(AlertState.FIRING, "");
        assertThat(plan(List.of(), List.of(firing))).isEmpty();
        assertThat(planner.plan(List.of(), List.of(firing), NOW.plusSeconds(60)))
                .hasSize(2);
    }

    /** The outbox is read in the order of creation: a resolved one that comes first would be told first. */
    @Test
    void whatIsDueLaterIsCreatedLaterThoughTheClockWasSetBack() {
        Delivery firing = planner.plan(List.of(), List.of(alert(AlertState.FIRING, "")), NOW)
                .get(0);
        Delivery resolved = planner.plan(
                        List.of(new AlertChange(alert(AlertState.RESOLVED, ""), true)),
                        List.of(),
                        NOW.minusSeconds(3_600))
                .get(0);
        assertThat(resolved.created()).isAfter(firing.created());
        DeliveryPlanner next = new DeliveryPlanner(alert -> routes, Map.of(), resolved.created());
        assertThat(next.plan(List.of(), List.of(alert(AlertState.FIRING, "")), NOW.minusSeconds(3_600)))
                .allSatisfy(again -> assertThat(again.created()).isAfter(resolved.created()));
    }

    @Test
    void aMuteHoldsThoughTheClockWasSetBackToBeforeItWasSet() {
        planner.mute(List.of(
                new Mute(TEAM, "m1", ImmutableSortedMap.of("objective", "ttft"), NOW, NOW.plusSeconds(60), "", "")));
        assertThat(planner.plan(List.of(), List.of(alert(AlertState.FIRING, "")), NOW.minusSeconds(3_600)))
                .isEmpty();
    }

    @Test
    void whatWasToldWhileAMuteSeemedToBeOverIsResolvedThoughItHoldsAgain() {
        planner.mute(List.of(
                new Mute(TEAM, "m1", ImmutableSortedMap.of("objective", "ttft"), NOW, NOW.plusSeconds(60), "", "")));
        assertThat(planner.plan(List.of(), List.of(alert(AlertState.FIRING, "")), NOW.plusSeconds(3_600)))
                .hasSize(2);
        assertThat(plan(List.of(new AlertChange(alert(AlertState.RESOLVED, ""), true)), List.of()))
                .containsExactly("am RESOLVED", "chat RESOLVED");
    }

    @Test
    void anEventIsToldOnce() {
        assertThat(plan(List.of(new AlertChange(alert(AlertState.EVENT, ""), true)), List.of()))
                .containsExactly("am EVENT", "chat EVENT");
    }

    private List<String> plan(List<AlertChange> changes, List<Alert> active) {
        return planner.plan(changes, active, NOW).stream()
                .map(DeliveryPlannerTest::words)
                .toList();
    }

    private static String words(Delivery delivery) {
        return delivery.receiver() + " " + delivery.status();
    }

    private static Alert alert(AlertState state, String inhibitedBy) {
        return new Alert(
                TEAM,
                ImmutableSortedMap.of("alertname", "SloBreach", "objective", "ttft"),
                NOW,
                Optional.empty(),
                state,
                "",
                1,
                NOW,
                ImmutableSortedMap.of(),
                inhibitedBy);
    }
}
