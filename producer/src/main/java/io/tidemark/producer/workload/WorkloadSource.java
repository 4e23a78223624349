package io.tidemark.producer.workload;

/** One kind of workload, opened for a run: its files have been read and shared out to the steps. */
@FunctionalInterface
interface WorkloadSource {
    Workload step(StepRandomness draw);
}
