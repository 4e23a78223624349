package io.tidemark.reports.format;

import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.VerdictBasis;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.SloRow;
import io.tidemark.sinks.store.read.step.BudgetRow;
import io.tidemark.sinks.store.read.step.JudgementRow;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Objectives in words. */
public final class ObjectiveFormat {
    /** Times from this length on are given in minutes. */
    private static final long SECONDS_SHOWN = 120;

    private ObjectiveFormat() {}

    /** "ttft_due p95" or "errors". */
    public static String subject(ObjectiveRow objective) {
        return objective
                .metric()
                .filter(metric -> objective.kind() == ObjectiveKind.QUANTILE)
                .map(metric -> metric.id() + " " + ValueText.quantile(objective.quantile()))
                .orElseGet(
                        () -> objective.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '));
    }

    /** "ttft_due p95 < 250ms over 1m: 612 ms, 95 % CI 550 ms to 701 ms, 37 of 300 requests bad". */
    public static String observed(ObjectiveRow objective) {
        if (objective.count() == 0) {
            return objective.objective() + ": no request to judge" + status(objective.standing())
                    + budget(objective.budget());
        }
        String value =
                objective.value().isPresent() ? amount(objective, objective.value()) : "not reached, too many errors";
        return objective.objective() + ": " + value + interval(objective) + ", " + ValueText.count(objective.bad())
                + " of "
                + ValueText.count(objective.count()) + " " + counted(objective) + " bad"
                + status(objective.standing())
                + budget(objective.budget());
    }

    private static boolean isItl(ObjectiveRow objective) {
        return objective.kind() == ObjectiveKind.QUANTILE
                && objective.metric().filter(Metric.ITL::equals).isPresent();
    }

    /** What its bad ones are counted of. */
    private static String counted(ObjectiveRow objective) {
        return isItl(objective) ? "gaps" : "requests";
    }

    /** Nothing where there is none; that of the requests alone is not it where the long run is asked for and is not known yet. */
    private static String interval(ObjectiveRow objective) {
        boolean unknown = objective.low().isEmpty() && objective.high().isEmpty();
        return unknown ? "" : bounds(objective, objective.low(), objective.high());
    }

    /** Nothing where both ends read alike: then the value says it. */
    private static String bounds(ObjectiveRow objective, OptionalDouble low, OptionalDouble high) {
        boolean alike = end(objective, low, "0").equals(end(objective, high, "unbounded"));
        return alike ? "" : ", 95 % CI " + interval(objective, low, high);
    }

    private static String interval(ObjectiveRow objective, OptionalDouble low, OptionalDouble high) {
        return end(objective, low, "0") + " to " + end(objective, high, "unbounded");
    }

    private static boolean isSustained(ObjectiveRow objective) {
        return objective.judgements().verdictOn() == VerdictBasis.SUSTAINED;
    }

    /** "; error budget: 71 % left, page 14.4x over 2m/10s was burning at 22.3x". */
    static String budget(BudgetRow budget) {
        if (budget.left().isEmpty()) {
            return "";
        }
        String burning = budget.burns().stream()
                .filter(burn -> burn.standing() == ObjectiveStanding.FIRING)
                .map(burn -> ", " + burn.rule() + " was burning at " + burn(burn.longBurn()))
                .collect(Collectors.joining());
        return "; error budget: " + left(budget.left().getAsDouble()) + burning;
    }

    private static String left(double share) {
        return share < 0 ? "spent " + ValueText.digits(1 - share) + " times over" : ValueText.percent(share) + " left";
    }

    /** A burn rate, such as 14.4x. */
    public static String burn(double rate) {
        return ValueText.digits(rate) + "x";
    }

    /** Where its window stood at the end, if that is worth a word. */
    private static String status(ObjectiveStanding standing) {
        return switch (standing) {
            case FIRING -> ", a breach was open at the end";
            case PENDING -> ", broken at the end, but not for long enough to open a breach";
            case NO_DATA -> ", no data in its window at the end";
            case INSUFFICIENT_DATA -> ", too few requests in its window at the end";
            case OK, UNKNOWN -> "";
        };
    }

    /** How many requests would decide. */
    public static String needed(ObjectiveRow objective) {
        return objective
                .judgements()
                .sustained()
                .filter(judged -> isSustained(objective))
                .map(judged -> sustained(objective, judged))
                .orElseGet(() -> ofRequests(objective));
    }

    /** "1,500 dependent requests count as 52 independent ones; about 40 more minutes would decide". */
    private static String sustained(ObjectiveRow objective, JudgementRow judged) {
        if (!judged.reason().isEmpty()) {
            return judged.reason() + more(judged, "; a decision takes at least ") + alone(objective);
        }
        String worth = judged.worth().effectiveCount().isEmpty()
                ? ""
                : ValueText.count(objective.count()) + " dependent requests count as "
                        + ValueText.count(
                                Math.round(judged.worth().effectiveCount().getAsDouble())) + " independent ones; ";
        return worth
                + (judged.neededNanos().isEmpty()
                        ? "the share of bad requests is too close to the allowed share to decide in reasonable time"
                        : more(judged, "") + " would decide");
    }

    private static String more(JudgementRow judged, String lead) {
        if (judged.neededNanos().isEmpty()) {
            return "";
        }
        long seconds =
                Math.max(1, Duration.ofNanos(judged.neededNanos().getAsLong()).toSeconds());
        return lead
                + (lead.endsWith("least ") ? "" : "about ")
                + (seconds < SECONDS_SHOWN
                        ? ValueText.count(seconds) + " more seconds"
                        : ValueText.count(Math.round(seconds / 60.0)) + " more minutes");
    }

    /** Nothing where the requests have no verdict of their own for the same reason. */
    private static String alone(ObjectiveRow objective) {
        return objective
                .judgements()
                .shortRun()
                .filter(judged -> judged.reason().isEmpty())
                .map(judged -> ". For these requests only: " + judged.verdict()
                        + bounds(objective, judged.low(), judged.high()))
                .orElse("");
    }

    private static String ofRequests(ObjectiveRow objective) {
        String why = objective.judgements().shortRun().map(JudgementRow::reason).orElse("");
        if (!why.isEmpty()) {
            return why;
        }
        if (objective.neededRequests().isEmpty()) {
            return "the share of bad requests is too close to the allowed share: no number of requests would decide";
        }
        return "at this share of bad requests, a decision needs "
                + ValueText.count(objective.neededRequests().getAsLong()) + " requests; the step has "
                + ValueText.count(objective.count());
    }

    /** An objective as the run declared it, with its rules. */
    public static String declared(SloRow slo) {
        String definition = slo.metric()
                .map(Metric::definition)
                .map(description -> ". " + description)
                .orElse("");
        return slo.name() + "; window " + slo.windowSeconds() + " s, breached after " + slo.forSeconds()
                + " s, cleared after " + slo.clearSeconds() + " s" + definition;
    }

    public static String amount(ObjectiveKind kind, double value) {
        return kind == ObjectiveKind.QUANTILE ? ValueText.latency(value) : ValueText.percent(value);
    }

    private static String amount(ObjectiveRow objective, OptionalDouble value) {
        return amount(objective.kind(), value.getAsDouble());
    }

    private static String end(ObjectiveRow objective, OptionalDouble value, String otherwise) {
        return value.isPresent() ? amount(objective, value) : otherwise;
    }
}
