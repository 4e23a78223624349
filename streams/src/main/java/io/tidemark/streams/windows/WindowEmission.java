package io.tidemark.streams.windows;

import io.tidemark.events.Finality;
import io.tidemark.streams.lanes.RunWatermark;
import io.tidemark.streams.signals.ScrapeGracePeriod;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Moves a run's windows on, once a second: settled ones as far as its lanes allow, live ones to the wall clock. What came for windows
 * that were settled is amended behind the settled head.
 */
public final class WindowEmission {
    /** Seconds settled in one go, so that a long history does not hold up the task. */
    private static final int MAX_AT_ONCE = 600;

    /** Windows that ended so long ago are settled soon or were, where lanes announce seconds: live ones would show parts of a history. */
    private static final int HISTORY_SECONDS = 60;

    private final RunWindows windows;
    private final WindowOutput output;
    private final TickBudget budget;

    public WindowEmission(RunWindows windows, WindowOutput output, TickBudget budget) {
        this.windows = windows;
        this.output = output;
        this.budget = budget;
    }

    /** Returns whether there is more to do at once: the budget ended first. */
    public boolean advanceTo(long nowMillis) {
        OptionalLong dataEnd = windows.dataEnd();
        if (dataEnd.isEmpty()) {
            return false;
        }
        start();
        settle(nowMillis, dataEnd.getAsLong());
        live(nowMillis, windows.shownEnd().orElseThrow());
        return budget.isSpent();
    }

    private void start() {
        if (!windows.emission().started()) {
            windows.emission().start(windows.firstSecond().orElseThrow());
            windows.series().forEach(series -> {
                series.settled().startAt(windows.emission().settled());
                series.live().startAt(windows.emission().live());
            });
        }
    }

    private void settle(long nowMillis, long dataEnd) {
        windows.signals().announced().add(nowMillis, windows.lanes().announcedThrough(nowMillis));
        Optional<RunWatermark> settlement = windows.watermark(nowMillis, dataEnd);
        if (settlement.isEmpty()) {
            return;
        }
        Finality finality = settlement.get().finality();
        if (finality == Finality.FINAL) {
            windows.emission().resettleIncomplete();
        }
        ScrapeGracePeriod wait = new ScrapeGracePeriod(windows.signals(), windows.lanes(), nowMillis);
        long announced = settlement.get().throughSecond();
        amend(nowMillis, wait.amendThrough(announced, windows.emission().retainFrom()), finality);
        long limit = Math.max(wait.settleThrough(announced), dataEnd - RunWindows.MAX_OPEN_SECONDS);
        for (int left = MAX_AT_ONCE; windows.emission().settled() < limit && left > 0 && !budget.isSpent(); left--) {
            settleOne(limit, finality);
        }
        closeMinute(dataEnd, finality, nowMillis);
    }

    /**
     * Nothing is settled beyond the end of the data. Its minute is written nevertheless once the lanes are past it, so that the full minutes of a
     * series hold all of its data. While a lane is silent, live windows may show it already, but not those of a history.
     */
    private void closeMinute(long dataEnd, Finality finality, long nowMillis) {
        EmissionProgress heads = windows.emission();
        long end = WindowLength.minuteEnd(dataEnd);
        boolean isOver = end > dataEnd && end <= windows.lanes().announcedThrough(nowMillis);
        boolean isSettled = heads.settled() == dataEnd && heads.amendFrom() == EmissionProgress.UNSET;
        if (!isOver || !isSettled || heads.isClosed(end, finality)) {
            return;
        }
        boolean isShown = finality != Finality.FINAL
                && end <= windows.emission().live()
                && end > nowMillis / 1000 - HISTORY_SECONDS;
        if (!isShown && heads.isWhole(WindowLength.ONE_MINUTE, end)) {
            WindowRecords records = WindowRecords.withoutSignals(windows, finality, end);
            windows.series().forEach(series -> budget.spend(records.closeMinute(series, output)));
        }
        heads.closed(end, finality);
    }

