package io.tidemark.reports.model;

import io.tidemark.reports.document.Columns;
import io.tidemark.sinks.store.read.step.StepResultRow;

/** A step with its run: a row of most tables. */
public record RunStep(RunReport run, StepReport step) {
    /** Of a table of steps: the phase, under the name that names the table, and the load. */
    public static Columns<RunStep> columns(String phase) {
        return new Columns<RunStep>().left(phase, RunStep::phase).right("load", RunStep::load);
    }

    public String phase() {
        return run.phase();
    }

    public String load() {
        return step.loadText();
    }

    public StepResultRow result() {
        return step.result();
    }
}
