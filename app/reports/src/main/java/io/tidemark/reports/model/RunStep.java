package io.tidemark.reports.model;

import io.tidemark.sinks.store.read.step.StepResultRow;

/** A step with its run: a row of most tables. */
public record RunStep(RunReport run, StepReport step) {
    public String phase() {
        return run.phase();
    }

    public String loadText() {
        return step.loadText();
    }

    public StepResultRow result() {
        return step.result();
    }
}
