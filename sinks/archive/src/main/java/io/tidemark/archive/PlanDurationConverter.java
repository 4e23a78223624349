package io.tidemark.archive;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time as plans write it: {@code 500ms}, {@code 20s}, {@code 1m}. */
final class PlanDurationConverter implements ITypeConverter<Duration> {
    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m)");

    @Override
    public Duration convert(String text) {
        Matcher found = TIME.matcher(text);
        if (!found.matches()) {
            throw new TypeConversionException("must be a time such as 500ms, 20s or 1m but was \"" + text + "\"");
        }
        long amount = Long.parseLong(found.group(1));
        return switch (found.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            default -> Duration.ofMinutes(amount);
        };
    }
}
