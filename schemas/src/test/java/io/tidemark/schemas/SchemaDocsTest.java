package io.tidemark.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.avro.Schema;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The events are public API: each is documented and shaped so that it can change. */
final class SchemaDocsTest {
    @ParameterizedTest
    @EnumSource(value = Topic.class, names = "DEAD_LETTERS", mode = EnumSource.Mode.EXCLUDE)
    void everyTypeAndFieldIsDocumented(Topic topic) {
        for (Schema type : types(topic.schema().orElseThrow())) {
            assertThat(type.getDoc()).as(type.getFullName()).isNotBlank();
            fields(type)
                    .forEach(field -> assertThat(field.doc())
                            .as(type.getName() + "." + field.name())
                            .isNotBlank());
        }
    }

    @ParameterizedTest
    @EnumSource(value = Topic.class, names = "DEAD_LETTERS", mode = EnumSource.Mode.EXCLUDE)
    void everyEnumHasAnUnknownForSymbolsToCome(Topic topic) {
        types(topic.schema().orElseThrow()).stream()
                .filter(type -> type.getType() == Schema.Type.ENUM)
                .forEach(type -> {
                    assertThat(type.getEnumDefault()).as(type.getFullName()).isEqualTo("UNKNOWN");
                    assertThat(type.getEnumSymbols()).first().isEqualTo("UNKNOWN");
                });
    }

    @ParameterizedTest
    @EnumSource(value = Topic.class, names = "DEAD_LETTERS", mode = EnumSource.Mode.EXCLUDE)
    void everyFieldOfElapsedTimeSaysItsUnit(Topic topic) {
        types(topic.schema().orElseThrow())
                .forEach(type -> fields(type)
                        .forEach(field -> assertThat(field.name())
                                .as(type.getName())
                                .doesNotMatch("(?i).*(latency|duration|delay|elapsed)$")));
    }

    private static List<Schema.Field> fields(Schema type) {
        return type.getType() == Schema.Type.RECORD ? type.getFields() : List.of();
    }

    private static List<Schema> types(Schema root) {
        List<Schema> found = new ArrayList<>();
        collect(root, found, new HashSet<>());
        return found;
    }

    private static void collect(Schema schema, List<Schema> found, Set<String> seen) {
        switch (schema.getType()) {
            case RECORD -> {
                if (seen.add(schema.getFullName())) {
                    found.add(schema);
                    schema.getFields().forEach(field -> collect(field.schema(), found, seen));
                }
            }
            case ENUM -> {
                if (seen.add(schema.getFullName())) {
                    found.add(schema);
                }
            }
            case UNION -> schema.getTypes().forEach(type -> collect(type, found, seen));
            case ARRAY -> collect(schema.getElementType(), found, seen);
            case MAP -> collect(schema.getValueType(), found, seen);
            default -> {
                // Primitives have no docs of their own.
            }
        }
    }
}
