package io.tidemark.alerts.config;

import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.alerts.text.MessageTemplate;
import io.tidemark.alerts.text.MessageTemplate.InvalidTemplateException;
import io.tidemark.producer.plan.secret.SecretNames;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.schemas.net.HostPort;
import java.net.URI;
import java.util.Arrays;
import java.util.function.DoublePredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** How the values of {@code alerts.yaml} are written. */
final class AlertValueTypes {
    private static final int MAX_PORT = 65_535;

    /** A URL. No message quotes one whose query seems to hold a secret. */
    static final ValueType<URI> URL = text -> {
        try {
            return ValueTypes.HTTP_URL.parse(text);
        } catch (InvalidValueException e) {
            throw SecretNames.inQuery(text).isPresent()
                    ? InvalidValueException.unquotable(String.valueOf(e.getMessage()))
                    : e;
        }
    };

    /** A URL that paths are put after. */
    static final ValueType<URI> BASE_URL = text -> {
        URI url = URL.parse(text);
        if (url.getRawQuery() != null || url.getRawFragment() != null) {
            throw InvalidValueException.unquotable("must have no query and no fragment: paths are put after it");
        }
        return url;
    };

    static final ValueType<String> RECEIVER_NAME =
            matching("[A-Za-z0-9][A-Za-z0-9_.-]{0,62}", "must be 1 to 63 letters, digits, '-', '_' and '.'");
    static final ValueType<String> SEVERITY =
            matching("[a-z][a-z0-9_-]{0,31}", "must be 1 to 32 lower-case letters, digits, '-' and '_'");
    static final ValueType<String> TEAM = text -> ValueTypes.TEAM.parse(text).name();
    static final ValueType<String> REPOSITORY =
            matching("[A-Za-z0-9._-]{1,100}/[A-Za-z0-9._-]{1,100}", "must be a repository such as owner/name");
    static final ValueType<String> DIGITS = matching("[0-9]{1,20}", "must be digits");
    static final ValueType<String> HOST = AlertValueTypes::host;
    static final ValueType<String> ADDRESS =
            matching("[^\\s@<>,;\"]{1,64}@[^\\s@<>,;\"]{1,253}", "must be a mail address such as me@example.com");
    static final ValueType<String> VARIABLE =
            matching("[A-Za-z_][A-Za-z0-9_]*", "must be the name of an environment variable");
    static final ValueType<String> LABEL = matching("[A-Za-z0-9_.-]{1,100}", "must be the name of a label of runs");
    static final ValueType<Integer> PORT = text -> {
        int port = ValueTypes.COUNT.parse(text);
        if (port > MAX_PORT) {
            throw new InvalidValueException("must be a port from 1 to 65535");
        }
        return port;
    };
    static final ValueType<AlertKind> KIND =
            text -> AlertKind.of(text).orElseThrow(() -> new InvalidValueException("must be one of " + kinds()));
    static final ValueType<URI> PROXY = text -> {
        URI url = ValueTypes.HTTP_URL.parse(text);
        if (!"http".equals(url.getScheme())) {
            throw new InvalidValueException("must be a proxy that is spoken to in HTTP, such as http://proxy:3128,");
        }
        return url;
    };
    static final ValueType<String> TEMPLATE = text -> {
        try {
            MessageTemplate.check(text);
            return text;
        } catch (InvalidTemplateException e) {
            throw new InvalidValueException(e.getMessage() + ",");
        }
    };

    private AlertValueTypes() {}

    /** A limit in a kind's unit. */
    static ValueType<Double> limit(AlertKind.LimitUnit unit) {
        return switch (unit) {
            case COUNT -> number("must be a number >= 0", value -> value >= 0);
            case SHARE -> number("must be a share in (0, 1) such as 0.05", value -> value > 0 && value < 1);
            case NONE ->
                text -> {
                    throw new InvalidValueException("must be left out: this kind has no limit,");
                };
        };
    }

    private static ValueType<Double> number(String rule, DoublePredicate holds) {
        return text -> {
            double value;
            try {
                value = Double.parseDouble(text);
            } catch (NumberFormatException e) {
                throw new InvalidValueException(rule);
            }
            if (!Double.isFinite(value) || !holds.test(value)) {
                throw new InvalidValueException(rule);
            }
            return value;
        };
    }

    private static String kinds() {
        return Arrays.stream(AlertKind.values()).map(AlertKind::alertname).collect(Collectors.joining(", "));
    }

    private static String host(String text) {
        try {
            String host = new HostPort(text, 0).host();
            if (host.matches("[A-Za-z0-9.:-]{1,253}")) {
                return host;
            }
        } catch (IllegalArgumentException e) {
            throw noHost();
        }
        throw noHost();
    }

    private static InvalidValueException noHost() {
        return new InvalidValueException("must be the name or address of a host such as smtp.example.com");
    }

    private static ValueType<String> matching(String pattern, String rule) {
        Pattern compiled = Pattern.compile(pattern);
        return text -> {
            if (!compiled.matcher(text).matches()) {
                throw new InvalidValueException(rule);
            }
            return text;
        };
    }
}
