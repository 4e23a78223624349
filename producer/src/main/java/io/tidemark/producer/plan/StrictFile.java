package io.tidemark.producer.plan;

import java.nio.file.Path;
import java.util.function.Function;

/** Reads YAML files that are no plan as strictly as plans: a key that nobody asks for, or a value against its rule, is told with its line. */
public final class StrictFile {
    private StrictFile() {}

    /**
     * Reads a file.
     *
     * @param read asks the root for its keys
     * @throws InvalidPlanException listing every problem with its line
     */
    public static <T> T read(Path file, Function<Section, T> read) {
        return parse(PlanLoader.text(file), file.toString(), new PlanKeys(), read);
    }

    /**
     * Reads a text, noting every key that is asked for.
     *
     * @param name for messages
     * @throws InvalidPlanException listing every problem with its line
     */
    public static <T> T parse(String text, String name, PlanKeys keys, Function<Section, T> read) {
        Problems problems = new Problems();
        Section root = new Section(YamlTree.read(text, name, problems), "", new Reading(problems, keys));
        problems.throwIfAny();
        T value = read.apply(root);
        root.refuseOthers();
        problems.throwIfAny();
        return value;
    }
}
