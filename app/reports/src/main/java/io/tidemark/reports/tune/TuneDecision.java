package io.tidemark.reports.tune;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.schemas.ValueText;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Which configuration is recommended. For a search it is what the tuner concluded from its final stage; for a sweep it is the best of those that
 * the comparison shows to be better than the default.
 */
public final class TuneDecision {
    private final TuneReport report;
    private final GoalValue goal;

    private TuneDecision(TuneReport report) {
        this.report = report;
        this.goal = report.goal();
    }

    public static TuneAnswer of(TuneReport report) {
        TuneDecision decision = new TuneDecision(report);
        return decision.concluded().orElseGet(decision::compared);
    }

    /** What the tuner reported at the end of a search. */
    private Optional<TuneAnswer> concluded() {
        String evidence = report.tune().evidence();
        if (!report.tune().mode().equals("search") || evidence.isBlank()) {
            return Optional.empty();
        }
        Optional<Configuration> winner =
                report.configuration(report.tune().winner()).filter(one -> !one.isDefault());
        Optional<Configuration> standard = report.configurations().stream()
                .filter(Configuration::isDefault)
                .findFirst();
        return Optional.of(new TuneAnswer(
                winner.isPresent() ? TuneAnswer.Outcome.BETTER : TuneAnswer.Outcome.NOTHING_BETTER,
                winner.or(() -> standard),
                sentence(evidence)));
    }

    private TuneAnswer compared() {
        Optional<Configuration> base = report.base();
        if (base.isEmpty()) {
            return nothingMeasured();
        }
        if (!report.hasDefault()) {
            return withoutDefault();
        }
        boolean hasValue = report.mean(base.get()).isPresent();
        if (hasValue && report.mean(base.get()).getAsDouble() <= 0) {
            return defaultHoldsNothing(base.get());
        }
        return better().map(best -> better(best, base.get())).orElseGet(() -> nothingBetter(base.get()));
    }

    private Optional<Configuration> better() {
        return report.measured().stream()
                .filter(one -> report.comparison()
                        .of(one)
                        .filter(compared -> compared.verdict() == ComparisonVerdict.IMPROVED)
                        .isPresent())
                .max(byRatio());
    }

    private TuneAnswer better(Configuration best, Configuration base) {
        return new TuneAnswer(
                TuneAnswer.Outcome.BETTER,
                Optional.of(best),
                "Recommended: " + best.phase() + ". Tuned " + goal.verb() + " " + ratio(best) + " the " + base.phase()
                        + ": " + value(best) + " against " + value(base) + "." + perGpu(best, base));
    }

    /** Where the better one has more or fewer GPUs to do it with. */
    private String perGpu(Configuration best, Configuration base) {
        int gpus = GpuCount.of(best);
        int before = GpuCount.of(base);
        if (gpus == before || goal.lowerIsBetter()) {
            return "";
        }
        double ratio = report.comparison().ratio(best).orElseThrow().value() * before / gpus;
        return String.format(
                Locale.ROOT,
                " It uses %d %s and the %s %d: per GPU it is %.2f x.",
                gpus,
                gpus == 1 ? "GPU" : "GPUs",
                base.phase(),
                before,
                ratio);
    }

    private TuneAnswer nothingBetter(Configuration base) {
        String nothing = "Nothing was shown to be better than the default: leave the flags out.";
        String nearest = report.measured().stream()
                .filter(one -> report.comparison().of(one).isPresent())
                .max(byRatio())
                .map(one -> " The nearest is " + one.phase() + ", which " + goal.verb() + " " + ratio(one) + " the "
                        + base.phase() + missing(one) + ".")
                .orElse("");
        return new TuneAnswer(TuneAnswer.Outcome.NOTHING_BETTER, Optional.of(base), nothing + nearest);
    }

    /** Where too few starts decide anything. */
    private String missing(Configuration one) {
        ComparedMeasure compared = report.comparison().of(one).orElseThrow();
        int needed = report.comparison().policy().minimumRuns();
        return compared.basis().decides()
                ? ""
                : ", but with " + compared.base().runs().size() + " + "
                        + compared.candidate().runs().size() + " starts nothing is decided: " + needed
                        + " of each are the least";
    }

