package io.tidemark.analysis.tune;

/** What a tuner wants next. */
public sealed interface NextTrial {
    /** Start this server. */
    record Start(TrialRequest request) implements NextTrial {}

    /** Nothing more. */
    record End(TuneEnd end) implements NextTrial {}
}
