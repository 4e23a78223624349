package io.tidemark.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.avro.AvroSchemaProvider;
import io.confluent.kafka.schemaregistry.client.MockSchemaRegistryClient;
import io.tidemark.events.ApiKind;
import io.tidemark.events.ChunkKind;
import io.tidemark.events.StepPart;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TokenBatchDecoderTest {
    private static final Team TEAM = new Team("perf");
    private static final RecordPosition HERE = new RecordPosition("tidemark.perf.tokens", 1, 7);

    private final MockSchemaRegistryClient client = new MockSchemaRegistryClient(List.of(new AvroSchemaProvider()));
    private final SchemaRegistry registry = new SchemaRegistry(client, RegistryConfig.embedded("mock"));
    private final EventEncoder<TokenBatch> encoder = registry.encoder(Topic.TOKENS, TEAM, TokenBatch.class);
    private final EventDecoder<TokenBatch> byAvro = registry.decoder(TokenBatch.class);
    private final TokenBatchDecoder decoder = registry.tokenBatchDecoder();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void columnsHoldWhatAvroReads(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 300; i++) {
            byte[] bytes = encoder.encode(batch(random));
            assertThat(asBatch(decoder.decode(HERE, bytes))).isEqualTo(byAvro.decode(HERE, bytes));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void brokenBytesAreRefusedAsAvroRefusesThemOrReadAsAvroReadsThem(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 2_000; i++) {
            byte[] bytes = broken(encoder.encode(batch(random)), random);
            Throwable refused = catchThrowable(() -> byAvro.decode(HERE, bytes));
            if (refused == null) {
                assertThat(asBatch(decoder.decode(HERE, bytes))).isEqualTo(byAvro.decode(HERE, bytes));
            } else {
                assertThat(catchThrowable(() -> decoder.decode(HERE, bytes)))
                        .hasSameClassAs(refused)
                        .hasMessage(refused.getMessage());
            }
        }
    }

    /** Where it does not, records are read right but slowly: the new field belongs into the columns. */
    @Test
    void thisVersionsSchemaIsReadWithoutAvro() {
        byte[] bytes = encoder.encode(batch(new SplittableRandom(6)));
        assertThat(isReadWithoutAvro(TokenBatch.getClassSchema(), bytes)).isTrue();
    }

    @Test
    void aWriterThatLacksOptionalFieldsIsReadWithoutAvroWithTheirDefaults() throws Exception {
        String[] optional = TokenBatch.getClassSchema().getFields().stream()
                .filter(Schema.Field::hasDefaultValue)
                .map(Schema.Field::name)
                .toArray(String[]::new);
        assertThat(optional).contains("segment", "apiKind", "outputBefore", "choices", "targetGroup");
        assertReadAlike(without(optional));
        for (String one : optional) {
            assertReadAlike(without(one));
        }
    }

    @Test
    void aWriterThatAddsFieldsIsReadWithoutAvro() throws Exception {
        String added = "{'type':'record','name':'Later','fields':[{'name':'a','type':'boolean'},"
                + "{'name':'b','type':'float'},{'name':'c','type':'double'},{'name':'d','type':'bytes'},"
                + "{'name':'e','type':{'type':'fixed','name':'F','size':3}},"
                + "{'name':'f','type':{'type':'enum','name':'E','symbols':['X','Y']}},"
                + "{'name':'g','type':{'type':'map','values':['null','string']}},"
                + "{'name':'h','type':{'type':'array','items':'int'}},{'name':'i','type':['null','long']}]}";
        assertReadAlike(adding(new Schema.Parser().parse(added.replace('\'', '"')), 0));
        assertReadAlike(adding(Schema.create(Schema.Type.STRING), 9));
    }

    @Test
    void aSymbolThatAWriterAddsIsReadWithoutAvroAsUnknown() throws Exception {
        Schema widened = new Schema.Parser()
                .parse(TokenBatch.getClassSchema()
                        .toString()
                        .replace("\"symbols\":[\"UNKNOWN\",", "\"symbols\":[\"UNKNOWN\",\"ADDED_LATER\","));
        assertThat(widened.toString()).contains("ADDED_LATER");
        assertReadAlike(widened);
    }

    @Test
    void recordsOfSeveralWritersAreReadInAnyOrder() throws Exception {
        Schema older = without("segment", "targetGroup");
        int id = client.register("older-value", new AvroSchema(older));
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 50; i++) {
            byte[] bytes = random.nextBoolean()
                    ? encoder.encode(batch(random))
                    : write(older, (GenericRecord) record(older, random), id);
            assertThat(asBatch(decoder.decode(HERE, bytes))).isEqualTo(byAvro.decode(HERE, bytes));
        }
    }

    private void assertReadAlike(Schema writer) throws Exception {
        int id = client.register("writer-" + writer.hashCode(), new AvroSchema(writer));
        SplittableRandom random = new SplittableRandom(9);
        for (int i = 0; i < 100; i++) {
            byte[] bytes = write(writer, (GenericRecord) record(writer, random), id);
            assertThat(isReadWithoutAvro(writer, bytes)).isTrue();
            assertThat(asBatch(decoder.decode(HERE, bytes))).isEqualTo(byAvro.decode(HERE, bytes));
            byte[] broken = broken(bytes, random);
            Throwable refused = catchThrowable(() -> byAvro.decode(HERE, broken));
            if (refused == null) {
                assertThat(asBatch(decoder.decode(HERE, broken))).isEqualTo(byAvro.decode(HERE, broken));
            } else {
                assertThat(catchThrowable(() -> decoder.decode(HERE, broken))).hasMessage(refused.getMessage());
            }
        }
    }

    private static boolean isReadWithoutAvro(Schema writer, byte[] bytes) {
        TokenBatchPlan plan = TokenBatchPlan.of(writer).orElseThrow();
        return new TokenBatchBytes().read(bytes, WireFormat.HEADER_BYTES, plan, new TokenBatchColumns());
    }

    /** Any value of a schema; times within what an event may have. */
    private static Object record(Schema schema, SplittableRandom random) {
        return switch (schema.getType()) {
            case RECORD -> {
                GenericRecord record = new GenericData.Record(schema);
                schema.getFields().forEach(field -> record.put(field.pos(), record(field.schema(), random)));
                yield record;
            }
            case ENUM ->
                new GenericData.EnumSymbol(
                        schema, one(schema.getEnumSymbols().toArray(), random).toString());
            case ARRAY ->
                IntStream.range(0, random.nextInt(4))
                        .mapToObj(i -> record(schema.getElementType(), random))
                        .toList();
            case MAP -> Collections.singletonMap("key", record(schema.getValueType(), random));
            case UNION -> record(one(schema.getTypes().toArray(Schema[]::new), random), random);
            case FIXED -> new GenericData.Fixed(schema, new byte[schema.getFixedSize()]);
            case STRING -> "text " + random.nextInt(100);
            case BYTES -> ByteBuffer.wrap(new byte[random.nextInt(4)]);
            case INT -> random.nextInt();
            case LONG -> random.nextLong(4_000_000_000_000_000L);
            case FLOAT -> (float) random.nextDouble();
            case DOUBLE -> random.nextDouble();
            case BOOLEAN -> random.nextBoolean();
            case NULL -> null;
        };
    }

    private static Schema adding(Schema type, int place) {
        Schema now = TokenBatch.getClassSchema();
        List<Schema.Field> fields = new ArrayList<>(now.getFields().stream()
                .map(field -> new Schema.Field(field, field.schema()))
                .toList());
        fields.add(place, new Schema.Field("addedLater", type));
        return Schema.createRecord(now.getName(), now.getDoc(), now.getNamespace(), false, fields);
    }

    private static Schema without(String... names) {
        Schema now = TokenBatch.getClassSchema();
        List<Schema.Field> fields = now.getFields().stream()
                .filter(field -> !List.of(names).contains(field.name()))
                .map(field -> new Schema.Field(field, field.schema()))
                .toList();
        return Schema.createRecord(now.getName(), now.getDoc(), now.getNamespace(), false, fields);
    }

    private static byte[] write(Schema schema, GenericRecord record, int id) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(ByteBuffer.allocate(WireFormat.HEADER_BYTES)
                .put((byte) 0)
                .putInt(id)
                .array());
        BinaryEncoder binary = EncoderFactory.get().binaryEncoder(out, null);
        new GenericDatumWriter<GenericRecord>(schema).write(record, binary);
        binary.flush();
        return out.toByteArray();
    }

    private static byte[] broken(byte[] whole, SplittableRandom random) {
        byte[] bytes = Arrays.copyOf(whole, random.nextInt(4) == 0 ? random.nextInt(whole.length + 3) : whole.length);
        for (int i = random.nextInt(3); i >= 0 && bytes.length > WireFormat.HEADER_BYTES; i--) {
            bytes[random.nextInt(WireFormat.HEADER_BYTES, bytes.length)] = (byte) random.nextInt();
        }
        return bytes;
    }

    private static TokenBatch batch(SplittableRandom random) {
        int chunks = random.nextInt(40);
        boolean several = random.nextInt(4) == 0;
        return TokenBatch.newBuilder()
                .setRun("01JABCDEFGHJKMNPQRSTVWXYZ" + random.nextInt(3))
                .setStep(random.nextInt(20))
                .setSegment(random.nextInt(3))
                .setLane("lane-" + random.nextInt(5))
                .setLaneSeq(random.nextLong(1L << random.nextInt(1, 62)))
                .setRequest("länge-" + random.nextInt())
                .setTarget("t".repeat(random.nextInt(100)))
                .setRequestClass("class-" + random.nextInt(10_000))
                .setApiKind(one(ApiKind.values(), random))
                .setPart(one(StepPart.values(), random))
                .setDue(Instant.EPOCH.plus(random.nextLong(-1000, 4_000_000_000_000_000L), ChronoUnit.MICROS))
                .setSentNanos(random.nextLong())
                .setBatch(random.nextInt())
                .setFirstChunk(random.nextInt())
                .setOutputBefore(random.nextInt(-1, 100))
                .setBaseNanos(random.nextLong(1L << random.nextInt(1, 62)))
                .setGapsNanos(random.longs(chunks).boxed().toList())
                .setKinds(IntStream.range(0, chunks)
                        .mapToObj(i -> one(ChunkKind.values(), random))
                        .toList())
                .setTokens(random.ints(chunks, -1, 70_000).boxed().toList())
                .setSizesBytes(random.ints(chunks).boxed().toList())
                .setChoices(random.ints(several ? chunks : 0, 0, 9).boxed().toList())
                .setChoiceBasesNanos(
                        random.longs(several ? 5 : 0, -1, 1_000_000).boxed().toList())
                .setLast(random.nextBoolean())
                .setTargetGroup(random.nextBoolean() ? "" : "all targets")
                .build();
    }

    private static <E> E one(E[] values, SplittableRandom random) {
        return values[random.nextInt(values.length)];
    }

    private static TokenBatch asBatch(TokenBatchColumns columns) {
        return TokenBatch.newBuilder()
                .setRun(columns.run())
                .setStep(columns.step())
                .setSegment(columns.segment())
                .setLane(columns.lane())
                .setLaneSeq(columns.laneSeq())
                .setRequest(columns.request())
                .setTarget(columns.target())
                .setRequestClass(columns.requestClass())
                .setApiKind(columns.apiKind())
                .setPart(columns.part())
                .setDue(Instant.EPOCH.plus(columns.dueMicros(), ChronoUnit.MICROS))
                .setSentNanos(columns.sentNanos())
                .setBatch(columns.batch())
                .setFirstChunk(columns.firstChunk())
                .setOutputBefore(columns.outputBefore())
                .setBaseNanos(columns.baseNanos())
                .setGapsNanos(longs(columns.gapsNanos()))
                .setKinds(IntStream.range(0, columns.kindCount())
                        .mapToObj(columns::kind)
                        .toList())
                .setTokens(ints(columns.tokens()))
                .setSizesBytes(ints(columns.sizesBytes()))
                .setChoices(ints(columns.choices()))
                .setChoiceBasesNanos(longs(columns.choiceBasesNanos()))
                .setLast(columns.last())
                .setTargetGroup(columns.targetGroup())
                .build();
    }

    private static List<Long> longs(LongColumn column) {
        return IntStream.range(0, column.size()).mapToObj(column::at).toList();
    }

    private static List<Integer> ints(LongColumn column) {
        return longs(column).stream().map(Long::intValue).toList();
    }
}
