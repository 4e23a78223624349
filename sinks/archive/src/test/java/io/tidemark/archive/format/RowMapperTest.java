package io.tidemark.archive.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.confluent.kafka.schemaregistry.ParsedSchema;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.client.MockSchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.flink.formats.avro.RegistryAvroDeserializationSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RowMapperTest {
    private static final Team TEAM = new Team("perf");
    private static final String RUN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

    private final MockSchemaRegistryClient client = new MockSchemaRegistryClient();
    private final SchemaRegistry registry = new SchemaRegistry(client, RegistryConfig.embedded("mock://"));
    private final RowMapper rows = new RowMapper(client);

    @Test
    void anEventBecomesARowWithItsPlaceInKafka() {
        RowMapper.Row row =
                rows.row(record(Topic.REQUESTS, request(RUN, Instant.parse("2026-11-20T23:59:59.000001Z"))));

        assertThat(row.dataset()).isEqualTo(Dataset.REQUESTS);
        assertThat(text(row, "run")).isEqualTo(RUN);
        assertThat(text(row, "team")).isEqualTo("perf");
        assertThat(text(row, "model")).isEqualTo("llama");
        assertThat(row.values().get("due")).isEqualTo(1_795_219_199_000_001L);
        assertThat(row.values().get("kafkaPartition")).isEqualTo(3);
        assertThat(row.values().get("kafkaOffset")).isEqualTo(77L);
    }

    @Test
    void aRecordWithBytesAfterItsEndIsRejectedAndTheNextIsReadAsItIs() {
        byte[] whole = request(RUN, Instant.EPOCH);

        assertThat(reason(record(Topic.REQUESTS, Arrays.copyOf(whole, whole.length + 3))))
                .isEqualTo("it has bytes after its end");
        assertThat(text(rows.row(record(Topic.REQUESTS, whole)), "model")).isEqualTo("llama");
    }

    /** Why {@link ExactAvroFormat} looks; once this fails it need not. */
    @Test
    void flinksOwnFormatReadsTheRestOfOneRecordAsTheBeginningOfTheNext() throws IOException {
        RegistryAvroDeserializationSchema<GenericRecord> flink = new RegistryAvroDeserializationSchema<>(
                GenericRecord.class,
                Dataset.REQUESTS.row(),
                () -> new WriterSchemas(client, Dataset.REQUESTS.row().getFullName()));
        byte[] whole = request(RUN, Instant.EPOCH);

        assertThat(flink.deserialize(Arrays.copyOf(whole, whole.length + 3)).get("run"))
                .hasToString(RUN);
        assertThatThrownBy(() -> assertThat(flink.deserialize(whole).get("run")).hasToString(RUN))
                .isNotNull();
    }

    @Test
    void aRecordThatIsCutShortIsRejectedAndTheNextIsReadAsItIs() {
        byte[] whole = request(RUN, Instant.EPOCH);

        assertThat(reason(record(Topic.REQUESTS, Arrays.copyOf(whole, whole.length - 1))))
                .startsWith((whole.length - 1) + " bytes are not a whole RequestEvent: java.io.EOFException");
        assertThat(text(rows.row(record(Topic.REQUESTS, whole)), "model")).isEqualTo("llama");
    }

    @Test
    void whatIsNoEventIsRejectedWithItsBytesAndTheRule() {
        RowMapper.Row row = rows.row(record(Topic.TOKENS, "{\"n\":1}".getBytes(StandardCharsets.UTF_8)));

        assertThat(row.dataset()).isEqualTo(Dataset.REJECTED);
        assertThat(text(row, "reason")).isEqualTo("it begins with 0x7b");
        assertThat(text(row, "topic")).isEqualTo("tidemark.perf.tokens");
        assertThat(row.values().get("appended")).isEqualTo(1_000_000L);
        assertThat(row.values().get("value")).hasToString("java.nio.HeapByteBuffer[pos=0 lim=7 cap=7]");
    }

    @Test
    void aRecordWithoutAValueIsRejected() {
        assertThat(reason(new KafkaRecord("tidemark.perf.requests", 0, 0, 0, null, null)))
                .isEqualTo("it has no value");
    }

    @Test
    void anotherStreamsEventIsRejected() {
        assertThat(reason(record(Topic.REQUESTS, tokens())))
                .isEqualTo("its schema must be io.tidemark.events.RequestEvent but is io.tidemark.events.TokenBatch");
    }

    @Test
    void anIdThatTheRegistryDoesNotKnowIsRejected() {
        RowMapper asking = new RowMapper(new Answering(new RestClientException("Schema 77 not found", 404, 40403)));

        RowMapper.Row row = asking.row(record(Topic.REQUESTS, new byte[] {0, 0, 0, 0, 77, 1}));

        assertThat(text(row, "reason"))
                .isEqualTo("the registry does not know its schema: Schema 77 not found; error code: 40403");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "../../etc", "run-1", "01ARZ3NDEKTSV4RRFFQ69G5FAU"})
    void aRunThatCouldNotBeAFolderIsRejected(String run) {
        assertThat(reason(record(Topic.REQUESTS, request(run, Instant.EPOCH))))
                .isEqualTo("its run must be a 26-character ULID but was \"" + run + "\"");
    }

    @Test
    void aDayThatNoCalendarHasIsRejected() {
        assertThat(reason(record(Topic.REQUESTS, request(RUN, Instant.parse("+10000-01-01T00:00:00Z")))))
                .isEqualTo("its due must be in the years 0 to 9999 but was 253402300800000000 microseconds since 1970");
    }

    @Test
    void aRegistryThatDoesNotAnswerRejectsNothing() {
        RowMapper unanswered = new RowMapper(new Answering(new ConnectException("Connection refused")));

        assertThatThrownBy(() -> unanswered.row(record(Topic.REQUESTS, request(RUN, Instant.EPOCH))))
                .isInstanceOf(RegistryOutageException.class)
                .hasMessageContaining("Connection refused");
    }

    @Test
    void aRegistryThatRefusesThisClientRejectsNothing() {
        RowMapper refused = new RowMapper(new Answering(new RestClientException("Unauthorized", 401, 401)));

        assertThatThrownBy(() -> refused.row(record(Topic.REQUESTS, request(RUN, Instant.EPOCH))))
                .isInstanceOf(RegistryOutageException.class)
                .hasMessageContaining("Unauthorized");
    }

    @Test
    void anEventOfAnEarlierVersionHasTheDefaultsOfWhatItLacks() throws Exception {
        Schema earlier = new Schema.Parser().parse(RequestEvent.getClassSchema().toString());
        List<Schema.Field> fields = earlier.getFields().stream()
                .filter(field -> !field.name().equals("sentAnew"))
                .map(field -> new Schema.Field(field, field.schema()))
                .toList();
        Schema lacking = Schema.createRecord(earlier.getName(), null, earlier.getNamespace(), false, fields);
        int id = client.register("tidemark.perf.requests-value", new AvroSchema(lacking));

        RowMapper.Row row = rows.row(record(Topic.REQUESTS, written(lacking, id, event(RUN, Instant.EPOCH))));

        assertThat(row.values().get("sentAnew")).isEqualTo(0);
        assertThat(text(row, "model")).isEqualTo("llama");
    }

    private String reason(KafkaRecord record) {
        RowMapper.Row row = rows.row(record);
        assertThat(row.dataset()).isEqualTo(Dataset.REJECTED);
        return text(row, "reason");
    }

    private static String text(RowMapper.Row row, String field) {
        return row.values().get(field).toString();
    }

    private static KafkaRecord record(Topic topic, byte[] value) {
        return new KafkaRecord(topic.in(TEAM), 3, 77, 1_000, null, value);
    }

    private byte[] request(String run, Instant due) {
        return registry.encoder(Topic.REQUESTS, TEAM, RequestEvent.class).encode(event(run, due));
    }

    private static RequestEvent event(String run, Instant due) {
        return RequestEvent.newBuilder()
                .setRun(run)
                .setStep(0)
                .setLane("a")
                .setLaneSeq(0)
                .setRequest("a/0")
                .setTarget("gpu")
                .setModel("llama")
                .setDue(due)
                .build();
    }

    private byte[] tokens() {
        return registry.encoder(Topic.TOKENS, TEAM, TokenBatch.class)
                .encode(TokenBatch.newBuilder()
                        .setRun(RUN)
                        .setStep(0)
                        .setLane("a")
                        .setLaneSeq(0)
                        .setRequest("a/0")
                        .setTarget("gpu")
                        .setDue(Instant.EPOCH)
                        .setSentNanos(0)
                        .setBatch(0)
                        .setFirstChunk(0)
                        .setBaseNanos(0)
                        .setGapsNanos(List.of())
                        .setKinds(List.of())
                        .setTokens(List.of())
                        .setSizesBytes(List.of())
                        .setLast(true)
                        .build());
    }

    private static byte[] written(Schema schema, int id, RequestEvent event) throws IOException {
        GenericRecord lacking = new GenericData.Record(schema);
        schema.getFields().forEach(field -> lacking.put(field.name(), event.get(field.name())));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(ByteBuffer.allocate(5).put((byte) 0).putInt(id).array());
        BinaryEncoder avro = EncoderFactory.get().binaryEncoder(bytes, null);
        new SpecificDatumWriter<GenericRecord>(schema, SpecificData.getForClass(RequestEvent.class))
                .write(lacking, avro);
        avro.flush();
        return bytes.toByteArray();
    }

    /** A registry that answers everything so. */
    private static final class Answering extends MockSchemaRegistryClient {
        private final Exception answer;

        Answering(Exception answer) {
            this.answer = answer;
        }

        @Override
        public ParsedSchema getSchemaById(int id) throws IOException, RestClientException {
            if (answer instanceof RestClientException rest) {
                throw rest;
            }
            throw new IOException(answer);
        }
    }
}
