package io.tidemark.producer.plan.secret;

import io.tidemark.producer.yaml.YamlNode;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlNode.Scalar;
import io.tidemark.producer.yaml.YamlNode.ScalarKind;
import io.tidemark.producer.yaml.YamlNode.Sequence;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Names whose values look like secrets. A plan is kept with its run and published, so no secret may stand in it. */
public final class SecretNames {
    private static final Pattern HEADER =
            Pattern.compile(".*(authorization|cookie|api[-_]?key|token|secret|password|credential|signature).*");

    /** Whole words only: servers' parameters have tokens of another kind in their names. */
    private static final Pattern KEY = Pattern.compile(
            "token|(.*[-_.])?(authorization|cookie|api[-_]?key|secret([-_]key)?|password|passwd|credentials?|private[-_]?key"
                    + "|(access|auth|bearer|session|refresh|hf)[-_]?token)");

    /** Variables of an environment: their last word says it. */
    private static final Pattern VARIABLE =
            Pattern.compile("(.*_)?(token|secret|password|passwd|credentials?|cookie|authorization|apikey"
                    + "|(api|access|secret|private|license|encryption)_key(_id)?)");

    /** Parameters of a URL's query. */
    private static final Pattern PARAMETER =
            Pattern.compile("((access|api|auth|function)[-_.])?code|(.*[-_.])?(auth|jwt|pass|pwd|sas|sig)"
                    + "|.*(authorization|cookie|credentials?|key|passwd|password|secret|signature|token)");

    private SecretNames() {}

    /** For headers of requests, in any case of letters. */
    public static boolean isHeader(String name) {
        return HEADER.matcher(name.toLowerCase(Locale.ROOT)).matches();
    }

    /** For keys of JSON bodies and for a server's flags. */
    public static boolean isKey(String name) {
        return KEY.matcher(words(name)).matches();
    }

    private static String words(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    }

    /** The first parameter of a URL's query that looks like a secret. */
    public static Optional<String> inQuery(String url) {
        return Stream.of(url.replaceFirst("^[^?]*", "").split("[?&;]", -1))
                .filter(parameter -> parameter.matches("[^=]+=.+"))
                .map(parameter -> parameter.substring(0, parameter.indexOf('=')))
                .filter(name -> PARAMETER.matcher(words(name)).matches())
                .findFirst();
    }

    /** For variables of a server's environment, such as {@code HF_TOKEN} and {@code AWS_SECRET_ACCESS_KEY}. */
    public static boolean isVariable(String name) {
        return VARIABLE.matcher(name.toLowerCase(Locale.ROOT)).matches();
    }

    /** Paths of what looks like a secret within a value. */
    public static List<String> within(YamlNode node, String path) {
        if (node instanceof Mapping mapping) {
            return mapping.entries().entrySet().stream()
                    .flatMap(entry -> {
                        String at = path + "." + entry.getKey();
                        YamlNode value = entry.getValue().value();
                        return isKey(entry.getKey()) && isText(value) ? Stream.of(at) : within(value, at).stream();
                    })
                    .toList();
        }
        return node instanceof Sequence list
                ? list.items().stream()
                        .flatMap(item -> within(item, path + "[]").stream())
                        .toList()
                : List.of();
    }

    private static boolean isText(YamlNode value) {
        return value instanceof Scalar scalar
                && scalar.kind() == ScalarKind.TEXT
                && !scalar.text().isEmpty();
    }
}
