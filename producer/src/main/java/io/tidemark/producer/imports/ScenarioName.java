package io.tidemark.producer.imports;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The run id of the vllm-bench scenarios, e.g. {@code rag_medium-cc64-pref1536-max256-20250423_143052}. */
record ScenarioName(String scenario, int concurrency, int prefillTokens, int maxNewTokens) {
    private static final Pattern RULE = Pattern.compile("(.+)-cc(\\d{1,9})-pref(\\d{1,9})-max(\\d{1,9})(?:-.*)?");

    static Optional<ScenarioName> read(String runId) {
        Matcher name = RULE.matcher(runId);
        return name.matches()
                ? Optional.of(new ScenarioName(
                        name.group(1),
                        Integer.parseInt(name.group(2)),
                        Integer.parseInt(name.group(3)),
                        Integer.parseInt(name.group(4))))
                : Optional.empty();
    }

    String workload() {
        return "scenario " + scenario + ", prompts of " + prefillTokens + " tokens, answers of at most " + maxNewTokens;
    }
}
