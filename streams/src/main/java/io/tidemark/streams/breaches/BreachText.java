package io.tidemark.streams.breaches;

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
        Breach breach = change.breach();
        if (change.state() == BreachState.RETRACTED) {
            return "Retracted: later figures do not confirm it. It opened on these: "
                    + finding(watched, breach.opening());
        }
        List<String> sentences = new ArrayList<>();
        sentences.add(finding(watched, breach.latest()));
        inFlight(breach.latest().counted()).ifPresent(sentences::add);
        ended(watched, breach).ifPresent(sentences::add);
        if (breach.ending().flapping()) {
            sentences.add("It opened and closed too often and "
                    + (breach.isOpen() ? "stays open until it is stable." : "was kept open."));
        }
        if (breach.evidence() == Finality.PROVISIONAL) {
            sentences.add(
                    change.confirmed() ? "Its newest figures are provisional." : "Provisional: it may be retracted.");
        } else if (breach.evidence() == Finality.INCOMPLETE) {
            sentences.add("Incomplete: a lane of the load generator fell silent.");
        }
        return String.join(" ", sentences);
    }

    private static String finding(ObjectiveCondition watched, WindowEvidence moment) {
        return watched.rule()
                .flatMap(rule -> moment.burn().map(burn -> burning(watched, rule, moment, burn)))
                .orElseGet(() -> finding(watched.objective(), moment));
    }

    private static String burning(ObjectiveCondition watched, BurnRule rule, WindowEvidence moment, BurnRate burn) {
        EvidenceCounts counted = moment.counted();
        return "The error budget burns at " + rate(burn.longRate()) + " over "
                + ErrorBudget.duration(rule.getLongSeconds()) + " and " + rate(burn.shortRate()) + " over "
                + ErrorBudget.duration(rule.getShortSeconds()) + ", where " + rate(rule.getBurn()) + " is a "
                + rule.getSeverity() + ": " + badOf(counted) + " are bad, "
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

    private static Optional<String> ended(ObjectiveCondition watched, Breach breach) {
        return switch (breach.ending().by()) {
            case CLEARED -> Optional.of("Its worst value was " + worst(watched, breach.worst()) + ".");
            case SUPERSEDED -> Optional.of("Closed because the objective was changed.");
            case REMOVED -> Optional.of("Closed because the objective was removed.");
            case ENDED -> Optional.of("Closed with the end of its step.");
            case UNKNOWN -> Optional.empty();
        };
    }

    private static String finding(ObjectiveState objective, WindowEvidence moment) {
        EvidenceCounts counted = moment.counted();
        String window = ValueText.duration(objective.getWindowSeconds());
        if (objective.getKind() == ObjectiveKind.QUANTILE) {
            String name = ValueText.quantile(objective.getQuantile()) + " of "
                    + Metric.of(objective.getMetric()).id();
            return name + " over " + window + " is " + latency(moment.value()) + ", limit "
                    + ValueText.latency((double) objective.getLimitNanos()) + ": " + badOf(counted) + " are worse.";
        }
        return badOf(counted) + " requests over " + window + " are bad, "
                + ValueText.percent(moment.value().value()) + ", where "
                + ValueText.percent(objective.getMaxBadRatio()) + " may be.";
    }

    private static String badOf(EvidenceCounts counted) {
        return ValueText.count(counted.bad()) + " of " + ValueText.count(counted.count());
    }

    private static Optional<String> inFlight(EvidenceCounts counted) {
        List<String> parts = new ArrayList<>();
        if (counted.failed() > 0) {
            parts.add(ValueText.count(counted.failed()) + " failed");
        }
        if (counted.waiting() > 0) {
            parts.add(ValueText.count(counted.waiting()) + " are still in flight (the longest: "
                    + ValueText.latency((double) counted.oldestNanos()) + " so far)");
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of("Of these, " + String.join(", ", parts) + ".");
    }

    private static String worst(ObjectiveCondition watched, ObjectiveValue worst) {
        if (watched.rule().isPresent()) {
            return rate(worst.value());
        }
        boolean isQuantile = watched.objective().getKind() == ObjectiveKind.QUANTILE;
        return isQuantile ? latency(worst) : ValueText.percent(worst.value());
    }

    private static String latency(ObjectiveValue nanos) {
        return (nanos.lowerBound() ? "more than " : "") + ValueText.latency(nanos.value());
    }
}
