package io.tidemark.app.cli.shared;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A moment, e.g. {@code 2026-11-20T08:00:00Z}. */
public final class InstantConverter implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new TypeConversionException("'" + text + "' is not a moment such as 2026-11-20T08:00:00Z");
        }
    }
}
