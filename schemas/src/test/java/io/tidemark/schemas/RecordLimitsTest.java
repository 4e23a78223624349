package io.tidemark.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.RequestEvent;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each text, sketch, list and map of each input, at any depth, has a limit: also of fields that are added to a schema. */
class RecordLimitsTest {
    static {
        TrustedEventClasses.trust();
    }

    /** More than any limit within a record. */
    private static final int HUGE = (1 << 20) + 1;

    private static final String TEXT = "x".repeat(HUGE);

    /** An event with one field at more than its limit. */
    private record Over(String path, SpecificRecord event) {
        @Override
        public String toString() {
            return path;
        }
    }

    static Stream<Over> overs() {
        return Arrays.stream(Topic.values())
                .filter(Topic::isInput)
                .flatMap(topic -> topic.event().stream())
                .flatMap(event -> overs(SpecificData.get().getSchema(event)).stream());
    }

    @ParameterizedTest
    @MethodSource("overs")
    void eachFieldThatTakesRoomHasALimit(Over over) {
        assertThat(RecordLimits.of(over.event, HUGE)).as(over.path).isPresent();
    }

    @ParameterizedTest
    @MethodSource("smallest")
    void anEventOfEmptyFieldsIsWithinAllLimits(SpecificRecord event) {
        assertThat(RecordLimits.of(event, HUGE)).isEmpty();
    }

    /** Only fields that so many bytes can fill beyond a limit are looked at. */
    @Test
    void aFieldIsFoundOverItsLimitInARecordThatIsHardlyLonger() {
        SpecificRecord event = (SpecificRecord) least(RequestEvent.getClassSchema());
        int lane = RequestEvent.getClassSchema().getField("lane").pos();
        int most = TeamLimit.NAME_LENGTH.most();
        event.put(lane, "x".repeat(most));
        assertThat(RecordLimits.of(event, most + 1)).isEmpty();
        event.put(lane, "x".repeat(most + 1));
        assertThat(RecordLimits.of(event, most + 1)).isPresent();
    }

    static Stream<SpecificRecord> smallest() {
        return Arrays.stream(Topic.values())
                .filter(Topic::isInput)
                .flatMap(topic -> topic.event().stream())
                .map(event -> (SpecificRecord) least(SpecificData.get().getSchema(event)));
    }

    private static List<Over> overs(Schema event) {
        List<Over> overs = new ArrayList<>();
        find(event, event.getName(), over -> over, overs);
        return overs;
    }

    /** @param around makes the event of a value of the type */
    private static void find(Schema type, String path, UnaryOperator<Object> around, List<Over> overs) {
        switch (type.getType()) {
            case STRING -> overs.add(over(path, around.apply(TEXT)));
            case BYTES -> overs.add(over(path, around.apply(ByteBuffer.allocate(HUGE))));
            case ARRAY -> {
                Object element = least(type.getElementType());
                overs.add(over(path + "[]", around.apply(Collections.nCopies(HUGE, element))));
                find(type.getElementType(), path + "[0]", one -> around.apply(List.of(one)), overs);
            }
            case MAP -> {
                Object element = least(type.getValueType());
                Map<String, Object> many = new HashMap<>();
                for (int i = 0; i < 10_000; i++) {
                    many.put("k" + i, element);
                }
                overs.add(over(path + "{}", around.apply(many)));
                overs.add(over(path + "{key}", around.apply(Map.of(TEXT, element))));
                find(type.getValueType(), path + "{value}", one -> around.apply(Map.of("k", one)), overs);
            }
            case UNION -> type.getTypes().forEach(branch -> find(branch, path + "|" + branch.getName(), around, overs));
            case RECORD ->
                type.getFields()
                        .forEach(field -> find(
                                field.schema(),
                                path + "." + field.name(),
                                value -> {
                                    SpecificRecord record = (SpecificRecord) least(type);
                                    record.put(field.pos(), value);
                                    return around.apply(record);
                                },
                                overs));
            default -> {
                // Takes no room of its own.
            }
        }
    }

    private static Over over(String path, Object event) {
        return new Over(path, (SpecificRecord) event);
    }

    /** The smallest value of a type. */
    private static Object least(Schema type) {
        return switch (type.getType()) {
            case STRING -> "";
            case BYTES -> ByteBuffer.allocate(0);
            case ARRAY -> new ArrayList<>();
            case MAP -> new HashMap<>();
            case UNION ->
                type.getTypes().stream()
                        .filter(branch -> branch.getType() != Schema.Type.NULL)
                        .findFirst()
                        .map(RecordLimitsTest::least)
                        .orElseThrow();
            case ENUM ->
                Objects.requireNonNull(SpecificData.get().getClass(type)).getEnumConstants()[0];
            case INT -> 0;
            case LONG -> type.getLogicalType() == null ? (Object) 0L : Instant.EPOCH;
            case FLOAT -> 0f;
            case DOUBLE -> 0d;
            case BOOLEAN -> false;
            case RECORD -> {
                SpecificRecord record = (SpecificRecord) SpecificData.get().newRecord(null, type);
                type.getFields().forEach(field -> record.put(field.pos(), least(field.schema())));
                yield record;
            }
            default -> throw new IllegalStateException("no input has a field of " + type);
        };
    }
}
