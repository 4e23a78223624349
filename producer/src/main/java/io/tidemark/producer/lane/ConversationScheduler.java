package io.tidemark.producer.lane;

import io.tidemark.events.Outcome;
import io.tidemark.events.StepPart;
import io.tidemark.producer.client.CallResult;
import io.tidemark.producer.conversation.ActiveConversation;
import io.tidemark.producer.conversation.PlannedRequest;
import io.tidemark.producer.conversation.PreparedTurn;
import io.tidemark.producer.conversation.TurnQueues;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.schedule.LoadDriver;
import io.tidemark.producer.schedule.StepBounds;
import io.tidemark.producer.schedule.VirtualUserBackoff;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A step's load on the lane's loop: gives what is due its number and its part, and makes due what follows an end. What an end
 * makes due is begun in a task of its own, after the connection that carried the old request has been handed back.
 */
public final class ConversationScheduler {
    private final StepContext frame;
    private final TurnQueues turns;
    private final Lane lane;
    private final Executor loop;
    private final Queue<PendingStart> awaitingTurn = new ArrayDeque<>();
    private boolean cancelled;

    // The loop alone writes these; a thread that waits for the step's end reads them without a round of the loop.
    // A follow-up conversation is counted before its predecessor is removed, so the count is not 0 in between.
    private volatile boolean scheduleExhausted;
    private final AtomicLong activeConversations = new AtomicLong();
    private final AtomicLong activeOrPaused = new AtomicLong();

    public ConversationScheduler(StepContext frame, TurnQueues turns, Lane lane, Executor loop) {
        this.frame = frame;
        this.turns = turns;
        this.lane = lane;
        this.loop = loop;
    }

    /** A step as it runs. */
    public record StepContext(RunSpec spec, int step, LoadDriver driver, StepBounds bounds) {}

    /** A moment, and when the clock makes the next request due. */
    record Due(long nanos, OptionalLong nextNanos) {}

    /** A conversation that is due and counted, and how long its place waited before. */
    private record PendingStart(Due due, StepPart part, VirtualUserBackoff pause) {}

    /** The clock begins a conversation now. */
    void begin(Due due) {
        begin(due, VirtualUserBackoff.NONE);
    }

    /** A place's pause is over. */
    void resumeAfterBackoff(Due due, VirtualUserBackoff pause) {
        begin(due, pause);
        activeOrPaused.decrementAndGet();
    }

    private void begin(Due due, VirtualUserBackoff pause) {
        if (!frame.bounds().admits(due.nanos())) {
            return;
        }
        activeOrPaused.incrementAndGet();
        activeConversations.incrementAndGet();
        // Counted where it is admitted: while it waits for its turn, others must not be admitted in its place.
        StepPart part = frame.bounds().classify(due.nanos(), due.nextNanos());
        awaitingTurn.add(new PendingStart(due, part, pause));
        startWaiting();
    }

    /** Begins what is due with the first turns that are ready, and says for how many there is none. */
    void startWaiting() {
        turns.turnsAwaited(awaitingTurn.size());
        while (!awaitingTurn.isEmpty()) {
            Optional<PreparedTurn> turn = turns.take();
            if (turn.isEmpty()) {
                return;
            }
            PendingStart beginning = awaitingTurn.remove();
            turns.turnsAwaited(awaitingTurn.size());
            String name = frame.spec().lane() + "-" + lane.nextNumber();
            turn.get().conversation().begin(name, beginning.pause());
            lane.tally().conversationBegun();
            submit(turn.get(), beginning.due(), beginning.part());
        }
    }

    /** A later turn is due. */
    void continueConversation(PreparedTurn turn, Due due) {
        submit(turn, due, frame.bounds().classify(due.nanos(), due.nextNanos()));
    }

    private void submit(PreparedTurn turn, Due due, StepPart part) {
        long number = lane.takeNumber();
        String id = frame.spec().runId() + "-" + frame.spec().lane() + "-" + number;
        lane.due(new PlannedRequest(
                number,
                frame.step(),
                part,
                frame.bounds().segment(due.nanos()),
                due.nanos(),
                turn,
                turn.draft().withId(id)));
    }

    /** A request that was sent is over. */
    void ended(PlannedRequest request, CallResult end) {
        ActiveConversation conversation = request.turn().conversation();
        if (end.outcome() == Outcome.OK && conversation.hasNextTurn() && !cancelled) {
            long thinkNanos = conversation.recordAnswer(end.response().content().orElse(""));
            turns.answered(new TurnQueues.AnsweredConversation(conversation, end.endNanos() + thinkNanos));
            loop.execute(() -> lane.sendWaiting(end.endNanos()));
            return;
        }
        conversationEnded(request, end.endNanos(), conversation.backoff().after(end));
    }

    /** A request that was not sent, and with it its conversation, is over. */
    void conversationEnded(PlannedRequest request, long endNanos) {
        conversationEnded(
                request, endNanos, request.turn().conversation().backoff().increased());
    }

    private void conversationEnded(PlannedRequest request, long endNanos, VirtualUserBackoff pause) {
        if (request.turn().conversation().hasNextTurn()) {
            lane.tally().conversationBrokenOff();
        }
        loop.execute(() -> {
            lane.sendWaiting(endNanos);
            if (!cancelled) {
                frame.driver().conversationEnded(endNanos, due -> startNext(due, pause));
            }
            activeConversations.decrementAndGet();
            activeOrPaused.decrementAndGet();
        });
    }

    /** Begins what an end makes due, or lets its place wait. */
    private void startNext(long dueNanos, VirtualUserBackoff pause) {
        if (pause.isNone()) {
            begin(new Due(dueNanos, OptionalLong.empty()));
            return;
        }
        activeOrPaused.incrementAndGet();
        lane.tally().paused(dueNanos, pause);
        turns.paused(new TurnQueues.BackedOffUser(dueNanos + pause.nanos(), pause));
    }

    boolean maySend(int inFlight) {
        return frame.driver().maySend(inFlight);
    }

    boolean isRampedUp(long begun) {
        return frame.driver().isRampedUp(begun);
    }

    int step() {
        return frame.step();
    }

    public StepBounds bounds() {
        return frame.bounds();
    }

    /** The clock begins no more conversations. */
    public void scheduleExhausted() {
        scheduleExhausted = true;
    }

    /**
     * Whether all conversations that began are over and none will begin; a pause beyond the step's end is not waited for. For any
     * thread.
     */
    public boolean isOver(long nowNanos) {
        boolean noneFollows = nowNanos >= frame.bounds().noStartFromNanos();
        return scheduleExhausted && (noneFollows ? activeConversations : activeOrPaused).get() == 0;
    }

    /** Whether no conversation will begin any more, and all that are due have begun. For any thread. */
    public boolean isFullyBegun(long nowNanos) {
        boolean clockAlone = frame.driver().turnsToKeepReady() == 0;
        boolean noneBegins = nowNanos >= frame.bounds().noStartFromNanos() || (scheduleExhausted && clockAlone);
        return noneBegins && turns.turnsAwaited() == 0;
    }

    /** Whether a conversation that is due waits for its first turn. */
    public boolean isAwaitingTurns() {
        return !awaitingTurn.isEmpty();
    }

    /** From now on nothing follows an end. */
    void cancel() {
        cancelled = true;
    }
}
