package io.tidemark.streams.objectives;

import io.tidemark.events.BurnRule;
import io.tidemark.events.ObjectiveState;
import io.tidemark.streams.panes.InFlightAges;
import java.util.Optional;

/**
 * A burn-rate rule over its two windows (Google, "The Site Reliability Workbook", chapter 5). It is broken while the budget burns at the rule's
 * rate or faster in both, and proven if the long one shows more than chance. The short one alone decides when it is clear. As long as
 * the long window reaches back before the first data, it is never OK.
 */
public final class BurnRateMeter implements ObjectiveMeter {
    private static final double ROUNDING = 1e-9;

    private final ObjectiveState objective;
    private final BurnRule rule;
    private final ErrorBudgetCounts budget;
    private final WindowJudge judging;
    private final BurnRateWindow longWindow;
    private final BurnRateWindow shortWindow;
    private final BurnRateWindow period;

    public BurnRateMeter(ObjectiveState objective, BurnRule rule, ErrorBudgetCounts budget) {
        this.objective = objective;
        this.rule = rule;
        this.budget = budget;
        this.judging = new WindowJudge(objective);
        this.longWindow = new BurnRateWindow(budget, rule.getLongSeconds());
        this.shortWindow = new BurnRateWindow(budget, rule.getShortSeconds());
        this.period = new BurnRateWindow(budget, objective.getPeriodSeconds());
    }

    /** At the same end as another. */
    private BurnRateMeter(BurnRateMeter other) {
        this.objective = other.objective;
        this.rule = other.rule;
        this.budget = other.budget;
        this.judging = other.judging;
        this.longWindow = other.longWindow.copy();
        this.shortWindow = other.shortWindow.copy();
        this.period = other.period.copy();
    }

    @Override
    public void startAt(long end) {
        longWindow.startAt(end);
        shortWindow.startAt(end);
        period.startAt(end);
    }

    @Override
    public void advance() {
        longWindow.advance();
        shortWindow.advance();
        period.advance();
    }

    /** The short window holds nothing; the long one may. */
    @Override
    public void jumpTo(long end) {
        startAt(end);
    }

    @Override
    public long nextNonEmpty() {
        return budget.seconds().nextNonEmpty(longWindow.end());
    }

    @Override
    public WindowReading read(boolean wantsValue) {
        long end = longWindow.end();
        InFlightAges ages = budget.counting().inFlightAt(budget.seconds(), end);
        InFlightViolations inFlight =
                InFlightViolations.of(objective, budget.counting().criterion(), ages);
        long waiting = inFlight.bad();
        ObjectiveTally tally = longWindow.sum().plusBad(waiting);
        BurnRate burn = new BurnRate(longWindow.rate(waiting), shortWindow.rate(waiting), period.rate(waiting));
        WindowFinding finding =
                shortWindow.sum().total() + waiting == 0 ? WindowFinding.ofNothing(ages) : finding(tally, burn);
        return new WindowReading(
                end,
                finding,
                ObjectiveValue.of(burn.longRate()),
                EvidenceCounts.of(tally, inFlight),
                Optional.of(burn));
    }

    @Override
    public ObjectiveMeter copy() {
        return new BurnRateMeter(this);
    }

    private WindowFinding finding(ObjectiveTally inLong, BurnRate burn) {
        if (burns(burn.longRate()) && burns(burn.shortRate())) {
            return judging.isSignificant(inLong) ? WindowFinding.PROVEN : WindowFinding.BROKEN;
        }
        if (burn.shortRate() < rule.getClearRatio() * rule.getBurn()) {
            boolean known = longWindow.isCovered() && judging.enough(inLong);
            return known ? WindowFinding.CLEAR : WindowFinding.CLEAR_SO_FAR;
        }
        return longWindow.isCovered() ? WindowFinding.KEPT : WindowFinding.INSUFFICIENT_DATA;
    }

    private boolean burns(double rate) {
        return rate >= rule.getBurn() - ROUNDING;
    }
}
