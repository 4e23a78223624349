package io.tidemark.cluster.registry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cluster.broker.EmbeddedKafka;
import io.tidemark.cluster.broker.KafkaOptions;
import io.tidemark.cluster.registry.RegistryOptions;
import io.tidemark.cluster.registry.RegistrySecurity.Users;
import io.tidemark.cluster.registry.access.PasswordHash;
import io.tidemark.cluster.registry.access.RegistryUser;
import io.tidemark.cluster.registry.access.RegistryUsers;
import io.tidemark.cluster.registry.access.SubjectRight;
import io.tidemark.events.Heartbeat;
import io.tidemark.schemas.deadletter.DeadLetterCode;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecodeException;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A registry with users, of which one team's takes what it can. */
@Tag("integration")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RegistryLimitsTest {
    private static final RecordPosition OF_A = new RecordPosition("tidemark.a.heartbeats", 0, 1);
    private static final SecureRandom RANDOM = new SecureRandom();

    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private EmbeddedKafka kafka;
    private SchemaRegistryServer registry;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        kafka = EmbeddedKafka.start(KafkaOptions.in(folder.resolve("kafka")));
        Path file = folder.resolve("users.json");
        new RegistryUsers(new TreeMap<>(Map.of(
                        "root", user("All *"),
                        "a", user("Read tidemark.a.*"),
                        "b", user("Read tidemark.b.*", "Write tidemark.b.*"),
                        "c", user("Read tidemark.c.*", "Write tidemark.c.*"),
                        "none", user("Read nothing"))))
                .write(file);
        registry = SchemaRegistryServer.start(new RegistryOptions(
                "127.0.0.1", 0, kafka.bootstrapServers(), Map.of(), "_schemas", new Users(file, Optional.empty())));
    }

    @AfterAll
    void stop() {
        registry.close();
        kafka.close();
    }

    private static RegistryUser user(String... rights) {
        return new RegistryUser(
                PasswordHash.of("tide", 1_000, RANDOM),
                Stream.of(rights).map(SubjectRight::parse).toList());
    }

    private HttpResponse<String> send(String user, String method, String path, String body) throws Exception {
        return http.send(request(user, method, path, body), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest request(String user, String method, String path, String body) {
        String login = Base64.getEncoder().encodeToString((user + ":tide").getBytes(StandardCharsets.UTF_8));
        return HttpRequest.newBuilder(URI.create(registry.url() + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Authorization", "Basic " + login)
                .build();
    }

    private JsonNode register(String user, String subject, String schema) throws Exception {
        return json.readTree(send(user, "POST", "/subjects/" + subject + "/versions", body(schema))
                .body());
    }

    private String body(String schema) {
        return json.createObjectNode().put("schema", schema).toString();
    }

    private static String fixed(int size) {
        return quoted("{'type':'fixed','name':'F','size':" + size + "}");
    }

    private static String quoted(String schema) {
        return schema.replace('\'', '"');
    }

    /** A record as large as the body of a request may be. */
    private static String largest(int version) {
        String fields = IntStream.range(0, 24)
                .mapToObj(i -> "{'name':'f" + i + "','type':'int'}")
                .collect(Collectors.joining(","));
        String records = IntStream.range(0, 255)
                .mapToObj(i ->
                        "{'name':'g" + i + "','type':{'type':'record','name':'R" + i + "','fields':[" + fields + "]}}")
                .collect(Collectors.joining(","));
        return quoted("{'type':'record','name':'Largest','doc':'" + version + "','fields':[" + records + "]}");
    }

    @Test
    void idsAreAnsweredWhileTheLargestSchemasAreComparedAndLookedUp() throws Exception {
        int id = register("root", "tidemark.a.small", fixed(77)).path("id").asInt();
        assertThat(register("root", "largest", largest(0)).path("id").asInt()).isPositive();
        List<CompletableFuture<HttpResponse<String>>> slow = new ArrayList<>();
        for (int i = 0; i < 32; i++) {
            slow.add(sendLater("/compatibility/subjects/largest/versions", largest(1 + i)));
        }
        for (int i = 0; i < 100; i++) {
            slow.add(sendLater("/subjects/largest", largest(100 + i)));
        }
        HttpClient another = HttpClient.newHttpClient();
        for (int i = 0; i < 20; i++) {
            HttpRequest asked = request("a", "GET", "/schemas/ids/" + id, "");
            assertThat(another.sendAsync(asked, HttpResponse.BodyHandlers.ofString())
                            .get(5, TimeUnit.SECONDS)
                            .statusCode())
                    .isEqualTo(200);
        }
        List<Integer> statuses = new ArrayList<>();
        for (CompletableFuture<HttpResponse<String>> one : slow) {
            statuses.add(one.get(60, TimeUnit.SECONDS).statusCode());
        }
        assertThat(statuses).contains(200).isSubsetOf(200, 404, 429);
    }

    private CompletableFuture<HttpResponse<String>> sendLater(String path, String schema) {
        return http.sendAsync(request("root", "POST", path, body(schema)), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aSchemaThatASubjectHasIsFoundByItsText() throws Exception {
        register("root", "found", fixed(55));
        assertThat(json.readTree(send("root", "POST", "/subjects/found", body(fixed(55)))
                                .body())
                        .path("version")
                        .asInt())
                .isEqualTo(1);
        String otherText = quoted("{'name':'F','size':55,'type':'fixed'}");
        for (String path : List.of("/subjects/found", "/subjects/found?normalize=true")) {
            assertThat(send("root", "POST", path, body(otherText)).statusCode())
                    .as(path)
                    .isEqualTo(200);
        }
        String asJsonSchema = json.createObjectNode()
                .put("schema", fixed(55))
                .put("schemaType", "JSON")
                .toString();
        assertThat(send("root", "POST", "/subjects/found", asJsonSchema).statusCode())
                .isEqualTo(422);
    }

    @Test
    void whatIsOverALimitIsRefusedAndNotKept() throws Exception {
        JsonNode large = register("b", "tidemark.b.large", "x".repeat(256 << 10));
        assertThat(large.path("error_code").asInt()).isEqualTo(413);
        assertThat(large.path("message").asText()).isEqualTo("The request body must be at most 262144 bytes");
        assertThat(register(
                                "b",
                                "tidemark.b.large",
                                quoted("{'type':'array','items':".repeat(40) + "'int'" + "}".repeat(40)))
                        .path("error_code")
                        .asInt())
                .isEqualTo(42209);
        assertThat(send("root", "GET", "/subjects?subjectPrefix=tidemark.b.large", "")
                        .body())
                .isEqualTo("[]");
    }

    @Test
    void aSubjectTakesALimitedNumberOfVersionsOfAnybody() throws Exception {
        send("root", "PUT", "/config/many", "{\"compatibility\":\"NONE\"}");
        for (int version = 1; version <= 100; version++) {
            assertThat(register("root", "many", fixed(version)).path("id").asInt())
                    .isPositive();
        }
        JsonNode refused = register("root", "many", fixed(101));
        assertThat(refused.path("error_code").asInt()).isEqualTo(42205);
        assertThat(refused.path("message").asText())
                .isEqualTo("Subject many takes no further version: it has 100 versions of at most 100, deleted ones"
                        + " included until they are deleted permanently");
        assertThat(register("root", "many", fixed(7)).path("id").asInt()).isPositive();
        assertThat(json.readTree(
                        send("root", "GET", "/subjects/many/versions", "").body()))
                .hasSize(100);

        send("root", "DELETE", "/subjects/many/versions/1", "");
        assertThat(register("root", "many", fixed(101)).path("error_code").asInt())
                .isEqualTo(42205);
        send("root", "DELETE", "/subjects/many/versions/1?permanent=true", "");
        assertThat(register("root", "many", fixed(101)).path("id").asInt()).isPositive();
    }

    @Test
    void aUserRegistersALimitedNumberOfNewSchemas() throws Exception {
        int refusedWith = 0;
        int registered = 0;
        while (refusedWith == 0) {
            JsonNode answer = register("c", "tidemark.c.s" + registered, fixed(1_000 + registered));
            refusedWith = answer.path("error_code").asInt();
            registered += refusedWith == 0 ? 1 : 0;
            assertThat(registered).isLessThan(200);
        }
        assertThat(refusedWith).isEqualTo(42901);
        assertThat(registered).isGreaterThanOrEqualTo(100);
        assertThat(register("root", "tidemark.c.more", fixed(9_999)).path("id").asInt())
                .isPositive();
    }

    private EventDecoder<Heartbeat> decoderOf(String user) {
        return SchemaRegistry.connect(new RegistryConfig(
                        registry.url(),
                        Map.of("basic.auth.credentials.source", "USER_INFO", "basic.auth.user.info", user + ":tide"),
                        RegistryConfig.Registration.LOOK_UP))
                .decoder(Heartbeat.class);
    }

    @Test
    void aRecordByASchemaOfAnotherTeamIsADeadLetter() throws Exception {
        String own = Heartbeat.getClassSchema().toString();
        register("root", "tidemark.a.heartbeats-value", own);
        int foreign = register(
                        "b",
                        "tidemark.b.heartbeats-value",
                        own.replaceFirst(
                                "\"fields\":\\[", "\"fields\":[{\"name\":\"later\",\"type\":\"int\",\"default\":0},"))
                .path("id")
                .asInt();
        byte[] record = ByteBuffer.allocate(9).put((byte) 0).putInt(foreign).array();

        assertThatThrownBy(() -> decoderOf("a").decode(OF_A, record))
                .isInstanceOf(EventDecodeException.UnknownSchemaId.class)
                .hasMessage("tidemark.a.heartbeats[0]@1: the registry has schema id " + foreign
                        + " under no subject of the team")
                .satisfies(refused ->
                        assertThat(((EventDecodeException) refused).code()).isEqualTo(DeadLetterCode.UNKNOWN_SCHEMA));
        assertThatThrownBy(() -> decoderOf("none").decode(OF_A, record))
                .as("a login without rights to the topic's own subject")
                .isInstanceOf(RegistryUnavailableException.class);
    }
}
