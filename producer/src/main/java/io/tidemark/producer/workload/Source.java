package io.tidemark.producer.workload;

/** One kind of workload, opened for a run: its files have been read and shared out to the steps. */
@FunctionalInterface
interface Source {
    Workload step(StepDraw draw);
}
