package io.tidemark.producer.plan.openslo;

import io.tidemark.producer.slo.BurnRateRuleSpec;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns alert policies in OpenSLO's shape into burn-rate rules. A condition has one window; the second one, and when a breach closes, are in
 * annotations of the condition: {@code tidemark/short-window}, {@code tidemark/clear-at}, {@code tidemark/clear-after}. Each policy and
 * condition is read once, however many SLOs refer to it.
 */
final class OpenSloAlertReader {
    private static final String SHORT_WINDOW = "tidemark/short-window";
    private static final String CLEAR_AT = "tidemark/clear-at";
    private static final String CLEAR_AFTER = "tidemark/clear-after";

    private final OpenSloDocuments documents;
    private final Map<YamlSection, List<BurnRateRuleSpec>> ofPolicies = new HashMap<>();
    private final Map<YamlSection, Optional<BurnRateRuleSpec>> ofConditions = new HashMap<>();
    private final List<String> remarks = new ArrayList<>();

    OpenSloAlertReader(OpenSloDocuments documents) {
        this.documents = documents;
    }

    /** What is read otherwise than written, of all that was read so far. */
    List<String> remarks() {
        return List.copyOf(remarks);
    }

    /** The rules of an SLO. */
    List<BurnRateRuleSpec> rules(YamlSection slo) {
        List<BurnRateRuleSpec> rules = new ArrayList<>();
        for (YamlSection item : slo.sections("alertPolicies")) {
            named(item, "alertPolicyRef", OpenSloKind.ALERT_POLICY)
                    .ifPresent(policy -> rules.addAll(ofPolicies.computeIfAbsent(policy, this::ofPolicy)));
        }
        return rules;
    }

    /** The document that an item refers to, or the item itself. */
    private Optional<YamlSection> named(YamlSection item, String key, OpenSloKind kind) {
        if (!item.has(key)) {
            item.optional("kind", ValueTypes.TEXT);
            item.optional("apiVersion", ValueTypes.TEXT);
            OpenSloMetadata.of(item);
            item.section("spec");
            item.refuseUnknownKeys();
            return Optional.of(item);
        }
        Optional<String> name = item.optional(key, ValueTypes.TEXT);
        Optional<YamlSection> found = name.flatMap(given -> documents.find(kind, given));
        if (found.isEmpty()) {
            item.refuse(
                    key,
                    "must name a document of this file, one of " + documents.names(kind) + ", but was "
                            + name.orElse(""));
        }
        item.refuseUnknownKeys();
        return found;
    }

    private List<BurnRateRuleSpec> ofPolicy(YamlSection policy) {
        YamlSection spec = policy.section("spec").orElseGet(() -> policy.emptySection("spec"));
        spec.optional("description", ValueTypes.TEXT);
        if (spec.optional("alertWhenNoData", ValueTypes.SWITCH).orElse(false)) {
            spec.refuse("alertWhenNoData", "must be false: missing data is shown as a state and opens no breach");
        }
        if (!spec.optional("alertWhenBreaching", ValueTypes.SWITCH).orElse(true)) {
            spec.refuse("alertWhenBreaching", "must be true: a rule without alerts has no effect");
        }
        if (!spec.optional("alertWhenResolved", ValueTypes.SWITCH).orElse(true)) {
            spec.refuse("alertWhenResolved", "must be true: the end of a breach is always published");
        }
        if (!spec.sections("notificationTargets").isEmpty()) {
            spec.refuse("notificationTargets", "must be empty: the sinks define where alerts go");
        }
        List<YamlSection> items = spec.sections("conditions");
        spec.refuseUnknownKeys();
        if (items.size() != 1) {
            spec.refuse("conditions", "must have exactly one condition but has " + items.size());
            return List.of();
        }
        return named(items.get(0), "conditionRef", OpenSloKind.ALERT_CONDITION)
                .flatMap(condition -> ofConditions.computeIfAbsent(condition, this::ofCondition))
                .stream()
                .toList();
    }

    private Optional<BurnRateRuleSpec> ofCondition(YamlSection document) {
        YamlSection spec = document.section("spec").orElseGet(() -> document.emptySection("spec"));
        spec.optional("description", ValueTypes.TEXT);
        String severity = spec.optional("severity", ValueTypes.TEXT).orElse("page");
        YamlSection condition = spec.section("condition").orElseGet(() -> spec.emptySection("condition"));
        spec.refuseUnknownKeys();
        String kind = condition.required("kind", ValueTypes.TEXT, "burnrate");
        if (!kind.equals("burnrate")) {
            condition.refuse("kind", "must be burnrate but was " + kind);
        }
        operator(document, condition);
        Optional<Double> burn = condition.optional("threshold", ValueTypes.FACTOR);
        Optional<Long> window = condition.optional("lookbackWindow", OpenSloWindow.SHORTHAND);
        long after = condition.optional("alertAfter", OpenSloWindow.SHORTHAND).orElse(0L);
        condition.refuseUnknownKeys();
        if (burn.isEmpty() || window.isEmpty()) {
            condition.refuse("must have a threshold, the burn rate, and a lookbackWindow");
            return Optional.empty();
        }
        return rule(
                document,
                severity + " " + BigDecimal.valueOf(burn.get()).toPlainString() + "x over " + window.get() + "s",
                after);
    }

    private Optional<BurnRateRuleSpec> rule(YamlSection document, String windows, long afterSeconds) {
        String text = windows + annotated(document, SHORT_WINDOW, "/") + " for " + afterSeconds + "s"
                + annotated(document, CLEAR_AT, " clear_at ") + annotated(document, CLEAR_AFTER, " clear ");
        try {
            return Optional.of(BurnRateRuleSpec.parse(text));
        } catch (InvalidValueException e) {
            document.refuse(e.getMessage() + " as it is read: \"" + text + "\"");
            return Optional.empty();
        }
    }

    private static String annotated(YamlSection document, String key, String before) {
        Map<String, String> annotations = OpenSloMetadata.annotations(document);
        annotations.keySet().stream()
                .filter(known -> known.startsWith("tidemark/")
                        && !List.of(SHORT_WINDOW, CLEAR_AT, CLEAR_AFTER).contains(known))
                .forEach(unknown -> OpenSloMetadata.refuse(
                        document,
                        unknown,
                        "is not known here; known: " + List.of(SHORT_WINDOW, CLEAR_AT, CLEAR_AFTER)));
        return annotations.containsKey(key) ? before + annotations.get(key) : "";
    }

    /** The specification's own example has it the wrong way round, so many files have. */
    private void operator(YamlSection document, YamlSection condition) {
        String op = condition.optional("op", ValueTypes.TEXT).orElse("gte");
        if (op.equals("lte") || op.equals("lt")) {
            remarks.add("AlertCondition " + OpenSloMetadata.of(document) + ": op " + op
                    + " of a burn rate is read as gte, because a slow burn raises no alarm");
        } else if (!op.equals("gte") && !op.equals("gt")) {
            condition.refuse("op", "must be gte or gt but was " + op);
        }
    }
}
