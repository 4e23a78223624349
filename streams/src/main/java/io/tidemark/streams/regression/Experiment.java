package io.tidemark.streams.regression;

import io.tidemark.events.StepResult;

/** Runs of one experiment with one workload, which are compared with each other, and where what is kept of them has its place. */
record Experiment(String name, String workloadHash) {
    /** First part of the keys of results. */
    static final String RESULTS = "runs";

    static Experiment of(StepResult result) {
        return new Experiment(result.getExperiment(), result.getWorkloadHash());
    }

    /** Prefix of all results. */
    String results() {
        return KeptEntries.key(RESULTS, name, workloadHash);
    }

    /** Prefix of a phase's results. */
    String phase(String phase) {
        return results() + KeptEntries.key(phase);
    }

    /** Prefix of results of a run that counts no more, while what stood on it is withdrawn. */
    String dropped(String run) {
        return KeptEntries.key("dropped", name, workloadHash, run);
    }

    /** Which run was the first. */
    String first() {
        return KeptEntries.key("first", name, workloadHash);
    }

    /** What the plan of the newest run with such a plan names as base. */
    String named() {
        return KeptEntries.key("named", name, workloadHash);
    }

    /** Prefix of how often candidates were looked at. */
    String looks() {
        return KeptEntries.key("looks", name, workloadHash);
    }

    /** How often a candidate was looked at. */
    String looks(String base, String candidate) {
        return looks() + KeptEntries.key(base, candidate);
    }
}
