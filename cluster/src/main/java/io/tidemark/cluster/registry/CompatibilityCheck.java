package io.tidemark.cluster.registry;

import com.google.common.base.Ascii;
import io.confluent.kafka.schemaregistry.CompatibilityLevel;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.avro.Difference;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.IllegalFormatException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;

/** Compares by Avro's rules, in Confluent's words, with one earlier version after the other, until a deadline. */
record CompatibilityCheck(NanoClock clock) {
    static final Duration LIMIT = Duration.ofSeconds(5);

    /** Of those of one version. A schema within its limits can have some hundred thousand. */
    static final int MAX_VIOLATIONS = 10;

    /**
     * The first that the schema would break at this level in the newest version that it breaks; empty if nothing. Earlier versions are given
     * oldest first.
     *
     * @throws RegistryError 50002 if the deadline has passed before a version's turn
     */
    List<String> violations(CompatibilityLevel level, AvroSchema schema, List<RegisteredSchema> earlier) {
        long begun = clock.nanos();
        int oldest = isTransitive(level) ? 0 : Math.max(0, earlier.size() - 1);
        for (int i = earlier.size() - 1; i >= oldest; i--) {
            RegisteredSchema version = earlier.get(i);
            if (clock.nanos() - begun > LIMIT.toNanos()) {
                throw RegistryError.checkTooLong(
                        version.subject() + " version " + version.version(), LIMIT.toSeconds());
            }
            List<String> broken = broken(
                            level, schema.rawSchema(), version.schema().rawSchema())
                    .limit(MAX_VIOLATIONS)
                    .toList();
            if (!broken.isEmpty()) {
                return broken;
            }
        }
        return List.of();
    }

    private static Stream<String> broken(CompatibilityLevel level, Schema schema, Schema earlier) {
        return switch (level) {
            case NONE -> Stream.empty();
            case BACKWARD, BACKWARD_TRANSITIVE -> unreadable(schema, "new", earlier, "old");
            case FORWARD, FORWARD_TRANSITIVE -> unreadable(earlier, "old", schema, "new");
            case FULL, FULL_TRANSITIVE ->
                Stream.concat(unreadable(schema, "new", earlier, "old"), unreadable(earlier, "old", schema, "new"));
        };
    }

    private static Stream<String> unreadable(Schema reader, String readerAge, Schema writer, String writerAge) {
        try {
            return SchemaCompatibility.checkReaderWriterCompatibility(reader, writer)
                    .getResult()
                    .getIncompatibilities()
                    .stream()
                    .limit(MAX_VIOLATIONS)
                    .map(one -> cut(new Difference(one).toString().formatted(readerAge, writerAge)));
        } catch (AvroRuntimeException | IllegalFormatException e) {
            return Stream.of(cut("the " + readerAge + " schema cannot be compared: " + e.getMessage()));
        }
    }

    private static String cut(String violation) {
        return Ascii.truncate(violation, RegistryError.LONGEST_REASON, "...");
    }

    private static boolean isTransitive(CompatibilityLevel level) {
        return switch (level) {
            case BACKWARD_TRANSITIVE, FORWARD_TRANSITIVE, FULL_TRANSITIVE -> true;
            case NONE, BACKWARD, FORWARD, FULL -> false;
        };
    }
}
