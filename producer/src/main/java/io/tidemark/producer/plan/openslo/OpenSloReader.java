package io.tidemark.producer.plan.openslo;

import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.slo.BurnRateRuleSpec;
import io.tidemark.producer.slo.ErrorBudgetPlan;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.producer.yaml.KnownKeys;
import io.tidemark.producer.yaml.ReadContext;
import io.tidemark.producer.yaml.SourceLocation;
import io.tidemark.producer.yaml.StrictYamlFile;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlProblems;
import io.tidemark.producer.yaml.YamlReader;
import io.tidemark.producer.yaml.YamlSection;
import io.tidemark.schemas.serde.TrustedEventClasses;
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
public final class OpenSloReader {
    private final OpenSloDocuments documents = new OpenSloDocuments();
    private final OpenSloAlertReader alerts = new OpenSloAlertReader(documents);
    private final Set<String> names = new HashSet<>();

    private OpenSloReader() {}

    /** The objectives of a file, and what is to be reported of them before they are used. */
    public record Result(List<ObjectiveState> objectives, List<String> remarks) {}

    /**
     * Reads a file of one or more documents.
     *
     * @throws InvalidYamlException listing every problem with its line
     */
    public static Result read(Path file) {
        TrustedEventClasses.trust();
        YamlProblems problems = new YamlProblems();
        Result read = read(file, problems);
        problems.throwIfAny();
        return read;
    }

    public static Result read(Path file, YamlProblems problems) {
        try {
            return parse(Files.readString(file), file.toString(), problems);
        } catch (IOException e) {
            problems.add(new SourceLocation(file.toString(), 1), "", StrictYamlFile.unreadableReason(e));
            return new Result(List.of(), List.of());
        }
    }

    static Result parse(String text, String name, YamlProblems problems) {
        OpenSloReader file = new OpenSloReader();
        List<Mapping> documents = YamlReader.documents(text, name, problems);
        for (int i = 0; i < documents.size(); i++) {
            file.documents.add(new YamlSection(
                    documents.get(i), "document[" + i + "]", new ReadContext(problems, new KnownKeys())));
        }
        List<YamlSection> slos = file.documents.of(OpenSloKind.SLO);
        if (slos.isEmpty()) {
            problems.add(new SourceLocation(name, 1), "", "must hold at least one document of kind SLO");
        }
        List<ObjectiveState> objectives =
                slos.stream().flatMap(slo -> file.objectives(slo).stream()).toList();
        return new Result(objectives, file.alerts.remarks());
    }

    private List<ObjectiveState> objectives(YamlSection slo) {
        YamlSection spec = slo.section("spec").orElseGet(() -> slo.emptySection("spec"));
        spec.optional("description", ValueTypes.TEXT);
        spec.optional("service", ValueTypes.TEXT);
        requireOccurrences(spec);
        long periodSeconds = new OpenSloWindow(spec).seconds();
        Optional<OpenSloIndicator> indicator = indicator(spec);
        List<BurnRateRuleSpec> rules = alerts.rules(spec);
        List<YamlSection> objectives = spec.sections("objectives");
        if (objectives.isEmpty()) {
            spec.refuse("objectives", "must have at least one objective");
        }
        spec.refuseUnknownKeys();
        if (indicator.isEmpty() || periodSeconds == 0) {
            return List.of();
        }
        OpenSloObjectiveReader reader = new OpenSloObjectiveReader(slo, indicator.get());
        ErrorBudgetPlan budget = new ErrorBudgetPlan(periodSeconds, rules, false);
        return objectives.stream()
                .flatMap(
                        objective -> reader
                                .read(objective, objectives.size() > 1)
                                .filter(read -> isNew(objective, read.getName()))
                                .stream())
                .map(objective -> given(spec, budget.applyTo(objective)))
                .toList();
    }

    private boolean isNew(YamlSection objective, String name) {
        if (names.add(name)) {
            return true;
        }
        objective.refuse("must give an objective with a unique name, but '" + name
                + "' exists in this file; give it another displayName");
        return false;
    }

    private static ObjectiveState given(YamlSection spec, ErrorBudgetPlan.Result given) {
        given.problems().forEach(problem -> spec.refuse("alertPolicies", problem));
        return given.objective();
    }

    private static void requireOccurrences(YamlSection spec) {
        String method = spec.required("budgetingMethod", ValueTypes.TEXT, "Occurrences");
        if (!method.equals("Occurrences")) {
            spec.refuse("budgetingMethod", "must be Occurrences (good and bad requests are counted) but was " + method);
        }
    }

    private Optional<OpenSloIndicator> indicator(YamlSection spec) {
        if (spec.has("indicatorRef")) {
            Optional<String> name = spec.optional("indicatorRef", ValueTypes.TEXT);
            Optional<YamlSection> found = name.flatMap(given -> documents.find(OpenSloKind.SLI, given));
            if (found.isEmpty()) {
                spec.refuse(
                        "indicatorRef",
                        "must name an SLI of this file, one of " + documents.names(OpenSloKind.SLI) + ", but was "
                                + name.orElse(""));
            }
            return found.flatMap(OpenSloIndicator::of);
        }
        Optional<YamlSection> own = spec.section("indicator");
        if (own.isEmpty()) {
            spec.refuse("indicator", "is required, or indicatorRef");
        }
        own.ifPresent(OpenSloMetadata::of);
        return own.flatMap(OpenSloIndicator::of);
    }
}
