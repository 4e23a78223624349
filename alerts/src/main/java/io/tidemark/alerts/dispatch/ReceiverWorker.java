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
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.utils.ExponentialBackoff;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the deliveries of one receiver, on a thread of its own, so that no receiver waits for another. Deliveries of alerts with the same labels
 * go in their order: a RESOLVED one is not sent before its FIRING one was taken, and the next FIRING one not before that. A send that fails is repeated with growing delays; the outbox keeps the row
 * until the receiver took it, so a kill at any moment repeats a send at most.
 */
final class ReceiverWorker implements Runnable, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReceiverWorker.class);
    private static final Duration GIVE_UP_AFTER = Duration.ofDays(1);
    private static final long IDLE_MILLIS = 500;
    /** First delay, factor, last delay in milliseconds, and jitter. */
    private static final ExponentialBackoff DELAYS = new ExponentialBackoff(1_000, 2, 300_000, 0.2);

    private final Receiver receiver;
    private final AlertStore store;
    private final DispatcherClocks clocks;
    private final DispatcherMeters meters;
    private final Thread thread;

    /** All of the following is guarded by this object. */
    private final Map<String, Waiting> queue = new LinkedHashMap<>();
    /** What the receiver was told, for receivers that forget. */
    private final Map<AlertId, Told> told = new HashMap<>();

    private Optional<String> error = Optional.empty();
    private long resendAtNanos;
    private long pausedUntilNanos;
    private boolean closed;

    /** A delivery, and when it is tried next. */
    private record Waiting(QueuedDelivery queued, long dueNanos) {}

    /** @param resolvedNanos when it was resolved, if it was */
    private record Told(Alert alert, Optional<Long> resolvedNanos) {}

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

    /** Deliveries that wait. */
    synchronized int waiting() {
        return queue.size();
    }

    /** Takes on deliveries, in their order. */
    synchronized void enqueue(List<QueuedDelivery> deliveries) {
        long now = clocks.elapsed().nanos();
        Instant wall = clocks.wall().instant();
        for (QueuedDelivery one : deliveries) {
            Duration delay = Duration.between(wall, one.delivery().nextAttempt());
            long due = one.delivery().attempts() == 0 || delay.isNegative() ? now : now + delay.toNanos();
            queue.putIfAbsent(key(one.delivery()), new Waiting(one, due));
        }
        notifyAll();
    }

    /** Notes the newest revisions of alerts, for what is sent from now on. */
    synchronized void update(Collection<Alert> alerts) {
        for (Alert alert : alerts) {
            told.computeIfPresent(alert.id(), (id, before) -> new Told(alert, before.resolvedNanos()));
            queue.replaceAll((key, waiting) -> waiting.queued().alert().id().equals(alert.id())
                    ? new Waiting(new QueuedDelivery(waiting.queued().delivery(), alert), waiting.dueNanos())
                    : waiting);
        }
    }

    /** Notes that the receiver was told of these before, so that it is told again if it forgets. */
    synchronized void remember(List<Alert> firing) {
        firing.forEach(alert -> told.put(alert.id(), new Told(alert, Optional.empty())));
    }

    /** Another process dispatches the team now, or this one begins anew with it. */
    synchronized void forget(Team team) {
        queue.values().removeIf(waiting -> waiting.queued().alert().team().equals(team));
        told.keySet().removeIf(id -> id.team().equals(team));
    }

    private static String key(Delivery delivery) {
        return delivery.alert().dedupKey() + "/" + delivery.status();
    }

    @Override
    public void run() {
        while (true) {
            try {
                List<QueuedDelivery> batch = next();
                if (batch == null) {
                    return;
                }
                if (batch.isEmpty()) {
                    resend();
                } else {
                    send(batch);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException e) {
                LOG.error("receiver {} failed on a defect; its deliveries are tried again", receiver.name(), e);
                pause(Optional.empty(), 1, String.valueOf(e));
            }
        }
    }

    /** Waits for deliveries that are due. @return those of one group; empty if it is time to send again; null at the end */
    private synchronized @Nullable List<QueuedDelivery> next() throws InterruptedException {
        while (!closed) {
            long now = clocks.elapsed().nanos();
            if (now - pausedUntilNanos >= 0) {
                List<QueuedDelivery> batch = due(now);
                if (!batch.isEmpty()) {
                    return batch;
                }
                if (receiver.resend().isPresent() && now - resendAtNanos >= 0) {
                    return List.of();
                }
            }
            wait(IDLE_MILLIS);
        }
        return null;
    }

    private List<QueuedDelivery> due(long now) {
        List<QueuedDelivery> batch = new ArrayList<>();
        Set<String> blocked = new HashSet<>();
        for (Waiting waiting : queue.values()) {
            QueuedDelivery one = waiting.queued();
            boolean ready = now - waiting.dueNanos() >= 0 && !blocked.contains(one.labelsKey());
            boolean fits = batch.isEmpty()
                    || (batch.size() < receiver.batchSize()
                            && batch.get(0).group().equals(one.group()));
            if (ready && fits) {
                batch.add(one);
            }
            // What comes later of the same labels waits for its turn.
            blocked.add(one.labelsKey());
        }
        return batch;
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
        if (wanted.isEmpty()) {
            return;
        }
        SendResult result =
                receiver.send(wanted.stream().map(ReceiverWorker::notification).toList());
        wanted.forEach(one -> meters.sent(receiver.name(), result));
        if (result instanceof SendResult.Delivered) {
            worked();
            wanted.forEach(this::delivered);
        } else if (result instanceof SendResult.Rejected rejected) {
            failed(rejected.reason());
            wanted.forEach(one -> finish(one, DeliveryState.PARKED, rejected.reason()));
        } else if (result instanceof SendResult.Retry retry) {
            wanted.forEach(one -> retry(one, retry));
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
            AlertId id = one.alert().id();
            // To a receiver that goes by labels, an earlier alert of the same labels is the same one.
            told.keySet()
                    .removeIf(other -> other.team().equals(id.team())
                            && other.fingerprint().equals(id.fingerprint()));
            if (one.delivery().status() == AlertState.FIRING) {
                told.put(one.alert().id(), new Told(one.alert(), Optional.empty()));
            } else if (one.delivery().status() == AlertState.RESOLVED) {
                told.put(
                        one.alert().id(),
                        new Told(one.alert(), Optional.of(clocks.elapsed().nanos())));
            }
        }
    }

    private void finish(QueuedDelivery one, DeliveryState state, String why) {
        if (state == DeliveryState.PARKED) {
            LOG.error("receiver {} refused {}: {}", receiver.name(), one.alert().name(), why);
        }
        mark(one.delivery().finishedAs(state, clocks.wall().instant(), why));
        synchronized (this) {
            queue.remove(key(one.delivery()));
        }
    }

    /** A delivery that could not be told for a day is given up: a person has to look. */
    private void retry(QueuedDelivery one, SendResult.Retry retry) {
        Instant now = clocks.wall().instant();
        Delivery before = one.delivery();
        if (before.created().plus(GIVE_UP_AFTER).isBefore(now)) {
            finish(one, DeliveryState.PARKED, "given up after a day: " + retry.reason());
            return;
        }
        long delay = retry.after().map(Duration::toMillis).orElse(DELAYS.backoff(before.attempts()));
        Delivery next = before.retriedAt(now.plusMillis(delay), retry.reason());
        mark(next);
        synchronized (this) {
            queue.replace(
                    key(before),
                    new Waiting(
                            new QueuedDelivery(next, one.alert()),
                            clocks.elapsed().nanos() + Duration.ofMillis(delay).toNanos()));
        }
    }

    /** Receivers that ask for a pause get it for all deliveries; others are left alone for the first delay only. */
    private void pause(Optional<Duration> after, int attempts, String reason) {
        failed(reason);
        long millis = after.map(Duration::toMillis).orElseGet(() -> DELAYS.backoff(0));
        LOG.warn("receiver {} failed (attempt {}): {}", receiver.name(), attempts, reason);
        synchronized (this) {
            pausedUntilNanos =
                    clocks.elapsed().nanos() + Duration.ofMillis(millis).toNanos();
        }
    }

    /** A row that cannot be marked is sent again by whoever reads the outbox next; the receiver recognises it. */
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

    /** Tells a receiver that forgets what it has to know. */
    private void resend() {
        Resend how = receiver.resend().orElseThrow();
        List<Notification> all = new ArrayList<>();
        synchronized (this) {
            long now = clocks.elapsed().nanos();
            resendAtNanos = now + how.interval().toNanos();
            told.values()
                    .removeIf(one -> one.resolvedNanos()
                            .filter(at -> now - at > how.resolvedFor().toNanos())
                            .isPresent());
            told.values()
                    .forEach(one -> all.add(new Notification(
                            one.alert(), one.resolvedNanos().isPresent() ? AlertState.RESOLVED : AlertState.FIRING)));
        }
        for (int from = 0; from < all.size(); from += receiver.batchSize()) {
            SendResult result = receiver.send(all.subList(from, Math.min(all.size(), from + receiver.batchSize())));
            if (result instanceof SendResult.Delivered) {
                worked();
            } else if (result instanceof SendResult.Retry retry) {
                pause(retry.after(), 1, retry.reason());
                return;
            } else if (result instanceof SendResult.Rejected rejected) {
                failed(rejected.reason());
                return;
            }
        }
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
