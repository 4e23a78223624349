package io.tidemark.streams.route;

import io.tidemark.events.BurnRule;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.ErrorBudget;
import io.tidemark.streams.flow.Implausible;

/** What must hold of an objective's error budget and its rules, for the state that they need to be bounded. */
final class Budgets {
    private static final int MOST_PERIOD_SECONDS = 90 * 86_400;
    private static final int MOST_RULES = 16;

    private Budgets() {}

    /** @throws Implausible naming the field, its value and the rule */
    static void require(ObjectiveState objective) {
        int period = objective.getPeriodSeconds();
        Soundness.require("periodSeconds", period >= 0 && period <= MOST_PERIOD_SECONDS, period, "be in [0, 7776000]");
        int rules = objective.getBurnRules().size();
        Soundness.require("burnRules", rules <= MOST_RULES, rules, "be at most " + MOST_RULES);
        double allowed = ErrorBudget.allowedShare(objective);
        Soundness.require("burnRules", rules == 0 || allowed > 0, allowed, "be on a budget, so allow a share > 0,");
        objective.getBurnRules().forEach(rule -> require(rule, period));
    }

    private static void require(BurnRule rule, int periodSeconds) {
        String name = "burn-rate rule \"" + ErrorBudget.words(rule) + "\": ";
        Soundness.require(
                name + "burn", rule.getBurn() > 0 && Double.isFinite(rule.getBurn()), rule.getBurn(), "be > 0");
        int longSeconds = rule.getLongSeconds();
        boolean fits = longSeconds > 0 && longSeconds <= periodSeconds;
        Soundness.require(name + "longSeconds", fits, longSeconds, "be in [1, the period of " + periodSeconds + "]");
        int shortSeconds = rule.getShortSeconds();
        boolean isShort = shortSeconds > 0 && shortSeconds < longSeconds;
        Soundness.require(name + "shortSeconds", isShort, shortSeconds, "be > 0 and less than longSeconds");
        double clear = rule.getClearRatio();
        Soundness.require(name + "clearRatio", clear > 0 && clear <= 1, clear, "be in (0, 1]");
        Soundness.require(name + "clearAfter", rule.getClearAfter() >= 1, rule.getClearAfter(), "be >= 1");
        Soundness.require(name + "forSeconds", rule.getForSeconds() >= 0, rule.getForSeconds(), "be >= 0");
    }
}
