package io.tidemark.app.cli;

import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.producer.yaml.InvalidYamlException;
import io.tidemark.producer.yaml.StrictYamlFile;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import io.tidemark.reports.failure.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What a user does not want to type each time: values of {@code --kafka}, {@code --registry}, {@code --store} and {@code --team}, from the
 * environment ({@code TIDEMARK_KAFKA} and so on), else from a configuration file ({@code TIDEMARK_CONFIG}, else {@code tidemark.yaml} in the
 * home folder). An option of the command line takes precedence over both.
 */
final class UserDefaults implements IDefaultValueProvider {
    private static final List<String> KEYS = List.of("kafka", "registry", "store", "team");
    private static final String FILE_VARIABLE = "TIDEMARK_CONFIG";
    private static final String FILE_NAME = "tidemark.yaml";
    /** Brings a cluster, a store and a team of its own. */
    private static final String SELF_CONTAINED = "demo";

    private final Map<String, String> values;

    private UserDefaults(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Those of an environment and of the file that it names, or of its home folder.
     *
     * @throws InvalidYamlException naming file and line of what is wrong with the file
     * @throws InvalidInputException if the file that the environment names is not there
     */
    static UserDefaults of(CommandContext context) {
        Map<String, String> values = new LinkedHashMap<>();
        file(context).ifPresent(file -> values.putAll(StrictYamlFile.read(file, UserDefaults::read)));
        for (String key : KEYS) {
            String set = context.environment().getOrDefault("TIDEMARK_" + key.toUpperCase(Locale.ROOT), "");
            if (!set.isBlank()) {
                values.put(key, set.strip());
            }
        }
        return new UserDefaults(values);
    }

    private static Optional<Path> file(CommandContext context) {
        String named = context.environment().getOrDefault(FILE_VARIABLE, "");
        if (named.isBlank()) {
            return Optional.of(context.home().resolve(FILE_NAME)).filter(Files::isRegularFile);
        }
        Path file = Path.of(named);
        if (!Files.isRegularFile(file)) {
            throw new InvalidInputException(FILE_VARIABLE + " names " + file + ", which is no file");
        }
        return Optional.of(file);
    }

    private static Map<String, String> read(YamlSection root) {
        Map<String, String> values = new LinkedHashMap<>();
        KEYS.forEach(key -> root.optional(key, ValueTypes.TEXT).ifPresent(value -> values.put(key, value)));
        return values;
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option) || option.command().name().equals(SELF_CONTAINED)) {
            return null;
        }
        return values.get(option.longestName().replaceFirst("^--", ""));
    }
}
