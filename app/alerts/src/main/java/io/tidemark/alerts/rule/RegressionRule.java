package io.tidemark.alerts.rule;

import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.MetricName;
import io.tidemark.events.MovedSignal;
import io.tidemark.events.Regression;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.alert.Annotation;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Phases that are worse than what they are compared with, and soaks that became worse: one alert for each pair and workload, whatever of it is worse. */
final class RegressionRule {
    private static final String SHARE = "error_share";
    private static final String HELD_LOAD = "held_load";

    /** An alert lists at most so many figures, and counts the others. */
    private static final int MAX_FIGURES = 5;

    /** A larger change is no larger to a reader. */
    private static final double MAX_CHANGE = 1e6;

    private static final double SMALLEST_P = 0.001;

    private final ActiveAlerts alerts;
    private final Facts facts;

    /** The pairs of phases with a regression event since the last round, by key. */
    private final Map<String, Change> changed = new LinkedHashMap<>();

    /** The newest regression event of a pair, and all findings known of it. */
    private record Change(Regression newest, Findings findings) {}

    RegressionRule(ActiveAlerts alerts, Facts facts) {
        this.alerts = alerts;
        this.facts = facts;
    }

    void on(Regression regression) {
        String key = key(regression);
        Change before = changed.get(key);
        Findings known = before == null ? facts.get(key, Findings.class).orElse(Findings.NONE) : before.findings();
        changed.put(key, new Change(regression, with(known, regression)));
    }

    /** One comparison of two phases publishes many figures: its alert covers all that this round has read. */
    void tick() {
        changed.forEach((key, change) -> {
            Findings findings = change.findings();
            if (findings.figures().isEmpty()) {
                facts.remove(key);
            } else {
                facts.put(key, findings);
            }
            Regression newest = change.newest();
            AlertDraft draft = draft(newest, findings);
            if (findings.largestFirst(true).isEmpty()) {
                alerts.resolve(draft, newest.getAt(), reason(newest.getVerdict()));
            } else {
                alerts.raise(draft);
            }
        });
        changed.clear();
    }

    private static String key(Regression regression) {
        Stream<String> pair = Stream.of(
                regression.getExperiment(),
                regression.getBasePhase(),
                regression.getCandidatePhase(),
                regression.getWorkloadHash(),
                soakRun(regression),
                soakStep(regression));
        // With lengths, as names may hold any separator.
        return "regression/" + pair.map(part -> part.length() + ":" + part).collect(Collectors.joining());
    }

    /** Of segments; empty of phases, whose runs become more. */
    private static String soakRun(Regression regression) {
        return regression.getStep() == null ? "" : String.join(",", regression.getCandidateRuns());
    }

    private static String soakStep(Regression regression) {
        return regression.getStep() == null ? "" : Words.step(regression.getStep());
    }

    private static Findings with(Findings before, Regression regression) {
        String name = measure(regression) + " of " + regression.getRequestClass() + at(regression);
        boolean worse = regression.getVerdict() == ComparisonVerdict.REGRESSED;
        if (!worse && regression.getVerdict() != ComparisonVerdict.IMPROVED) {
            return before.with(name, Optional.empty());
        }
        return before.with(
                name,
                Optional.of(new Findings.Figure(
                        worse,
                        size(regression),
                        figure(regression) + ": " + value(regression),
                        Words.requests(regression.getRequestClass()) + at(regression),
                        correlatedSignals(regression),
                        certainty(regression))));
    }

    private static double size(Regression regression) {
        double size = regression.getMeasure().equals(SHARE)
                ? Math.abs(regression.getCandidateNanos() - regression.getBaseNanos())
                : Math.abs(Math.log(regression.getRatio()));
        return Double.isNaN(size) ? 0 : Math.min(size, MAX_CHANGE);
    }

    private static String reason(ComparisonVerdict verdict) {
        return switch (verdict) {
            case UNKNOWN ->
                "withdrawn: a run that it rests on is INVALID or was aborted, or a side breaks its SLO at the load, where latencies are"
                        + " not compared";
            case IMPROVED -> "with more runs the candidate is better";
            case EQUIVALENT -> "with more runs the two sides are equivalent";
            case INCONCLUSIVE, SCREENING -> "with the runs of now the difference is not shown any more";
            case REGRESSED -> throw new IllegalArgumentException("REGRESSED ends no regression");
        };
    }

    private AlertDraft draft(Regression regression, Findings fact) {
        Map<String, String> labels = Map.of(
                "experiment", regression.getExperiment(),
                "phase", regression.getCandidatePhase(),
                "base", regression.getBasePhase(),
                "workload", regression.getWorkloadHash(),
                "run", soakRun(regression),
                "step", soakStep(regression));
        AlertDraft draft = alerts.draft(AlertKind.REGRESSION, labels, regression.getAt());
        List<Findings.Figure> worse = fact.largestFirst(true);
        List<Findings.Figure> better = fact.largestFirst(false);
        if (worse.isEmpty()) {
            return draft;
        }
        Findings.Figure most = worse.get(0);
        // At what is held no signals could move.
        String signals = Stream.concat(worse.stream(), better.stream())
                .map(Findings.Figure::correlatedSignals)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
        return draft.annotation(
                        Annotation.SUMMARY,
                        regression.getExperiment() + ": "
                                + (regression.getDecision().isEmpty()
                                        ? ofSegments(regression, worse)
                                        : regression.getDecision()))
                .annotation(Annotation.OBJECTIVE, "no worse than " + regression.getBasePhase())
                .annotation(Annotation.VALUE, list("worse: ", worse) + list("; better: ", better))
                .annotation(Annotation.SINCE, since(regression))
                .annotation(Annotation.CORRELATED_SIGNALS, signals)
                .annotation(Annotation.CONFIGURATION, configuration(regression))
                .annotation(
                        Annotation.AFFECTED,
                        worse.stream()
                                .map(Findings.Figure::affected)
                                .distinct()
                                .limit(MAX_FIGURES)
                                .collect(Collectors.joining("; ")))
                .annotation(Annotation.CERTAINTY, most.certainty());
    }

