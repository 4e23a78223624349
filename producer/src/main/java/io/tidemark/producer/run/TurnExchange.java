package io.tidemark.producer.run;

import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * What lies between the thread that makes turns ready and the lane's loop: first turns one way, answered conversations the
 * other. Neither waits for the other.
 */
final class TurnExchange {
    private final Queue<PreparedTurn> ready = new ConcurrentLinkedQueue<>();
    private final Queue<Answered> answered = new ConcurrentLinkedQueue<>();
    private final Queue<Paused> paused = new ConcurrentLinkedQueue<>();
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong takenBytes = new AtomicLong();
    private volatile int owed;
    private volatile Runnable waker = () -> {};

    /** A conversation whose next turn is due then. */
    record Answered(ConversationTrack conversation, long nextDueNanos) {}

    /** A place of a closed loop whose next conversation is due then. */
    record Paused(long nextDueNanos, PlacePause pause) {}

    /** From here on {@code waker} is told when there is something to do for what makes turns ready. */
    void wokenBy(Runnable other) {
        waker = other;
    }

    void wake() {
        waker.run();
    }

    void offer(PreparedTurn turn) {
        ready.add(turn);
    }

    /** The next first turn, if one is ready. */
    Optional<PreparedTurn> take() {
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

    /** From here on so many conversations are due and wait for their first turn; said before turns are taken. */
    void owed(int conversations) {
        owed = conversations;
    }

    /** Conversations that are due and wait for their first turn, whether or not more may begin. */
    int owed() {
        return owed;
    }

    long taken() {
        return taken.get();
    }

    long takenBytes() {
        return takenBytes.get();
    }

    void answered(Answered conversation) {
        answered.add(conversation);
        wake();
    }

    Optional<Answered> takeAnswered() {
        return Optional.ofNullable(answered.poll());
    }

    void paused(Paused place) {
        paused.add(place);
        wake();
    }

    /** Takes all. */
    void takePaused(Consumer<Paused> taker) {
        Paused place = paused.poll();
        while (place != null) {
            taker.accept(place);
            place = paused.poll();
        }
    }
}
