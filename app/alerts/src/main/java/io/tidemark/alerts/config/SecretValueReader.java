package io.tidemark.alerts.config;

import io.tidemark.producer.plan.secret.SecretNames;
import io.tidemark.producer.plan.secret.SecretReader;
import io.tidemark.producer.plan.secret.SecretSource;
import io.tidemark.producer.yaml.StrictYamlFile;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Optional;
import java.util.function.Predicate;

/** Fetches secrets, which the file only points at: {@code {env: NAME}} or {@code {file: path}}. No problem quotes one. */
final class SecretValueReader {
    private final FileContext context;

    SecretValueReader(FileContext context) {
        this.context = context;
    }

    /** One line of ASCII text; empty if the key is absent, or was refused. */
    Optional<Secret> optional(YamlSection section, String key) {
        return read(
                section,
                key,
                SecretValueReader::isOneLine,
                "must point at one line of ASCII text, and not an empty one");
    }

    /** The same of a key that must be there. */
    Optional<Secret> required(YamlSection section, String key) {
        requireKey(section, key);
        return optional(section, key);
    }

    /** Any text, as a key in PEM has several lines. */
    Optional<Secret> requiredText(YamlSection section, String key) {
        requireKey(section, key);
        return read(section, key, text -> !text.isBlank(), "must point at a text that is not empty");
    }

    /** A URL that is written in the file, or a secret one. */
    Optional<ReceiverKind.Endpoint> endpoint(YamlSection section, String key) {
        if (!section.isMapping(key)) {
            requireKey(section, key);
            return section.optional(key, AlertValueTypes.URL)
                    .map(url -> new ReceiverKind.Endpoint(
                            url, SecretNames.inQuery(url.toString()).isPresent()));
        }
        return secretEndpoint(section, key);
    }

    /** A URL that is a secret as a whole. */
    Optional<ReceiverKind.Endpoint> secretEndpoint(YamlSection section, String key) {
        return required(section, key).flatMap(secret -> secretUrl(section, key, secret));
    }

    private static Optional<ReceiverKind.Endpoint> secretUrl(YamlSection section, String key, Secret secret) {
        try {
            URI url = ValueTypes.HTTP_URL.parse(secret.reveal());
            return Optional.of(new ReceiverKind.Endpoint(url, true));
        } catch (InvalidValueException e) {
            section.refuse(key, "must point at a URL that begins with http:// or https://");
            return Optional.empty();
        }
    }

    private static void requireKey(YamlSection section, String key) {
        if (!section.has(key)) {
            section.refuse(key, "is required");
        }
    }

    private Optional<Secret> read(YamlSection section, String key, Predicate<String> holds, String rule) {
        Optional<YamlSection> given = section.section(key);
        Optional<SecretSource> source = given.flatMap(secret -> SecretReader.read(secret, context.directory()));
        Optional<String> value = source.flatMap(found -> value(given.orElseThrow(), found));
        if (value.isPresent() && !holds.test(value.get())) {
            section.refuse(key, rule);
            return Optional.empty();
        }
        return value.map(Secret::new);
    }

    private Optional<String> value(YamlSection secret, SecretSource source) {
        if (source instanceof SecretSource.Environment variable) {
            String value = context.environment().get(variable.variable());
            if (value == null) {
                secret.refuse(
                        "env", "must be a variable of the environment but " + variable.variable() + " is not set");
            }
            return Optional.ofNullable(value).map(String::strip);
        }
        SecretSource.SecretFile file = (SecretSource.SecretFile) source;
        try {
            return Optional.of(Files.readString(file.file()).strip());
        } catch (IOException e) {
            secret.refuse("file", file.file() + " " + StrictYamlFile.unreadableReason(e));
            return Optional.empty();
        }
    }

    private static boolean isOneLine(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= ' ' && c <= '~');
    }
}
