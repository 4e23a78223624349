package io.tidemark.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.confluent.kafka.schemaregistry.CompatibilityLevel;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.tidemark.cluster.registry.SchemaLogRecord.LevelSet;
import io.tidemark.cluster.registry.SchemaLogRecord.LevelUnset;
import io.tidemark.cluster.registry.SchemaLogRecord.SchemaErased;
import io.tidemark.cluster.registry.SchemaLogRecord.SchemaWritten;
import io.tidemark.cluster.registry.SchemaLogRecord.SubjectDeleted;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SchemaCatalogTest {
    private static final AvroSchema LONG = SchemaParser.parseNew("\"long\"");
    private static final AvroSchema STRING = SchemaParser.parseNew("\"string\"");

    private final SchemaCatalog catalog = new SchemaCatalog();

    @Test
    void givesANewSchemaTheNextIdAndAnEqualOneItsOwn() {
        register("a", 1, 1, LONG);
        assertThat(catalog.idFor(LONG)).isEqualTo(1);
        assertThat(catalog.idFor(STRING)).isEqualTo(2);
    }

    @Test
    void findsAnIdUnderAllItsSubjectsUntilTheLastIsErased() {
        register("a", 1, 1, LONG);
        register("b", 1, 1, LONG);
        catalog.apply(new SchemaErased("a", 1));
        assertThat(catalog.withId(1)).extracting(RegisteredSchema::subject).containsExactly("b");
        catalog.apply(new SchemaErased("b", 1));
        assertThat(catalog.withId(1)).isEmpty();
        assertThat(catalog.subjects()).isEmpty();
    }

    @Test
    void neverGivesAnErasedIdAway() {
        register("a", 1, 1, LONG);
        catalog.apply(new SchemaErased("a", 1));
        assertThat(catalog.idFor(STRING)).isEqualTo(2);
    }

    @Test
    void deletesTheVersionsOfASubjectUpToTheOneThatTheRecordNames() {
        register("a", 1, 1, LONG);
        register("a", 2, 2, STRING);
        catalog.apply(new SubjectDeleted("a", 1));
        assertThat(catalog.versions("a")).extracting(RegisteredSchema::deleted).containsExactly(true, false);
    }

    @Test
    void prefersASubjectsLevelToTheGlobalOneAndThatToFull() {
        assertThat(catalog.level("a")).isEqualTo(CompatibilityLevel.FULL);
        catalog.apply(new LevelSet(Optional.empty(), CompatibilityLevel.NONE));
        assertThat(catalog.level("a")).isEqualTo(CompatibilityLevel.NONE);
        catalog.apply(new LevelSet(Optional.of("a"), CompatibilityLevel.FORWARD));
        assertThat(catalog.level("a")).isEqualTo(CompatibilityLevel.FORWARD);
        catalog.apply(new LevelUnset(Optional.of("a")));
        assertThat(catalog.level("a")).isEqualTo(CompatibilityLevel.NONE);
    }

    private void register(String subject, int version, int id, AvroSchema schema) {
        catalog.apply(new SchemaWritten(new RegisteredSchema(subject, version, id, schema, false)));
    }
}