    private TuneAnswer defaultHoldsNothing(Configuration base) {
        Optional<Configuration> best = highest().filter(one -> !report.isBase(one));
        return best.map(one -> new TuneAnswer(
                        TuneAnswer.Outcome.NOT_COMPARED,
                        best,
                        "The default holds none of the loads that were tried. " + one.phase() + " " + goal.verb() + " "
                                + value(one) + ", the most; a ratio to zero is not defined."))
                .orElseGet(() -> new TuneAnswer(
                        TuneAnswer.Outcome.NOTHING_BETTER,
                        Optional.of(base),
                        "No configuration holds any of the loads that were tried, so nothing was shown to be better than"
                                + " the default."));
    }

    private TuneAnswer withoutDefault() {
        String why = report.configurations().stream()
                .filter(Configuration::isDefault)
                .findFirst()
                .flatMap(Configuration::failure)
                .map(start -> "The default is infeasible (" + start.trial().failure() + ")")
                .orElse("The default was not measured");
        return highest()
                .map(best -> new TuneAnswer(
                        TuneAnswer.Outcome.NOT_COMPARED,
                        Optional.of(best),
                        why + ", so nothing can be shown to be better than it. Of what was measured, " + best.phase()
                                + " " + goal.verb() + (goal.lowerIsBetter() ? " the least: " : " the most: ")
                                + value(best) + "."))
                .orElseGet(() -> new TuneAnswer(
                        TuneAnswer.Outcome.NOT_COMPARED,
                        Optional.empty(),
                        why + ", and no start gave a value to compare."));
    }

    private TuneAnswer nothingMeasured() {
        int starts = report.starts().size();
        long infeasible =
                report.starts().stream().filter(TuneStart::isInfeasible).count();
        String description = starts == 0
                ? "No server was started yet, so there is nothing to recommend."
                : infeasible == starts
                        ? "Nothing can be recommended: "
                                + (starts == 1 ? "the only start was" : "all " + starts + " starts were")
                                + " infeasible."
                        : "No start has been measured yet, so there is nothing to recommend.";
        return new TuneAnswer(TuneAnswer.Outcome.NOTHING_MEASURED, Optional.empty(), description);
    }

    /** The configuration with the best mean; equals stay in their order. */
    private Optional<Configuration> highest() {
        Comparator<Configuration> byMean =
                Comparator.comparingDouble(one -> report.mean(one).orElse(0));
        List<Configuration> valued = report.measured().stream()
                .filter(one -> report.mean(one).orElse(0) > 0)
                .toList();
        return goal.lowerIsBetter()
                ? valued.stream().min(byMean)
                : valued.stream().max(byMean);
    }

    private Comparator<Configuration> byRatio() {
        return Comparator.comparingDouble(
                one -> report.comparison().of(one).orElseThrow().change().value());
    }

    private String ratio(Configuration one) {
        return report.comparison().ratio(one).orElseThrow().format();
    }

    /** "2.13 req/s (mean of 5 starts)". */
    private String value(Configuration one) {
        double[] values = report.values(one);
        String mean = ValueText.digits(Arrays.stream(values).average().orElse(Double.NaN));
        return mean + GoalUnit.of(report) + " ("
                + (values.length == 1 ? "1 start" : "mean of " + values.length + " starts") + ")";
    }

    private static String sentence(String description) {
        String text = description.strip();
        String capital = Character.toUpperCase(text.charAt(0)) + text.substring(1);
        return capital.endsWith(".") ? capital : capital + ".";
    }

    /**
     * What a tune found, in one sentence.
     *
     * @param recommended what is to be used; empty if nothing can be recommended
     * @param sentence complete, with its full stop
     */
    public record TuneAnswer(Outcome outcome, Optional<Configuration> recommended, String sentence) {
        /** How sure it is. */
        public enum Outcome {
            /** A configuration was shown to be better than the default. */
            BETTER,
            /** None was: the flags are left out. */
            NOTHING_BETTER,
            /** There is no measured default, or no ratio to it: a configuration is named, but not shown to be better. */
            NOT_COMPARED,
            /** Nothing was measured. */
            NOTHING_MEASURED
        }

        /** Whether the recommendation is to leave every flag of the tune out. */
        public boolean isDefault() {
            return recommended.filter(Configuration::isDefault).isPresent();
        }
    }
}
