package io.tidemark.reports.compare;

import io.tidemark.schemas.RunLabels;

/** Labels that a tune gives its runs. They give a run's place in the tune, and do not describe what was measured. */
public final class TuneLabels {
    /** The tune that a run is of. */
    public static final String TUNE = "tune";

    /** Number of the server start in its tune. */
    public static final String START = RunLabels.TUNE_START;

    private TuneLabels() {}
}
