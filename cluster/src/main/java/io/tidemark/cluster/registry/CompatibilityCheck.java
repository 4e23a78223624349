package io.tidemark.cluster.registry;

import io.confluent.kafka.schemaregistry.CompatibilityChecker;
import io.confluent.kafka.schemaregistry.CompatibilityLevel;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.List;

/** Asks Confluent's own checker, for one earlier version after the other, until a deadline. */
final class CompatibilityCheck {
    static final Duration LIMIT = Duration.ofSeconds(5);

    private final NanoClock clock;

    CompatibilityCheck(NanoClock clock) {
        this.clock = clock;
    }

    /**
     * What the schema would break at this level in the newest version that it breaks; empty if nothing. Earlier versions are given oldest first.
     *
     * @throws RegistryError 50002 if the deadline has passed before a version's turn
     */
    List<String> violations(CompatibilityLevel level, AvroSchema schema, List<RegisteredSchema> earlier) {
        CompatibilityChecker checker = CompatibilityChecker.checker(level);
        long begun = clock.nanos();
        int oldest = isTransitive(level) ? 0 : Math.max(0, earlier.size() - 1);
        for (int i = earlier.size() - 1; i >= oldest; i--) {
            RegisteredSchema version = earlier.get(i);
            if (clock.nanos() - begun > LIMIT.toNanos()) {
                throw RegistryError.checkTooLong(
                        version.subject() + " version " + version.version(), LIMIT.toSeconds());
            }
            List<String> broken = checker.isCompatible(schema, List.of(version.schema()));
            if (!broken.isEmpty()) {
                return broken;
            }
        }
        return List.of();
    }

    private static boolean isTransitive(CompatibilityLevel level) {
        return switch (level) {
            case BACKWARD_TRANSITIVE, FORWARD_TRANSITIVE, FULL_TRANSITIVE -> true;
            case NONE, BACKWARD, FORWARD, FULL -> false;
        };
    }
}
