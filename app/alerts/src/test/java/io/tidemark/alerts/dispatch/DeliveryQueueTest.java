package io.tidemark.alerts.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSortedMap;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Delivery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class DeliveryQueueTest {
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    private final DeliveryQueue queue = new DeliveryQueue();
    private long nanos;
    /** When the send of the quiet team's alert ended. */
    private long sentNanos;

    @Test
    void teamsTakeTurnsAndEachKeepsItsOrder() {
        add("a", 0, 1, 2);
        add("b", 0);
        add("c", 0, 1);
        assertThat(sendAll(1)).containsExactly("a0", "b0", "c0", "a1", "c1", "a2");
    }

    /** Each send takes a second of the clock. */
    @Test
    void aThousandBreachesOfOneTeamDelayThePageOfAnotherByOneSend() {
        for (int step = 0; step < 1_000; step++) {
            add("noisy", step);
        }
        List<String> before = new ArrayList<>();
        for (int sends = 0; sends < 5; sends++) {
            before.add(send(10));
        }
        long cameNanos = nanos;
        add("quiet", 0);
        List<String> after = sendAll(10);
        assertThat(before).allMatch(sent -> sent.startsWith("noisy"));
        assertThat(after.indexOf("quiet0")).isLessThanOrEqualTo(1);
        assertThat(Duration.ofNanos(sentNanos - cameNanos)).isLessThanOrEqualTo(Duration.ofSeconds(2));
        assertThat(after).as("one send for each step of a run").hasSize(996);
    }

    @Test
    void aTeamWhoseSendsFailTakesNoTurnOfAnother() {
        add("noisy", 0, 1, 2);
        add("quiet", 0, 1, 2);
        List<String> order = new ArrayList<>();
        for (int turns = 0; turns < 6; turns++) {
            QueuedDelivery one = queue.due(nanos, 1).get(0);
            order.add(description(List.of(one)));
            nanos += Duration.ofSeconds(1).toNanos();
            if (one.alert().team().name().equals("noisy")) {
                // The receiver answers 503: it is due again a second later.
                queue.replace(one, nanos);
            } else {
                queue.remove(one.delivery());
            }
        }
        assertThat(order).containsExactly("noisy0", "quiet0", "noisy0", "quiet1", "noisy0", "quiet2");
    }

    @Test
    void aTeamThatIsGivenUpHasNoTurn() {
        add("a", 0);
        add("b", 0);
        queue.removeAll(new Team("a"), nanos);
        assertThat(sendAll(1)).containsExactly("b0");
    }

    @Test
    void aTeamSendsTwentyMessagesAtOnceAndThenOneEachSecondAndKeepsNoOtherWaiting() {
        for (int step = 0; step < 100; step++) {
            add("noisy", step);
        }
        assertThat(sendAtOnce()).hasSize(20).startsWith("noisy0").endsWith("noisy19");
        add("quiet", 0);
        assertThat(sendAtOnce()).containsExactly("quiet0");
        nanos += Duration.ofSeconds(1).toNanos();
        assertThat(sendAtOnce()).containsExactly("noisy20");
        nanos += Duration.ofMinutes(1).toNanos();
        assertThat(sendAtOnce()).hasSize(20).startsWith("noisy21");
    }

    /** As after a round that failed. */
    @Test
    void aTeamThatBeginsAnewSendsNoMoreForIt() {
        for (int step = 0; step < 20; step++) {
            add("noisy", step);
        }
        assertThat(sendAtOnce()).hasSize(20);
        queue.removeAll(new Team("noisy"), nanos);
        add("noisy", 20);
        assertThat(sendAtOnce()).isEmpty();
    }

    @Test
    void aTeamThatTheReceiverRefusedWaitsAndAnotherDoesNot() {
        add("noisy", 0);
        add("quiet", 0);
        queue.pause(new Team("noisy"), nanos + Duration.ofSeconds(30).toNanos());
        assertThat(sendAtOnce()).containsExactly("quiet0");
        nanos += Duration.ofSeconds(30).toNanos();
        assertThat(sendAtOnce()).containsExactly("noisy0");
    }

    /** What may be sent while the clock stands still. */
    private List<String> sendAtOnce() {
        List<String> sent = new ArrayList<>();
        for (List<QueuedDelivery> batch = queue.due(nanos, 1); !batch.isEmpty(); batch = queue.due(nanos, 1)) {
            sent.add(description(batch));
            queue.sent(batch.get(0).alert().team(), nanos);
            queue.remove(batch.get(0).delivery());
        }
        return sent;
    }

    private List<String> sendAll(int limit) {
        List<String> order = new ArrayList<>();
        for (String sent = send(limit); !sent.isEmpty(); sent = send(limit)) {
            order.add(sent);
        }
        return order;
    }

    /** One send. */
    private String send(int limit) {
        List<QueuedDelivery> batch = queue.due(nanos, limit);
        batch.forEach(one -> queue.remove(one.delivery()));
        nanos += Duration.ofSeconds(1).toNanos();
        if (description(batch).equals("quiet0")) {
            sentNanos = nanos;
        }
        return description(batch);
    }

    private static String description(List<QueuedDelivery> batch) {
        return batch.stream()
                .map(one -> one.alert().team().name() + one.alert().labels().get("step"))
                .distinct()
                .collect(Collectors.joining(" "));
    }

    private void add(String team, int... steps) {
        for (int step : steps) {
            Alert alert = new Alert(
                    new Team(team),
                    ImmutableSortedMap.of("alertname", "SloBreach", "step", Integer.toString(step)),
                    START,
                    Optional.empty(),
                    AlertState.FIRING,
                    "",
                    1,
                    START,
                    ImmutableSortedMap.of(),
                    "");
            Delivery delivery = Delivery.pending(alert.id(), AlertState.FIRING, "test", START);
            queue.add(new QueuedDelivery(delivery, alert), nanos, Duration.ZERO);
        }
    }
}
