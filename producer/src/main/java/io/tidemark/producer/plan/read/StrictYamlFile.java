package io.tidemark.producer.plan.read;

import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.producer.yaml.KnownKeys;
import io.tidemark.producer.yaml.ReadContext;
import io.tidemark.producer.yaml.YamlProblems;
import io.tidemark.producer.yaml.YamlReader;
import io.tidemark.producer.yaml.YamlSection;
import java.nio.file.Path;
import java.util.function.Function;

/** Reads YAML files that are no plan as strictly as plans: a key that nobody asks for, or a value against its rule, is told with its line. */
public final class StrictYamlFile {
    private StrictYamlFile() {}

    /**
     * Reads a file.
     *
     * @param read asks the root for its keys
     * @throws InvalidYamlException listing every problem with its line
     */
    public static <T> T read(Path file, Function<YamlSection, T> read) {
        return parse(PlanLoader.readText(file), file.toString(), new KnownKeys(), read);
    }

    /**
     * Reads a text, noting every key that is asked for.
     *
     * @param name for messages
     * @throws InvalidYamlException listing every problem with its line
     */
    public static <T> T parse(String text, String name, KnownKeys keys, Function<YamlSection, T> read) {
        YamlProblems problems = new YamlProblems();
        YamlSection root = new YamlSection(YamlReader.read(text, name, problems), "", new ReadContext(problems, keys));
        problems.throwIfAny();
        T value = read.apply(root);
        root.refuseUnknownKeys();
        problems.throwIfAny();
        return value;
    }
}
