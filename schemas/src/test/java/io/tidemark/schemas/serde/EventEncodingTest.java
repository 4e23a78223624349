package io.tidemark.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.avro.AvroSchemaProvider;
import io.confluent.kafka.schemaregistry.client.MockSchemaRegistryClient;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.schemas.SampleRequests;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;

final class EventEncodingTest {
    private static final Team TEAM = new Team("perf");
    private static final RecordPosition HERE = new RecordPosition("tidemark.perf.requests", 3, 42);

    private final MockSchemaRegistryClient client = new MockSchemaRegistryClient(List.of(new AvroSchemaProvider()));
    private final SchemaRegistry registry = new SchemaRegistry(client, RegistryConfig.embedded("mock"));
    private final EventDecoder<RequestEvent> decoder = registry.decoder(RequestEvent.class);

    @Test
    void decodeUndoesEncodeInConfluentsWireFormat() throws Exception {
        RequestEvent request = SampleRequests.ok().build();
        byte[] bytes = encoder().encode(request);

        assertThat(bytes[0]).isZero();
        assertThat(ByteBuffer.wrap(bytes, 1, 4).getInt())
                .isEqualTo(client.getId("tidemark.perf.requests-value", new AvroSchema(RequestEvent.getClassSchema())));
        assertThat(decoder.decode(HERE, bytes)).isEqualTo(request);
    }

