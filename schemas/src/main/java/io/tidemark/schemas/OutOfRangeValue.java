package io.tidemark.schemas;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A value of a metrics page that its signal cannot have, such as a percentage of a ratio. It is not used, and travels as an entry of the
 * sample's {@code info}.
 *
 * @param series its name on the page
 * @param value in the unit of the signal
 */
public record OutOfRangeValue(Signal signal, String series, double value) {
    private static final String KEY = "tidemark:out_of_range.";
    private static final Pattern TEXT =
            Pattern.compile("([A-Za-z0-9_:]{1,100}) (-?[0-9]{1,20}\\.[0-9]{1,20}(?:E-?[0-9]{1,3})?|-Infinity)");

    /** Adds it to a sample's {@code info}. */
    public void addTo(Map<String, String> info) {
        info.put(KEY + signal.id(), series + " " + value);
    }

    /** Those of a sample, at most one a signal; entries that are something else are left out. */
    public static List<OutOfRangeValue> of(Map<String, String> info) {
        if (info.isEmpty()) {
            return List.of();
        }
        return Arrays.stream(Signal.values())
                .flatMap(signal -> of(signal, info.getOrDefault(KEY + signal.id(), "")).stream())
                .toList();
    }

    private static Optional<OutOfRangeValue> of(Signal signal, String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(new OutOfRangeValue(signal, matcher.group(1), Double.parseDouble(matcher.group(2))))
                : Optional.empty();
    }

    /** The flag of a step or a segment, which has no figure of the signal: with one such value, the others may be of another unit, too. */
    public String flag(long scrapes) {
        String shown = value == Double.NEGATIVE_INFINITY ? "-inf" : ValueText.digits(value);
        return series + " was " + shown + " but " + signal.id() + " must be " + signal.range()
                + ": the signal is not used, because of " + ValueText.count(scrapes, "scrape");
    }
}
