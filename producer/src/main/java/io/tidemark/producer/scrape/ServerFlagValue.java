package io.tidemark.producer.scrape;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values of a server's flags, which a plan and a server write differently. */
final class ServerFlagValue {
    /** vLLM takes 16k for 16,000 and 16K for 16,384 ({@code human_readable_int}). */
    private static final Pattern HUMAN = Pattern.compile("(-?\\d+(?:\\.\\d+)?)([kKmMgG]?)");

    private static final Set<String> UNREPORTED = Set.of("", "none", "null");
    private static final Set<String> OWN_CHOICE = Set.of("auto", "default");
    private static final double TOLERANCE = 1e-9;

    private ServerFlagValue() {}

    /** Whether the server says anything by it. */
    static boolean isReported(String reported) {
        return !UNREPORTED.contains(plain(reported));
    }

    /** Whether both mean the same. What is declared as {@code auto}, or as left out by {@code default}, is the server's to choose. */
    static boolean matches(String declared, String reported) {
        String one = plain(declared);
        String other = plain(reported);
        if (OWN_CHOICE.contains(one) || UNREPORTED.contains(one) || one.equals(other)) {
            return true;
        }
        OptionalDouble first = number(declared);
        OptionalDouble second = number(reported);
        if (first.isPresent() && second.isPresent()) {
            double difference = Math.abs(first.getAsDouble() - second.getAsDouble());
            return difference <= TOLERANCE * Math.max(1, Math.abs(first.getAsDouble()));
        }
        return isSwitch(one) && isSwitch(other) && on(one) == on(other);
    }

    /** fp8 stands for fp8_e4m3 in vLLM. */
    private static String plain(String value) {
        String plain = value.strip().toLowerCase(Locale.ROOT);
        return plain.equals("fp8_e4m3") ? "fp8" : plain;
    }

    private static OptionalDouble number(String value) {
        Matcher matcher = HUMAN.matcher(value.strip());
        return matcher.matches()
                ? OptionalDouble.of(Double.parseDouble(matcher.group(1)) * unit(matcher.group(2)))
                : OptionalDouble.empty();
    }

    private static double unit(String letter) {
        return switch (letter) {
            case "k" -> 1e3;
            case "K" -> 1 << 10;
            case "m" -> 1e6;
            case "M" -> 1 << 20;
            case "g" -> 1e9;
            case "G" -> 1 << 30;
            default -> 1;
        };
    }

    private static boolean isSwitch(String plain) {
        return Set.of("true", "false", "1", "0", "on", "off", "yes").contains(plain);
    }

    private static boolean on(String plain) {
        return Set.of("true", "1", "on", "yes").contains(plain);
    }
}
