package io.tidemark.importers.table;

import io.tidemark.importers.result.ImportedLoad;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The run id of the vllm-bench scenarios, e.g. {@code rag_medium-cc64-pref1536-max256-20250423_143052}, and of an exported step, which
 * has {@code rate2.0} or {@code rateinf} where requests came at a rate.
 *
 * @param load closed loop, or at a rate
 * @param started empty where the id has no time; the id has no time zone, so the time is taken as UTC
 */
record ScenarioRunId(
        String scenario, ImportedLoad load, int prefillTokens, int maxNewTokens, Optional<Instant> started) {
    private static final Pattern RULE =
            Pattern.compile("(.+)-(?:cc(\\d{1,9})|rate(inf|\\d{1,9}(?:\\.\\d{1,9})?))-pref(\\d{1,9})-max(\\d{1,9})"
                    + "(?:-(\\d{8}_\\d{6}).*|-.*)?");
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss");

    static Optional<ScenarioRunId> read(String runId) {
        Matcher name = RULE.matcher(runId);
        return name.matches()
                ? Optional.of(new ScenarioRunId(
                        name.group(1),
                        load(name),
                        Integer.parseInt(name.group(4)),
                        Integer.parseInt(name.group(5)),
                        Optional.ofNullable(name.group(6)).flatMap(ScenarioRunId::instant)))
                : Optional.empty();
    }

    private static ImportedLoad load(Matcher name) {
        if (name.group(2) != null) {
            int inFlight = Integer.parseInt(name.group(2));
            return inFlight > 0 ? ImportedLoad.concurrency(inFlight) : ImportedLoad.UNKNOWN;
        }
        String rate = name.group(3);
        return rate.equals("inf") ? ImportedLoad.allAtOnce() : ImportedLoad.rate(Double.parseDouble(rate));
    }

    private static Optional<Instant> instant(String stamp) {
        try {
            return Optional.of(LocalDateTime.parse(stamp, STAMP).toInstant(ZoneOffset.UTC));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    String workload() {
        return "scenario " + scenario + ", prompts of " + prefillTokens + " tokens, answers of at most " + maxNewTokens;
    }
}
