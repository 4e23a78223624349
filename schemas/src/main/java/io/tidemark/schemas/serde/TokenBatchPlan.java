package io.tidemark.schemas.serde;

import static java.util.stream.Collectors.toUnmodifiableMap;

import io.tidemark.events.TokenBatch;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;

/**
 * How the token batches of one writer's schema come into columns: a step for each field in the writer's order, and one for each field
 * that the writer lacks, which is read from its default.
 *
 * @param written a step for each field of the writer
 * @param lacking a step for each field of ours that is not among them
 * @param defaults of those, one after the other, in Avro's binary encoding
 */
@SuppressWarnings("ArrayRecordComponent") // read for each record, never compared
record TokenBatchPlan(Step[] written, Step[] lacking, byte[] defaults) {
    private static final Schema OURS = TokenBatch.getClassSchema();

    /** Where a field goes. */
    enum Column {
        RUN("run"),
        STEP("step"),
        SEGMENT("segment"),
        LANE("lane"),
        LANE_SEQ("laneSeq"),
        REQUEST("request"),
        TARGET("target"),
        REQUEST_CLASS("requestClass"),
        API_KIND("apiKind"),
        PART("part"),
        DUE("due"),
        SENT_NANOS("sentNanos"),
        BATCH("batch"),
        FIRST_CHUNK("firstChunk"),
        OUTPUT_BEFORE("outputBefore"),
        BASE_NANOS("baseNanos"),
        GAPS_NANOS("gapsNanos"),
        KINDS("kinds"),
        TOKENS("tokens"),
        SIZES_BYTES("sizesBytes"),
        CHOICES("choices"),
        CHOICE_BASES_NANOS("choiceBasesNanos"),
        LAST("last"),
        TARGET_GROUP("targetGroup"),
        /** A field that this version does not have is skipped. */
        NONE("");

        private final String field;

        Column(String field) {
            this.field = field;
        }
    }

    private static final Map<String, Column> COLUMNS =
            Arrays.stream(Column.values()).collect(toUnmodifiableMap(column -> column.field, column -> column));

    /**
     * One field.
     *
     * @param schema of the writer
     * @param symbols of an enum or an array of one: the number of each of the writer's symbols among ours, -1 if we have none for it
     */
    @SuppressWarnings("ArrayRecordComponent") // read for each record, never compared
    record Step(Column column, Schema schema, int[] symbols) {
        /** @throws IndexOutOfBoundsException if the writer has no such symbol; -1 is none of ours */
        int symbol(int written) {
            int ours = symbols[written];
            if (ours < 0) {
                throw new IndexOutOfBoundsException(ours);
            }
            return ours;
        }
    }

    /** Empty if Avro's reader does more than take a field as it is, such as text from bytes. */
    static Optional<TokenBatchPlan> of(Schema writer) {
        List<Step> written = new ArrayList<>();
        for (Schema.Field field : writer.getFields()) {
            Schema.Field ours = OURS.getField(field.name());
            Optional<Step> step =
                    ours == null ? Optional.of(new Step(Column.NONE, field.schema(), new int[0])) : step(field, ours);
            if (step.isEmpty()) {
                return Optional.empty();
            }
            written.add(step.get());
        }
        List<Schema.Field> lacking = OURS.getFields().stream()
                .filter(field -> writer.getField(field.name()) == null)
                .toList();
        List<Step> defaults =
                lacking.stream().flatMap(field -> step(field, field).stream()).toList();
        return defaults.size() == lacking.size()
                ? Optional.of(new TokenBatchPlan(
                        written.toArray(Step[]::new), defaults.toArray(Step[]::new), defaults(lacking)))
                : Optional.empty();
    }

    private static Optional<Step> step(Schema.Field field, Schema.Field ours) {
        @Nullable Column column = COLUMNS.get(ours.name());
        return column != null && isSame(field.schema(), ours.schema())
                ? Optional.of(new Step(column, field.schema(), symbols(field.schema(), ours.schema())))
                : Optional.empty();
    }

    private static boolean isSame(Schema writer, Schema ours) {
        if (writer.getType() != ours.getType()) {
            return false;
        }
        return ours.getType() != Schema.Type.ARRAY || isSame(writer.getElementType(), ours.getElementType());
    }

    private static int[] symbols(Schema writer, Schema ours) {
        return switch (ours.getType()) {
            case ARRAY -> symbols(writer.getElementType(), ours.getElementType());
            case ENUM ->
                writer.getEnumSymbols().stream()
                        .mapToInt(symbol -> ours.hasEnumSymbol(symbol) ? ours.getEnumOrdinal(symbol) : unknown(ours))
                        .toArray();
            default -> new int[0];
        };
    }

    private static int unknown(Schema ours) {
        return ours.getEnumDefault() == null ? -1 : ours.getEnumOrdinal(ours.getEnumDefault());
    }

    private static byte[] defaults(List<Schema.Field> fields) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        try {
            for (Schema.Field field : fields) {
                new GenericDatumWriter<>(field.schema()).write(GenericData.get().getDefaultValue(field), encoder);
            }
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("a buffer in memory failed", e);
        }
    }
}
