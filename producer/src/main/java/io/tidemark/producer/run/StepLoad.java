package io.tidemark.producer.run;

import io.tidemark.events.Outcome;
import io.tidemark.events.StepPart;
import io.tidemark.producer.client.CallEnd;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.Executor;

/**
 * A step's load on the lane's loop: gives what is due its number and its part, and makes due what follows an end. What an end
 * makes due is begun in a task of its own, after the connection that carried the old request has been handed back.
 */
final class StepLoad {
    private final Frame frame;
    private final TurnExchange turns;
    private final Lane lane;
    private final Executor loop;
    private final Queue<Beginning> starving = new ArrayDeque<>();
    private boolean clockIsDone;
    private boolean givenUp;
    private long live;
    private long paused;

    StepLoad(Frame frame, TurnExchange turns, Lane lane, Executor loop) {
        this.frame = frame;
        this.turns = turns;
        this.lane = lane;
        this.loop = loop;
    }

    /** A step as it runs. */
    record Frame(RunSpec spec, int step, LoadDriver driver, StepBounds bounds) {}

    /** A moment, and when the clock makes the next request due. */
    record Due(long nanos, OptionalLong nextNanos) {}

    /** A conversation that is due and counted, and how long its place waited before. */
    private record Beginning(Due due, StepPart part, PlacePause pause) {}

    /** The clock begins a conversation now. */
    void begin(Due due) {
        begin(due, PlacePause.NONE);
    }

    /** A place's pause is over. */
    void resumed(Due due, PlacePause pause) {
        paused--;
        begin(due, pause);
    }

    private void begin(Due due, PlacePause pause) {
        if (!frame.bounds().admits(due.nanos())) {
            return;
        }
        live++;
        // Counted where it is admitted: while it waits for its turn, others must not be admitted in its place.
        StepPart part = frame.bounds().take(due.nanos(), due.nextNanos());
        starving.add(new Beginning(due, part, pause));
        feed();
    }

    /** Begins what is due with the first turns that are ready, and says for how many there is none. */
    void feed() {
        turns.owed(starving.size());
        while (!starving.isEmpty()) {
            Optional<PreparedTurn> turn = turns.take();
            if (turn.isEmpty()) {
                return;
            }
            Beginning beginning = starving.remove();
            turns.owed(starving.size());
            String name = frame.spec().lane() + "-" + lane.nextNumber();
            turn.get().conversation().begin(name, beginning.pause());
            lane.tally().conversationBegun();
            ask(turn.get(), beginning.due(), beginning.part());
        }
    }

    /** A later turn is due. */
    void continued(PreparedTurn turn, Due due) {
        ask(turn, due, frame.bounds().take(due.nanos(), due.nextNanos()));
    }

    private void ask(PreparedTurn turn, Due due, StepPart part) {
        long number = lane.takeNumber();
        String id = frame.spec().runId() + "-" + frame.spec().lane() + "-" + number;
        lane.due(new PlannedRequest(
                number,
                frame.step(),
                part,
                frame.bounds().segment(due.nanos()),
                due.nanos(),
                turn,
                turn.draft().named(id)));
    }

    /** A request that was sent is over. */
    void ended(PlannedRequest request, CallEnd end) {
        ConversationTrack conversation = request.turn().conversation();
        if (end.outcome() == Outcome.OK && conversation.goesOn() && !givenUp) {
            long thinkNanos = conversation.answered(end.answer().content().orElse(""));
            turns.answered(new TurnExchange.Answered(conversation, end.endNanos() + thinkNanos));
            loop.execute(() -> lane.sendWaiting(end.endNanos()));
            return;
        }
        over(request, end.endNanos(), conversation.pause().after(end));
    }

    /** A request that was not sent, and with it its conversation, is over. */
    void over(PlannedRequest request, long endNanos) {
        over(request, endNanos, request.turn().conversation().pause().longer());
    }

    private void over(PlannedRequest request, long endNanos, PlacePause pause) {
        if (request.turn().conversation().goesOn()) {
            lane.tally().conversationBrokenOff();
        }
        loop.execute(() -> {
            live--;
            lane.sendWaiting(endNanos);
            if (!givenUp) {
                frame.driver().conversationOver(endNanos, due -> follow(due, pause));
            }
        });
    }

    /** Begins what an end makes due, or lets its place wait. */
    private void follow(long dueNanos, PlacePause pause) {
        if (pause.isNone()) {
            begin(new Due(dueNanos, OptionalLong.empty()));
            return;
        }
        paused++;
        lane.tally().paused(dueNanos, pause);
        turns.paused(new TurnExchange.Paused(dueNanos + pause.nanos(), pause));
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

    StepBounds bounds() {
        return frame.bounds();
    }

    /** The clock begins no more conversations. */
    void clockIsDone() {
        clockIsDone = true;
    }

    /** Whether all conversations that began are over and none will begin; a pause beyond the step's end is not waited for. */
    boolean isOver(long nowNanos) {
        boolean noneWaits = paused == 0 || nowNanos >= frame.bounds().noBeginFromNanos();
        return clockIsDone && live == 0 && noneWaits;
    }

    /** Whether no conversation will begin any more, and all that are due have begun. */
    boolean isFullyBegun(long nowNanos) {
        boolean clockAlone = frame.driver().keepReady() == 0;
        boolean noneBegins = nowNanos >= frame.bounds().noBeginFromNanos() || (clockIsDone && clockAlone);
        return noneBegins && !isStarving();
    }

    /** Whether a conversation that is due waits for its first turn. */
    boolean isStarving() {
        return !starving.isEmpty();
    }

    /** From now on nothing follows an end. */
    void giveUp() {
        givenUp = true;
    }
}
