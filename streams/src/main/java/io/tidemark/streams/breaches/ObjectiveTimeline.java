package io.tidemark.streams.breaches;

import io.tidemark.events.BreachEnd;
import io.tidemark.events.Finality;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.streams.objectives.BurnRate;
import io.tidemark.streams.objectives.ErrorBudgetCounts;
import io.tidemark.streams.windows.TickBudget;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One objective over one series, second by second in event-time order. The states that it was in are kept for as long as late data
 * can come, so that it is taken back and stepped again over amended seconds. Not thread-safe.
 */
public final class ObjectiveTimeline {
    /** Seconds that are looked ahead of the settled ones at most. */
    private static final int MAX_AHEAD = 600;

    /** Windows that are looked at in one pass: an open breach of a series with one value a day steps through each second of the day. */
    static final int MAX_STEPS = 10_000;

    /** Windows that are looked at in one go even where the budget is spent, so that each go comes on. */
    private static final int MIN_STEPS = 10;

    /** Of the budget, to measure a window afresh. */
    private static final int MEASURING = 20;

    private final ObjectiveCondition condition;
    private final ObjectiveEvaluator evaluator;
    private final NavigableMap<Long, EvaluationState> states = new TreeMap<>();
    private final BreachLedger ledger = new BreachLedger();
    private boolean changed = true;
    private boolean evaluated;
    private boolean paused;
    private int stepsInPass;
    private ObjectiveStanding publishedStanding = ObjectiveStanding.UNKNOWN;

    /** {@code fromSecond} is the first second looked at. */
    public ObjectiveTimeline(ObjectiveCondition watched, ErrorBudgetCounts budget, long fromSecond) {
        this(watched, budget, Saved.nothing(fromSecond));
    }

    /** A track as it was saved; its window is summed afresh from the seconds. */
    ObjectiveTimeline(ObjectiveCondition watched, ErrorBudgetCounts budget, Saved saved) {
        this.condition = watched;
        this.evaluator =
                new ObjectiveEvaluator(watched.alarmRule(), watched.meter(budget), new TreeMap<>(saved.breaches()));
        states.putAll(saved.states());
        ledger.published().putAll(saved.published());
        evaluator.startAt(saved.head(), stateAt(saved.head()));
        evaluator.restore(saved.burn());
        publishedStanding = evaluator.state().standing();
    }

