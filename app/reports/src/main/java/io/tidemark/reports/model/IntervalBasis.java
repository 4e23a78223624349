package io.tidemark.reports.model;

import io.tidemark.analysis.objective.SampleSizeBasis;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.step.ObjectiveRow;
import java.util.Arrays;
import java.util.List;

/** What the intervals of a report rest on, as its objectives say it; n alone where nothing was judged. */
public final class IntervalBasis {
    private final List<String> bases;
    private final boolean figuresOnly;

    public IntervalBasis(ReportModel model) {
        this.bases = model.runs().stream()
                .flatMap(run -> run.steps().stream())
                .flatMap(step -> step.objectives().stream())
                .map(ObjectiveRow::basis)
                .filter(basis -> !basis.isEmpty())
                .distinct()
                .toList();
        this.figuresOnly = bases.isEmpty()
                && !model.runs().isEmpty()
                && model.runs().stream().allMatch(IntervalBasis::isWithoutRequests);
    }

    private static boolean isWithoutRequests(RunReport run) {
        return run.isImported()
                && run.steps().stream()
                        .allMatch(step -> Arrays.stream(Metric.values())
                                .allMatch(metric -> step.values(metric).count() == 0));
    }

    /** "from n alone: ..."; that there are none where figures were imported without requests. */
    public String shortText() {
        return figuresOnly ? "none, because the figures were imported without their requests" : "from " + description();
    }

    /** What intervals rest on, and how sure verdicts are. */
    public String sentence() {
        return figuresOnly
                ? "There are no intervals, because the figures were imported without their requests."
                : "Intervals are 95 %, from " + description() + ". " + certainty();
    }

    /** "n alone: ..."; several where objectives differ. */
    private String description() {
        return bases.isEmpty() ? SampleSizeBasis.N_ALONE.description() : String.join("; or ", bases);
    }

    /** How sure verdicts are. */
    private String certainty() {
        boolean nAlone = bases.isEmpty() || bases.contains(SampleSizeBasis.N_ALONE.description());
        return "Verdicts use the ends of these intervals: a pass or a fail is wrong in at most 2.5 % of steps if "
                + (nAlone ? "requests are independent" : "slow or failing spells come often within a step")
                + ". Repeat runs to be surer.";
    }

    /** For captions. */
    public String captionText() {
        boolean nAlone = bases.isEmpty() || bases.equals(List.of(SampleSizeBasis.N_ALONE.description()));
        return nAlone
                ? "from the number of requests"
                : "of the verdict where an objective limits the figure, else from the number of requests";
    }
}
