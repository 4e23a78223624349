package io.tidemark.app.cli.shared;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads how old rows may become: {@code 12h}, {@code 30d}. */
public final class AgeConverter implements ITypeConverter<Duration> {
    private static final Pattern AGE = Pattern.compile("(\\d{1,5})([hd])");

    @Override
    public Duration convert(String text) {
        Matcher found = AGE.matcher(text);
        if (!found.matches() || Long.parseLong(found.group(1)) == 0) {
            throw new TypeConversionException("must be an age > 0 such as 12h or 30d but was \"" + text + "\"");
        }
        long amount = Long.parseLong(found.group(1));
        return found.group(2).equals("h") ? Duration.ofHours(amount) : Duration.ofDays(amount);
    }
}
