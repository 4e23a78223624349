package io.tidemark.alerts.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.ImmutableSortedMap;
import io.tidemark.alerts.rule.AlertChange;
import io.tidemark.alerts.rule.RefusedAlerts;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.Mute;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class DeliveryPlannerTest {
    private static final Team TEAM = new Team("perf");
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

    private List<String> routes = List.of("am", "chat");
    private final RefusedAlerts refused = new RefusedAlerts();
    private final DeliveryPlanner planner =
            new DeliveryPlanner(alert -> routes, alert -> false, refused, Map.of(), Instant.EPOCH, 3);

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

    /** The outbox is read in the order of creation: a resolved one that comes first would be notified first. */
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
        DeliveryPlanner next =
                new DeliveryPlanner(alert -> routes, alert -> false, refused, Map.of(), resolved.created(), 3);
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

    @Test
    void aReceiverIsToldOfALimitedNumberOfFiringAlertsAndOfPagesFirst() {
        routes = List.of("chat");
        List<Alert> tickets = alerts("ticket", 1_000);
        List<Alert> all = new ArrayList<>(tickets);
        all.add(alert("page", "p"));
        assertThat(planner.heldBack()).isEmpty();
        assertThat(notified(planner.plan(List.of(), all, NOW), all)).containsExactly("p", "t0", "t1");
        assertThat(planner.heldBack()).hasValue(998);
        assertThat(planner.plan(List.of(), all, NOW)).isEmpty();

        Alert page = alert("page", "late");
        all.add(page);
        all.remove(tickets.get(1));
        assertThat(notified(planner.plan(List.of(new AlertChange(resolved(tickets.get(1)), true)), all, NOW), all))
                .as("whoever was notified of an alert is notified of its end")
                .containsExactly("");
        assertThat(planner.plan(List.of(), all, NOW))
                .as("the receiver has not taken the end yet")
                .isEmpty();
        planner.waiting(HashMultiset.create());
        assertThat(notified(planner.plan(List.of(), all, NOW), all)).containsExactly("late");
        assertThat(planner.heldBack()).hasValue(998);
        assertThat(notified(planner.plan(List.of(), tickets.subList(0, 1), NOW), all))
                .isEmpty();
        assertThat(planner.heldBack()).hasValue(0);
    }

    @Test
    void theAlertThatSaysWhatIsHeldBackIsToldBeyondTheLimit() {
        List<Alert> all = alerts("page", 4);
        planner.plan(List.of(), all, NOW);
        all.add(with(Map.of("alertname", "AlertsHeldBack", "severity", "page")));
        assertThat(planner.plan(List.of(), all, NOW))
                .hasSize(2)
                .allMatch(one -> one.alert().equals(all.get(4).id()));
        assertThat(planner.heldBack()).hasValue(1);
    }

    @Test
    void theLimitIsOfEachReceiver() {
        List<Alert> all = alerts("ticket", 3);
        routes = List.of("am");
        assertThat(planner.plan(List.of(), all, NOW)).hasSize(3);
        routes = List.of("chat");
        all.add(alert("ticket", "t3"));
        assertThat(planner.plan(List.of(), all, NOW)).hasSize(3);
        assertThat(planner.heldBack()).hasValue(1);
    }

    @Test
    void whatWasToldBeforeARestartCounts() {
        List<Alert> before = alerts("ticket", 3);
        DeliveryPlanner restarted = new DeliveryPlanner(
                alert -> List.of("chat"),
                alert -> false,
                refused,
                before.stream().collect(Collectors.toMap(Alert::id, alert -> Set.of("chat"))),
                Instant.EPOCH,
                3);
        assertThat(restarted.plan(List.of(), List.of(alert("page", "p")), NOW)).isEmpty();
        assertThat(restarted.heldBack()).hasValue(1);
    }

    @Test
    void ofEventsAsManyAsMayWaitAreToldAndFurtherOnesAreCountedForTenMinutes() {
        routes = List.of("chat");
        List<AlertChange> ends = IntStream.range(0, 5)
                .mapToObj(run -> with(Map.of("alertname", "RunEnded", "run", "run-" + run), AlertState.EVENT))
                .map(event -> new AlertChange(event, true))
                .toList();
        assertThat(planner.plan(ends, List.of(), NOW)).hasSize(3);
        assertThat(planner.heldBack()).hasValue(2);
        planner.waiting(HashMultiset.create());
        refused.at(Duration.ofSeconds(599).toNanos());
        assertThat(planner.plan(ends.subList(0, 1), List.of(), NOW.plusSeconds(599)))
                .as("the receiver has taken them")
                .hasSize(1);
        assertThat(planner.heldBack()).hasValue(2);
        refused.at(Duration.ofMinutes(10).toNanos());
        planner.plan(List.of(), List.of(), NOW.plusSeconds(600));
        assertThat(planner.heldBack()).hasValue(0);
    }

    @Test
    void whatTheTeamHasNoRoomForAndWhatAReceiverHasNoRoomForIsOneCount() {
        refused.add("a condition");
        planner.plan(List.of(), alerts("ticket", 5), NOW);
        assertThat(planner.heldBack()).hasValue(3);
        planner.plan(List.of(new AlertChange(resolved(alert("ticket", "brief")), true)), List.of(), NOW);
        assertThat(planner.heldBack()).hasValue(2);
        assertThat(refused.count()).isEqualTo(2);
    }

    @Test
    void whatTheTeamHasNoRoomForAfterALookIsHeldBackBeforeTheNext() {
        planner.plan(List.of(), alerts("ticket", 5), NOW);
        refused.add("a condition");
        assertThat(planner.heldBack()).hasValue(3);
    }

    @Test
    void aBriefPageOfOneLoadIsNotHeldBackByATicketThatFires() {
        DeliveryPlanner ofLoads =
                new DeliveryPlanner(alert -> List.of("chat"), alert -> true, refused, Map.of(), Instant.EPOCH, 1);
        Alert ticket = alert("ticket", "lasting");
        Alert page = alert("page", "brief");
        assertThat(ofLoads.plan(List.of(new AlertChange(resolved(page), true)), List.of(ticket), NOW))
                .allSatisfy(due -> assertThat(due.alert()).isEqualTo(page.id()))
                .extracting(Delivery::status)
                .containsExactly(AlertState.FIRING, AlertState.RESOLVED);
        assertThat(ofLoads.heldBack()).hasValue(1);
        ofLoads.waiting(HashMultiset.create());
        assertThat(ofLoads.plan(List.of(), List.of(ticket), NOW))
                .extracting(Delivery::alert)
                .containsExactly(ticket.id());
    }

    /** Whatever opens and ends meanwhile. */
    @Test
    void forAReceiverThatIsAwayALimitedNumberOfMessagesWaits() {
        routes = List.of("chat");
        List<Delivery> waiting = new ArrayList<>();
        for (Alert alert : alerts("ticket", 100)) {
            waiting.addAll(planner.plan(List.of(), List.of(alert), NOW));
            waiting.addAll(planner.plan(List.of(new AlertChange(resolved(alert), true)), List.of(), NOW));
        }
        assertThat(waiting).as("three begins and three ends").hasSize(6);
        assertThat(planner.heldBack()).hasValue(97);

        Alert summary = with(Map.of("alertname", "AlertsHeldBack", "severity", "page"));
        assertThat(planner.plan(List.of(), List.of(summary), NOW)).hasSize(1);
    }

    /** The objectives of the alerts that fire, in order; empty for another. */
    private static List<String> notified(List<Delivery> deliveries, List<Alert> all) {
        return deliveries.stream()
                .map(one -> all.stream()
                        .filter(alert -> alert.id().equals(one.alert()))
                        .map(alert -> alert.labels().getOrDefault("objective", ""))
                        .findFirst()
                        .orElse(""))
                .toList();
    }

    /** Of objectives that are called by the first letter of the severity and a number from 0. */
    private static List<Alert> alerts(String severity, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> alert(severity, severity.substring(0, 1) + number))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static Alert alert(String severity, String objective) {
        return with(Map.of("alertname", "SloBreach", "severity", severity, "objective", objective));
    }

    private static Alert resolved(Alert alert) {
        return with(alert.labels(), AlertState.RESOLVED);
    }

    private static Alert with(Map<String, String> labels) {
        return with(labels, AlertState.FIRING);
    }

    private static Alert with(Map<String, String> labels, AlertState state) {
        return new Alert(
                TEAM,
                ImmutableSortedMap.copyOf(labels),
                NOW,
                Optional.empty(),
                state,
                "",
                1,
                NOW,
                ImmutableSortedMap.of(),
                "");
    }

    private List<String> plan(List<AlertChange> changes, List<Alert> active) {
        return planner.plan(changes, active, NOW).stream()
                .map(DeliveryPlannerTest::description)
                .toList();
    }

    private static String description(Delivery delivery) {
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
