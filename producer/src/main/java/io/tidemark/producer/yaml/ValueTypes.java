package io.tidemark.producer.yaml;

import io.tidemark.producer.http.HostNameCheck;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.Team;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.function.LongPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The value types of a plan, each with its rule. */
public final class ValueTypes {
    public static final ValueType<String> TEXT = ValueTypes::text;
    public static final ValueType<Double> RATE = number("must be > 0 requests per second", x -> x > 0);
    public static final ValueType<Double> RATE_OR_INF = orInf(RATE);
    public static final ValueType<Double> RATE_OR_ZERO = number("must be >= 0 requests per second", x -> x >= 0);
    public static final ValueType<Double> BURSTINESS = orInf(number("must be > 0, or inf for equal gaps,", x -> x > 0));
    public static final ValueType<Double> FACTOR = number("must be > 0", x -> x > 0);
    public static final ValueType<Double> SHARE = number("must be a share in (0, 1]", x -> x > 0 && x <= 1);
    public static final ValueType<Double> SHARE_OR_ZERO = number("must be a share in [0, 1]", x -> x >= 0 && x <= 1);
    public static final ValueType<Integer> COUNT = integer("must be a whole number >= 1", n -> n >= 1);
    public static final ValueType<Long> SEED = text -> whole(text, "must be a whole number");
    public static final ValueType<Boolean> SWITCH = ValueTypes::truth;
    public static final ValueType<Duration> DURATION =
            text -> duration(text, "must be a duration > 0 such as 500ms, 30s or 2m")
                    .filter(value -> !value.isZero())
                    .orElseThrow(() -> new InvalidValueException("must be a duration > 0 such as 500ms, 30s or 2m"));
    public static final ValueType<Duration> DURATION_OR_ZERO =
            text -> duration(text, "must be a duration such as 0s, 30s or 2m")
                    .orElseThrow(() -> new InvalidValueException("must be a duration such as 0s, 30s or 2m"));
    public static final ValueType<URI> HTTP_URL = ValueTypes::url;
    public static final ValueType<Team> TEAM = ValueTypes::team;
    public static final ValueType<String> NAME = ValueTypes::name;
    public static final ValueType<String> REQUEST_CLASS = ValueTypes::requestClass;

    private static final int MAX_PORT = 65_535;
    private static final Pattern DURATION_PART = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|us|s|m|h|d)");
    private static final Pattern DURATION_WHOLE = Pattern.compile("(?:" + DURATION_PART.pattern() + ")+");
    private static final Pattern NAME_RULE = Pattern.compile("[^/\\s][^/]{0,99}");

    private ValueTypes() {}

    public static <E extends Enum<E>> ValueType<E> oneOf(Class<E> type) {
        String known = String.join(
                ", ",
                Arrays.stream(type.getEnumConstants()).map(ValueTypes::word).toList());
        return text -> Arrays.stream(type.getEnumConstants())
                .filter(constant -> word(constant).equals(text))
                .findFirst()
                .orElseThrow(() -> new InvalidValueException("must be one of " + known));
    }

    /** A path relative to a directory, of a file that can be read. */
    public static ValueType<Path> readableFile(Path directory) {
        return text -> {
            Path file = directory.resolve(text);
            if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
                throw new InvalidValueException("must be a readable file (looked at " + file + ")");
            }
            return file;
        };
    }

    /** The word for it in plans. */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Sum of the parts, e.g. {@code 1m30s}; empty if the text is no duration. */
    public static Optional<Duration> duration(String text) {
        if (!DURATION_WHOLE.matcher(text).matches()) {
            return Optional.empty();
        }
        double nanos = 0;
        Matcher part = DURATION_PART.matcher(text);
        while (part.find()) {
            nanos += Double.parseDouble(part.group(1)) * unitNanos(part.group(2));
        }
        return nanos < Long.MAX_VALUE / 4.0 ? Optional.of(Duration.ofNanos(Math.round(nanos))) : Optional.empty();
    }

    private static Optional<Duration> duration(String text, String rule) {
        if (text.matches("-?[\\d.]+") && !text.equals("0")) {
            throw new InvalidValueException(rule + " (a number needs its unit)");
        }
        return text.equals("0") ? Optional.of(Duration.ZERO) : duration(text);
    }

    private static double unitNanos(String unit) {
        return switch (unit) {
            case "us" -> 1e3;
            case "ms" -> 1e6;
            case "s" -> 1e9;
            case "m" -> 60e9;
            case "h" -> 3600e9;
            default -> 86_400e9;
        };
    }

    private static ValueType<Double> orInf(ValueType<Double> finite) {
        return text -> text.equals("inf") ? Double.POSITIVE_INFINITY : finite.parse(text);
    }

    private static ValueType<Double> number(String rule, DoublePredicate holds) {
        return text -> {
            double value = parseDouble(text, rule);
            if (!Double.isFinite(value) || !holds.test(value)) {
                throw new InvalidValueException(rule);
            }
            return value;
        };
    }

    private static double parseDouble(String text, String rule) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new InvalidValueException(rule);
        }
    }

    private static ValueType<Integer> integer(String rule, LongPredicate holds) {
        return text -> {
            long value = whole(text, rule);
            if (value > Integer.MAX_VALUE || !holds.test(value)) {
                throw new InvalidValueException(rule);
            }
            return (int) value;
        };
    }

    private static long whole(String text, String rule) {
        try {
            return Long.parseLong(text.replace("_", ""));
        } catch (NumberFormatException e) {
            throw new InvalidValueException(rule);
        }
    }

    private static boolean truth(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new InvalidValueException("must be true or false");
        };
    }

    private static String text(String text) {
        if (text.isBlank()) {
            throw new InvalidValueException("must not be empty");
        }
        return text;
    }

    private static String name(String text) {
        if (!NAME_RULE.matcher(text).matches()) {
            throw new InvalidValueException("must be 1 to 100 characters without '/'");
        }
        return text;
    }

    private static String requestClass(String text) {
        if (RequestClass.isReserved(text)) {
            throw new InvalidValueException("must be none of " + RequestClass.OTHER + ", " + RequestClass.ONE_TARGET
                    + " and " + RequestClass.FIRST_REQUEST + ", which have a meaning of their own,");
        }
        return name(text);
    }

    private static URI url(String text) {
        String rule = "must be a URL such as http://host:8000";
        try {
            URI uri = URI.create(text);
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (uri.getUserInfo() != null) {
                throw InvalidValueException.unquotable("must be a URL without a user and password");
            }
            if (web && uri.getHost() != null && uri.getPort() <= MAX_PORT) {
                return uri;
            }
            HostNameCheck.problem(uri).filter(problem -> web).ifPresent(problem -> {
                throw InvalidValueException.unquotable(problem);
            });
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException(rule);
        }
        throw new InvalidValueException(rule);
    }

    private static Team team(String text) {
        try {
            return new Team(text);
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException("must match [a-z0-9-]{1,32}");
        }
    }
}
