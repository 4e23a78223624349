package io.tidemark.sinks.store.read.step;

import io.tidemark.events.VerdictBasis;
import java.util.Optional;

/** The long run and the requests alone, and which of them an objective's verdict is of; each empty where there is none. */
public record JudgementsRow(VerdictBasis verdictOn, Optional<JudgementRow> sustained, Optional<JudgementRow> shortRun) {
    public static final JudgementsRow NONE =
            new JudgementsRow(VerdictBasis.UNKNOWN, Optional.empty(), Optional.empty());
}
