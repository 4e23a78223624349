package io.tidemark.streams.slo;

import io.tidemark.events.BreachEnd;
import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.ObjectiveStanding;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One objective over one series, second by second in event-time order. The states that it was in are kept for as long as late data
 * can come, so that it is taken back and stepped again over amended seconds. Not thread-safe.
 */
public final class AlarmTrack {
    /** Seconds that are looked ahead of the settled ones at most. */
    private static final int MOST_AHEAD = 600;

    private final Watched watched;
    private final Walk walk;
    private final NavigableMap<Long, AlarmState> states = new TreeMap<>();
    private final BreachLedger ledger = new BreachLedger();
    private boolean changed = true;
    private boolean looked;
    private ObjectiveStanding shown = ObjectiveStanding.UNKNOWN;

    /** {@code fromSecond} is the first second looked at. */
    public AlarmTrack(Watched watched, Budget budget, long fromSecond) {
        this(watched, budget, Saved.nothing(fromSecond));
    }

    /** A track as it was saved; its window is summed afresh from the seconds. */
    AlarmTrack(Watched watched, Budget budget, Saved saved) {
        this.watched = watched;
        this.walk = new Walk(watched.alarmRule(), watched.meter(budget), new TreeMap<>(saved.breaches()));
        states.putAll(saved.states());
        ledger.told().putAll(saved.told());
        walk.startAt(saved.head(), stateAt(saved.head()));
        walk.restore(saved.burn());
        shown = walk.state().standing();
    }

    /** What is kept of a track: its states by the second from which on it was in them, its breaches, and what was told of them. */
    record Saved(
            long head,
            NavigableMap<Long, AlarmState> states,
            NavigableMap<Long, Breach> breaches,
            NavigableMap<Long, Breach> told,
            Optional<Burn> burn) {
        static Saved nothing(long head) {
            return new Saved(head, new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), Optional.empty());
        }
    }

    Saved saved() {
        return new Saved(walk.head(), states, walk.breaches(), new TreeMap<>(ledger.told()), walk.burn());
    }

    /** End of the last window looked at. */
    public long head() {
        return walk.head();
    }

    public Watched watched() {
        return watched;
    }

    /** How the budget burnt in the newest settled window; empty where no budget is followed. */
    public Optional<Burn> burn() {
        return walk.burn();
    }

    /** Where the objective stands, as far as was looked ahead. */
    public ObjectiveStanding standing() {
        return shown;
    }

    /** Whether anything that is saved changed since the last call. */
    public boolean takeChanged() {
        boolean taken = changed;
        changed = false;
        return taken;
    }

    /** Data came for a second: what was found after it is found again. */
    public void touched(long second) {
        if (second >= walk.head()) {
            return;
        }
        states.tailMap(second, false).clear();
        walk.breaches().values().removeIf(breach -> breach.opening().second() > second);
        walk.startAt(second, stateAt(second));
        looked = false;
        if (walk.state().alarm() instanceof Alarm.Open open) {
            walk.breaches().put(open.breach().sinceSecond(), open.breach());
        }
        changed = true;
    }

    /** Looks at the windows that end up to {@code limit}, and then ahead up to {@code aheadLimit}; returns what is to be told. */
    public List<Change> look(long limit, Finality finality, long aheadLimit) {
        if (looked && walk.head() >= Math.max(limit, aheadLimit)) {
            return List.of();
        }
        stepTo(limit, finality);
        Walk ahead = walk.copy();
        long furthest = Math.min(aheadLimit, walk.head() + MOST_AHEAD);
        while (ahead.head() < furthest) {
            ahead.step(furthest, Finality.PROVISIONAL);
        }
        shown = ahead.state().standing();
        return tell(ahead.breaches(), walk.head());
    }

    /** Looks at the windows up to the last one, and ends with it; what was looked at beyond, before that was known, is taken back. */
    public List<Change> finish(long last, Finality finality, BreachEnd by) {
        touched(last);
        stepTo(last, finality);
        shown = walk.state().standing();
        return end(finality, by);
    }

    private void stepTo(long limit, Finality finality) {
        looked = true;
        while (walk.head() < limit) {
            AlarmState before = walk.state();
            walk.step(limit, finality);
            if (!walk.state().equals(before)) {
                states.put(walk.head(), walk.state());
            }
            changed = true;
        }
    }

    /** Breaches that were told and can still change, as they stand. */
    public List<Change> told() {
        return ledger.told().values().stream()
                .map(breach -> new Change(breach.isOpen() ? BreachState.UPDATED : BreachState.CLOSED, breach))
                .toList();
    }

    public boolean tellsAny() {
        return !ledger.told().isEmpty();
    }

    /** Whether one since this second was told and can still change. */
    public boolean tells(long sinceSecond) {
        return ledger.told().containsKey(sinceSecond);
    }

    /** Its step or run is over, or the objective was changed or taken away: closes what is open. */
    public List<Change> end(Finality finality, BreachEnd by) {
        walk.end(finality, by);
        states.put(walk.head(), walk.state());
        return tell(walk.breaches(), Long.MAX_VALUE);
    }

    /** Forgets what late data can no longer change. */
    public void letGo(long keepFromSecond) {
        Long floor = states.floorKey(keepFromSecond);
        if (floor != null) {
            states.headMap(floor, false).clear();
        }
        walk.breaches().values().removeIf(breach -> BreachLedger.isOver(breach, keepFromSecond));
        ledger.letGo(keepFromSecond);
    }

    private List<Change> tell(NavigableMap<Long, Breach> breaches, long judgedSecond) {
        List<Change> changes = ledger.tell(breaches, judgedSecond);
        changed |= !changes.isEmpty();
        return changes;
    }

    private AlarmState stateAt(long second) {
        var entered = states.floorEntry(second);
        return entered == null ? AlarmState.UNKNOWN : entered.getValue();
    }
}
