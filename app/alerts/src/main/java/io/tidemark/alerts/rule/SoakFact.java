package io.tidemark.alerts.rule;

import io.tidemark.analysis.soak.SoakHistory;
import io.tidemark.schemas.time.EpochMicros;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What the rules remember of a run's soak, which is its newest step with segments: of bounded size.
 *
 * @param labels of every alert about it, as they were when it began
 * @param load in words
 * @param readMicros when its newest segment was read, microseconds since 1970
 */
record SoakFact(String run, int step, Map<String, String> labels, String load, long readMicros, SoakHistory history) {
    private static final String PREFIX = "soak/";

    static String key(String run) {
        return PREFIX + run;
    }

    static List<SoakFact> all(Facts facts) {
        return facts.all(PREFIX, SoakFact.class);
    }

    SoakFact with(SoakHistory next, Instant read) {
        return new SoakFact(run, step, labels, load, EpochMicros.of(read), next);
    }

    Instant read() {
        return RunFact.instant(readMicros);
    }
}
