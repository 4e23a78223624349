package io.tidemark.producer.plan;

import io.tidemark.producer.plan.ValueType.RuleBroken;
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
final class OpenSloAlerts {
    private static final String SHORT_WINDOW = "tidemark/short-window";
    private static final String CLEAR_AT = "tidemark/clear-at";
    private static final String CLEAR_AFTER = "tidemark/clear-after";

    private final OpenSloDocuments documents;
    private final Map<Section, List<BurnGrammar>> ofPolicies = new HashMap<>();
    private final Map<Section, Optional<BurnGrammar>> ofConditions = new HashMap<>();
    private final List<String> remarks = new ArrayList<>();

    OpenSloAlerts(OpenSloDocuments documents) {
        this.documents = documents;
    }

    /** What is read otherwise than written, of all that was read so far. */
    List<String> remarks() {
        return List.copyOf(remarks);
    }

    /** The rules of an SLO. */
    List<BurnGrammar> rules(Section slo) {
        List<BurnGrammar> rules = new ArrayList<>();
        for (Section item : slo.sections("alertPolicies")) {
            named(item, "alertPolicyRef", OpenSloKind.ALERT_POLICY)
                    .ifPresent(policy -> rules.addAll(ofPolicies.computeIfAbsent(policy, this::ofPolicy)));
        }
        return rules;
    }

    /** The document that an item refers to, or the item itself. */
    private Optional<Section> named(Section item, String key, OpenSloKind kind) {
        if (!item.has(key)) {
            item.optional("kind", Values.TEXT);
            item.optional("apiVersion", Values.TEXT);
            OpenSloNames.of(item);
            item.section("spec");
            item.refuseOthers();
            return Optional.of(item);
        }
        Optional<String> name = item.optional(key, Values.TEXT);
        Optional<Section> found = name.flatMap(given -> documents.find(kind, given));
        if (found.isEmpty()) {
            item.refuse(
                    key,
                    "must name a document of this file, one of " + documents.names(kind) + ", but was "
                            + name.orElse(""));
        }
        item.refuseOthers();
        return found;
    }

    private List<BurnGrammar> ofPolicy(Section policy) {
        Section spec = policy.section("spec").orElseGet(() -> policy.nothing("spec"));
        spec.optional("description", Values.TEXT);
        if (spec.optional("alertWhenNoData", Values.SWITCH).orElse(false)) {
            spec.refuse("alertWhenNoData", "must be false: no data is a state that is shown, and opens no breach");
        }
        if (!spec.optional("alertWhenBreaching", Values.SWITCH).orElse(true)) {
            spec.refuse("alertWhenBreaching", "must be true: a rule that never tells is none");
        }
        if (!spec.optional("alertWhenResolved", Values.SWITCH).orElse(true)) {
            spec.refuse("alertWhenResolved", "must be true: the end of a breach is always told");
        }
        if (!spec.sections("notificationTargets").isEmpty()) {
            spec.refuse("notificationTargets", "must be empty: where alerts go is said to the sinks, not here");
        }
        List<Section> items = spec.sections("conditions");
        spec.refuseOthers();
        if (items.size() != 1) {
            spec.refuse("conditions", "must have exactly one condition but has " + items.size());
            return List.of();
        }
        return named(items.get(0), "conditionRef", OpenSloKind.ALERT_CONDITION)
                .flatMap(condition -> ofConditions.computeIfAbsent(condition, this::ofCondition))
                .stream()
                .toList();
    }

    private Optional<BurnGrammar> ofCondition(Section document) {
        Section spec = document.section("spec").orElseGet(() -> document.nothing("spec"));
        spec.optional("description", Values.TEXT);
        String severity = spec.optional("severity", Values.TEXT).orElse("page");
        Section condition = spec.section("condition").orElseGet(() -> spec.nothing("condition"));
        spec.refuseOthers();
        String kind = condition.required("kind", Values.TEXT, "burnrate");
        if (!kind.equals("burnrate")) {
            condition.refuse("kind", "must be burnrate but was " + kind);
        }
        operator(document, condition);
        Optional<Double> burn = condition.optional("threshold", Values.FACTOR);
        Optional<Long> window = condition.optional("lookbackWindow", OpenSloWindow.SHORTHAND);
        long after = condition.optional("alertAfter", OpenSloWindow.SHORTHAND).orElse(0L);
        condition.refuseOthers();
        if (burn.isEmpty() || window.isEmpty()) {
            condition.refuse("must have a threshold, the burn rate, and a lookbackWindow");
            return Optional.empty();
        }
        return rule(
                document,
                severity + " " + BigDecimal.valueOf(burn.get()).toPlainString() + "x over " + window.get() + "s",
                after);
    }

    private Optional<BurnGrammar> rule(Section document, String windows, long afterSeconds) {
        String text = windows + annotated(document, SHORT_WINDOW, "/") + " for " + afterSeconds + "s"
                + annotated(document, CLEAR_AT, " clear_at ") + annotated(document, CLEAR_AFTER, " clear ");
        try {
            return Optional.of(BurnGrammar.parse(text));
        } catch (RuleBroken e) {
            document.refuse(e.getMessage() + " as it is read: \"" + text + "\"");
            return Optional.empty();
        }
    }

    private static String annotated(Section document, String key, String before) {
        Map<String, String> annotations = OpenSloNames.annotations(document);
        annotations.keySet().stream()
                .filter(known -> known.startsWith("tidemark/")
                        && !List.of(SHORT_WINDOW, CLEAR_AT, CLEAR_AFTER).contains(known))
                .forEach(unknown -> OpenSloNames.refuse(
                        document,
                        unknown,
                        "is not known here; known: " + List.of(SHORT_WINDOW, CLEAR_AT, CLEAR_AFTER)));
        return annotations.containsKey(key) ? before + annotations.get(key) : "";
    }

    /** The specification's own example has it the wrong way round, so many files have. */
    private void operator(Section document, Section condition) {
        String op = condition.optional("op", Values.TEXT).orElse("gte");
        if (op.equals("lte") || op.equals("lt")) {
            remarks.add("AlertCondition " + OpenSloNames.of(document) + ": op " + op
                    + " of a burn rate is read as gte, for a budget that burns slowly is no alarm");
        } else if (!op.equals("gte") && !op.equals("gt")) {
            condition.refuse("op", "must be gte or gt but was " + op);
        }
    }
}
