package io.tidemark.reports.tune.document;

import io.tidemark.reports.compare.ComparedRun;
import io.tidemark.reports.compare.document.KvCacheCapacity;
import io.tidemark.reports.tune.TrialFacts;
import io.tidemark.reports.tune.TuneStart;
import io.tidemark.schemas.ValueText;

/** What a server reported of itself, by the names that the journal keeps it under. */
final class StartFacts {
    private static final String COUNT = "\\d{1,15}";

    private StartFacts() {}

    /** Empty where neither the journal nor a run has it. */
    static String version(TuneStart start) {
        String text = start.trial().facts().getOrDefault(TrialFacts.VERSION, "");
        return text.isEmpty() ? start.measured().map(ComparedRun::serverVersion).orElse("") : text;
    }

    /** "404,944 tokens"; empty where neither the journal nor a run has it. */
    static String kvCapacity(TuneStart start) {
        String tokens = start.trial().facts().getOrDefault(TrialFacts.KV_CAPACITY_TOKENS, "");
        return tokens.matches(COUNT)
                ? ValueText.count(Long.parseLong(tokens)) + " tokens"
                : start.measured()
                        .map(run -> KvCacheCapacity.of(run.serverInfo()))
                        .orElse("");
    }
}
