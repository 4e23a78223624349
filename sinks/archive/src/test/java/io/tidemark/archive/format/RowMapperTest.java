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
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RowMapperTest {
    private static final Team TEAM = new Team("perf");
    private static final String RUN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    private static final byte[] UNKNOWN = {0, 0, 0, 0, 77, 1};
    private static final Instant APPENDED = Instant.parse("2026-11-21T00:00:00Z");

    private final MockSchemaRegistryClient client = new MockSchemaRegistryClient();
    private final SchemaRegistry registry = new SchemaRegistry(client, RegistryConfig.embedded("mock://"));
    private final RowMapper rows = new RowMapper(registry);

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
        assertThat(row.values().get("appended")).isEqualTo(1_795_219_200_000_000L);
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
                .isEqualTo("schema 1 must be io.tidemark.events.RequestEvent but is io.tidemark.events.TokenBatch");
    }

    @ParameterizedTest
    @CsvSource({
        "404, 40403, the registry has no schema with id 77",
        "403, 40301, the registry has schema id 77 under no subject of the team"
    })
    void anIdThatTheTeamDoesNotHaveIsRejectedAndNotLookedUpAgain(int status, int code, String rule) {
        Answering answering = new Answering(new RestClientException("refused", status, code));
        RowMapper asking = rows(answering);

        for (int i = 0; i < 2; i++) {
            assertThat(text(asking.row(record(Topic.REQUESTS, UNKNOWN)), "reason"))
                    .isEqualTo(rule);
        }
        assertThat(answering.questions).isEqualTo(1);
    }

    @Test
    void aSchemaWhoseValuesHaveTwoToTheFortiethPartsIsRejectedBeforeItIsReadBy() throws Exception {
        Schema part = Schema.createRecord("P0", null, "parts", false, List.of());
        for (int i = 1; i <= 40; i++) {
            part = Schema.createRecord(
                    "P" + i, null, "parts", false, List.of(new Schema.Field("a", part), new Schema.Field("b", part)));
        }
        Schema hostile = Schema.createRecord(
                "RequestEvent", null, "io.tidemark.events", false, List.of(new Schema.Field("more", part)));
        int id = client.register("tidemark.perf.requests-value", new AvroSchema(hostile));

        assertThat(reason(record(Topic.REQUESTS, header(id).array())))
                .startsWith("schema " + id + " is over a limit of writers' schemas: ");
    }

    @Test
    void aSchemaThatOverflowsTheStackIsRejected() {
        RowMapper overflowing = rows(new MockSchemaRegistryClient() {
            @Override
            public ParsedSchema getSchemaById(int id) {
                throw new StackOverflowError();
            }
        });

        assertThat(text(overflowing.row(record(Topic.REQUESTS, UNKNOWN)), "reason"))
                .isEqualTo("schema 77 must be Avro but is nested too deep to be parsed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "../../etc", "run-1", "01ARZ3NDEKTSV4RRFFQ69G5FAU"})
    void aRunThatCouldNotBeAFolderIsRejected(String run) {
        assertThat(reason(record(Topic.REQUESTS, request(run, Instant.EPOCH))))
                .isEqualTo("run must be a 26-character ULID but was \"" + run + "\"");
    }

    @Test
    void aReasonIsOneLineWithoutWhatSteersATerminal() {
        assertThat(reason(record(Topic.REQUESTS, request("a\u001b[2J\nb\u202e", Instant.EPOCH))))
                .isEqualTo("run must be a 26-character ULID but was \"a [2J b \"");
    }

    @Test
    void aRunOfAComingDayIsRejected() {
        String coming = Ulid.next(InstantSource.fixed(APPENDED.plus(Duration.ofDays(2))), new SplittableRandom(1));

        assertThat(reason(record(Topic.REQUESTS, request(coming, Instant.EPOCH))))
                .isEqualTo("run must be the ULID of a time at most PT24H ahead but was " + coming + ", PT48H ahead");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1969-12-31T23:59:59Z", "2200-01-01T00:00:01Z", "+10000-01-01T00:00:00Z"})
    void aDayThatNoRequestHasIsRejected(String due) {
        assertThat(reason(record(Topic.REQUESTS, request(RUN, Instant.parse(due)))))
                .isEqualTo("due must be in [1970-01-01T00:00:00Z, 2200-01-01T00:00:00Z] but was " + due);
    }

    @Test
    void aRegistryThatDoesNotAnswerRejectsNothing() {
        RowMapper unanswered = rows(new Answering(new ConnectException("Connection refused")));

        assertThatThrownBy(() -> unanswered.row(record(Topic.REQUESTS, request(RUN, Instant.EPOCH))))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("Connection refused");
    }

    @ParameterizedTest
    @CsvSource({"401, 401", "403, 403", "429, 42901"})
    void aRegistryThatRefusesThisClientRejectsNothing(int status, int code) {
        RowMapper refused = rows(new Answering(new RestClientException("refused", status, code)));

        assertThatThrownBy(() -> refused.row(record(Topic.REQUESTS, request(RUN, Instant.EPOCH))))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("HTTP " + status);
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

    private static RowMapper rows(MockSchemaRegistryClient client) {
        return new RowMapper(new SchemaRegistry(client, RegistryConfig.embedded("mock://")));
    }

    private static KafkaRecord record(Topic topic, byte[] value) {
        return new KafkaRecord(topic.in(TEAM), 3, 77, APPENDED.toEpochMilli(), null, value);
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
        bytes.writeBytes(header(id).array());
        BinaryEncoder avro = EncoderFactory.get().binaryEncoder(bytes, null);
        new SpecificDatumWriter<GenericRecord>(schema, SpecificData.getForClass(RequestEvent.class))
                .write(lacking, avro);
        avro.flush();
        return bytes.toByteArray();
    }

    private static ByteBuffer header(int id) {
        return ByteBuffer.allocate(5).put((byte) 0).putInt(id);
    }

    /** A registry that answers everything so. */
    private static final class Answering extends MockSchemaRegistryClient {
        private final Exception answer;
        private int questions;

        Answering(Exception answer) {
            this.answer = answer;
        }

        @Override
        public ParsedSchema getSchemaById(int id) throws IOException, RestClientException {
            questions++;
            if (answer instanceof RestClientException rest) {
                throw rest;
            }
            throw new IOException(answer);
        }
    }
}
