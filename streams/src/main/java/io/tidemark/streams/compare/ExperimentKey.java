package io.tidemark.streams.compare;

import io.tidemark.events.StepResult;

/** Runs of one experiment with one workload, which are compared with each other, and where what is kept of them has its place. */
record ExperimentKey(String name, String workloadHash) {
    /** First part of the keys of results. */
    static final String RESULTS = "runs";

    /** Of the parts of the key of a run's step: runs, experiment, workload, phase, run, ... */
    static final int RESULT_PHASE = 3;

    static final int RESULT_RUN = 4;

    /** First part of the keys of results of runs that count no more. */
    static final String DROPPED = "dropped";

    /** Of the parts of such a key: dropped, experiment, workload, run, ... */
    static final int DROPPED_RUN = 3;

    static ExperimentKey of(StepResult result) {
        return new ExperimentKey(result.getExperiment(), result.getWorkloadHash());
    }

    /** Prefix of all results. */
    String results() {
        return CompositeKeyStore.key(RESULTS, name, workloadHash);
    }

    /** Prefix of a phase's results. */
    String phase(String phase) {
        return results() + CompositeKeyStore.key(phase);
    }

    /** Prefix of results of a run that counts no more, while what stood on it is withdrawn. */
    String dropped(String run) {
        return CompositeKeyStore.key(DROPPED, name, workloadHash, run);
    }

    /** Which run was the first. */
    String first() {
        return CompositeKeyStore.key("first", name, workloadHash);
    }

    /** What the plan of the newest run with such a plan names as base. */
    String named() {
        return CompositeKeyStore.key("named", name, workloadHash);
    }

    /** Prefix of how often candidates were looked at. */
    String looks() {
        return CompositeKeyStore.key("looks", name, workloadHash);
    }

    /** How often a candidate was looked at. */
    String looks(String base, String candidate) {
        return looks() + CompositeKeyStore.key(base, candidate);
    }
}
