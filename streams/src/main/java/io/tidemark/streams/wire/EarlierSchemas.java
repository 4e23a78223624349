package io.tidemark.streams.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.apache.avro.Schema;

/**
 * Schemas by which earlier versions wrote events into state and internal records, a line each in {@value #RESOURCE}. State outlives an
 * upgrade, so that a schema that is changed goes there as it was.
 */
final class EarlierSchemas {
    static final String RESOURCE = "earlier-schemas.jsonl";

    static final List<Schema> ALL = read();

    private EarlierSchemas() {}

    private static List<Schema> read() {
        try (InputStream in = Objects.requireNonNull(EarlierSchemas.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> new Schema.Parser().parse(line))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("the list of earlier schemas cannot be read", e);
        }
    }
}
