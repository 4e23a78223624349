package io.tidemark.alerts.rule;

import com.google.common.collect.ImmutableMap;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.sinks.store.alert.Annotation;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The links that alerts carry.
 *
 * @param report URL of the report or console of a run, in which {@code {run}}, {@code {experiment}}, {@code {phase}} and {@code {step}} stand for
 *     the labels of the alert; empty for no link. An alert that lacks one of them has no link.
 * @param runbook what the anchor of a kind is appended to
 */
public record LinkPatterns(Optional<String> report, String runbook) {
    private static final Pattern LABEL = Pattern.compile("\\{([a-z_]+)}");
    private static final String RUNBOOK = "docs/operate/runbook.md";

    /** The runbook of the documentation, and no report. */
    public static LinkPatterns none() {
        return new LinkPatterns(Optional.empty(), RUNBOOK);
    }

    ImmutableMap<String, String> annotations(AlertKind kind, Map<String, String> labels) {
        ImmutableMap.Builder<String, String> links = ImmutableMap.builder();
        links.put(Annotation.RUNBOOK_URL, runbook + "#" + kind.alertname().toLowerCase(Locale.ROOT));
        report.flatMap(pattern -> filled(pattern, labels)).ifPresent(url -> links.put(Annotation.REPORT_URL, url));
        return links.buildOrThrow();
    }

    private static Optional<String> filled(String pattern, Map<String, String> labels) {
        Function<MatchResult, String> value = label -> labels.getOrDefault(label.group(1), "");
        if (LABEL.matcher(pattern).results().map(value).anyMatch(String::isEmpty)) {
            return Optional.empty();
        }
        return Optional.of(LABEL.matcher(pattern)
                .replaceAll(label -> URLEncoder.encode(value.apply(label), StandardCharsets.UTF_8)
                        .replace("+", "%20")));
    }
}