    /** What is kept of a track: its states by the second from which on it was in them, its breaches, and those that were published. */
    record Saved(
            long head,
            NavigableMap<Long, EvaluationState> states,
            NavigableMap<Long, Breach> breaches,
            NavigableMap<Long, Breach> published,
            Optional<BurnRate> burn) {
        static Saved nothing(long head) {
            return new Saved(head, new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), Optional.empty());
        }
    }

    Saved saved() {
        return new Saved(
                evaluator.head(), states, evaluator.breaches(), new TreeMap<>(ledger.published()), evaluator.burn());
    }

    /** End of the last window looked at. */
    public long head() {
        return evaluator.head();
    }

    public ObjectiveCondition condition() {
        return condition;
    }

    /** How the budget burnt in the newest settled window; empty where no budget is followed. */
    public Optional<BurnRate> burn() {
        return evaluator.burn();
    }

    /** Where the objective stands, as far as was looked ahead. */
    public ObjectiveStanding standing() {
        return publishedStanding;
    }

    /** Whether anything that is saved changed since the last call. */
    public boolean takeChanged() {
        boolean taken = changed;
        changed = false;
        return taken;
    }

    /** Data came for a second: what was found after it is found again. */
    public void invalidateFrom(long second) {
        if (second >= evaluator.head()) {
            return;
        }
        states.tailMap(second, false).clear();
        evaluator.breaches().values().removeIf(breach -> breach.opening().second() > second);
        evaluator.startAt(second, stateAt(second));
        evaluated = false;
        if (evaluator.state().alarm() instanceof AlertState.Open open) {
            evaluator.breaches().put(open.breach().sinceSecond(), open.breach());
        }
        changed = true;
    }

    /** Looks at the windows that end up to {@code limit}, and then ahead up to {@code aheadLimit}; returns the changes to publish, none while it is paused. */
    public List<BreachChange> evaluate(long limit, Finality finality, long aheadLimit, TickBudget budget) {
        paused = false;
        if (evaluated && evaluator.head() >= Math.max(limit, aheadLimit)) {
            return List.of();
        }
        stepTo(limit, finality, budget);
        if (paused) {
            return List.of();
        }
        ObjectiveEvaluator ahead = evaluator.copy();
        long furthest = Math.min(aheadLimit, evaluator.head() + MAX_AHEAD);
        while (ahead.head() < furthest) {
            ahead.step(furthest, Finality.PROVISIONAL);
            budget.spend(1);
        }
        publishedStanding = ahead.state().standing();
        return publish(ahead.breaches(), evaluator.head());
    }

    /** Looks at the windows up to the last one, {@value #MAX_STEPS} in each pass, and ends with it; what was looked at beyond, before that was known, is taken back. */
    public List<BreachChange> finish(long last, Finality finality, BreachEnd by, TickBudget budget) {
        invalidateFrom(last);
        stepTo(last, finality, budget);
        if (paused) {
            return List.of();
        }
        publishedStanding = evaluator.state().standing();
        return evaluator.head() < last ? publish(evaluator.breaches(), evaluator.head()) : end(finality, by);
    }

    /** Whether the budget ended before all windows of the pass were looked at. */
    public boolean isPaused() {
        return paused;
    }

    private void stepTo(long limit, Finality finality, TickBudget budget) {
        evaluated = true;
        int least = stepsInPass + MIN_STEPS;
        while (evaluator.head() < limit && stepsInPass < MAX_STEPS && (stepsInPass < least || !budget.isSpent())) {
            EvaluationState before = evaluator.state();
            budget.spend(evaluator.isTakenBack() ? MEASURING : 1);
            evaluator.step(limit, finality);
            stepsInPass++;
            if (!evaluator.state().equals(before)) {
                states.put(evaluator.head(), evaluator.state());
            }
            changed = true;
        }
        paused = evaluator.head() < limit && stepsInPass < MAX_STEPS;
        stepsInPass = paused ? stepsInPass : 0;
    }

    /** Published breaches that can still change, in their current state. */
    public List<BreachChange> published() {
        return ledger.current();
    }

    public boolean hasPublished() {
        return !ledger.published().isEmpty();
    }

    /** Whether a breach since this second was published and can still change. */
    public boolean isPublished(long sinceSecond) {
        return ledger.published().containsKey(sinceSecond);
    }

    /** Its step or run is over, or the objective was changed or taken away: closes what is open. */
    public List<BreachChange> end(Finality finality, BreachEnd by) {
        evaluator.end(finality, by);
        states.put(evaluator.head(), evaluator.state());
        return publish(evaluator.breaches(), Long.MAX_VALUE);
    }

    /** Forgets what late data can no longer change. */
    public void evict(long keepFromSecond) {
        Long floor = states.floorKey(keepFromSecond);
        if (floor != null) {
            states.headMap(floor, false).clear();
        }
        evaluator.breaches().values().removeIf(breach -> BreachLedger.isOver(breach, keepFromSecond));
        ledger.evict(keepFromSecond);
    }

    private List<BreachChange> publish(NavigableMap<Long, Breach> breaches, long judgedSecond) {
        List<BreachChange> changes = ledger.publish(breaches, evaluator.breaches(), judgedSecond);
        changed |= !changes.isEmpty();
        return changes;
    }

    private EvaluationState stateAt(long second) {
        var entered = states.floorEntry(second);
        return entered == null ? EvaluationState.UNKNOWN : entered.getValue();
    }
}
