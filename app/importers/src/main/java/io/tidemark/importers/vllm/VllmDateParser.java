package io.tidemark.importers.vllm;

import io.tidemark.importers.file.JsonCursor;
import io.tidemark.importers.file.SourceFile;
import io.tidemark.importers.result.TimeSpan;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * When a result of vLLM's client was measured: its date is about the end of the run, in the client's own zone, which it does not say; those
 * that others write into their files may.
 */
public final class VllmDateParser {
    private static final List<DateTimeFormatter> FORMS = List.of(
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"),
            DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss"),
            DateTimeFormatter.ISO_LOCAL_DATE_TIME,
            new DateTimeFormatterBuilder()
                    .append(DateTimeFormatter.ISO_LOCAL_DATE)
                    .appendLiteral(' ')
                    .append(DateTimeFormatter.ISO_LOCAL_TIME)
                    .toFormatter(Locale.ROOT));

    private VllmDateParser() {}

    static TimeSpan span(JsonCursor result, SourceFile file, double seconds, List<String> lacks) {
        Optional<String> text = result.text("date");
        Optional<Instant> zoned = text.flatMap(VllmDateParser::zoned);
        if (zoned.isPresent()) {
            return TimeSpan.endingAt(zoned.get(), seconds, true);
        }
        Optional<Instant> date = text.flatMap(VllmDateParser::read);
        if (date.isPresent()) {
            lacks.add("no time zone: its date is taken as UTC");
            return TimeSpan.endingAt(date.get(), seconds, true);
        }
        lacks.add(text.map(unread -> "no date of a known form (\"" + unread + "\")")
                        .orElse("no date") + ": the file's last change stands for it");
        return TimeSpan.endingAt(file.modified(), seconds, false);
    }

    /** ISO 8601 with a zone. */
    public static Optional<Instant> zoned(String text) {
        try {
            return Optional.of(
                    OffsetDateTime.parse(text.strip().replaceFirst(" ", "T")).toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** A date without a time: when that day began, in UTC. */
    public static Optional<Instant> day(String text) {
        try {
            return Optional.of(
                    LocalDate.parse(text.strip()).atStartOfDay(ZoneOffset.UTC).toInstant());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    public static Optional<Instant> read(String text) {
        return FORMS.stream().flatMap(form -> read(text, form).stream()).findFirst();
    }

    private static Optional<Instant> read(String text, DateTimeFormatter form) {
        try {
            return Optional.of(LocalDateTime.parse(text, form).toInstant(ZoneOffset.UTC));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }
}
