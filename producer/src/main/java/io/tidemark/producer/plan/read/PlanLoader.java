package io.tidemark.producer.plan.read;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.producer.yaml.KnownKeys;
import io.tidemark.producer.yaml.ReadContext;
import io.tidemark.producer.yaml.SourceLocation;
import io.tidemark.producer.yaml.StrictYamlFile;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlProblems;
import io.tidemark.producer.yaml.YamlReader;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads plan files. Nothing is sent before a plan has passed here. */
public final class PlanLoader {
    private PlanLoader() {}

    /**
     * Reads and checks a file that is one plan, or has one scenario; paths in it are relative to it.
     *
     * @throws InvalidYamlException listing every problem with its line
     */
    public static Plan load(Path file) {
        return only(load(file, PlanFileOptions.AS_IT_IS), file.toString());
    }

    /**
     * Reads and checks a file: one plan, or one for each of the scenarios that are chosen, in the order of the file.
     *
     * @throws InvalidYamlException listing every problem with its line
     */
    public static List<Plan> load(Path file, PlanFileOptions choice) {
        return parse(
                StrictYamlFile.readText(file),
                new Source(file.toString(), file.toAbsolutePath().resolveSibling("")),
                choice);
    }

    /**
     * Reads and checks a plan's text.
     *
     * @param directory what paths in it are relative to
     */
    public static Plan parse(String text, String name, Path directory) {
        return only(parse(text, new Source(name, directory), PlanFileOptions.AS_IT_IS), name);
    }

    /**
     * Reads and checks the text of a plan file.
     *
     * @throws InvalidYamlException listing every problem with its line
     */
    public static List<Plan> parse(String text, Source source, PlanFileOptions choice) {
        return parse(text, source, choice, new KnownKeys());
    }

    /**
     * The same, noting every key that is asked for, also of a plan that is then refused.
     *
     * @throws InvalidYamlException listing every problem with its line
     */
    public static List<Plan> parse(String text, Source source, PlanFileOptions choice, KnownKeys keys) {
        // Objectives are events, and no registry has been asked for yet.
        TrustedEventClasses.trust();
        YamlProblems problems = new YamlProblems();
        Mapping root = YamlReader.read(text, source.name(), problems);
        problems.throwIfAny();
        List<Plan> plans = new ArrayList<>();
        for (Mapping tree : selectedTrees(root, choice, problems)) {
            Mapping overridden = PlanOverrides.apply(tree, choice.overrides(), problems);
            problems.throwIfAny();
            plans.add(new PlanReader(overridden, new ReadContext(problems, keys), source.directory()).read());
        }
        return plans;
    }

    /** The keys of vllm-bench's scenarios, each of which stands for one of a plan. */
    public static List<String> scenarioKeys() {
        return ScenarioPlanFile.aliases();
    }

    /**
     * Where a plan's text is from.
     *
     * @param name for messages
     * @param directory what paths in it are relative to
     */
    public record Source(String name, Path directory) {}

    private static List<Mapping> selectedTrees(Mapping root, PlanFileOptions choice, YamlProblems problems) {
        Optional<ScenarioPlanFile> file = ScenarioPlanFile.of(root, problems);
        if (file.isEmpty()) {
            choice.scenario()
                    .ifPresent(name -> problems.add(
                            SourceLocation.ofOption("--scenario " + name),
                            "",
                            "cannot be chosen: the file has no scenarios"));
            problems.throwIfAny();
            return List.of(root);
        }
        List<String> names = choice.scenario().map(List::of).orElseGet(file.get()::names);
        List<Mapping> trees = names.stream().map(file.get()::plan).toList();
        if (trees.isEmpty()) {
            problems.add(root.origin(), "scenarios", "must have at least one scenario");
        }
        problems.throwIfAny();
        return trees;
    }

    private static Plan only(List<Plan> plans, String name) {
        if (plans.size() > 1) {
            throw StrictYamlFile.refused(name, "must be one plan here but has " + plans.size() + " scenarios");
        }
        return plans.get(0);
    }
}
