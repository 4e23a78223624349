package io.tidemark.app.cli.shared;

import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a duration by the grammar of plans: {@code 500ms}, {@code 20s}, {@code 1m30s}, {@code 12h}, {@code 28d}. */
public final class DurationConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        try {
            return ValueTypes.DURATION.parse(text);
        } catch (InvalidValueException e) {
            throw new TypeConversionException(e.getMessage() + " but was \"" + text + "\"");
        }
    }
}
