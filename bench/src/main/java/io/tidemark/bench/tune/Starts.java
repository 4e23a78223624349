package io.tidemark.bench.tune;

import io.tidemark.analysis.tune.TrialRequest;
import io.tidemark.analysis.tune.TrialResult;

/** Starts a server, measures it, and stops it. */
interface Starts {
    TrialResult start(TrialRequest request);
}
