package io.tidemark.producer.conversation;

import io.tidemark.producer.schedule.VirtualUserBackoff;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * What lies between the thread that makes turns ready and the lane's loop: first turns one way, answered conversations the
 * other. Neither waits for the other.
 */
public final class TurnQueues {
    private final Queue<PreparedTurn> ready = new ConcurrentLinkedQueue<>();
    private final Queue<AnsweredConversation> answered = new ConcurrentLinkedQueue<>();
    private final Queue<BackedOffUser> paused = new ConcurrentLinkedQueue<>();
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong takenBytes = new AtomicLong();
    private volatile int turnsAwaited;
    private volatile Runnable waker = () -> {};

    /** A conversation whose next turn is due then. */
    public record AnsweredConversation(ActiveConversation conversation, long nextDueNanos) {}

    /** A place of a closed loop whose next conversation is due then. */
    public record BackedOffUser(long nextDueNanos, VirtualUserBackoff pause) {}

    /** Sets the callback that wakes the producer of turns when there is work for it. */
    public void setWaker(Runnable other) {
        waker = other;
    }

    void wake() {
        waker.run();
    }

    public void offer(PreparedTurn turn) {
        ready.add(turn);
    }

    /** The next first turn, if one is ready. */
    public Optional<PreparedTurn> take() {
        PreparedTurn turn = ready.poll();
        if (turn == null) {
            wake();
            return Optional.empty();
        }
        if (ready.isEmpty()) {
            wake();
        }
        taken.incrementAndGet();
        takenBytes.addAndGet(turn.sizeBytes());
        return Optional.of(turn);
    }

    /** Sets how many conversations are due and wait for their first turn; called before turns are taken. */
    public void turnsAwaited(int conversations) {
        turnsAwaited = conversations;
    }

    /** Conversations that are due and wait for their first turn, whether or not more may begin. */
    public int turnsAwaited() {
        return turnsAwaited;
    }

    long taken() {
        return taken.get();
    }

    long takenBytes() {
        return takenBytes.get();
    }

    public void answered(AnsweredConversation conversation) {
        answered.add(conversation);
        wake();
    }

    public Optional<AnsweredConversation> takeAnswered() {
        return Optional.ofNullable(answered.poll());
    }

    public void paused(BackedOffUser place) {
        paused.add(place);
        wake();
    }

    /** Takes all. */
    public void takePaused(Consumer<BackedOffUser> taker) {
        BackedOffUser place = paused.poll();
        while (place != null) {
            taker.accept(place);
            place = paused.poll();
        }
    }
}