    private static String ofSegments(Regression regression, List<Findings.Figure> worse) {
        return "phase " + regression.getCandidatePhase() + " is worse "
                + (regression.getStep() == null
                        ? "than " + regression.getBasePhase()
                        : "in the newest segments of step " + Words.step(regression.getStep()))
                + (worse.size() == 1 ? ". " : " in " + worse.size() + " figures. ")
                + worse.get(0).description();
    }

    private static String list(String title, List<Findings.Figure> figures) {
        if (figures.isEmpty()) {
            return "";
        }
        int more = figures.size() - MAX_FIGURES;
        return title
                + figures.stream()
                        .limit(MAX_FIGURES)
                        .map(Findings.Figure::description)
                        .collect(Collectors.joining("; "))
                + (more > 0 ? "; and " + more + " more" : "");
    }

    /** "TPOT p99 of class chat at 2 req/s". */
    private static String figure(Regression regression) {
        String ofClass = regression.getRequestClass().equals(RequestClass.ALL)
                ? ""
                : " of class " + regression.getRequestClass();
        return measure(regression) + ofClass + at(regression);
    }

    private static String correlatedSignals(Regression regression) {
        return regression.getCorrelatedSignals().stream()
                .map(MovedSignal::getDescription)
                .filter(description -> !description.isBlank())
                .collect(Collectors.joining("; "));
    }

    private static String value(Regression regression) {
        return amount(regression, regression.getBaseNanos()) + " -> "
                + amount(regression, regression.getCandidateNanos()) + ", " + change(regression);
    }

    private static String change(Regression regression) {
        String unit = regression.getMeasure().equals(SHARE) ? " points" : " %";
        if (regression.getChange() == null) {
            return "by a factor of " + ValueText.digits(regression.getRatio());
        }
        String interval = regression.getChangeLow() == null || regression.getChangeHigh() == null
                ? ""
                : " (95 % interval " + ValueText.change(regression.getChangeLow()) + " to "
                        + ValueText.change(regression.getChangeHigh()) + unit + ")";
        return ValueText.change(regression.getChange()) + unit + interval;
    }

    private static String amount(Regression regression, double value) {
        if (regression.getMetric() != MetricName.UNKNOWN) {
            return ValueText.latency(value);
        }
        return switch (regression.getMeasure()) {
            case SHARE -> ValueText.percent(value);
            case HELD_LOAD -> ValueText.load(regression.getLoadKind(), value);
            default -> ValueText.digits(value) + "/s";
        };
    }

    private static String measure(Regression regression) {
        return regression.getMetric() == MetricName.UNKNOWN
                ? regression.getMeasure().replace('_', ' ')
                : Metric.of(regression.getMetric()).label() + " " + ValueText.quantile(regression.getQuantile());
    }

    /** What is held is measured at no load of its own. */
    private static String at(Regression regression) {
        return regression.getMeasure().equals(HELD_LOAD)
                ? ""
                : " at " + ValueText.load(regression.getLoadKind(), regression.getLoad());
    }

    private static String since(Regression regression) {
        return regression.getStep() == null || regression.getChangedAtSegment() == null
                ? ""
                : "segment " + regression.getChangedAtSegment() + " of step " + Words.step(regression.getStep());
    }

    private String configuration(Regression regression) {
        return regression.getStep() != null
                ? "none: both are segments of one run"
                : regression.getCandidateRuns().stream()
                        .map(run -> RunFact.configurationChangeOf(facts, run))
                        .filter(text -> !text.isEmpty())
                        .findFirst()
                        .orElse("");
    }

    private static String certainty(Regression regression) {
        String sides = regression.getBaseRuns().size() + " base and "
                + regression.getCandidateRuns().size() + " candidate runs";
        return "Confirmed by " + sides + adjustedP(regression) + ".";
    }

    private static String adjustedP(Regression regression) {
        Double p = regression.getAdjustedP();
        if (p == null) {
            return "";
        }
        return p < SMALLEST_P ? ", adjusted p below " + SMALLEST_P : ", adjusted p " + ValueText.digits(p);
    }

    /**
     * What the rules remember of a phase beside its base, or of the newest segments of a soak.
     *
     * @param figures that became worse or better, by measure, class and load
     */
    record Findings(Map<String, Figure> figures) {
        static final Findings NONE = new Findings(Map.of());

        /**
         * A figure that changed.
         *
         * @param change in a size by which figures are ordered, without a sign
         * @param description which figure it is, and how it changed
         * @param affected class and load
         * @param correlatedSignals signals that changed together with it, in words; empty for none
         * @param certainty what it rests on, in words
         */
        record Figure(
                boolean worse,
                double change,
                String description,
                String affected,
                String correlatedSignals,
                String certainty) {}

        /** @param figure empty for one that is neither worse nor better any more */
        Findings with(String name, Optional<Figure> figure) {
            Map<String, Figure> all = new HashMap<>(figures);
            all.remove(name);
            figure.ifPresent(one -> all.put(name, one));
            return new Findings(all);
        }

        /** Largest change first. */
        List<Figure> largestFirst(boolean worse) {
            return figures.values().stream()
                    .filter(figure -> figure.worse() == worse)
                    .sorted(Comparator.comparingDouble(Figure::change)
                            .reversed()
                            .thenComparing(Figure::description))
                    .toList();
        }
    }
}
