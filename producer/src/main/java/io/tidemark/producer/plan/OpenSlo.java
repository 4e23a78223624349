package io.tidemark.producer.plan;

import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.plan.ValueType.RuleBroken;
import io.tidemark.producer.plan.YamlNode.Mapping;
import io.tidemark.schemas.serde.TrustedEvents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads objectives from documents in OpenSLO's shape (openslo/v1: SLO, SLI, AlertPolicy, AlertCondition, Service; github.com/OpenSLO/OpenSLO).
 * What Tidemark cannot honour is refused with its file, document, field and rule; what it reads otherwise than written is remarked.
 */
public final class OpenSlo {
    private static final String API_VERSION = "openslo/v1";

    private final Map<String, Section> indicators = new HashMap<>();
    private final Map<String, Section> policies = new HashMap<>();
    private final Map<String, Section> conditions = new HashMap<>();
    private final List<Section> slos = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    private OpenSlo() {}

    /** The objectives of a file, and what is to be said of them before they are used. */
    public record Read(List<ObjectiveState> objectives, List<String> remarks) {}

    /**
     * Reads a file of one or more documents.
     *
     * @throws InvalidPlanException listing every problem with its line
     */
    public static Read read(Path file) {
        TrustedEvents.trust();
        Problems problems = new Problems();
        Read read = read(file, problems);
        problems.throwIfAny();
        return read;
    }

    /**
     * Reads one line of our own grammar, as in {@code slo.objectives} of a plan.
     *
     * @throws IllegalArgumentException naming the rule that it breaks
     */
    public static ObjectiveState line(String text) {
        TrustedEvents.trust();
        try {
            return ObjectiveGrammar.parse(text);
        } catch (RuleBroken e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    static Read read(Path file, Problems problems) {
        try {
            return parse(Files.readString(file), file.toString(), problems);
        } catch (IOException e) {
            problems.add(new Origin(file.toString(), 1), "", "the file cannot be read as UTF-8 text: " + e);
            return new Read(List.of(), List.of());
        }
    }

    static Read parse(String text, String name, Problems problems) {
        OpenSlo file = new OpenSlo();
        List<Mapping> documents = YamlTree.documents(text, name, problems);
        for (int i = 0; i < documents.size(); i++) {
            file.sort(new Section(documents.get(i), "document[" + i + "]", new Reading(problems, new PlanKeys())));
        }
        List<ObjectiveState> objectives = new ArrayList<>();
        file.slos.forEach(slo -> objectives.addAll(file.objectives(slo)));
        if (file.slos.isEmpty()) {
            problems.add(new Origin(name, 1), "", "must hold at least one document of kind SLO");
        }
        return new Read(objectives, file.remarks);
    }

    private void sort(Section document) {
        document.optional("apiVersion", Values.TEXT)
                .filter(version -> !version.equals(API_VERSION))
                .ifPresent(version -> document.refuse("apiVersion", "must be " + API_VERSION + " but was " + version));
        String kind = document.required("kind", Values.TEXT, "");
        String name = OpenSloNames.of(document);
        document.section("spec");
        document.refuseOthers();
        switch (kind) {
            case "SLO" -> slos.add(document);
            case "SLI" -> indicators.put(name, document);
            case "AlertPolicy" -> policies.put(name, document);
            case "AlertCondition" -> conditions.put(name, document);
            case "Service", "" -> {}
            default ->
                document.refuse(
                        "kind",
                        "must be SLO, SLI, AlertPolicy, AlertCondition or Service, for nothing else is used here, but was "
                                + kind);
        }
    }

    private List<ObjectiveState> objectives(Section slo) {
        Section spec = slo.section("spec").orElseGet(() -> slo.nothing("spec"));
        spec.optional("description", Values.TEXT);
        spec.optional("service", Values.TEXT);
        requireOccurrences(spec);
        long periodSeconds = new OpenSloWindow(spec).seconds();
        Optional<OpenSloIndicator> indicator = indicator(spec);
        List<BurnGrammar> rules = new OpenSloAlerts(policies, conditions, remarks).rules(spec);
        List<Section> objectives = spec.sections("objectives");
        if (objectives.isEmpty()) {
            spec.refuse("objectives", "must have at least one objective");
        }
        spec.refuseOthers();
        if (indicator.isEmpty() || periodSeconds == 0) {
            return List.of();
        }
        OpenSloObjective reader = new OpenSloObjective(slo, indicator.get());
        BudgetPlan budget = new BudgetPlan(periodSeconds, rules, false);
        return objectives.stream()
                .flatMap(objective -> reader.read(objective, objectives.size() > 1).stream())
                .map(objective -> given(spec, budget.to(objective)))
                .toList();
    }

    private static ObjectiveState given(Section spec, BudgetPlan.Given given) {
        given.problems().forEach(problem -> spec.refuse("alertPolicies", problem));
        return given.objective();
    }

    private static void requireOccurrences(Section spec) {
        String method = spec.required("budgetingMethod", Values.TEXT, "Occurrences");
        if (!method.equals("Occurrences")) {
            spec.refuse(
                    "budgetingMethod",
                    "must be Occurrences, for good and bad requests are what is counted here, but was " + method);
        }
    }

    private Optional<OpenSloIndicator> indicator(Section spec) {
        if (spec.has("indicatorRef")) {
            Optional<String> name = spec.optional("indicatorRef", Values.TEXT);
            Optional<Section> found = name.map(indicators::get);
            if (found.isEmpty()) {
                spec.refuse(
                        "indicatorRef",
                        "must name an SLI of this file, one of " + indicators.keySet() + ", but was "
                                + name.orElse(""));
            }
            return found.flatMap(OpenSloIndicator::of);
        }
        Optional<Section> own = spec.section("indicator");
        if (own.isEmpty()) {
            spec.refuse("indicator", "is required, or indicatorRef");
        }
        own.ifPresent(OpenSloNames::of);
        return own.flatMap(OpenSloIndicator::of);
    }
}
