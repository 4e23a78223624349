package io.tidemark.schemas.serde;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.avro.AvroSchemaProvider;
import io.confluent.kafka.schemaregistry.client.MockSchemaRegistryClient;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.WatchState;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.time.NanoClock;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Control events between this version and those next to it. */
class ReleaseBeforeTest {
    private static final Team TEAM = new Team("perf");
    private static final Instant AT = Instant.ofEpochSecond(1_700_000_000L);
    private static final RecordPosition POSITION = new RecordPosition("tidemark.perf.control", 0, 0);
    /** Before plans were watched. */
    private static final Schema EARLIER = EarlierSchema.without(ControlEvent.getClassSchema(), "state", "WatchState");

    private final MockSchemaRegistryClient client = new MockSchemaRegistryClient(List.of(new AvroSchemaProvider()));
    private SchemaRegistry registry;

    @BeforeEach
    void connect() {
        registry = new SchemaRegistry(
                client,
                RegistryConfig.embedded("mock://perf"),
                ReleaseBefore.of(EARLIER),
                pause -> {},
                NanoClock.SYSTEM);
    }

    private static ControlEvent run() {
        return event(RunState.newBuilder()
                .setRun("01JABCDEFGHJKMNPQRSTVWXYZ0")
                .setExperiment("e")
                .setPhase("base")
                .setStarted(AT)
                .setStatus(RunStatus.RUNNING)
                .build());
    }

    private static ControlEvent watch() {
        return event(WatchState.newBuilder()
                .setWatch("w")
                .setTarget("http://127.0.0.1:1")
                .setSchedule("continuous")
                .setWatcher("host")
                .setSince(AT)
                .build());
    }

    private static ControlEvent event(Object state) {
        return ControlEvent.newBuilder().setAt(AT).setState(state).build();
    }

    private static int id(byte[] bytes) {
        return ByteBuffer.wrap(bytes).getInt(1);
    }

    private byte[] encoded(ControlEvent event) {
        return registry.encoder(Topic.CONTROL, TEAM, ControlEvent.class).encode(event);
    }

    @Test
    void whatTheReleaseBeforeKnowsIsWrittenByItsSchemaWhereTheRegistryHasIt() throws Exception {
        int earlier = client.register(Topic.CONTROL.subject(TEAM), new AvroSchema(EARLIER));
        byte[] bytes = encoded(run());
        assertThat(id(bytes)).isEqualTo(earlier);
        assertThat(registry.decoder(ControlEvent.class).decode(POSITION, bytes)).isEqualTo(run());
    }

    @Test
    void aStateThatTheReleaseBeforeLacksIsWrittenByThisSchema() throws Exception {
        int earlier = client.register(Topic.CONTROL.subject(TEAM), new AvroSchema(EARLIER));
        byte[] bytes = encoded(watch());
        assertThat(id(bytes)).isNotEqualTo(earlier);
        assertThat(registry.decoder(ControlEvent.class).decode(POSITION, bytes)).isEqualTo(watch());
    }

    @Test
    void aTeamThatBeginsWithThisVersionHasItsSchemaAlone() throws Exception {
        byte[] bytes = encoded(run());
        assertThat(client.getAllVersions(Topic.CONTROL.subject(TEAM))).hasSize(1);
        assertThat(registry.decoder(ControlEvent.class).decode(POSITION, bytes)).isEqualTo(run());
    }

    @Test
    void aSchemaThatTheReleaseBeforeRegisteredWithOtherDescriptionsIsFound() throws Exception {
        Schema described = new Schema.Parser()
                .parse(ControlEvent.getClassSchema()
                        .toString()
                        .replaceFirst("\"doc\":\"[^\"]*\"", "\"doc\":\"as it was\""));
        int id = client.register(Topic.CONTROL.subject(TEAM), new AvroSchema(described));
        registry = new SchemaRegistry(client, RegistryConfig.of("mock://perf"));
        assertThat(id(encoded(run()))).isEqualTo(id);
    }

    @Test
    void aSchemaThatNobodyRegisteredIsNamedWithTheCommand() {
        registry = new SchemaRegistry(client, RegistryConfig.of("mock://perf"));
        assertThatThrownBy(() -> encoded(run()))
                .hasMessage("the registry mock://perf does not have this version's schema under"
                        + " tidemark.perf.control-value (run: tidemark admin topics create)");
    }

    @Test
    void ofANewerSchemaOnlyTheRecordsWithAStateThatIsNotKnownAreRefused() throws Exception {
        Schema later = new Schema.Parser()
                .parse(ControlEvent.getClassSchema()
                        .toString()
                        .replaceFirst(
                                "\"type\":\\[\\{\"type\":\"record\",\"name\":\"RunState\"",
                                "\"type\":[{\"type\":\"record\",\"name\":\"AddedLater\",\"fields\":[]},"
                                        + "{\"type\":\"record\",\"name\":\"RunState\""));
        int id = client.register("later-value", new AvroSchema(later));
        EventDecoder<ControlEvent> decoder = registry.decoder(ControlEvent.class);
        byte[] now = encoded(run());
        GenericRecord known = new GenericDatumReader<GenericRecord>(ControlEvent.getClassSchema(), later)
                .read(null, DecoderFactory.get().binaryDecoder(now, WireFormat.HEADER_BYTES, now.length - 5, null));
        assertThat(decoder.decode(POSITION, written(id, later, known))).isEqualTo(run());
        GenericRecord unknown = new GenericData.Record(later);
        unknown.put("at", known.get("at"));
        unknown.put(
                "state",
                new GenericData.Record(
                        later.getField("state").schema().getTypes().get(0)));
        byte[] bytes = written(id, later, unknown);
        assertThatThrownBy(() -> decoder.decode(POSITION, bytes))
                .isInstanceOf(EventDecodeException.WrongSchema.class)
                .hasMessageContaining("a state that this version's ControlEvent does not have");
    }

    private static byte[] written(int id, Schema schema, GenericRecord event) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(ByteBuffer.allocate(WireFormat.HEADER_BYTES)
                .put(WireFormat.MAGIC)
                .putInt(id)
                .array());
        var encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        new GenericDatumWriter<GenericRecord>(schema).write(event, encoder);
        return out.toByteArray();
    }
}
