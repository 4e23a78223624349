package io.tidemark.producer.imports;

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
 * @param started empty where the id does not say; its zone is not told, so it is taken as UTC
 */
record ScenarioName(String scenario, OfferedLoad load, int prefillTokens, int maxNewTokens, Optional<Instant> started) {
    private static final Pattern RULE =
            Pattern.compile("(.+)-(?:cc(\\d{1,9})|rate(inf|\\d{1,9}(?:\\.\\d{1,9})?))-pref(\\d{1,9})-max(\\d{1,9})"
                    + "(?:-(\\d{8}_\\d{6}).*|-.*)?");
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss");

    static Optional<ScenarioName> read(String runId) {
        Matcher name = RULE.matcher(runId);
        return name.matches()
                ? Optional.of(new ScenarioName(
                        name.group(1),
                        load(name),
                        Integer.parseInt(name.group(4)),
                        Integer.parseInt(name.group(5)),
                        Optional.ofNullable(name.group(6)).flatMap(ScenarioName::instant)))
                : Optional.empty();
    }

    private static OfferedLoad load(Matcher name) {
        if (name.group(2) != null) {
            int inFlight = Integer.parseInt(name.group(2));
            return inFlight > 0 ? OfferedLoad.concurrency(inFlight) : OfferedLoad.UNKNOWN;
        }
        String rate = name.group(3);
        return rate.equals("inf") ? OfferedLoad.allAtOnce() : OfferedLoad.rate(Double.parseDouble(rate));
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
