package io.tidemark.alerts.dispatch;

import io.tidemark.alerts.receiver.Notification;
import io.tidemark.alerts.receiver.Receiver;
import io.tidemark.alerts.receiver.Receiver.Resend;
import io.tidemark.alerts.receiver.SendResult;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertId;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.DeliveryState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.utils.ExponentialBackoff;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the deliveries of one receiver, on a thread of its own, so that no receiver waits for another. A send that fails is repeated with growing
 * delays; the outbox keeps the row until the receiver took it, so a kill at any moment repeats a send at most.
 */
final class ReceiverWorker implements Runnable, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReceiverWorker.class);
    private static final Duration GIVE_UP_AFTER = Duration.ofDays(1);
    private static final long IDLE_MILLIS = 500;
    private static final Duration LAST_DELAY = Duration.ofMinutes(5);
    /** However long a receiver asks one team to wait: another team's page is to be tried within 10 s. */
    private static final Duration LONGEST_PAUSE_OF_ALL = Duration.ofSeconds(5);
    /** First delay, factor, last delay in milliseconds, and jitter. */
    private static final ExponentialBackoff DELAYS = new ExponentialBackoff(1_000, 2, LAST_DELAY.toMillis(), 0.2);

    private final Receiver receiver;
    private final AlertStore store;
    private final DispatcherClocks clocks;
    private final DispatcherMeters meters;
    private final Thread thread;

    private final DeliveryQueue queue = new DeliveryQueue();
    /** All of the following is guarded by this object. */
    private final NotifiedAlerts notified = new NotifiedAlerts();
    /** What is left of those that the receiver has to be notified of again. */
    private final Deque<AlertId> again = new ArrayDeque<>();

    private Optional<String> error = Optional.empty();
    private long resendAtNanos;
    private long pausedUntilNanos;
    private boolean closed;

    ReceiverWorker(Receiver receiver, AlertStore store, DispatcherClocks clocks, DispatcherMeters meters) {
        this.receiver = receiver;
        this.store = store;
        this.clocks = clocks;
        this.meters = meters;
        this.resendAtNanos = clocks.elapsed().nanos();
        this.pausedUntilNanos = resendAtNanos;
        this.thread = new Thread(this, "tidemark-alerts-" + receiver.name());
    }

    void start() {
        thread.start();
    }

    String name() {
        return receiver.name();
    }

    boolean isAlive() {
        return thread.isAlive();
    }

    /** Why the last send failed; empty if it did not. */
    synchronized Optional<String> error() {
        return error;
    }

    /** Takes on deliveries, in their order. */
    synchronized void enqueue(List<QueuedDelivery> deliveries) {
        long now = clocks.elapsed().nanos();
        Instant wall = clocks.wall().instant();
        deliveries.forEach(one -> queue.add(one, now, delay(one.delivery(), wall)));
        notifyAll();
    }

    /** Of a delivery from the store: if the clock was set back since, its next attempt is far away, and it waits as long as after its last attempt. */
    private static Duration delay(Delivery delivery, Instant now) {
        Duration delay = Duration.between(now, delivery.nextAttempt());
        if (delivery.attempts() == 0 || delay.isNegative()) {
            return Duration.ZERO;
        }
        return delay.compareTo(LAST_DELAY) > 0 ? Duration.ofMillis(DELAYS.backoff(delivery.attempts() - 1)) : delay;
    }

    /** Takes on new revisions of alerts, for what is sent from now on. */
    synchronized void update(Map<AlertId, Alert> revisions) {
        notified.update(revisions);
        queue.update(revisions);
    }

    /** Notes that the receiver was notified of these before, so that it is notified again if it forgets. */
    synchronized void remember(List<Alert> firing) {
        firing.forEach(notified::fires);
    }

    /** Another process dispatches the team now, or this one begins anew with it. */
    synchronized void forget(Team team) {
        queue.removeAll(team, clocks.elapsed().nanos());
        notified.removeAll(team);
    }

    /** How many events and ends of alerts of a team it has not taken yet. */
    int endsAndEvents(Team team) {
        return queue.endsAndEvents(team);
    }

    @Override
    public void run() {
        while (true) {
            try {
                List<QueuedDelivery> batch = next();
                if (batch == null) {
                    return;
                }
                if (!batch.isEmpty()) {
                    send(batch);
                }
                resend();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException e) {
                LOG.error("receiver {} failed on a defect; its deliveries are tried again", receiver.name(), e);
                pause(Optional.empty(), 1, String.valueOf(e));
            }
        }
    }

    /** Waits for deliveries that are due. @return those of one group; empty if there are only some to send again; null at the end */
    private synchronized @Nullable List<QueuedDelivery> next() throws InterruptedException {
        while (!closed) {
            long now = clocks.elapsed().nanos();
            if (now - pausedUntilNanos >= 0) {
                List<QueuedDelivery> batch = queue.due(now, receiver.batchSize());
                if (!batch.isEmpty()) {
                    return batch;
                }
                if (!again.isEmpty() || (receiver.resend().isPresent() && now - resendAtNanos >= 0)) {
                    return List.of();
                }
            }
            wait(IDLE_MILLIS);
        }
        return null;
    }

    private void send(List<QueuedDelivery> batch) {
        List<QueuedDelivery> wanted = new ArrayList<>();
        for (QueuedDelivery one : batch) {
            if (receiver.takes(notification(one))) {
                wanted.add(one);
            } else {
                finish(one, DeliveryState.SKIPPED, "the receiver takes no alerts of this kind");
            }
        }
        if (!wanted.isEmpty()) {
            deliver(wanted);
        }
    }

    private void deliver(List<QueuedDelivery> wanted) {
        Team team = wanted.get(0).alert().team();
        queue.sent(team, clocks.elapsed().nanos());
        SendResult result =
                receiver.send(wanted.stream().map(ReceiverWorker::notification).toList());
        wanted.forEach(one -> meters.sent(receiver.name(), result));
        if (result instanceof SendResult.Delivered) {
            worked();
            wanted.forEach(this::delivered);
        } else if (result instanceof SendResult.Rejected && wanted.size() > 1) {
            // One that is refused must not take its neighbours with it, nor the turns of other teams.
            long now = clocks.elapsed().nanos();
            wanted.forEach(one -> queue.replace(one.asAlone(), now));
        } else if (result instanceof SendResult.Rejected rejected) {
            failed(rejected.reason());
            wanted.forEach(one -> finish(one, DeliveryState.PARKED, rejected.reason()));
        } else if (result instanceof SendResult.Retry retry) {
            wanted.forEach(one -> retry(one, retry));
            // A receiver that asks for a pause gets it of the team that it refused.
            retry.after().ifPresent(after -> queue.pause(team, clocks.elapsed().nanos() + after.toNanos()));
            pause(
                    retry.after(),
                    wanted.stream()
                                    .mapToInt(one -> one.delivery().attempts())
                                    .max()
                                    .orElse(0)
                            + 1,
                    retry.reason());
        }
    }

    private static Notification notification(QueuedDelivery queued) {
        return new Notification(queued.alert(), queued.delivery().status());
    }

    private void delivered(QueuedDelivery one) {
        finish(one, DeliveryState.SENT, "");
        meters.delivered(
                receiver.name(),
                Duration.between(one.delivery().created(), clocks.wall().instant()));
        synchronized (this) {
            if (one.delivery().status() == AlertState.FIRING) {
                notified.fires(one.alert());
            } else if (one.delivery().status() == AlertState.RESOLVED) {
                notified.resolved(one.alert(), clocks.elapsed().nanos());
            }
        }
    }

    private void finish(QueuedDelivery one, DeliveryState state, String why) {
        if (state == DeliveryState.PARKED) {
            LOG.error("receiver {} refused {}: {}", receiver.name(), one.alert().name(), why);
        }
        mark(one.delivery().finishedAs(state, clocks.wall().instant(), why));
        queue.remove(one.delivery());
    }

    /** A delivery that this process could not send for a day is given up: an operator has to look. */
    private void retry(QueuedDelivery one, SendResult.Retry retry) {
        Instant now = clocks.wall().instant();
        Delivery before = one.delivery();
        // Not by the wall clock: it leaps by days when a machine wakes up, and then no delivery would have a second
        // try.
        if (queue.waited(before, clocks.elapsed().nanos()).compareTo(GIVE_UP_AFTER) > 0) {
            finish(one, DeliveryState.PARKED, "given up after a day: " + retry.reason());
            return;
        }
        long delay = retry.after().map(Duration::toMillis).orElse(DELAYS.backoff(before.attempts()));
        Delivery next = before.retriedAt(now.plusMillis(delay), retry.reason());
        mark(next);
        queue.replace(
                one.with(next),
                clocks.elapsed().nanos() + Duration.ofMillis(delay).toNanos());
    }

    /** All teams leave the receiver alone for as long as it asks, but no longer than a page may wait; for the first delay if it asks for nothing. */
    private void pause(Optional<Duration> after, int attempts, String reason) {
        failed(reason);
        long millis = after.map(asked -> Math.min(asked.toMillis(), LONGEST_PAUSE_OF_ALL.toMillis()))
                .orElseGet(() -> DELAYS.backoff(0));
        LOG.warn("receiver {} failed (attempt {}): {}", receiver.name(), attempts, reason);
        synchronized (this) {
            pausedUntilNanos =
                    clocks.elapsed().nanos() + Duration.ofMillis(millis).toNanos();
        }
    }

    /** Stores the state of a delivery. If that fails, the next reader of the outbox sends it again; the receiver recognises the repeat. */
    private void mark(Delivery delivery) {
        try {
            store.update(delivery);
        } catch (StoreException e) {
            LOG.warn(
                    "the delivery of an alert to {} is {} but could not be noted: {}",
                    receiver.name(),
                    delivery.state(),
                    e.getMessage());
        }
    }

    private synchronized void worked() {
        error = Optional.empty();
    }

    private synchronized void failed(String reason) {
        error = Optional.of(reason);
    }

    /** Repeats a message to a receiver that expires alerts: each goes between deliveries that are due, so that neither waits for all of the other. */
    private void resend() {
        List<Notification> batch = nextAgain();
        if (batch.isEmpty()) {
            return;
        }
        SendResult result = receiver.send(batch);
        if (result instanceof SendResult.Delivered) {
            worked();
        } else if (result instanceof SendResult.Retry retry) {
            pause(retry.after(), 1, retry.reason());
        } else if (result instanceof SendResult.Rejected rejected) {
            failed(rejected.reason());
        }
    }

    /** Of one team, so that what is refused of one takes no other with it; empty if none is due. */
    private synchronized List<Notification> nextAgain() {
        long now = clocks.elapsed().nanos();
        if (receiver.resend().isEmpty() || now - pausedUntilNanos < 0) {
            return List.of();
        }
        Resend how = receiver.resend().get();
        if (again.isEmpty() && now - resendAtNanos >= 0) {
            resendAtNanos = now + how.interval().toNanos();
            again.addAll(notified.again(now, how.resolvedFor()));
        }
        List<Notification> batch = new ArrayList<>();
        while (!again.isEmpty()
                && batch.size() < receiver.batchSize()
                && (batch.isEmpty()
                        || batch.get(0).alert().team().equals(again.element().team()))) {
            // As it is now: it may have changed since the interval began.
            notified.of(again.remove()).ifPresent(batch::add);
        }
        return batch;
    }

    /** Ends after the send that is under way, at most its time-out. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        receiver.close();
    }
}
