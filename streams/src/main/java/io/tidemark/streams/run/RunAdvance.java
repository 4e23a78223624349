package io.tidemark.streams.run;

import io.tidemark.events.Finality;
import java.util.Optional;
import java.util.OptionalLong;

/** Moves a run's windows on, once a second: settled ones as far as its lanes allow, live ones to the wall clock. */
final class RunAdvance {
    /** Seconds settled in one go, so that a long history does not hold up the task. */
    private static final int MOST_AT_ONCE = 600;

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
        Optional<Settlement> settlement = book.lanes().settlement(nowMillis, lastSecond);
        if (settlement.isEmpty()) {
            return;
        }
        Finality finality = settlement.get().finality();
        if (finality == Finality.FINAL) {
            book.heads().completeAgain();
        }
        amend();
        long limit =
                new SampleWait(book, nowMillis).settleThrough(settlement.get().throughSecond());
        for (int left = MOST_AT_ONCE; book.heads().settled() < limit && left > 0 && !budget.isSpent(); left--) {
            settleOne(limit, finality);
        }
    }

    private void amend() {
        long from = book.heads().takeAmendment(book.heads().keepFrom());
        if (from != Heads.UNSET) {
            book.series().forEach(series -> series.settled().startAt(from));
        }
    }

    private void settleOne(long limit, Finality finality) {
        long head = book.heads().settled();
        long next = nextBusy(head, limit);
        if (next > head) {
            book.series().forEach(series -> series.settled().jumpTo(next));
            book.heads().settledTo(next, finality);
            return;
        }
        WindowRecords records = new WindowRecords(book, finality, head + 1);
        book.series().forEach(series -> advance(records, series, series.settled()));
        book.heads().settledTo(head + 1, finality);
    }

    private void advance(WindowRecords records, Series series, Rolling rolling) {
        budget.spend(records.advance(series, rolling, output));
    }

    /** Where something can change next: here, or after a stretch in which all windows are empty. */
    private long nextBusy(long head, long limit) {
        if (book.series().stream().anyMatch(series -> !series.settled().drained())) {
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
        catchUp(limit);
        while (book.heads().live() < limit && !budget.isSpent()) {
            long end = book.heads().live() + 1;
            WindowRecords records = new WindowRecords(book, finality, end);
            book.series().forEach(series -> advance(records, series, series.live()));
            book.heads().liveTo(end);
        }
    }

    /** Live windows never show what is settled already, and after a long pause begin near the wall clock. */
    private void catchUp(long limit) {
        long from = Math.max(book.heads().settled(), limit - MOST_AT_ONCE);
        if (from > book.heads().live()) {
            book.series().forEach(series -> series.live().startAt(from));
            book.heads().liveTo(from);
        }
    }
}
