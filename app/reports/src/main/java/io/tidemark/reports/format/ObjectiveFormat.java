package io.tidemark.reports.format;

import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveStanding;
import io.tidemark.events.Verdict;
import io.tidemark.events.VerdictBasis;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.SloRow;
import io.tidemark.sinks.store.read.step.BudgetRow;
import io.tidemark.sinks.store.read.step.JudgementRow;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Objectives in words. */
public final class ObjectiveFormat {
    private ObjectiveFormat() {}

    /** "ttft_due p95", "errors" or "good": what an objective limits, as the plan begins it. */
    public static String subject(ObjectiveRow objective) {
        return switch (objective.kind()) {
            case QUANTILE ->
                objective.metric().map(Metric::id).orElse("quantile") + " " + ValueText.quantile(objective.quantile());
            case ERROR_RATIO -> "errors";
            case GOOD_RATIO -> "good";
            case UNKNOWN -> objective.objective();
        };
    }

    /** Subjects of the objectives that a step fails. */
    public static String failed(StepResultRow result) {
        return result.objectives().stream()
                .filter(objective -> objective.verdict() == Verdict.FAIL)
                .map(ObjectiveFormat::subject)
                .collect(Collectors.joining(", "));
    }

    /** "tpot p95 < 20ms over 10s: not known". */
    public static String unknown(ObjectiveRow objective) {
        return objective.objective() + ": not known";
    }

    /** "ttft_due p95 < 250ms over 1m: 612 ms, 95 % CI 550 ms to 701 ms, 37 of 300 requests bad". */
    public static String observed(ObjectiveRow objective) {
        if (objective.count() == 0) {
            return objective.objective() + ": no request to judge" + status(objective.standing())
                    + budget(objective.budget());
        }
        String value =
                objective.value().isPresent() ? amount(objective, objective.value()) : "not reached, too many errors";
        return objective.objective() + ": " + value + interval(objective, objective.low(), objective.high()) + ", "
                + ValueText.count(objective.bad())
                + " of "
                + ValueText.count(objective.count()) + " " + counted(objective) + " bad"
                + status(objective.standing())
                + budget(objective.budget());
    }

    /** What its bad ones are counted of. */
    private static String counted(ObjectiveRow objective) {
        boolean isItl = objective.kind() == ObjectiveKind.QUANTILE
                && objective.metric().filter(Metric.ITL::equals).isPresent();
        return isItl ? "gaps" : "requests";
    }

    /** The interval of its verdict, as in {@link #observed}. */
    public static String range(ObjectiveRow objective) {
        return range(objective, objective.low(), objective.high());
    }

    private static String interval(ObjectiveRow objective, OptionalDouble low, OptionalDouble high) {
        String range = range(objective, low, high);
        return range.isEmpty() ? "" : ", 95 % CI " + range;
    }

    /**
     * "550 ms to 701 ms"; "550 ms or more" without an upper end. Nothing where both ends are missing, as those of the long run where it is not
     * known yet, or read alike: then the value says it.
     */
    private static String range(ObjectiveRow objective, OptionalDouble low, OptionalDouble high) {
        String from = low.isPresent() ? amount(objective, low) : "0";
        String to = high.isPresent() ? amount(objective, high) : "";
        if ((low.isEmpty() && high.isEmpty()) || from.equals(to)) {
            return "";
        }
        if (high.isEmpty()) {
            return from + " or more";
        }
        boolean fewestFirst = objective.kind() == ObjectiveKind.GOOD_RATIO; // where most are bad, fewest are good
        return fewestFirst ? to + " to " + from : from + " to " + to;
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
            case IN_DOUBT -> ", too many requests in doubt in its window at the end";
            case OK, UNKNOWN -> "";
        };
    }

    /** How many requests would decide, or why no number of them does. */
    public static String needed(ObjectiveRow objective) {
        String withheld =
                objective.judgements().shortRun().map(JudgementRow::reason).orElse("");
        if (!withheld.isEmpty()) {
            return withheld;
        }
        if (objective.count() == 0) {
            return withoutValue(objective);
        }
        return objective
                .judgements()
                .sustained()
                .filter(judged -> objective.judgements().verdictOn() == VerdictBasis.SUSTAINED)
                .map(judged -> sustained(objective, judged))
                .orElseGet(() -> ofRequests(objective));
    }

    /** A request that failed would count as a value. */
    private static String withoutValue(ObjectiveRow objective) {
        return switch (objective.metric().orElse(Metric.E2E)) {
            case TPOT -> "each answer has one token or was not streamed, so TPOT is not known";
            case ITL -> "each answer came in one chunk, so ITL is not known";
            case TTFT, TTFT_DUE, E2E, E2E_DUE, QUEUE_TIME -> "no request has a value";
        };
    }

    /** "1,500 dependent requests count as 52 independent ones; about 40 min more would decide". */
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
        return lead + (lead.endsWith("least ") ? "" : "about ")
                + ValueText.estimate(Duration.ofSeconds(seconds))
                + " more";
    }

    private static String alone(ObjectiveRow objective) {
        return objective
                .judgements()
                .shortRun()
                .map(judged -> ". For these requests only: " + judged.verdict()
                        + interval(objective, judged.low(), judged.high()))
                .orElse("");
    }

    private static String ofRequests(ObjectiveRow objective) {
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
        return slo.name() + "; window " + ValueText.duration(slo.windowSeconds()) + ", breached after "
                + ValueText.duration(slo.forSeconds()) + ", cleared after " + ValueText.duration(slo.clearSeconds())
                + definition;
    }

    /** As the objective limits it: a latency, the share of errors, the share of good requests, which is kept as that of bad ones. */
    public static String amount(ObjectiveKind kind, double value) {
        return switch (kind) {
            case QUANTILE -> ValueText.latency(value);
            case GOOD_RATIO -> ValueText.percent(1 - value);
            case ERROR_RATIO, UNKNOWN -> ValueText.percent(value);
        };
    }

    private static String amount(ObjectiveRow objective, OptionalDouble value) {
        return amount(objective.kind(), value.getAsDouble());
    }
}
