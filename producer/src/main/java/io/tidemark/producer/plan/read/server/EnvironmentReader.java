package io.tidemark.producer.plan.read.server;

import io.tidemark.producer.plan.secret.SecretNames;
import io.tidemark.producer.plan.secret.SecretReader;
import io.tidemark.producer.plan.server.EnvironmentEntry;
import io.tidemark.producer.plan.server.EnvironmentValue;
import io.tidemark.producer.yaml.ReadContext;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlNode.Entry;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlNode.Scalar;
import io.tidemark.producer.yaml.YamlSection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads the environment of a server: the files of {@code env_files}, of which a later one wins, then {@code env}, which wins over the files.
 * No secret is taken into a plan: where it is found is.
 */
final class EnvironmentReader {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final YamlSection server;
    private final ReadContext reading;
    private final Path directory;
    private final Map<String, EnvironmentEntry> entries = new LinkedHashMap<>();

    EnvironmentReader(YamlSection server, ReadContext reading, Path directory) {
        this.server = server;
        this.reading = reading;
        this.directory = directory;
    }

    /** @param path of the section, for messages */
    List<EnvironmentEntry> read(String path) {
        for (String name : server.list("env_files", ValueTypes.TEXT)) {
            try {
                new EnvironmentFile(name, directory.resolve(name)).read().forEach(this::put);
            } catch (InvalidValueException e) {
                server.refuse("env_files", e.getMessage() + " but was " + name);
            }
        }
        server.tree("env").ifPresent(env -> env.entries().forEach((name, entry) -> variable(name, entry, path)));
        return new ArrayList<>(entries.values());
    }

    private void put(EnvironmentEntry entry) {
        entries.put(entry.name(), entry);
    }

    private void variable(String name, Entry entry, String path) {
        if (!NAME.matcher(name).matches()) {
            server.refuse("env", "must have names of letters, digits and _ but has \"" + name + "\"");
            return;
        }
        value(name, entry, path)
                .ifPresent(value ->
                        put(new EnvironmentEntry(name, value, entry.origin().toString())));
    }

    private Optional<EnvironmentValue> value(String name, Entry entry, String path) {
        if (entry.value() instanceof Mapping source) {
            return SecretReader.read(new YamlSection(source, path + ".env." + name, reading), directory)
                    .map(EnvironmentValue.Secret::new);
        }
        if (!(entry.value() instanceof Scalar scalar)) {
            server.refuse("env", "must have a single value for each variable but " + name + " has none");
            return Optional.empty();
        }
        if (SecretNames.isVariable(name)) {
            server.refuse(
                    "env",
                    "must not hold a secret, because the plan is stored with the run and published: give " + name
                            + " as {env: NAME} or {file: path}, or in a file of env_files");
            return Optional.empty();
        }
        return Optional.of(new EnvironmentValue.Text(scalar.text()));
    }
}
