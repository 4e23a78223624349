package io.tidemark.producer.plan;

import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.plan.YamlNode.Mapping;
import io.tidemark.schemas.serde.TrustedEvents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads objectives from documents in OpenSLO's shape (openslo/v1: SLO, SLI, AlertPolicy, AlertCondition, Service; github.com/OpenSLO/OpenSLO).
 * What Tidemark cannot honour is refused with its file, document, field and rule; what it reads otherwise than written is remarked.
 */
public final class OpenSlo {
    private final OpenSloDocuments documents = new OpenSloDocuments();
    private final OpenSloAlerts alerts = new OpenSloAlerts(documents);
    private final Set<String> names = new HashSet<>();

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

    static Read read(Path file, Problems problems) {
        try {
            return parse(Files.readString(file), file.toString(), problems);
        } catch (IOException e) {
            problems.add(new Origin(file.toString(), 1), "", PlanLoader.unreadable(e));
            return new Read(List.of(), List.of());
        }
    }

    static Read parse(String text, String name, Problems problems) {
        OpenSlo file = new OpenSlo();
        List<Mapping> documents = YamlTree.documents(text, name, problems);
        for (int i = 0; i < documents.size(); i++) {
            file.documents.add(
                    new Section(documents.get(i), "document[" + i + "]", new Reading(problems, new PlanKeys())));
        }
        List<Section> slos = file.documents.of(OpenSloKind.SLO);
        if (slos.isEmpty()) {
            problems.add(new Origin(name, 1), "", "must hold at least one document of kind SLO");
        }
        List<ObjectiveState> objectives =
                slos.stream().flatMap(slo -> file.objectives(slo).stream()).toList();
        return new Read(objectives, file.alerts.remarks());
    }

    private List<ObjectiveState> objectives(Section slo) {
        Section spec = slo.section("spec").orElseGet(() -> slo.nothing("spec"));
        spec.optional("description", Values.TEXT);
        spec.optional("service", Values.TEXT);
        requireOccurrences(spec);
        long periodSeconds = new OpenSloWindow(spec).seconds();
        Optional<OpenSloIndicator> indicator = indicator(spec);
        List<BurnGrammar> rules = alerts.rules(spec);
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
                .flatMap(
                        objective -> reader
                                .read(objective, objectives.size() > 1)
                                .filter(read -> isNew(objective, read.getName()))
                                .stream())
                .map(objective -> given(spec, budget.to(objective)))
                .toList();
    }

    private boolean isNew(Section objective, String name) {
        if (names.add(name)) {
            return true;
        }
        objective.refuse("must come to an objective with a name of its own, but '" + name
                + "' is one of this file already; give it another displayName");
        return false;
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
            Optional<Section> found = name.flatMap(given -> documents.find(OpenSloKind.SLI, given));
            if (found.isEmpty()) {
                spec.refuse(
                        "indicatorRef",
                        "must name an SLI of this file, one of " + documents.names(OpenSloKind.SLI) + ", but was "
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