    @Test
    void everyTruncationIsMalformedAndNamesItsPlace() {
        byte[] whole = encoder().encode(SampleRequests.ok().build());
        for (int length = WireFormat.HEADER_BYTES; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> decoder.decode(HERE, cut))
                    .as("%s bytes", length)
                    .isInstanceOf(EventDecodeException.Malformed.class)
                    .hasMessageStartingWith("tidemark.perf.requests[3]@42: ");
        }
    }

    @Test
    void bytesAfterTheEndAreMalformed() {
        byte[] whole = encoder().encode(SampleRequests.ok().build());
        assertThatThrownBy(() -> decoder.decode(HERE, Arrays.copyOf(whole, whole.length + 1)))
                .isInstanceOf(EventDecodeException.Malformed.class);
    }

    @Test
    void garbageIsNotAnEvent() {
        assertThatThrownBy(() -> decoder.decode(HERE, "{\"json\":1}".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .isInstanceOf(EventDecodeException.NotAnEvent.class)
                .hasMessage(
                        "tidemark.perf.requests[3]@42: a value must begin with 0x00 and a 4-byte schema id but it begins with 0x7b");
        assertThatThrownBy(() -> decoder.decode(HERE, new byte[] {0, 1}))
                .isInstanceOf(EventDecodeException.NotAnEvent.class);
        assertThatThrownBy(() -> decoder.decode(HERE, null)).isInstanceOf(EventDecodeException.NotAnEvent.class);
    }

    @Test
    void anIdThatTheRegistryDoesNotHaveIsPoison() {
        byte[] bytes = encoder().encode(SampleRequests.ok().build());
        ByteBuffer.wrap(bytes).put((byte) 0).putInt(987_654);
        assertThatThrownBy(() -> decoder.decode(HERE, bytes))
                .isInstanceOf(EventDecodeException.UnknownSchemaId.class)
                .hasMessageContaining("987654")
                .hasMessageContaining("requests[3]@42");
    }

    @Test
    void anotherEventsSchemaIsPoison() {
        byte[] heartbeat =
                registry.encoder(Topic.HEARTBEATS, TEAM, Heartbeat.class).encode(heartbeat());
        assertThatThrownBy(() -> decoder.decode(HERE, heartbeat))
                .isInstanceOf(EventDecodeException.WrongSchema.class)
                .hasMessageContaining("must be io.tidemark.events.RequestEvent but is io.tidemark.events.Heartbeat");
    }

    @Test
    void aSchemaThatOursCannotReadIsPoison() throws Exception {
        Schema alien = SchemaBuilder.record("RequestEvent")
                .namespace("io.tidemark.events")
                .fields()
                .requiredString("who")
                .endRecord();
        byte[] bytes = write(alien, client.register("alien-value", new AvroSchema(alien)));
        assertThatThrownBy(() -> decoder.decode(HERE, bytes))
                .isInstanceOf(EventDecodeException.WrongSchema.class)
                .hasMessageContaining("cannot be read");
    }

    @Test
    void aRegistryThatIsAwayIsAnOutageNotPoison() {
        SchemaRegistry away = SchemaRegistry.connect(new RegistryConfig(
                "http://127.0.0.1:1", Map.of("http.connect.timeout.ms", "200"), RegistryConfig.Registration.LOOK_UP));
        byte[] bytes = encoder().encode(SampleRequests.ok().build());
        assertThatThrownBy(() -> away.decoder(RequestEvent.class).decode(HERE, bytes))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("requests[3]@42")
                .hasMessageContaining("http://127.0.0.1:1");
    }

    @Test
    void afterTheFirstRecordTheRegistryIsNotAskedAgain() {
        CountingClient counting = new CountingClient();
        SchemaRegistry counted = new SchemaRegistry(counting, RegistryConfig.embedded("mock"));
        EventEncoder<RequestEvent> encoder = counted.encoder(Topic.REQUESTS, TEAM, RequestEvent.class);
        EventDecoder<RequestEvent> reader = counted.decoder(RequestEvent.class);
        reader.decode(HERE, encoder.encode(SampleRequests.ok().build()));
        int before = counting.calls;

        for (int i = 0; i < 100; i++) {
            reader.decode(HERE, encoder.encode(SampleRequests.ok().setLaneSeq(i).build()));
        }

        assertThat(counting.calls).isEqualTo(before);
    }

    @Test
    void withoutLeaveToRegisterAMissingSchemaIsAClearError() {
        SchemaRegistry lookUp = new SchemaRegistry(client, RegistryConfig.of("http://registry:8081"));
        assertThatThrownBy(() -> lookUp.encoder(Topic.TOKENS, TEAM, io.tidemark.events.TokenBatch.class))
                .isInstanceOf(SchemaNotRegisteredException.class)
                .hasMessageContaining("tidemark.perf.tokens-value")
                .hasMessageContaining("tidemark admin topics create");
    }

    @Test
    void anUnknownOrOauthCredentialSourceIsRefusedAtOnce() {
        assertThatThrownBy(() -> new RegistryConfig(
                        "http://r",
                        Map.of("bearer.auth.credentials.source", "OAUTHBEARER"),
                        RegistryConfig.Registration.LOOK_UP))
                .hasMessageContaining("OAUTHBEARER");
        assertThatThrownBy(() -> new RegistryConfig(
                        "http://r",
                        Map.of("basic.auth.credentials.source", "USERINFO"),
                        RegistryConfig.Registration.LOOK_UP))
                .hasMessageContaining("USER_INFO");
    }

    private EventEncoder<RequestEvent> encoder() {
        return registry.encoder(Topic.REQUESTS, TEAM, RequestEvent.class);
    }

    private static Heartbeat heartbeat() {
        return Heartbeat.newBuilder()
                .setRun("r")
                .setLane("l")
                .setLaneSeq(0)
                .setAt(java.time.Instant.EPOCH)
                .setPublishedThrough(java.time.Instant.EPOCH)
                .setTokenBatches(0)
                .setRequests(0)
                .setInFlight(0)
                .build();
    }

    private static byte[] write(Schema schema, int id) throws java.io.IOException {
        var record = new GenericData.Record(schema);
        record.put("who", "me");
        var out = new java.io.ByteArrayOutputStream();
        out.writeBytes(ByteBuffer.allocate(5).put((byte) 0).putInt(id).array());
        var avro = EncoderFactory.get().directBinaryEncoder(out, null);
        new GenericDatumWriter<>(schema).write(record, avro);
        return out.toByteArray();
    }

    private static final class CountingClient extends MockSchemaRegistryClient {
        private int calls;

        CountingClient() {
            super(List.of(new AvroSchemaProvider()));
        }

        @Override
        public synchronized io.confluent.kafka.schemaregistry.ParsedSchema getSchemaById(int id)
                throws java.io.IOException,
                        io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException {
            calls++;
            return super.getSchemaById(id);
        }
    }
}
