package io.tidemark.streams.objectives;

import io.tidemark.schemas.ErrorBudget;
import java.util.OptionalLong;

/** A window over which a budget burns, moving a second at a time; it begins on the edge of a bucket. Not thread-safe. */
final class BurnRateWindow {
    private final ErrorBudgetCounts budget;
    private final int lengthSeconds;
    private final int widthSeconds;
    private ObjectiveTally sum = ObjectiveTally.NONE;
    private long begin;
    private long end;

    BurnRateWindow(ErrorBudgetCounts budget, int lengthSeconds) {
        this.budget = budget;
        this.lengthSeconds = lengthSeconds;
        this.widthSeconds = ErrorBudgetCounts.widthSeconds(lengthSeconds);
    }

    BurnRateWindow copy() {
        BurnRateWindow copy = new BurnRateWindow(budget, lengthSeconds);
        copy.sum = sum;
        copy.begin = begin;
        copy.end = end;
        return copy;
    }

    long end() {
        return end;
    }

    ObjectiveTally sum() {
        return sum;
    }

    void startAt(long newEnd) {
        end = newEnd;
        begin = beginOf(newEnd);
        sum = budget.sum(begin, end, widthSeconds);
    }

    void advance() {
        sum = sum.plus(budget.sum(end, end + 1, 1));
        end++;
        long newBegin = beginOf(end);
        if (newBegin > begin) {
            sum = sum.minus(budget.sum(begin, newBegin, widthSeconds));
            begin = newBegin;
        }
    }

    /** Whether data reaches back to its beginning. */
    boolean isCovered() {
        return coverage() >= 1;
    }

    /**
     * The burn rate, with {@code alsoBad} requests more that are bad. The time before the first data counts as good, with as many
     * requests as there were since: a burn rate stands for a share of the budget, and no more than that is gone.
     */
    double rate(long alsoBad) {
        ObjectiveTally tally = sum.plusBad(alsoBad);
        if (tally.bad() == 0) {
            return 0;
        }
        double share = (double) tally.bad() / tally.total();
        return share * coverage() / ErrorBudget.allowedShare(budget.counting().objective());
    }

    private double coverage() {
        OptionalLong first = budget.first();
        if (first.isEmpty()) {
            return 0;
        }
        return Math.min(1, Math.max(0, end - Math.max(first.getAsLong(), begin)) / (double) lengthSeconds);
    }

    private long beginOf(long someEnd) {
        return Math.floorDiv(someEnd - lengthSeconds, widthSeconds) * widthSeconds;
    }
}
