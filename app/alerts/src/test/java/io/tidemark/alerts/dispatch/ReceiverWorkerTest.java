package io.tidemark.alerts.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.alerts.receiver.Notification;
import io.tidemark.alerts.receiver.Receiver;
import io.tidemark.alerts.receiver.SendResult;
import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertCommit;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.DeliveryState;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReceiverWorkerTest {
    private static final Team TEAM = new Team("perf");
    private static final Team NOISY = new Team("noisy");
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");
    private static final DispatcherClocks CLOCKS = new DispatcherClocks(System::nanoTime, Instant::now);

    @TempDir
    private Path folder;

    private final List<String> sent = new CopyOnWriteArrayList<>();
    private @Nullable AlertStore store;
    private @Nullable ReceiverWorker worker;

    @BeforeEach
    void open() {
        store = StoreAddress.of(folder.resolve("results.db")).openAlerts();
    }

    @AfterEach
    void close() {
        if (worker != null) {
            worker.close();
        }
        store().close();
    }

    @Test
    void resolvedWaitsForFiringThatFailed() {
        List<SendResult> answers = new ArrayList<>(List.of(
                new SendResult.Retry(Optional.of(Duration.ofMillis(200)), "HTTP 503"),
                new SendResult.Retry(Optional.of(Duration.ofMillis(10)), "HTTP 429")));
        start(receiver(
                1, Optional.empty(), batch -> answers.isEmpty() ? new SendResult.Delivered() : answers.remove(0)));
        Alert alert = alert("ttft", START);
        enqueue(alert, AlertState.FIRING);
        enqueue(alert, AlertState.RESOLVED);

        await(() -> deliveries(alert).stream().allMatch(row -> row.state() == DeliveryState.SENT));
        assertThat(sent).containsExactly("ttft FIRING", "ttft FIRING", "ttft FIRING", "ttft RESOLVED");
        assertThat(deliveries(alert).get(0).attempts()).isEqualTo(2);
    }

    @Test
    void aDeliveryThatIsRefusedIsParkedWithItsReasonAndOthersGoOn() {
        start(receiver(
                1,
                Optional.empty(),
                batch -> batch.get(0).alert().labels().get("objective").equals("bad")
                        ? new SendResult.Rejected("HTTP 400: invalid")
                        : new SendResult.Delivered()));
        Alert bad = alert("bad", START);
        Alert good = alert("good", START);
        enqueue(bad, AlertState.FIRING);
        enqueue(good, AlertState.FIRING);

        await(() -> deliveries(good).get(0).state() == DeliveryState.SENT);
        assertThat(deliveries(bad).get(0).state()).isEqualTo(DeliveryState.PARKED);
        assertThat(deliveries(bad).get(0).error()).isEqualTo("HTTP 400: invalid");
        assertThat(sent).containsExactly("bad FIRING", "good FIRING");
    }

    @Test
    void aDeliveryThatFailsDoesNotHoldBackOthers() {
        start(receiver(
                1,
                Optional.empty(),
                batch -> batch.get(0).alert().labels().get("objective").equals("bad")
                        ? new SendResult.Retry(Optional.empty(), "HTTP 500")
                        : new SendResult.Delivered()));
        enqueue(alert("bad", START), AlertState.FIRING);
        Alert good = alert("good", START);
        enqueue(good, AlertState.FIRING);

        await(() -> deliveries(good).get(0).state() == DeliveryState.SENT);
    }

    @Test
    void oneMessageHoldsTheAlertsOfOneStep() {
        List<Integer> sizes = new CopyOnWriteArrayList<>();
        Receiver receiver = receiver(10, Optional.empty(), batch -> {
            sizes.add(batch.size());
            return new SendResult.Delivered();
        });
        worker = new ReceiverWorker(receiver, store(), CLOCKS, new DispatcherMeters(new SimpleMeterRegistry()));
        enqueue(alert("ttft", START), AlertState.FIRING);
        enqueue(alert("tpot", START), AlertState.FIRING);
        enqueue(alert("other", START, "1"), AlertState.FIRING);
        worker.start();

        await(() -> sent.size() == 3);
        assertThat(sizes).containsExactly(2, 1);
    }

    @Test
    void anAlertThatIsRefusedDoesNotTakeItsNeighboursWithIt() {
        Receiver receiver = receiver(
                10,
                Optional.empty(),
                batch -> batch.stream()
                                .anyMatch(
                                        one -> "bad".equals(one.alert().labels().get("objective")))
                        ? new SendResult.Rejected("HTTP 400: invalid")
                        : new SendResult.Delivered());
        worker = new ReceiverWorker(receiver, store(), CLOCKS, new DispatcherMeters(new SimpleMeterRegistry()));
        Alert bad = alert("bad", START);
        Alert good = alert("good", START);
        enqueue(bad, AlertState.FIRING);
        enqueue(good, AlertState.FIRING);
        worker.start();

        await(() -> deliveries(good).get(0).state() == DeliveryState.SENT);
        assertThat(deliveries(bad).get(0).state()).isEqualTo(DeliveryState.PARKED);
        assertThat(sent).containsExactly("bad FIRING", "good FIRING", "bad FIRING", "good FIRING");
    }

    @Test
    void aReceiverThatForgetsIsToldAgainAndAnEarlierAlertOfTheSameLabelsIsLeftOut() {
        start(receiver(
                10,
                Optional.of(new Receiver.Resend(Duration.ofMillis(50), Duration.ofMinutes(15))),
                batch -> new SendResult.Delivered()));
        Alert first = alert("ttft", START);
        enqueue(first, AlertState.FIRING);
        await(() -> sent.size() >= 3);
        assertThat(sent).containsOnly("ttft FIRING");
        enqueue(first, AlertState.RESOLVED);
        await(() -> sent.get(sent.size() - 1).equals("ttft RESOLVED")
                && sent.stream().filter("ttft RESOLVED"::equals).count() > 2);

        enqueue(alert("ttft", START.plusSeconds(60)), AlertState.FIRING);
        await(() -> sent.get(sent.size() - 1).equals("ttft FIRING"));
        int mark = sent.size();
        await(() -> sent.size() > mark + 3);
        assertThat(List.copyOf(sent).stream().skip(mark)).containsOnly("ttft FIRING");
    }

    /** Each is a message of its own. */
    @Test
    void aPageGoesBetweenTheAlertsThatAreSentAgain() {
        Alert page = alert("page", START);
        resend(
                IntStream.range(0, 50)
                        .mapToObj(step -> alert(NOISY, "ttft", START, Integer.toString(step)))
                        .toList(),
                page,
                AlertState.FIRING);

        await(() -> sent.size() == 51);
        assertThat(sent.indexOf("page FIRING")).isEqualTo(1);
    }

    /** As it may be while it waits for its turn. */
    @Test
    void anAlertThatWasResolvedMeanwhileIsNotSentAgainAsFiring() {
        Alert resolved = alert("last", START, "99");
        resend(List.of(alert(NOISY, "first", START, "0"), resolved), resolved, AlertState.RESOLVED);

        await(() -> sent.size() == 3);
        assertThat(sent).containsExactly("first FIRING", "last RESOLVED", "last RESOLVED");
    }

    /** Begins to send alerts again, each a message of its own; after the first one a further delivery is due. */
    private void resend(List<Alert> remembered, Alert further, AlertState state) {
        Receiver receiver =
                receiver(1, Optional.of(new Receiver.Resend(Duration.ofHours(1), Duration.ofMinutes(15))), batch -> {
                    if (sent.size() == 1) {
                        enqueue(further, state);
                    }
                    return new SendResult.Delivered();
                });
        worker = new ReceiverWorker(
                receiver,
                store(),
                new DispatcherClocks(() -> 0, () -> START),
                new DispatcherMeters(new SimpleMeterRegistry()));
        worker.remember(remembered);
        worker.start();
    }

    /** Of another team, for the same receiver, which takes a second of the clock for each message. */
    @Test
    void aPageIsToldWithinTenSecondsThoughAThousandAlertsOfAnotherTeamWait() {
        AtomicLong nanos = new AtomicLong();
        List<Long> told = new CopyOnWriteArrayList<>();
        Alert page = alert("page", START);
        Receiver receiver = receiver(1, Optional.empty(), batch -> {
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            if (sent.size() == 20) {
                told.add(nanos.get());
                enqueue(page, AlertState.FIRING);
            } else if (batch.get(0).alert().id().equals(page.id())) {
                told.add(nanos.get());
            }
            return new SendResult.Delivered();
        });
        worker = new ReceiverWorker(
                receiver,
                store(),
                new DispatcherClocks(nanos::get, () -> START),
                new DispatcherMeters(new SimpleMeterRegistry()));
        List<Alert> breaches = IntStream.range(0, 1_000)
                .mapToObj(step -> alert(NOISY, "ttft", START, Integer.toString(step)))
                .toList();
        List<Delivery> deliveries = breaches.stream()
                .map(one -> Delivery.pending(one.id(), AlertState.FIRING, "test", START))
                .toList();
        store().commit(new AlertCommit(NOISY, breaches, deliveries, ImmutableMap.of(), List.of()));
        worker.enqueue(IntStream.range(0, 1_000)
                .mapToObj(number -> new QueuedDelivery(deliveries.get(number), breaches.get(number)))
                .toList());
        worker.start();

        await(() -> told.size() == 2);
        assertThat(Duration.ofNanos(told.get(1) - told.get(0))).isLessThanOrEqualTo(Duration.ofSeconds(10));
        assertThat(List.copyOf(sent).subList(0, 22))
                .filteredOn("page FIRING"::equals)
                .hasSize(1);
    }

    /** Of another team, for the same receiver, which asks the noisy team to wait for a minute. */
    @Test
    void aPageIsToldWithinTenSecondsThoughTheReceiverRefusedAnotherTeam() {
        AtomicLong nanos = new AtomicLong();
        List<SendResult> answers =
                new ArrayList<>(List.of(new SendResult.Retry(Optional.of(Duration.ofMinutes(1)), "HTTP 429")));
        start(
                receiver(
                        1,
                        Optional.empty(),
                        batch -> answers.isEmpty() ? new SendResult.Delivered() : answers.remove(0)),
                new DispatcherClocks(nanos::get, () -> START));
        Alert page = alert("page", START);
        Alert first = alert(NOISY, "first", START, "0");
        Alert second = alert(NOISY, "second", START, "1");
        enqueue(first, AlertState.FIRING);
        await(() -> Objects.requireNonNull(worker).error().isPresent());
        enqueue(second, AlertState.FIRING);
        enqueue(page, AlertState.FIRING);

        // Time goes on for nine seconds at most.
        await(() -> {
            nanos.updateAndGet(now -> Math.min(
                    now + Duration.ofMillis(100).toNanos(),
                    Duration.ofSeconds(9).toNanos()));
            return deliveries(page).get(0).state() == DeliveryState.SENT;
        });
        assertThat(sent).containsExactly("first FIRING", "page FIRING");
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        await(() -> deliveries(second).get(0).state() == DeliveryState.SENT);
        assertThat(sent).containsExactly("first FIRING", "page FIRING", "first FIRING", "second FIRING");
    }

    /** A message of many alerts that is refused becomes many messages. */
    @Test
    void alertsThatWereRefusedTogetherLeaveAnotherTeamItsTurn() {
        Receiver receiver = receiver(
                10,
                Optional.empty(),
                batch -> batch.size() > 1 ? new SendResult.Rejected("HTTP 413") : new SendResult.Delivered());
        worker = new ReceiverWorker(receiver, store(), CLOCKS, new DispatcherMeters(new SimpleMeterRegistry()));
        List.of("a", "b", "c").forEach(one -> enqueue(alert(NOISY, one, START, "0"), AlertState.FIRING));
        enqueue(alert("page", START), AlertState.FIRING);
        worker.start();

        await(() -> sent.size() == 7);
        assertThat(sent)
                .containsExactly("a FIRING", "b FIRING", "c FIRING", "page FIRING", "a FIRING", "b FIRING", "c FIRING");
    }

    @Test
    void theEndsOfATeamsAlertsCountUntilTheReceiverHasTakenThem() {
        Receiver receiver = receiver(1, Optional.empty(), batch -> new SendResult.Delivered());
        worker = new ReceiverWorker(receiver, store(), CLOCKS, new DispatcherMeters(new SimpleMeterRegistry()));
        ReceiverWorker started = worker;
        Alert alert = alert("ttft", START);
        enqueue(alert, AlertState.FIRING);
        enqueue(alert, AlertState.RESOLVED);
        assertThat(started.endsAndEvents(TEAM)).isEqualTo(1);
        assertThat(started.endsAndEvents(NOISY)).isZero();
        started.start();

        await(() -> started.endsAndEvents(TEAM) == 0);
    }

    /** As a dispatcher finds it that starts after the clock was set back. */
    @Test
    void aRetryThatIsAnHourAwayByTheClockWaitsAsLongAsAfterItsLastAttempt() {
        AtomicLong nanos = new AtomicLong();
        start(
                receiver(1, Optional.empty(), batch -> new SendResult.Delivered()),
                new DispatcherClocks(nanos::get, () -> START));
        Alert alert = alert("ttft", START);
        Delivery waiting =
                Delivery.pending(alert.id(), AlertState.FIRING, "test", START).retriedAt(START.plusSeconds(3_600), "");
        store().commit(new AlertCommit(TEAM, List.of(alert), List.of(waiting), ImmutableMap.of(), List.of()));
        Objects.requireNonNull(worker).enqueue(List.of(new QueuedDelivery(waiting, alert)));
        // A second after the first attempt, and a fifth of it more or less.
        nanos.set(Duration.ofMillis(1_200).toNanos());

        await(() -> deliveries(alert).get(0).state() == DeliveryState.SENT);
    }

    /** As when a machine sleeps for two days between the first try and the second. */
    @Test
    void aClockThatLeapsByDaysDoesNotMakeItGiveUp() {
        AtomicLong nanos = new AtomicLong();
        AtomicReference<Instant> wall = new AtomicReference<>(START);
        List<SendResult> answers = new ArrayList<>(List.of(
                new SendResult.Retry(Optional.of(Duration.ofMillis(10)), "HTTP 503"),
                new SendResult.Retry(Optional.of(Duration.ofMillis(10)), "HTTP 503")));
        start(
                receiver(1, Optional.empty(), batch -> {
                    wall.set(wall.get().plus(Duration.ofDays(2)));
                    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
                    return answers.isEmpty() ? new SendResult.Delivered() : answers.remove(0);
                }),
                new DispatcherClocks(nanos::get, wall::get));
        Alert alert = alert("ttft", START);
        enqueue(alert, AlertState.FIRING);

        // Time goes on while the worker notes until when it waits.
        await(() -> {
            nanos.addAndGet(Duration.ofMillis(20).toNanos());
            return deliveries(alert).get(0).state() == DeliveryState.SENT;
        });
        assertThat(sent).hasSize(3);
    }

    @Test
    void whatItCannotTellForADayIsParked() {
        AtomicLong nanos = new AtomicLong();
        start(
                receiver(
                        1,
                        Optional.empty(),
                        batch -> new SendResult.Retry(Optional.of(Duration.ofMillis(10)), "HTTP 503")),
                new DispatcherClocks(nanos::get, () -> START));
        Alert alert = alert("ttft", START);
        enqueue(alert, AlertState.FIRING);
        await(() -> deliveries(alert).get(0).attempts() == 1);

        await(() -> {
            nanos.addAndGet(Duration.ofHours(1).toNanos());
            return deliveries(alert).get(0).state() == DeliveryState.PARKED;
        });
        assertThat(deliveries(alert).get(0).error()).isEqualTo("given up after a day: HTTP 503");
    }

    private void start(Receiver receiver) {
        start(receiver, CLOCKS);
    }

    private void start(Receiver receiver, DispatcherClocks clocks) {
        worker = new ReceiverWorker(receiver, store(), clocks, new DispatcherMeters(new SimpleMeterRegistry()));
        worker.start();
    }

    private void enqueue(Alert alert, AlertState status) {
        Delivery delivery = Delivery.pending(alert.id(), status, "test", Instant.now());
        store().commit(new AlertCommit(alert.team(), List.of(alert), List.of(delivery), ImmutableMap.of(), List.of()));
        Objects.requireNonNull(worker).enqueue(List.of(new QueuedDelivery(delivery, alert)));
    }

    private List<Delivery> deliveries(Alert alert) {
        return store().deliveries(alert.id());
    }

    private AlertStore store() {
        return Objects.requireNonNull(store);
    }

    private void await(BooleanSupplier done) {
        Await.until(done, Duration.ofMinutes(2), () -> "sent: " + sent);
    }

    private static Alert alert(String objective, Instant startsAt) {
        return alert(objective, startsAt, "0");
    }

    private static Alert alert(String objective, Instant startsAt, String step) {
        return alert(TEAM, objective, startsAt, step);
    }

    private static Alert alert(Team team, String objective, Instant startsAt, String step) {
        return new Alert(
                team,
                ImmutableSortedMap.of(
                        "alertname", "SloBreach", "severity", "page", "objective", objective, "step", step),
                startsAt,
                Optional.empty(),
                AlertState.FIRING,
                "",
                1,
                startsAt,
                ImmutableSortedMap.of(),
                "");
    }

    private Receiver receiver(
            int batchSize, Optional<Receiver.Resend> resend, Function<List<Notification>, SendResult> answer) {
        return new Receiver() {
            @Override
            public String name() {
                return "test";
            }

            @Override
            public int batchSize() {
                return batchSize;
            }

            @Override
            public Optional<Resend> resend() {
                return resend;
            }

            @Override
            public boolean takes(Notification notification) {
                return true;
            }

            @Override
            public SendResult send(List<Notification> notifications) {
                notifications.forEach(one -> sent.add(one.alert().labels().get("objective") + " " + one.status()));
                return answer.apply(notifications);
            }

            @Override
            public void close() {}
        };
    }
}
