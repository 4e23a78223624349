package io.tidemark.streams.breaches;

import io.tidemark.events.BreachEnd;
import io.tidemark.events.BreachState;
import io.tidemark.events.BurnRule;
import io.tidemark.events.Finality;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.ErrorBudget;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import io.tidemark.streams.objectives.BurnRate;
import io.tidemark.streams.objectives.EvidenceCounts;
import io.tidemark.streams.objectives.ObjectiveValue;
import io.tidemark.streams.objectives.WindowEvidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What was found of a breach, in plain words. */
public final class BreachText {
    private BreachText() {}

    public static String of(ObjectiveCondition watched, BreachChange change) {
        if (change.state() == BreachState.RETRACTED) {
            return "Retracted: it opened on provisional figures, and the later ones do not confirm it.";
        }
        Breach breach = change.breach();
        List<String> sentences = new ArrayList<>();
        sentences.add(watched.rule()
                .flatMap(rule -> breach.latest().burn().map(burn -> burning(watched, rule, breach.latest(), burn)))
                .orElseGet(() -> finding(watched.objective(), breach.latest())));
        inFlight(breach.latest().counted()).ifPresent(sentences::add);
        ended(breach.ending().by()).ifPresent(sentences::add);
        if (breach.ending().flapping()) {
            sentences.add("It opened and closed too often and stays open until it is stable.");
        }
        if (breach.evidence() == Finality.PROVISIONAL) {
            sentences.add("Provisional: it may be retracted.");
        } else if (breach.evidence() == Finality.INCOMPLETE) {
            sentences.add("Incomplete: a lane of the load generator fell silent.");
        }
        return String.join(" ", sentences);
    }

    private static String burning(ObjectiveCondition watched, BurnRule rule, WindowEvidence moment, BurnRate burn) {
        EvidenceCounts counted = moment.counted();
        return "The error budget burns at " + rate(burn.longRate()) + " over "
                + ErrorBudget.duration(rule.getLongSeconds()) + " and " + rate(burn.shortRate()) + " over "
                + ErrorBudget.duration(rule.getShortSeconds()) + ", where " + rate(rule.getBurn()) + " is a "
                + rule.getSeverity() + ": " + counted.bad() + " of " + counted.count() + " are bad, "
                + ValueText.percent(ErrorBudget.allowedShare(watched.objective())) + " may be. "
                + budget(burn, watched.objective().getPeriodSeconds());
    }

    private static String budget(BurnRate burn, int periodSeconds) {
        String period = ErrorBudget.duration(periodSeconds);
        if (burn.remaining() < 0) {
            return "The budget of " + period + " is spent " + ValueText.digits(burn.spent()) + " times over.";
        }
        return ValueText.percent(burn.remaining()) + " of the budget of " + period + " is left.";
    }

    private static String rate(double burn) {
        return ValueText.digits(burn) + "x";
    }

    private static Optional<String> ended(BreachEnd by) {
        return switch (by) {
            case SUPERSEDED -> Optional.of("Closed because the objective was changed.");
            case REMOVED -> Optional.of("Closed because the objective was removed.");
            case ENDED -> Optional.of("Closed with the end of its step.");
            case CLEARED, UNKNOWN -> Optional.empty();
        };
    }

    private static String finding(ObjectiveState objective, WindowEvidence moment) {
        EvidenceCounts counted = moment.counted();
        String window = objective.getWindowSeconds() + " s";
        if (objective.getKind() == ObjectiveKind.QUANTILE) {
            String name = ValueText.quantile(objective.getQuantile()) + " of "
                    + Metric.of(objective.getMetric()).id();
            return name + " over " + window + " is " + latency(moment.value()) + ", limit "
                    + ValueText.latency((double) objective.getLimitNanos()) + ": " + counted.bad() + " of "
                    + counted.count()
                    + " are worse.";
        }
        return counted.bad() + " of " + counted.count() + " requests over " + window + " are bad, "
                + ValueText.percent(moment.value().value()) + ", where "
                + ValueText.percent(objective.getMaxBadRatio()) + " may be.";
    }

    private static Optional<String> inFlight(EvidenceCounts counted) {
        List<String> parts = new ArrayList<>();
        if (counted.failed() > 0) {
            parts.add(counted.failed() + " failed");
        }
        if (counted.waiting() > 0) {
            parts.add(counted.waiting() + " are still in flight (the longest: "
                    + ValueText.latency((double) counted.oldestNanos()) + " so far)");
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of("Of these, " + String.join(", ", parts) + ".");
    }

    private static String latency(ObjectiveValue nanos) {
        return (nanos.lowerBound() ? "more than " : "") + ValueText.latency(nanos.value());
    }
}
