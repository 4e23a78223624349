package io.tidemark.streams.run;

import io.tidemark.events.Finality;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Moves a run's windows on, once a second: settled ones as far as its lanes allow, live ones to the wall clock. What came for windows
 * that were settled is amended behind the settled head.
 */
final class RunAdvance {
    /** Seconds settled in one go, so that a long history does not hold up the task. */
    private static final int MOST_AT_ONCE = 600;

    /** Windows that ended so long ago are settled soon or were, where lanes announce seconds: live ones would show parts of a history. */
    private static final int HISTORY_SECONDS = 60;

    private final RunBook book;
    private final RunOutput output;
    private final TickBudget budget;

    RunAdvance(RunBook book, RunOutput output, TickBudget budget) {
        this.book = book;
        this.output = output;
        this.budget = budget;
    }

    /** Returns whether there is more to do at once: the budget ended first. */
    boolean to(long nowMillis) {
        if (book.lanes().settle(nowMillis)) {
            book.touch(nowMillis);
        }
        OptionalLong last = book.lastSecond();
        if (last.isEmpty()) {
            return false;
        }
        start();
        settle(nowMillis, last.getAsLong());
        live(nowMillis, last.getAsLong());
        return budget.isSpent();
    }

    private void start() {
        if (!book.heads().started()) {
            book.heads().start(book.firstSecond().orElseThrow());
            book.series().forEach(series -> {
                series.settled().startAt(book.heads().settled());
                series.live().startAt(book.heads().live());
            });
        }
    }

    private void settle(long nowMillis, long lastSecond) {
        book.announced().add(nowMillis, book.lanes().announced(nowMillis));
        Optional<Settlement> settlement = book.lanes().settlement(nowMillis, lastSecond);
        if (settlement.isEmpty()) {
            return;
        }
        Finality finality = settlement.get().finality();
        if (finality == Finality.FINAL) {
            book.heads().completeAgain();
        }
        SampleWait wait = new SampleWait(book, nowMillis);
        long announced = settlement.get().throughSecond();
        amend(nowMillis, wait.amendThrough(announced), finality);
        long limit = wait.settleThrough(announced);
        for (int left = MOST_AT_ONCE; book.heads().settled() < limit && left > 0 && !budget.isSpent(); left--) {
            settleOne(limit, finality);
        }
    }

    private void settleOne(long limit, Finality finality) {
        long head = book.heads().settled();
        long next = nextBusy(Series::settled, head, limit);
        if (next > head) {
            book.series().forEach(series -> series.settled().jumpTo(next));
            book.heads().settledTo(next, finality);
            return;
        }
        WindowRecords records = new WindowRecords(book, finality, head + 1);
        book.series().forEach(series -> budget.spend(records.advanceSettled(series, output)));
        book.heads().settledTo(head + 1, finality);
    }

    /** Sums windows again that were settled before something came for them; each is amended when all that is on its way has come. */
    private void amend(long nowMillis, long through, Finality finality) {
        Heads heads = book.heads();
        long from = heads.amendFrom();
        long limit = Math.min(heads.settled(), through);
        if (from == Heads.UNSET || from >= limit || !book.amendments().isDue(nowMillis, finality)) {
            return;
        }
        Map<Series, Rolling> again = new LinkedHashMap<>();
        book.series().forEach(series -> again.put(series, new Rolling(series.panes(), from)));
        heads.amending();
        long head = from;
        while (head < limit && !budget.isSpent()) {
            long next = nextBusy(again::get, head, limit);
            if (next > head) {
                again.values().forEach(rolling -> rolling.jumpTo(next));
                head = next;
            } else {
                head++;
                amendOne(again, new WindowRecords(book, finality, head));
            }
        }
        heads.amendedTo(from, head, finality);
        book.amendments().done(nowMillis, head >= limit);
    }

    private void amendOne(Map<Series, Rolling> again, WindowRecords records) {
        again.forEach((series, rolling) -> budget.spend(records.amend(series, rolling, output)));
    }

    /** Where something can change next: here, or after a stretch in which all windows are empty. */
    private long nextBusy(Function<Series, Rolling> rolling, long head, long limit) {
        if (book.series().stream().anyMatch(series -> !rolling.apply(series).drained())) {
            return head;
        }
        return book.series().stream()
                .map(series -> series.panes().nextFrom(head))
                .flatMapToLong(OptionalLong::stream)
                .min()
                .stream()
                .map(next -> Math.min(next, limit))
                .findFirst()
                .orElse(limit);
    }

    private void live(long nowMillis, long lastSecond) {
        long limit = Math.min(nowMillis / 1000, lastSecond + 1 + WindowLength.LONGEST_SECONDS);
        Finality finality = book.lanes().anySilent(nowMillis) ? Finality.INCOMPLETE : Finality.PROVISIONAL;
        catchUp(nowMillis, limit);
        while (book.heads().live() < limit && !budget.isSpent()) {
            long end = book.heads().live() + 1;
            WindowRecords records = new WindowRecords(book, finality, end);
            book.series().forEach(series -> budget.spend(records.advanceLive(series, output)));
            book.heads().liveTo(end);
        }
    }

    /** Live windows never show what is settled already nor what is history, and after a long pause begin near the wall clock. */
    private void catchUp(long nowMillis, long limit) {
        long settled = Math.max(book.heads().settled(), limit - MOST_AT_ONCE);
        long history = book.lanes().anyAnnounces() ? Math.min(limit, nowMillis / 1000 - HISTORY_SECONDS) : settled;
        long from = Math.max(settled, history);
        if (from > book.heads().live()) {
            book.series().forEach(series -> series.live().startAt(from));
            book.heads().liveTo(from);
        }
    }
}
