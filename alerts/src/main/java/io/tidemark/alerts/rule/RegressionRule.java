package io.tidemark.alerts.rule;

import com.google.common.collect.ImmutableMap;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.MetricName;
import io.tidemark.events.MovedSignal;
import io.tidemark.events.Regression;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.alert.Annotation;
import java.util.stream.Collectors;

/** Phases that are worse than what they are compared with, and soaks that became worse. */
final class RegressionRule {
    private static final String ALL = "all";
    private static final String SHARE = "error_share";

    private final ActiveAlerts alerts;
    private final Facts facts;

    RegressionRule(ActiveAlerts alerts, Facts facts) {
        this.alerts = alerts;
        this.facts = facts;
    }

    void on(Regression regression) {
        AlertDraft draft = draft(regression);
        if (regression.getVerdict() == ComparisonVerdict.REGRESSED) {
            alerts.raise(draft);
        } else {
            alerts.resolve(draft, regression.getAt(), reason(regression.getVerdict()));
        }
    }

    private static String reason(ComparisonVerdict verdict) {
        return switch (verdict) {
            case UNKNOWN -> "withdrawn: a run that it rests on is INVALID or was aborted";
            case IMPROVED -> "with more runs the candidate is better";
            case EQUIVALENT -> "with more runs the two sides are equivalent";
            case INCONCLUSIVE, SCREENING -> "with the runs of now the difference is not shown any more";
            case REGRESSED -> throw new IllegalArgumentException("REGRESSED ends no regression");
        };
    }

    private AlertDraft draft(Regression regression) {
        return new AlertDraft(
                AlertKind.REGRESSION,
                alerts.settings(AlertKind.REGRESSION).severity(),
                labels(regression),
                regression.getAt(),
                true,
                annotations(regression));
    }

    private static ImmutableMap<String, String> labels(Regression regression) {
        return ImmutableMap.<String, String>builder()
                .put("experiment", regression.getExperiment())
                .put("phase", regression.getCandidatePhase())
                .put("base", regression.getBasePhase())
                .put("run", regression.getStep() == null ? "" : String.join(",", regression.getCandidateRuns()))
                .put(
                        "step",
                        regression.getStep() == null ? "" : regression.getStep().toString())
                .put("load", load(regression))
                .put("measure", measure(regression))
                .put("class", regression.getRequestClass().equals(ALL) ? "" : regression.getRequestClass())
                .buildOrThrow();
    }

    private ImmutableMap<String, String> annotations(Regression regression) {
        return ImmutableMap.<String, String>builder()
                .put(
                        Annotation.SUMMARY,
                        measure(regression) + " of " + regression.getExperiment() + " is worse in phase "
                                + regression.getCandidatePhase()
                                + (regression.getStep() == null
                                        ? " than in " + regression.getBasePhase()
                                        : ", in the newest segments of step " + regression.getStep())
                                + ": " + change(regression))
                .put(Annotation.OBJECTIVE, "no worse than " + regression.getBasePhase() + " in " + measure(regression))
                .put(Annotation.VALUE, value(regression))
                .put(Annotation.SINCE, since(regression))
                .put(
                        Annotation.MOVED_WITH,
                        regression.getMovedWith().stream()
                                .map(MovedSignal::getWords)
                                .collect(Collectors.joining("; ")))
                .put(Annotation.CONFIGURATION, configuration(regression))
                .put(
                        Annotation.AFFECTED,
                        (regression.getRequestClass().equals(ALL)
                                        ? "all requests"
                                        : "requests of class " + regression.getRequestClass())
                                + " at " + load(regression))
                .put(Annotation.CERTAINTY, certainty(regression))
                .buildOrThrow();
    }

    private static String value(Regression regression) {
        return amount(regression, regression.getBaseNanos()) + " -> "
                + amount(regression, regression.getCandidateNanos()) + ", " + change(regression);
    }

    private static String change(Regression regression) {
        String unit = regression.getMeasure().equals(SHARE) ? " points" : " %";
        if (regression.getChange() == null) {
            return "by a factor of " + ValueFormat.digits(regression.getRatio());
        }
        String interval = regression.getChangeLow() == null || regression.getChangeHigh() == null
                ? ""
                : " (95 % interval " + Words.change(regression.getChangeLow(), "") + " to "
                        + Words.change(regression.getChangeHigh(), unit) + ")";
        return Words.change(regression.getChange(), unit) + interval;
    }

    private static String amount(Regression regression, double value) {
        if (regression.getMetric() != MetricName.UNKNOWN) {
            return ValueFormat.latency(value);
        }
        return regression.getMeasure().equals(SHARE) ? ValueFormat.percent(value) : ValueFormat.digits(value) + "/s";
    }

    private static String measure(Regression regression) {
        return regression.getMetric() == MetricName.UNKNOWN
                ? regression.getMeasure().replace('_', ' ')
                : Metric.of(regression.getMetric()).label() + " " + ValueFormat.quantile(regression.getQuantile());
    }

    private static String load(Regression regression) {
        return ValueFormat.load(regression.getLoadKind(), regression.getLoad());
    }

    private static String since(Regression regression) {
        return regression.getChangedAtSegment() == null
                ? ""
                : "segment " + regression.getChangedAtSegment() + " of step " + regression.getStep();
    }

    private String configuration(Regression regression) {
        return regression.getStep() != null
                ? "none: both are segments of one run"
                : regression.getCandidateRuns().stream()
                        .flatMap(run -> RunFact.of(facts, run).stream())
                        .map(RunFact::configurationChange)
                        .filter(text -> !text.isEmpty())
                        .findFirst()
                        .orElse("");
    }

    private static String certainty(Regression regression) {
        String sides = regression.getBaseRuns().size() + " base and "
                + regression.getCandidateRuns().size() + " candidate runs";
        String p = regression.getAdjustedP() == null
                ? ""
                : ", adjusted p " + ValueFormat.digits(regression.getAdjustedP());
        return "Confirmed by " + sides + p + ".";
    }
}
