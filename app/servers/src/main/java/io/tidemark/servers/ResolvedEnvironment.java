package io.tidemark.servers;

import io.tidemark.producer.plan.read.server.EnvironmentFile;
import io.tidemark.producer.plan.secret.SecretNames;
import io.tidemark.producer.plan.secret.SecretSource;
import io.tidemark.producer.plan.server.EnvironmentEntry;
import io.tidemark.producer.plan.server.EnvironmentValue;
import io.tidemark.producer.plan.server.ServerPlan;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The environment of a server with its secrets read.
 *
 * @param values to set, secrets in plain text
 * @param shown the same, secrets masked
 * @param secrets values that must not be written anywhere
 */
record ResolvedEnvironment(Map<String, String> values, Map<String, String> shown, List<String> secrets) {
    ResolvedEnvironment {
        values = Map.copyOf(values);
        secrets = List.copyOf(secrets);
    }

    /** @throws IllegalArgumentException for a secret that is not there, without its value */
    static ResolvedEnvironment of(ServerPlan server, Map<String, String> process) {
        Map<String, String> values = new LinkedHashMap<>();
        Map<String, String> shown = new LinkedHashMap<>();
        List<String> secrets = new ArrayList<>();
        for (EnvironmentEntry entry : server.environment()) {
            String value = value(entry, process);
            values.put(entry.name(), value);
            shown.put(entry.name(), entry.value().shown());
            if (!(entry.value() instanceof EnvironmentValue.Text)) {
                secrets.add(value);
            }
        }
        process.forEach((name, value) -> {
            if (SecretNames.isVariable(name)) {
                secrets.add(value);
            }
        });
        return new ResolvedEnvironment(values, shown, secrets);
    }

    private static String value(EnvironmentEntry entry, Map<String, String> process) {
        EnvironmentValue value = entry.value();
        if (value instanceof EnvironmentValue.Text text) {
            return text.value();
        }
        if (value instanceof EnvironmentValue.SecretLine line) {
            return line(entry, line.file());
        }
        SecretSource source = ((EnvironmentValue.Secret) value).source();
        if (source instanceof SecretSource.Environment variable) {
            String found = process.get(variable.variable());
            if (found == null) {
                throw new IllegalArgumentException(entry.origin() + " env." + entry.name()
                        + ": the environment has no variable " + variable.variable());
            }
            return found;
        }
        return firstLine(entry, ((SecretSource.SecretFile) source).file());
    }

    private static String line(EnvironmentEntry entry, Path file) {
        try {
            return EnvironmentFile.value(file, entry.name())
                    .orElseThrow(() -> new IllegalArgumentException(
                            entry.origin() + ": " + entry.name() + " is no longer in the file " + file));
        } catch (InvalidValueException e) {
            throw new IllegalArgumentException(entry.origin() + ": " + file + " " + e.getMessage(), e);
        }
    }

    private static String firstLine(EnvironmentEntry entry, Path file) {
        try {
            return Files.readString(file).lines().findFirst().orElse("");
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    entry.origin() + " env." + entry.name() + ": the file " + file + " cannot be read", e);
        }
    }
}
