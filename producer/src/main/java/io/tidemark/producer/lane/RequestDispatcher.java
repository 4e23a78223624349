package io.tidemark.producer.lane;

import io.tidemark.producer.conversation.PreparedTurn;
import io.tidemark.producer.conversation.PreparedTurnBuffer;
import io.tidemark.producer.conversation.PreparedTurnFactory;
import io.tidemark.producer.conversation.TurnQueues;
import io.tidemark.producer.runtime.PollTask;
import io.tidemark.producer.schedule.LoadDriver;
import io.tidemark.producer.schedule.UpcomingStarts;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Prepares a step's requests before they are due and notifies the lane's loop when they are, beside it. Draws the schedule
 * a little ahead, never all of it: what it holds does not grow with the step's length.
 */
public final class RequestDispatcher implements PollTask {
    private static final long LONGEST_REST_NANOS = 50_000_000;
    private static final long AHEAD_NANOS = Duration.ofSeconds(2).toNanos();
    private static final long AT_ONCE_NANOS = Duration.ofMillis(250).toNanos();

    /** Nothing is made ready so shortly before a request is due, lest it be late. */
    private static final long QUIET_NANOS = 500_000;

    private final TurnSupply supply;
    private final ConversationScheduler load;
    private final Executor loop;
    private final NanoClock clock;
    private final long startNanos;
    private final PriorityQueue<FollowUp> followUps = new PriorityQueue<>(Comparator.comparingLong(FollowUp::dueNanos));
    private long begun;
    private boolean scheduleExhausted;

    public RequestDispatcher(TurnSupply supply, ConversationScheduler load, Executor loop, NanoClock clock) {
        this.supply = supply;
        this.load = load;
        this.loop = loop;
        this.clock = clock;
        this.startNanos = load.bounds().startNanos();
    }

    /** What it hands out. */
    public record TurnSupply(UpcomingStarts starts, PreparedTurnBuffer stock, TurnQueues turns) {
        public static TurnSupply of(LoadDriver driver, PreparedTurnFactory maker) {
            TurnQueues turns = new TurnQueues();
            return new TurnSupply(
                    new UpcomingStarts(driver.starts()),
                    new PreparedTurnBuffer(maker, turns, driver.turnsToKeepReady()),
                    turns);
        }

        /** Makes ready what begins at once or shortly after, before the step's start is fixed. */
        public void prepare() {
            starts.drawUntil(AT_ONCE_NANOS);
            boolean more = true;
            while (more) {
                more = stock.prepareOne(starts.size());
            }
        }

        /** Requests that are due at once or shortly after the step's start; at most so many may be in flight. */
        public int atOnce(LoadDriver driver, int inFlightLimit) {
            int most = Math.min(starts.countUntil(AT_ONCE_NANOS), inFlightLimit);
            int count = 0;
            while (count < most && driver.maySend(count)) {
                count++;
            }
            return count;
        }
    }

    /** What an end before it makes due at a later moment: a turn that is ready, or a place's next conversation. */
    private record FollowUp(long dueNanos, Consumer<ConversationScheduler.Due> handOver) {}

    @Override
    public void setWaker(Runnable waker) {
        supply.turns().setWaker(waker);
    }

    @Override
    public boolean poll() {
        handOverDue();
        return makeOneReady();
    }

    /** What became due until it was asked to end is still handed over. */
    @Override
    public void finish() {
        makeFollowUpsReady();
        handOverDue();
    }

    @Override
    public long maxIdleNanos() {
        return Math.min(nextDue().orElse(Long.MAX_VALUE) - clock.nanos(), LONGEST_REST_NANOS);
    }

    /** Makes first turns for what became due without one; for the thread that ended the rounds. */
    public void prepareAwaitedTurns() {
        while (supply.stock().prepareAwaited()) {
            loop.execute(load::startWaiting);
        }
    }

    private void handOverDue() {
        endStarts();
        OptionalLong due = nextDue();
        while (due.isPresent() && due.getAsLong() <= clock.nanos()) {
            handOver();
            endStarts();
            due = nextDue();
        }
    }

    private void endStarts() {
        if (!scheduleExhausted
                && nextStart().orElse(Long.MAX_VALUE) >= load.bounds().noStartFromNanos()) {
            scheduleExhausted = true;
            supply.starts().clear();
            loop.execute(load::scheduleExhausted);
        }
    }

    /** Notifies the loop of the earliest; a conversation begins only with a turn that is ready. */
    private void handOver() {
        FollowUp followUp = followUps.peek();
        OptionalLong start = nextStart();
        if (followUp != null && (start.isEmpty() || followUp.dueNanos() <= start.getAsLong())) {
            followUps.remove();
            ConversationScheduler.Due due = new ConversationScheduler.Due(followUp.dueNanos(), nextDue());
            loop.execute(() -> followUp.handOver().accept(due));
            return;
        }
        begun++;
        supply.starts().removeFirst();
        supply.starts().drawUntil(aheadOffset());
        ConversationScheduler.Due due = new ConversationScheduler.Due(start.orElseThrow(), nextDue());
        boolean unused = supply.stock().prepareOne(begun);
        loop.execute(() -> load.begin(due));
    }

    private OptionalLong nextStart() {
        OptionalLong first = supply.starts().first();
        return first.isPresent() ? OptionalLong.of(startNanos + first.getAsLong()) : first;
    }

    private OptionalLong nextDue() {
        OptionalLong start = nextStart();
        FollowUp followUp = followUps.peek();
        if (followUp == null) {
            return start;
        }
        return OptionalLong.of(Math.min(followUp.dueNanos(), start.orElse(Long.MAX_VALUE)));
    }

    private long aheadOffset() {
        return clock.nanos() - startNanos + AHEAD_NANOS;
    }

    /** Returns false when there is nothing to do, or no time to do it before the next request is due. */
    private boolean makeOneReady() {
        supply.turns().takePaused(this::resumeLater);
        Optional<TurnQueues.AnsweredConversation> answered = supply.turns().takeAnswered();
        if (answered.isPresent()) {
            makeReady(answered.get());
            return true;
        }
        OptionalLong due = nextDue();
        if (due.isPresent() && due.getAsLong() - clock.nanos() < QUIET_NANOS) {
            return false;
        }
        supply.starts().drawUntil(aheadOffset());
        boolean more = clock.nanos() < load.bounds().noStartFromNanos();
        boolean made = more
                ? supply.stock().prepareOne(begun + supply.starts().size())
                : supply.stock().prepareAwaited();
        if (made && supply.turns().turnsAwaited() > 0) {
            loop.execute(load::startWaiting);
        }
        return made;
    }

    private void makeReady(TurnQueues.AnsweredConversation answered) {
        PreparedTurn turn = supply.stock().next(answered.conversation());
        followUps.add(new FollowUp(answered.nextDueNanos(), due -> load.continueConversation(turn, due)));
    }

    private void resumeLater(TurnQueues.BackedOffUser place) {
        followUps.add(new FollowUp(place.nextDueNanos(), due -> load.resumeAfterBackoff(due, place.pause())));
    }

    private void makeFollowUpsReady() {
        Optional<TurnQueues.AnsweredConversation> answered = supply.turns().takeAnswered();
        while (answered.isPresent()) {
            makeReady(answered.get());
            answered = supply.turns().takeAnswered();
        }
    }
}
