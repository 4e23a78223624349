package io.tidemark.producer.plan.read;

import io.tidemark.producer.plan.HeaderPlan;
import io.tidemark.producer.plan.secret.SecretNames;
import io.tidemark.producer.plan.secret.SecretReader;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.YamlSection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads {@code request.headers} of a plan. What looks like a secret by its name must not stand there in plain text. */
final class HeadersReader {
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Set<String> OWN_NAMES = Set.of(
            "host",
            "content-length",
            "content-type",
            "transfer-encoding",
            "connection",
            "upgrade",
            "accept",
            "x-request-id",
            "traceparent",
            "proxy-authorization");

    private final YamlSection headers;
    private final Path directory;

    HeadersReader(YamlSection headers, Path directory) {
        this.headers = headers;
        this.directory = directory;
    }

    List<HeaderPlan> read() {
        List<HeaderPlan> plans = new ArrayList<>();
        for (String name : headers.keys()) {
            header(name).ifPresent(plans::add);
        }
        return plans;
    }

    private Optional<HeaderPlan> header(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (!NAME.matcher(name).matches() || OWN_NAMES.contains(lower)) {
            headers.refuse(name, "must be the name of a header that the client does not set itself");
            return Optional.empty();
        }
        if (headers.isMapping(name)) {
            return headers.section(name)
                    .flatMap(secret -> SecretReader.read(secret, directory))
                    .map(source -> new HeaderPlan.Secret(lower, source));
        }
        if (SecretNames.isHeader(lower)) {
            headers.refuse(name, "must be a secret: write {env: NAME} or {file: path}, never the value itself");
            return Optional.empty();
        }
        return headers.optional(name, HeadersReader::value).map(value -> new HeaderPlan.Plain(lower, value));
    }

    private static String value(String text) {
        if (text.chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw new InvalidValueException("must be one line of ASCII");
        }
        return text;
    }
}
