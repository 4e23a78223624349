package io.tidemark.schemas.serde;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import io.confluent.kafka.schemaregistry.ParsedSchema;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.avro.AvroSchemaProvider;
import io.confluent.kafka.schemaregistry.client.MockSchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.DeadLetterCode;
import io.tidemark.schemas.deadletter.RecordPosition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records by schemas that no release of ours has: what a producer can register in its team. */
final class WriterSchemasTest {
    private static final RecordPosition HERE = new RecordPosition("tidemark.perf.heartbeats", 0, 1);
    private static final RecordPosition OTHER_TEAM = new RecordPosition("tidemark.other.heartbeats", 0, 1);

    private final Registry client = new Registry();
    private long nanos = 5;
    private final SchemaRegistry registry = new SchemaRegistry(
            client, RegistryConfig.embedded("mock"), ReleaseBefore.CURRENT, pause -> {}, () -> nanos);
    private final EventDecoder<Heartbeat> decoder = registry.decoder(Heartbeat.class);

    /** A registry with users, of which ours has rights to some subjects. */
    private static final class Registry extends MockSchemaRegistryClient {
        private int asked;
        private OptionalInt denied = OptionalInt.empty();
        private boolean deniesSubjects;

        Registry() {
            super(List.of(new AvroSchemaProvider()));
        }

        @Override
        public ParsedSchema getSchemaById(int id) throws IOException, RestClientException {
            asked++;
            if (denied.isPresent() && denied.getAsInt() == id) {
                throw new RestClientException("User a is denied operation Read", 403, 40301);
            }
            return super.getSchemaById(id);
        }

        @Override
        public List<Integer> getAllVersions(String subject) throws IOException, RestClientException {
            if (deniesSubjects) {
                throw new RestClientException("User a is denied operation Read on Subject: " + subject, 403, 40301);
            }
            return super.getAllVersions(subject);
        }
    }

    /** {@code levels} records around the innermost, each with two fields of the one before. */
    private static String doubled(int levels, String innermost) {
        String type = "{'type':'record','name':'R0','fields':[{'name':'a','type':" + innermost + "}]}";
        for (int level = 1; level <= levels; level++) {
            type = "{'type':'record','name':'R" + level + "','fields':[{'name':'a','type':" + type
                    + "},{'name':'b','type':'R" + (level - 1) + "'}]}";
        }
        return type;
    }

    private static Schema heartbeatWith(String type) {
        Schema now = Heartbeat.getClassSchema();
        List<Schema.Field> fields = new ArrayList<>(now.getFields().stream()
                .map(field -> new Schema.Field(field, field.schema()))
                .toList());
        fields.add(new Schema.Field("addedLater", new Schema.Parser().parse(type.replace('\'', '"'))));
        return Schema.createRecord(now.getName(), now.getDoc(), now.getNamespace(), false, fields);
    }

    private static Heartbeat heartbeat() {
        return Heartbeat.newBuilder()
                .setRun("01JABCDEFGHJKMNPQRSTVWXYZ0")
                .setLane("lane-0")
                .setLaneSeq(0)
                .setAt(Instant.ofEpochSecond(1_700_000_000L))
                .setPublishedThrough(Instant.ofEpochSecond(1_700_000_000L))
                .setTokenBatches(0)
                .setRequests(0)
                .setInFlight(0)
                .build();
    }

