package io.tidemark.importers.file;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/** A row and where it stands; what is blank, {@code nan} or {@code null} is not there. */
public record CsvRow(String file, int line, Map<String, String> values) {
    private static final Set<String> NOTHING = Set.of("", "nan", "none", "null", "n/a", "-");

    /** "phases.csv:3". */
    public String place() {
        return file + ":" + line;
    }

    public Optional<String> text(String name) {
        String value = values.getOrDefault(name, "");
        return NOTHING.contains(value.toLowerCase(java.util.Locale.ROOT)) ? Optional.empty() : Optional.of(value);
    }

    /** A finite number. */
    public OptionalDouble number(String name) {
        Optional<String> text = text(name);
        if (text.isEmpty()) {
            return OptionalDouble.empty();
        }
        double value = parsed(name, text.get());
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw invalid(name, "must be a finite number");
        }
        return OptionalDouble.of(value);
    }

    private double parsed(String name, String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw invalid(name, "must be a number");
        }
    }

    public OptionalDouble amount(String name) {
        OptionalDouble value = number(name);
        if (value.isPresent() && value.getAsDouble() < 0) {
            throw invalid(name, "must be >= 0");
        }
        return value;
    }

    public OptionalLong count(String name) {
        OptionalDouble value = amount(name);
        if (value.isEmpty()) {
            return OptionalLong.empty();
        }
        if (value.getAsDouble() != Math.rint(value.getAsDouble())) {
            throw invalid(name, "must be a whole number");
        }
        return OptionalLong.of((long) value.getAsDouble());
    }

    public InvalidFileException invalid(String name, String rule) {
        return new InvalidFileException(place() + " " + name + " " + rule + " but was \"" + values.get(name) + "\"");
    }
}
