package io.tidemark.cluster.registry;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.confluent.kafka.schemaregistry.CompatibilityLevel;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class CompatibilityCheckTest {
    private static final AvroSchema INT = SchemaParser.parseNew("\"int\"");
    private static final AvroSchema LONG = SchemaParser.parseNew("\"long\"");
    private static final List<RegisteredSchema> INT_STRING_LONG =
            List.of(version(1, INT), version(2, SchemaParser.parseNew("\"string\"")), version(3, LONG));

    private static RegisteredSchema version(int number, AvroSchema schema) {
        return new RegisteredSchema("a", number, number, schema, false);
    }

    /** A clock that goes on by so much at each look. */
    private static CompatibilityCheck lookingEach(Duration step) {
        long[] nanos = {0};
        NanoClock clock = () -> nanos[0] += step.toNanos();
        return new CompatibilityCheck(clock);
    }

    @Test
    void theLatestVersionIsComparedUnlessTheLevelIsTransitive() {
        CompatibilityCheck check = lookingEach(Duration.ZERO);
        assertThat(check.violations(CompatibilityLevel.FULL, LONG, INT_STRING_LONG))
                .isEmpty();
        assertThat(check.violations(CompatibilityLevel.BACKWARD, LONG, INT_STRING_LONG))
                .isEmpty();
        assertThat(check.violations(CompatibilityLevel.BACKWARD_TRANSITIVE, LONG, INT_STRING_LONG))
                .isNotEmpty();
        assertThat(check.violations(CompatibilityLevel.FULL_TRANSITIVE, LONG, INT_STRING_LONG))
                .isNotEmpty();
        assertThat(check.violations(CompatibilityLevel.FORWARD_TRANSITIVE, LONG, INT_STRING_LONG))
                .isNotEmpty();
        assertThat(check.violations(CompatibilityLevel.NONE, INT, INT_STRING_LONG))
                .isEmpty();
        assertThat(check.violations(CompatibilityLevel.FULL, INT, List.of())).isEmpty();
    }

    private static AvroSchema recordOf(int fields) {
        return SchemaParser.parseNew(IntStream.range(0, fields)
                .mapToObj(i -> "{\"name\":\"f" + i + "\",\"type\":\"int\"}")
                .collect(joining(",", "{\"type\":\"record\",\"name\":\"R\",\"fields\":[", "]}")));
    }

    @Test
    void aFieldWithoutADefaultBreaksTheSideThatLacksIt() {
        CompatibilityCheck check = lookingEach(Duration.ZERO);
        List<RegisteredSchema> one = List.of(version(1, recordOf(1)));
        String broken = "at path '/fields/1' in the %s schema has no default value and is missing in the %s schema";
        assertThat(check.violations(CompatibilityLevel.FORWARD, recordOf(2), one))
                .isEmpty();
        assertThat(check.violations(CompatibilityLevel.BACKWARD, recordOf(2), one))
                .singleElement()
                .asString()
                .contains(broken.formatted("new", "old"));
        List<RegisteredSchema> two = List.of(version(1, recordOf(2)));
        assertThat(check.violations(CompatibilityLevel.BACKWARD, recordOf(1), two))
                .isEmpty();
        for (CompatibilityLevel level : List.of(CompatibilityLevel.FORWARD, CompatibilityLevel.FULL)) {
            assertThat(check.violations(level, recordOf(1), two))
                    .singleElement()
                    .asString()
                    .contains(broken.formatted("old", "new"));
        }
    }

    @Test
    void ofManyViolationsTheFirstAreGivenInShort() {
        List<RegisteredSchema> one = List.of(version(1, recordOf(1)));
        assertThat(lookingEach(Duration.ZERO).violations(CompatibilityLevel.FULL, recordOf(3_000), one))
                .hasSize(CompatibilityCheck.MAX_VIOLATIONS);

        String symbols =
                IntStream.range(0, 500).mapToObj(i -> "\"symbol" + i + "\"").collect(joining(","));
        String type = "{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[%s]}";
        List<RegisteredSchema> many = List.of(version(1, SchemaParser.parseNew(type.formatted(symbols))));
        assertThat(lookingEach(Duration.ZERO)
                        .violations(
                                CompatibilityLevel.BACKWARD,
                                SchemaParser.parseNew(type.formatted("\"symbol0\"")),
                                many))
                .singleElement()
                .asString()
                .hasSize(RegistryError.LONGEST_REASON)
                .endsWith("...");
    }

    @Test
    void aCheckEndsAtItsDeadline() {
        List<RegisteredSchema> versions = List.of(version(1, LONG), version(2, LONG), version(3, LONG));
        assertThat(lookingEach(Duration.ofSeconds(1)).violations(CompatibilityLevel.FULL_TRANSITIVE, LONG, versions))
                .isEmpty();
        assertThatThrownBy(() -> lookingEach(Duration.ofSeconds(3))
                        .violations(CompatibilityLevel.FULL_TRANSITIVE, LONG, versions))
                .isInstanceOf(RegistryError.class)
                .hasMessage("Operation timed out: the compatibility check took over 5 s before a version 2")
                .extracting(error -> ((RegistryError) error).code())
                .isEqualTo(50002);
    }
}
