package io.tidemark.producer.plan;

import io.tidemark.producer.plan.YamlNode.Mapping;
import io.tidemark.schemas.serde.TrustedEvents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
     * @throws InvalidPlanException listing every problem with its line
     */
    public static Plan load(Path file) {
        return only(load(file, PlanChoice.AS_IT_IS), file.toString());
    }

    /**
     * Reads and checks a file: one plan, or one for each of the scenarios that are chosen, in the order of the file.
     *
     * @throws InvalidPlanException listing every problem with its line
     */
    public static List<Plan> load(Path file, PlanChoice choice) {
        return parse(
                text(file), new Source(file.toString(), file.toAbsolutePath().resolveSibling("")), choice);
    }

    /**
     * Reads and checks a plan's text.
     *
     * @param directory what paths in it are relative to
     */
    public static Plan parse(String text, String name, Path directory) {
        return only(parse(text, new Source(name, directory), PlanChoice.AS_IT_IS), name);
    }

    /**
     * Reads and checks the text of a plan file.
     *
     * @throws InvalidPlanException listing every problem with its line
     */
    public static List<Plan> parse(String text, Source source, PlanChoice choice) {
        return parse(text, source, choice, new PlanKeys());
    }

    /**
     * The same, noting every key that is asked for, also of a plan that is then refused.
     *
     * @throws InvalidPlanException listing every problem with its line
     */
    public static List<Plan> parse(String text, Source source, PlanChoice choice, PlanKeys keys) {
        // Objectives are events, and no registry has been asked for yet.
        TrustedEvents.trust();
        Problems problems = new Problems();
        Mapping root = YamlTree.read(text, source.name(), problems);
        problems.throwIfAny();
        List<Plan> plans = new ArrayList<>();
        for (Mapping tree : chosen(root, choice, problems)) {
            Mapping overridden = Overrides.apply(tree, choice.overrides(), problems);
            problems.throwIfAny();
            plans.add(new PlanReader(overridden, new Reading(problems, keys), source.directory()).read());
        }
        return plans;
    }

    /** The keys of vllm-bench's scenarios, each of which stands for one of a plan. */
    public static List<String> scenarioKeys() {
        return ScenarioFile.aliases();
    }

    /**
     * Where a plan's text is from.
     *
     * @param name for messages
     * @param directory what paths in it are relative to
     */
    public record Source(String name, Path directory) {}

    private static List<Mapping> chosen(Mapping root, PlanChoice choice, Problems problems) {
        Optional<ScenarioFile> file = ScenarioFile.of(root, problems);
        if (file.isEmpty()) {
            choice.scenario()
                    .ifPresent(name -> problems.add(
                            Origin.option("--scenario " + name), "", "cannot be chosen: the file has no scenarios"));
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
            refused(name, "must be one plan here but has " + plans.size() + " scenarios");
        }
        return plans.get(0);
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            refused(file.toString(), unreadable(e));
            throw new UncheckedIOException(e);
        }
    }

    /** Why a file could not be read, in words. */
    static String unreadable(IOException error) {
        if (error instanceof NoSuchFileException) {
            return "the file does not exist";
        }
        if (error instanceof AccessDeniedException) {
            return "the file may not be read: permission denied";
        }
        return error instanceof CharacterCodingException
                ? "the file is not UTF-8 text; convert it, e.g. with iconv -f latin1 -t utf-8"
                : "the file cannot be read: " + error.getMessage();
    }

    private static void refused(String name, String why) {
        Problems problems = new Problems();
        problems.add(new Origin(name, 1), "", why);
        problems.throwIfAny();
    }
}