    private void settleOne(long limit, Finality finality) {
        long head = windows.emission().settled();
        long next = nextNonEmpty(Series::settled, head, limit);
        if (next > head) {
            windows.series().forEach(series -> series.settled().jumpTo(next));
            windows.emission().settledTo(next, finality);
            return;
        }
        WindowRecords records = new WindowRecords(windows, finality, head + 1);
        windows.series().forEach(series -> budget.spend(records.advanceSettled(series, output)));
        windows.emission().settledTo(head + 1, finality);
    }

    /** Sums windows again that were settled before something came for them; each is amended when all that is on its way has come. */
    private void amend(long nowMillis, long through, Finality finality) {
        EmissionProgress heads = windows.emission();
        long from = heads.amendFrom();
        long limit = Math.min(heads.settled(), through);
        if (from == EmissionProgress.UNSET
                || from >= limit
                || !windows.amendments().isDue(nowMillis, finality)) {
            return;
        }
        Map<Series, RollingWindows> again = new LinkedHashMap<>();
        windows.series().forEach(series -> again.put(series, new RollingWindows(series.panes(), from)));
        heads.beginAmendment();
        long head = from;
        while (head < limit && !budget.isSpent()) {
            long next = nextNonEmpty(again::get, head, limit);
            if (next > head) {
                again.values().forEach(rolling -> rolling.jumpTo(next));
                head = next;
            } else {
                head++;
                amendOne(again, new WindowRecords(windows, finality, head));
            }
        }
        heads.amendedTo(from, head, finality);
        windows.amendments().done(nowMillis, head >= limit);
    }

    private void amendOne(Map<Series, RollingWindows> again, WindowRecords records) {
        again.forEach((series, rolling) -> budget.spend(records.amend(series, rolling, output)));
    }

    /** Where something can change next: here, or after a stretch in which all windows are empty. */
    private long nextNonEmpty(Function<Series, RollingWindows> rolling, long head, long limit) {
        if (windows.series().stream().anyMatch(series -> !rolling.apply(series).isEmpty())) {
            return head;
        }
        return windows.series().stream()
                .map(series -> series.panes().nextFrom(head))
                .flatMapToLong(OptionalLong::stream)
                .min()
                .stream()
                .map(next -> Math.min(next, limit))
                .findFirst()
                .orElse(limit);
    }

    private void live(long nowMillis, long shownEnd) {
        long limit = Math.min(nowMillis / 1000, shownEnd);
        Finality finality = windows.lanes().anySilent(nowMillis) ? Finality.INCOMPLETE : Finality.PROVISIONAL;
        catchUp(nowMillis, limit);
        if (finality == Finality.INCOMPLETE) {
            replaceProvisional();
        }
        while (windows.emission().live() < limit && !budget.isSpent()) {
            long end = windows.emission().live() + 1;
            WindowRecords records = new WindowRecords(windows, finality, end);
            windows.series().forEach(series -> budget.spend(records.advanceLive(series, output)));
            windows.emission().liveTo(end);
            if (finality == Finality.PROVISIONAL) {
                windows.emission().wroteProvisional(end);
            }
        }
    }

    /** Windows that were shown before a lane counted as silent are written again: behind its last second nothing settles them. */
    private void replaceProvisional() {
        long from = windows.emission().takeProvisionalFrom();
        if (from != EmissionProgress.UNSET) {
            windows.series().forEach(series -> series.live().startAt(from));
            windows.emission().liveTo(from);
        }
    }

    /** Live windows never show what is settled already nor what is history, and after a long pause begin near the wall clock. */
    private void catchUp(long nowMillis, long limit) {
        long settled = Math.max(windows.emission().settled(), limit - MAX_AT_ONCE);
        long history = windows.lanes().anyAnnounces() ? Math.min(limit, nowMillis / 1000 - HISTORY_SECONDS) : settled;
        long from = Math.max(settled, history);
        if (from > windows.emission().live()) {
            windows.series().forEach(series -> series.live().startAt(from));
            windows.emission().liveTo(from);
        }
    }
}
