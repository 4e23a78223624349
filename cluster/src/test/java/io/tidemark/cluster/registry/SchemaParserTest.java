package io.tidemark.cluster.registry;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.WriterSchemaLimits;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SchemaParserTest {
    private static void assertTooLarge(String text, String rule) {
        assertThatThrownBy(() -> SchemaParser.parseNew(text.replace('\'', '"')))
                .isInstanceOf(RegistryError.class)
                .hasMessage("Schema too large: " + rule)
                .extracting(error -> ((RegistryError) error).code())
                .isEqualTo(42209);
    }

    /** Whether a default fits is asked anew wherever a type is used: 2^40 times here. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aSchemaIsRefusedBeforeItsDefaultsAreChecked() {
        String type = "{'type':'record','name':'R0','fields':[{'name':'a','type':'int','default':0}]}";
        for (int level = 1; level <= 40; level++) {
            type = "{'type':'record','name':'R" + level + "','fields':[{'name':'a','type':" + type
                    + ",'default':{}},{'name':'b','type':'R" + (level - 1) + "','default':{}}]}";
        }
        assertTooLarge(type, "its types must be at most 32 within one another but are 42");
    }

    @Test
    void aUnionOfManyNamedTypesIsRefused() {
        StringBuilder union = new StringBuilder("['null'");
        for (int i = 0; i <= WriterSchemaLimits.MAX_NAMED_TYPES; i++) {
            union.append(",{'type':'fixed','size':1,'name':'F").append(i).append("'}");
        }
        assertTooLarge(union + "]", "it must have at most 256 named types but has 257");
    }

    @Test
    void aDeeplyNestedTypeIsRefused() {
        assertTooLarge(
                "{'type':'array','items':".repeat(300) + "'int'" + "}".repeat(300),
                "its types must be at most 32 within one another but are 301");
    }

    @Test
    void aChainOfTypesThatOverflowsTheStackIsRefused() {
        String types = IntStream.range(0, 2_500)
                .mapToObj(i -> "{'name':'g" + i + "','type':{'type':'record','name':'B" + i
                        + "','fields':[{'name':'a','type':'B" + (i + 1) + "'}]}}")
                .collect(joining(","));
        String chain = "{'type':'record','name':'T','fields':[" + types
                + ",{'name':'z','type':{'type':'fixed','name':'B2500','size':1}}]}";
        assertThatThrownBy(() -> SchemaParser.parseNew(chain.replace('\'', '"')))
                .isInstanceOf(RegistryError.class)
                .hasMessageStartingWith("Schema too large: its types must be at most 32 within one another");
    }

    @Test
    void aUnionOfManyRecordsIsRefusedBeforeItIsCompared() {
        StringBuilder union = new StringBuilder("['null'");
        for (int i = 0; i < WriterSchemaLimits.MAX_BRANCHES; i++) {
            union.append(",{'type':'record','name':'R").append(i).append("','fields':[{'name':'a','type':'int'}]}");
        }
        assertTooLarge(union + "]", "a value at one place must have at most 32 types by its unions");
    }

    @ParameterizedTest
    @EnumSource(value = Topic.class, names = "DEAD_LETTERS", mode = EnumSource.Mode.EXCLUDE)
    void theSchemasOfOurTopicsAreTaken(Topic topic) {
        String text = topic.schema().orElseThrow().toString();
        assertThat(SchemaParser.parseNew(text).rawSchema())
                .isEqualTo(topic.schema().orElseThrow());
    }

    @Test
    void aHundredVersionsOfOurLargestSchemaHaveRoomInASubject() {
        int largest = java.util.Arrays.stream(Topic.values())
                .flatMap(topic -> topic.schema().stream())
                .mapToInt(schema -> schema.toString().length())
                .max()
                .orElseThrow();
        assertThat(SubjectRegistry.MAX_VERSIONS * largest).isLessThan(SubjectRegistry.MAX_CHARACTERS);
    }
}
