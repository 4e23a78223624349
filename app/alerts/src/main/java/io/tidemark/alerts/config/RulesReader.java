package io.tidemark.alerts.config;

import com.google.common.collect.ImmutableMap;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.alerts.kind.RuleSettings;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/** Reads {@code rules}: what it leaves out is as by default. */
final class RulesReader {
    private RulesReader() {}

    static ImmutableMap<AlertKind, RuleSettings> read(YamlSection root) {
        Map<AlertKind, RuleSettings> rules = new EnumMap<>(AlertKind.class);
        for (AlertKind kind : AlertKind.values()) {
            rules.put(kind, kind.defaults());
        }
        root.section("rules").ifPresent(section -> {
            for (AlertKind kind : AlertKind.values()) {
                section.section(kind.alertname()).ifPresent(rule -> rules.put(kind, settings(kind, rule)));
            }
            section.refuseUnknownKeys();
        });
        return ImmutableMap.copyOf(rules);
    }

    private static RuleSettings settings(AlertKind kind, YamlSection rule) {
        RuleSettings usual = kind.defaults();
        OptionalDouble limit = rule.optional("limit", AlertValueTypes.limit(kind.limitUnit()))
                .map(OptionalDouble::of)
                .orElse(usual.limit());
        RuleSettings settings = new RuleSettings(
                rule.optional("for", ValueTypes.DURATION_OR_ZERO).orElse(usual.holdFor()),
                rule.optional("urgent", ValueTypes.SWITCH).orElse(usual.urgent()),
                rule.optional("severity", AlertValueTypes.SEVERITY).orElse(usual.severity()),
                resolveAfter(kind, rule),
                limit);
        rule.refuseUnknownKeys();
        return settings;
    }

    /** An alert whose condition ends by itself is resolved then, and never before. */
    private static Duration resolveAfter(AlertKind kind, YamlSection rule) {
        Duration usual = kind.defaults().resolveAfter();
        if (usual.isZero() && rule.has("resolve_after")) {
            rule.refuse("resolve_after", "must be left out: an alert of this kind ends with its condition");
        }
        return rule.optional("resolve_after", ValueTypes.DURATION_OR_ZERO).orElse(usual);
    }
}
