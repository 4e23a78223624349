package io.tidemark.reports.model;

import io.tidemark.reports.compare.ImportedRates;
import io.tidemark.reports.requests.RequestSummary;
import io.tidemark.reports.soak.SoakTimeline;
import io.tidemark.sinks.store.read.step.RequestTotalsRow;
import io.tidemark.sinks.store.read.step.SegmentRow;
import io.tidemark.sinks.store.read.step.StepResultRow;
import io.tidemark.sinks.store.read.step.StepStateRow;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a step beside its result.
 *
 * @param state as the client reported it
 * @param classes results of the request classes, where there is more than one
 * @param targets what each of several targets served
 * @param servers what each of several servers behind a target reported of itself
 * @param segments in order of time; none where it was not cut into several
 * @param requests what only its stored requests show
 * @param importedRates what another tool's file states, of an imported run
 * @param soak verdicts of its hours and days, where it has two hours of segments or more
 */
public record StepDetail(
        Optional<StepStateRow> state,
        List<StepResultRow> classes,
        List<TargetShare> targets,
        List<ServerShare> servers,
        List<SegmentRow> segments,
        RequestSummary requests,
        ImportedRates importedRates,
        Optional<SoakTimeline> soak) {
    /** Nothing more is known. */
    public static final StepDetail NONE =
            new StepDetail(Optional.empty(), List.of(), List.of(), RequestSummary.NONE, ImportedRates.NONE);

    public StepDetail {
        classes = List.copyOf(classes);
        targets = List.copyOf(targets);
        servers = List.copyOf(servers);
        segments = List.copyOf(segments);
    }

    /** The same of a run with several targets, or with several servers behind one. */
    StepDetail withTargets(List<TargetShare> served, List<ServerShare> behind) {
        return new StepDetail(state, classes, served, behind, segments, requests, importedRates, soak);
    }

    /** With the verdicts that follow from its segments. */
    public StepDetail(
            Optional<StepStateRow> state,
            List<StepResultRow> classes,
            List<SegmentRow> segments,
            RequestSummary requests,
            ImportedRates importedRates) {
        this(state, classes, List.of(), List.of(), segments, requests, importedRates, SoakTimeline.of(segments));
    }

    public RequestTotalsRow facts() {
        return requests.facts();
    }
}
