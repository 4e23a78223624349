package io.tidemark.producer.imports;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;

/** When a result of vLLM's client was measured: its date is about the end of the run, in the client's own zone, which it does not say. */
final class VllmDate {
    private static final List<DateTimeFormatter> FORMS = List.of(
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"),
            DateTimeFormatter.ISO_LOCAL_DATE_TIME,
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss"));

    private VllmDate() {}

    static Span span(Place result, SourceFile file, double seconds, List<String> lacks) {
        Optional<Instant> date = result.text("date").flatMap(VllmDate::read);
        if (date.isPresent()) {
            lacks.add("no time zone: its date is taken as UTC");
            return Span.endingAt(date.get(), seconds, true);
        }
        lacks.add("no date: the file's last change stands for it");
        return Span.endingAt(file.modified(), seconds, false);
    }

    static Optional<Instant> read(String text) {
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
