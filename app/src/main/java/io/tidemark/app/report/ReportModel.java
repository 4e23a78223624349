package io.tidemark.app.report;

import io.tidemark.analysis.PhaseComparison;
import io.tidemark.analysis.Winner;
import java.time.Instant;
import java.util.List;

/**
 * What a report is about: the phases of an experiment with their runs, as the store had them at one moment.
 *
 * @param phases in the order in which they were first run; the first is the base of comparisons
 */
public record ReportModel(String experiment, Instant madeAt, List<PhaseReport> phases) {
    public ReportModel {
        phases = List.copyOf(phases);
    }

    Winner winner() {
        return Winner.among(phases.stream().map(PhaseReport::result).toList());
    }

    /** Every later phase against the first. */
    List<PhaseComparison> comparisons() {
        return phases.stream()
                .skip(1)
                .map(candidate -> PhaseComparison.of(phases.get(0).result(), candidate.result()))
                .toList();
    }

    List<RunReport> runs() {
        return phases.stream().flatMap(phase -> phase.runs().stream()).toList();
    }

    /** Position of a phase, by which it has its colour. */
    int hue(String phase) {
        return phases.stream().map(PhaseReport::phase).toList().indexOf(phase);
    }
}
