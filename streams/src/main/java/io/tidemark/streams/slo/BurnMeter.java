package io.tidemark.streams.slo;

import io.tidemark.events.BurnRule;
import io.tidemark.events.ObjectiveState;
import java.util.Optional;

/**
 * A burn-rate rule over its two windows (Google, "The Site Reliability Workbook", chapter 5). It is broken while the budget burns at the rule's
 * rate or faster in both, and proven if the long one shows more than chance. The short one alone decides when it is clear. As long as
 * the long window reaches back before the first data, it is never OK.
 */
final class BurnMeter implements Meter {
    private static final double ROUNDING = 1e-9;

    private final ObjectiveState objective;
    private final BurnRule rule;
    private final Budget budget;
    private final Judging judging;
    private final BurnWindow longWindow;
    private final BurnWindow shortWindow;
    private final BurnWindow period;

    BurnMeter(ObjectiveState objective, BurnRule rule, Budget budget) {
        this(
                objective,
                rule,
                budget,
                new Windows(
                        new BurnWindow(budget, rule.getLongSeconds()),
                        new BurnWindow(budget, rule.getShortSeconds()),
                        new BurnWindow(budget, objective.getPeriodSeconds())));
    }

    private BurnMeter(ObjectiveState objective, BurnRule rule, Budget budget, Windows windows) {
        this.objective = objective;
        this.rule = rule;
        this.budget = budget;
        this.judging = new Judging(objective);
        this.longWindow = windows.longWindow;
        this.shortWindow = windows.shortWindow;
        this.period = windows.period;
    }

    private record Windows(BurnWindow longWindow, BurnWindow shortWindow, BurnWindow period) {}

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
    public long nextBusy() {
        return budget.seconds().nextBusy(longWindow.end());
    }

    @Override
    public Reading read(boolean wantsValue) {
        long end = longWindow.end();
        Ages ages = budget.counting().inFlightAt(budget.seconds(), end);
        InFlight inFlight = InFlight.of(objective, budget.counting().criterion(), ages);
        long waiting = inFlight.bad();
        Tally tally = longWindow.sum().plusBad(waiting);
        Burn burn = new Burn(longWindow.rate(waiting), shortWindow.rate(waiting), period.rate(waiting));
        Finding finding = shortWindow.sum().total() + waiting == 0 ? Finding.ofNothing(ages) : finding(tally, burn);
        return new Reading(end, finding, Figure.of(burn.longRate()), Counted.of(tally, inFlight), Optional.of(burn));
    }

    @Override
    public Meter copy() {
        return new BurnMeter(
                objective, rule, budget, new Windows(longWindow.copy(), shortWindow.copy(), period.copy()));
    }

    private Finding finding(Tally inLong, Burn burn) {
        if (burns(burn.longRate()) && burns(burn.shortRate())) {
            return judging.beyondChance(inLong) ? Finding.PROVEN : Finding.BROKEN;
        }
        if (burn.shortRate() < rule.getClearRatio() * rule.getBurn()) {
            boolean known = longWindow.isCovered() && judging.enough(inLong);
            return known ? Finding.CLEAR : Finding.CLEAR_SO_FAR;
        }
        return longWindow.isCovered() ? Finding.KEPT : Finding.INSUFFICIENT_DATA;
    }

    private boolean burns(double rate) {
        return rate >= rule.getBurn() - ROUNDING;
    }
}