    /** A heartbeat and after it the bytes of an added field. */
    private static byte[] record(int id, byte... added) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(ByteBuffer.allocate(WireFormat.HEADER_BYTES)
                .put(WireFormat.MAGIC)
                .putInt(id)
                .array());
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        new SpecificDatumWriter<Heartbeat>(Heartbeat.getClassSchema(), SpecificData.getForClass(Heartbeat.class))
                .write(heartbeat(), encoder);
        out.write(added);
        return out.toByteArray();
    }

    private int registered(Schema schema) throws Exception {
        return client.register("hostile-" + schema.hashCode() + "-value", new AvroSchema(schema));
    }

    private Throwable refusal(String type, byte... added) throws Exception {
        int id = registered(heartbeatWith(type));
        return catchThrowable(() -> decoder.decode(HERE, record(id, added)));
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void nestedRecordsWithoutBytesAreRefusedByTheirSchema() throws Exception {
        assertThat(refusal("['null'," + doubled(40, "'null'") + "]", (byte) 2))
                .isInstanceOf(EventDecodeException.WrongSchema.class)
                .hasMessageContaining("is over a limit of writers' schemas: each value in its type")
                .hasMessageContaining("R0 must take a byte but one of type null takes none");
    }

    @ParameterizedTest
    @ValueSource(ints = {28, 40})
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void nestedRecordsThatDoubleAreRefusedByTheirSchema(int levels) throws Exception {
        assertThat(refusal("['null'," + doubled(levels, "'int'") + "]", (byte) 0))
                .isInstanceOf(EventDecodeException.WrongSchema.class)
                .hasMessageContaining("is over a limit of writers' schemas: it");
    }

    /** Blocks of -1 and of the largest counts, in Avro's zigzag numbers; a negative count has a size in bytes after it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'array','items':'null'}",
                "{'type':'array','items':{'type':'array','items':'null'}}",
                "{'type':'array','items':{'type':'fixed','name':'F','size':0}}",
                "{'type':'map','values':{'type':'record','name':'E','fields':[]}}"
            })
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void arraysOfNothingAreRefusedByTheirSchema(String type) throws Exception {
        for (byte[] blocks : List.of(
                new byte[] {1, 0, 0},
                new byte[] {-18, -1, -1, -1, 15, 0},
                new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, 1, 0, 0},
                new byte[] {-2, -1, -1, -1, -1, -1, -1, -1, -1, 1, 0})) {
            assertThat(refusal(type, blocks))
                    .isInstanceOf(EventDecodeException.WrongSchema.class)
                    .hasMessageContaining("must take a byte");
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void hugeBlocksOfATypeThatIsTakenAreMalformed() throws Exception {
        for (byte[] blocks : List.of(
                new byte[] {-18, -1, -1, -1, 15, 0},
                new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, 1, 0, 0},
                new byte[] {-2, -1, -1, -1, -1, -1, -1, -1, -1, 1, 0})) {
            assertThat(refusal("{'type':'array','items':'int'}", blocks))
                    .isInstanceOf(EventDecodeException.Malformed.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "['null',{'type':'record','name':'Node','fields':[{'name':'next','type':['null','Node']}]}]",
                "['null',{'type':'record','name':'Tree','fields':[{'name':'leaves','type':{'type':'array','items':'Tree'}}]}]"
            })
    void aTypeThatContainsItselfIsRefused(String type) throws Exception {
        assertThat(refusal(type, (byte) 0)).hasMessageContaining("must not contain itself");
    }

    @Test
    void aDeepTypeIsRefused() throws Exception {
        String type = "'int'";
        for (int i = 0; i < WriterSchemaLimits.MAX_DEPTH; i++) {
            type = "{'type':'array','items':" + type + "}";
        }
        assertThat(refusal(type, (byte) 0)).hasMessageContaining("at most 32 within one another but are 34");
    }

    @Test
    void manyNamedTypesAreRefused() throws Exception {
        StringBuilder union = new StringBuilder("['null'");
        for (int i = 0; i < WriterSchemaLimits.MAX_NAMED_TYPES; i++) {
            union.append(",{'type':'fixed','size':1,'name':'F").append(i).append("'}");
        }
        assertThat(refusal(union + "]", (byte) 0)).hasMessageContaining("at most 256 named types");
    }

    @Test
    void aLongSchemaIsRefused() throws Exception {
        String doc = "x".repeat(WriterSchemaLimits.MAX_CHARACTERS);
        assertThat(refusal("{'type':'fixed','name':'F','size':1,'doc':'" + doc + "'}", (byte) 0))
                .hasMessageContaining("must have at most 262144 characters");
    }

    @Test
    void aFieldThatALaterReleaseAddsIsRead() throws Exception {
        int id = registered(heartbeatWith("['null',{'type':'record','name':'Later','fields':["
                + "{'name':'at','type':'long'},{'name':'words','type':{'type':'array','items':'string'}}]}]"));
        assertThat(decoder.decode(HERE, record(id, (byte) 2, (byte) 6, (byte) 0)))
                .isEqualTo(heartbeat());
    }

    @ParameterizedTest
    @EnumSource(value = Topic.class, names = "DEAD_LETTERS", mode = EnumSource.Mode.EXCLUDE)
    void ourOwnSchemasAreFarWithinTheLimits(Topic topic) {
        Schema schema = topic.schema().orElseThrow();
        String fourTimes = Collections.nCopies(4, schema.toString()).toString();
        assertThat(WriterSchemaLimits.broken(schema, fourTimes)).isEmpty();
    }

    @Test
    void manyJsonValuesOfAPropertyAreRefused() throws Exception {
        String values = "{},".repeat(WriterSchemaLimits.MAX_JSON_VALUES) + "{}";
        assertThat(refusal("{'type':'fixed','name':'F','size':1,'p':[" + values + "]}", (byte) 0))
                .isInstanceOf(EventDecodeException.WrongSchema.class)
                .hasMessageContaining("at most 20000 JSON values but has 20");
    }

    @Test
    void symbolsCountAsOftenAsTheirEnumIsUsed() throws Exception {
        String symbols = IntStream.range(0, 3_400).mapToObj(i -> "'s" + i + "'").collect(joining(","));
        String type = "{'type':'record','name':'R','fields':[{'name':'a','type':{'type':'enum','name':'E','symbols':["
                + symbols + "]}},{'name':'b','type':'E'},{'name':'c','type':'E'}]}";
        assertThat(refusal(type, (byte) 0)).hasMessageContaining("at most 10000 types and symbols");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'fixed','name':'LONG','size':1}",
                "{'type':'enum','name':'E','symbols':['LONG']}",
                "{'type':'record','name':'R','fields':[{'name':'LONG','type':'int'}]}"
            })
    void aLongNameIsRefused(String type) throws Exception {
        String name = "x".repeat(WriterSchemaLimits.MAX_NAME_CHARACTERS);
        assertThat(refusal(type.replace("LONG", name + "x"), (byte) 0))
                .hasMessageContaining("must have at most 256 characters but has 257");
        assertThat(refusal(type.replace("LONG", name), (byte) 0)).isNull();
    }

    @Test
    void unionsWithinUnionsMultiplyAndAreRefused() throws Exception {
        StringBuilder union = new StringBuilder("['null'");
        for (int i = 0; i < 17; i++) {
            union.append(",{'type':'record','name':'R")
                    .append(i)
                    .append("','fields':[{'name':'a','type':['null','int']}]}");
        }
        assertThat(refusal(union + "]", (byte) 0))
                .hasMessageContaining("a value at one place must have at most 32 types by its unions");
    }

    @Test
    void theForeignSchemasOfATeamHaveALimitedNumberOfCharacters() throws Exception {
        String doc = "x".repeat(WriterSchemaLimits.MAX_CHARACTERS - 20_000);
        List<Integer> ids = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            ids.add(registered(heartbeatWith("{'type':'fixed','name':'F" + i + "','size':1,'doc':'" + doc + "'}")));
        }
        for (int id : ids.subList(0, 8)) {
            assertThat(decoder.decode(HERE, record(id, (byte) 0))).isEqualTo(heartbeat());
        }
        byte[] oneTooMany = record(ids.get(8), (byte) 0);
        assertThatThrownBy(() -> decoder.decode(HERE, oneTooMany))
                .isInstanceOf(EventDecodeException.WrongSchema.class)
                .hasMessageContaining("at most 2097152 characters of schemas of a team that are not of its release");
        assertThat(decoder.decode(OTHER_TEAM, oneTooMany)).isEqualTo(heartbeat());
        byte[] own = registry.encoder(Topic.HEARTBEATS, new Team("perf"), Heartbeat.class)
                .encode(heartbeat());
        assertThat(decoder.decode(HERE, own)).isEqualTo(heartbeat());
    }

    @Test
    void theReasonOfASchemaThatCannotBeReadIsShort() throws Exception {
        Schema now = Heartbeat.getClassSchema();
        Schema.Field other = new Schema.Field("other", Schema.create(Schema.Type.INT), "x".repeat(200_000));
        int id = registered(Schema.createRecord(now.getName(), null, now.getNamespace(), false, List.of(other)));
        assertThatThrownBy(() -> decoder.decode(HERE, record(id)))
                .isInstanceOf(EventDecodeException.WrongSchema.class)
                .hasMessageContaining("cannot be read as this version's io.tidemark.events.Heartbeat:"
                        + " READER_FIELD_MISSING_DEFAULT_VALUE at /fields/0: ")
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(600));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'schemaType':'PROTOBUF','schema':'message A {}'}",
                "{'schemaType':'JSON','schema':'{}'}",
                "{'schema':'no Avro'}"
            })
    void aSchemaThatTheClientCannotParseIsADeadLetter(String answer) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/schemas/ids/7", exchange -> {
            byte[] body = answer.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            EventDecoder<Heartbeat> connected = SchemaRegistry.connect(RegistryConfig.embedded(
                            "http://127.0.0.1:" + server.getAddress().getPort()))
                    .decoder(Heartbeat.class);
            assertThatThrownBy(() -> connected.decode(HERE, record(7)))
                    .isInstanceOf(EventDecodeException.WrongSchema.class)
                    .hasMessageContaining("schema 7 must be Avro but is of another type or cannot be parsed");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aSchemaThatIsTooDeepForTheStackIsADeadLetter() {
        SchemaRegistry overflowing = new SchemaRegistry(
                new MockSchemaRegistryClient(List.of(new AvroSchemaProvider())) {
                    @Override
                    public ParsedSchema getSchemaById(int id) {
                        throw new StackOverflowError();
                    }
                },
                RegistryConfig.embedded("mock"));
        assertThatThrownBy(() -> overflowing.decoder(Heartbeat.class).decode(HERE, record(7)))
                .isInstanceOf(EventDecodeException.WrongSchema.class)
                .hasMessageContaining("schema 7 must be Avro but is nested too deep to be parsed");
    }

    @Test
    void aTeamHasALimitedNumberOfForeignSchemasAndItsOwnReleasesAreStillRead() throws Exception {
        List<Integer> ids = new ArrayList<>();
        for (int i = 0; i <= WriterSchemas.MAX_IDS; i++) {
            ids.add(registered(heartbeatWith("{'type':'fixed','name':'F" + i + "','size':1}")));
        }
        for (int id : ids.subList(0, WriterSchemas.MAX_IDS)) {
            assertThat(decoder.decode(HERE, record(id, (byte) 0))).isEqualTo(heartbeat());
        }
        byte[] oneTooMany = record(ids.get(WriterSchemas.MAX_IDS), (byte) 0);
        assertThatThrownBy(() -> decoder.decode(HERE, oneTooMany))
                .isInstanceOf(EventDecodeException.WrongSchema.class)
                .hasMessageContaining("at most 100 schemas of a team that are not of its release");
        assertThat(decoder.decode(OTHER_TEAM, oneTooMany)).isEqualTo(heartbeat());
        byte[] own = registry.encoder(Topic.HEARTBEATS, new Team("perf"), Heartbeat.class)
                .encode(heartbeat());
        assertThat(decoder.decode(HERE, own)).isEqualTo(heartbeat());
    }

    @Test
    void anUnknownIdIsAskedForOnceIn30Seconds() throws Exception {
        for (int i = 0; i < 50; i++) {
            assertThatThrownBy(() -> decoder.decode(HERE, record(4711)))
                    .isInstanceOf(EventDecodeException.UnknownSchemaId.class)
                    .hasMessageContaining("the registry has no schema with id 4711");
        }
        assertThat(client.asked).isEqualTo(1);

        nanos += Duration.ofSeconds(30).toNanos();
        assertThatThrownBy(() -> decoder.decode(HERE, record(4711))).hasMessageContaining("4711");
        assertThat(client.asked).isEqualTo(2);
    }

    @Test
    void anIdThatIsRegisteredLaterIsReadAfter30Seconds() throws Exception {
        Schema later = heartbeatWith("'int'");
        int id = registered(heartbeatWith("'long'")) + 1;
        assertThatThrownBy(() -> decoder.decode(HERE, record(id, (byte) 0)))
                .isInstanceOf(EventDecodeException.UnknownSchemaId.class);
        assertThat(registered(later)).isEqualTo(id);
        nanos += Duration.ofSeconds(30).toNanos();
        assertThat(decoder.decode(HERE, record(id, (byte) 0))).isEqualTo(heartbeat());
    }

    @Test
    void ofManyUnknownIdsALimitedNumberIsAskedForPerTeam() throws Exception {
        for (int i = 0; i < WriterSchemas.MAX_REFUSED + 500; i++) {
            int id = 10_000 + i;
            assertThatThrownBy(() -> decoder.decode(HERE, record(id)))
                    .isInstanceOf(EventDecodeException.UnknownSchemaId.class)
                    .satisfies(e ->
                            assertThat(((EventDecodeException) e).code()).isEqualTo(DeadLetterCode.UNKNOWN_SCHEMA));
        }
        assertThat(client.asked).isEqualTo(WriterSchemas.MAX_REFUSED);

        assertThatThrownBy(() -> decoder.decode(OTHER_TEAM, record(4711)))
                .hasMessageContaining("the registry has no schema with id 4711");
        nanos += Duration.ofSeconds(30).toNanos();
        assertThatThrownBy(() -> decoder.decode(HERE, record(4711)))
                .hasMessageContaining("the registry has no schema with id 4711");
    }

    @Test
    void aSchemaThatTheTeamMayNotReadIsADeadLetterThatBlamesNoCredentials() throws Exception {
        byte[] own = registry.encoder(Topic.HEARTBEATS, new Team("perf"), Heartbeat.class)
                .encode(heartbeat());
        int foreign = registered(heartbeatWith("'int'"));
        client.denied = OptionalInt.of(foreign);
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> decoder.decode(HERE, record(foreign, (byte) 0)))
                    .isInstanceOf(EventDecodeException.UnknownSchemaId.class)
                    .hasMessage("tidemark.perf.heartbeats[0]@1: the registry has schema id " + foreign
                            + " under no subject of the team");
        }
        assertThat(client.asked).isEqualTo(1);
        assertThat(decoder.decode(HERE, own)).isEqualTo(heartbeat());
    }

    @Test
    void withoutTheRightToTheTopicsOwnSubjectItIsAnOutage() throws Exception {
        int id = registered(heartbeatWith("'int'"));
        client.denied = OptionalInt.of(id);
        client.deniesSubjects = true;
        assertThatThrownBy(() -> decoder.decode(HERE, record(id, (byte) 0)))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("HTTP 403");
    }

    @Test
    void tokenBatchesHaveTheSameLimits() throws Exception {
        Schema now = TokenBatch.getClassSchema();
        List<Schema.Field> fields = new ArrayList<>(now.getFields().stream()
                .map(field -> new Schema.Field(field, field.schema()))
                .toList());
        fields.add(new Schema.Field(
                "addedLater",
                new Schema.Parser().parse(("['null'," + doubled(40, "'null'") + "]").replace('\'', '"'))));
        int id = registered(Schema.createRecord(now.getName(), now.getDoc(), now.getNamespace(), false, fields));
        assertThatThrownBy(() -> registry.tokenBatchDecoder()
                        .decode(new RecordPosition("tidemark.perf.tokens", 0, 1), record(id, (byte) 2)))
                .isInstanceOf(EventDecodeException.WrongSchema.class)
                .hasMessageContaining("is over a limit of writers' schemas");
    }
}
