package io.tidemark.cluster.registry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.avro.AvroSchemaProvider;
import io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient;
import io.tidemark.cluster.ClusterException;
import io.tidemark.cluster.broker.EmbeddedKafka;
import io.tidemark.cluster.broker.KafkaOptions;
import io.tidemark.cluster.registry.RegistryOptions;
import io.tidemark.cluster.registry.RegistrySecurity.AsOpenAsItsBroker;
import io.tidemark.cluster.registry.RegistrySecurity.TlsKey;
import io.tidemark.cluster.registry.RegistrySecurity.Users;
import io.tidemark.cluster.registry.access.PasswordHash;
import io.tidemark.cluster.registry.access.RegistryUser;
import io.tidemark.cluster.registry.access.RegistryUsers;
import io.tidemark.cluster.registry.access.SubjectRight;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.tls.TestKeys;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A registry with users, as somebody finds it who may do little or nothing. */
@Tag("integration")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RegistryLoginTest {
    private static final String LONG = "{\"schema\":\"\\\"long\\\"\"}";
    private static final String STORE_PASSWORD = "changeit"; // of TestKeys
    /** A password that is checked must not take a second of the test. */
    private static final int FEW_ITERATIONS = 1_000;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();

    @TempDir
    private static Path folder;

    private EmbeddedKafka kafka;
    private SchemaRegistryServer registry;

    @BeforeAll
    void start() throws Exception {
        kafka = EmbeddedKafka.start(KafkaOptions.in(folder.resolve("kafka")));
        users(Map.of(
                        "root", user("toor", "All *"),
                        "ana", user("tide", "Read a.*", "Write a.events", "Delete a.old", "AlterConfigs a.events"),
                        "bob", user("mark", "Read b.*", "Write b.events")))
                .write(file());
        registry = SchemaRegistryServer.start(options("_schemas", Optional.empty()));
        for (String subject : List.of("a.events", "a.old", "b.events", "b.more")) {
            assertThat(send("root:toor", "POST", "/subjects/" + subject + "/versions", LONG)
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @AfterAll
    void stop() {
        registry.close();
        kafka.close();
    }

    private static Path file() {
        return folder.resolve("users.json");
    }

    private RegistryOptions options(String topic, Optional<TlsKey> key) {
        return new RegistryOptions("127.0.0.1", 0, kafka.bootstrapServers(), Map.of(), topic, new Users(file(), key));
    }

    private static RegistryUsers users(Map<String, RegistryUser> users) {
        return new RegistryUsers(new TreeMap<>(users));
    }

    private static RegistryUser user(String password, String... rights) {
        return new RegistryUser(
                PasswordHash.of(password, FEW_ITERATIONS, RANDOM),
                Stream.of(rights).map(SubjectRight::parse).toList());
    }

    private HttpResponse<String> send(String login, String method, String path, String body) throws Exception {
        return sent(
                "Basic " + Base64.getEncoder().encodeToString(login.getBytes(StandardCharsets.UTF_8)),
                method,
                path,
                body);
    }

    private HttpResponse<String> sent(String authorization, String method, String path, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(registry.url() + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        if (!authorization.isEmpty()) {
            request.header("Authorization", authorization);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private JsonNode tree(HttpResponse<String> answer) throws IOException {
        return json.readTree(answer.body());
    }

    @ParameterizedTest
    @CsvSource({
        "''",
        "Basic",
        "Basic !!!",
        "Bearer dGlkZQ==",
        // nobody:tide, ana:wrong, ana:mark (bob's), ANA:tide, "ana :tide", ana:, :
        "Basic bm9ib2R5OnRpZGU=",
        "Basic YW5hOndyb25n",
        "Basic YW5hOm1hcms=",
        "Basic QU5BOnRpZGU=",
        "Basic YW5hIDp0aWRl",
        "Basic YW5hOg==",
        "Basic Og=="
    })
    void withoutRightCredentialsNothingIsAnswered(String authorization) throws Exception {
        for (String path : List.of(
                "/", "/subjects", "/subjects/a.events/versions/1", "/schemas/ids/1", "/config", "/mode", "/nowhere")) {
            assertUnauthorized(path, sent(authorization, "GET", path, ""));
        }
        assertUnauthorized("POST", sent(authorization, "POST", "/subjects/a.events/versions", LONG));
    }

    private void assertUnauthorized(String what, HttpResponse<String> answer) throws IOException {
        assertThat(answer.statusCode()).as(what).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).contains("Basic realm=\"schema registry\"");
        assertThat(tree(answer)).isEqualTo(json.readTree("{\"error_code\":401,\"message\":\"Unauthorized\"}"));
    }

    /** A body of many mebibytes is thrown away as it comes. */
    @Test
    void aLargeBodyOfNobodyIsNotKept() throws Exception {
        assertThat(sent("", "POST", "/subjects/a.events/versions", "x".repeat(8 << 20))
                        .statusCode())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @CsvSource({
        // what ana may
        "ana:tide, GET,  /subjects/a.events/versions/latest, 200",
        "ana:tide, POST, /subjects/a.events/versions, 200",
        "ana:tide, POST, /subjects/a.events, 200",
        "ana:tide, POST, /compatibility/subjects/a.events/versions/latest, 200",
        "ana:tide, GET,  /config/a.events?defaultToGlobal=true, 200",
        "ana:tide, GET,  /schemas/ids/1, 200",
        "ana:tide, GET,  /config, 200",
        "ana:tide, GET,  //subjects//a.events//versions, 200",
        // other operations on subjects that ana may read
        "ana:tide, POST, /subjects/a.new/versions, 403",
        "ana:tide, DELETE, /subjects/a.events, 403",
        "ana:tide, DELETE, /subjects/a.events/versions/1, 403",
        "ana:tide, DELETE, /subjects/a.events?permanent=true, 403",
        "ana:tide, DELETE, /config/a.old, 403",
        // bob's subjects, and names that look like ana's
        "ana:tide, GET,  /subjects/b.events/versions/1, 403",
        "ana:tide, GET,  /subjects/b.events/versions/1/schema, 403",
        "ana:tide, GET,  /subjects/b.events/versions/1/referencedby, 403",
        "ana:tide, GET,  /subjects/b.none/versions, 403",
        "ana:tide, POST, /subjects/b.events/versions, 403",
        "ana:tide, POST, /subjects/b.events, 403",
        "ana:tide, POST, /compatibility/subjects/b.events/versions, 403",
        "ana:tide, DELETE, /subjects/b.events, 403",
        "ana:tide, GET,  /config/b.events?defaultToGlobal=true, 403",
        "ana:tide, PUT,  /config/b.events, 403",
        "ana:tide, GET,  /mode/b.events?defaultToGlobal=true, 403",
        "ana:tide, POST, /subjects/A.EVENTS/versions, 403",
        "ana:tide, POST, /subjects/a.events%20/versions, 403",
        "ana:tide, POST, /subjects/a.events%00/versions, 403",
        "ana:tide, POST, /subjects/a.events%2F..%2Fb.events/versions, 403",
        "ana:tide, POST, /subjects/..%2Fb.events/versions, 403",
        "ana:tide, POST, /subjects/%2e%2e/versions, 403",
        "ana:tide, POST, /subjects/a.events%252Fb.events/versions, 403",
        "ana:tide, POST, /subjects/*/versions, 403",
        "ana:tide, POST, /subjects/a.events/../b.events/versions, 404",
        "ana:tide, POST, /subjects/a.events/%2e%2e/b.events/versions, 404",
        "ana:tide, POST, /SUBJECTS/b.events/versions, 404",
        // what holds for all
        "ana:tide, PUT,  /config, 403",
        "ana:tide, DELETE, /config, 403",
        "ana:tide, PUT,  /mode, 403"
    })
    void everyRequestNeedsTheRightToItsSubject(String login, String method, String path, int status) throws Exception {
        HttpResponse<String> answer =
                send(login, method, path, method.equals("POST") ? LONG : "{\"compatibility\":\"NONE\"}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        if (status == 403) {
            assertThat(tree(answer).path("error_code").asInt()).isEqualTo(40301);
            assertThat(tree(answer).path("message").asText()).startsWith("User ana is denied operation ");
        }
        assertThat(tree(send("root:toor", "GET", "/subjects", "")).toString())
                .isEqualTo("[\"a.events\",\"a.old\",\"b.events\",\"b.more\"]");
    }

    @Test
    void listsHoldOnlyWhatTheCallerMayRead() throws Exception {
        assertThat(send("ana:tide", "GET", "/subjects", "").body()).isEqualTo("[\"a.events\",\"a.old\"]");
        assertThat(send("ana:tide", "GET", "/subjects?subjectPrefix=b", "").body())
                .isEqualTo("[]");
        assertThat(send("bob:mark", "GET", "/schemas/ids/1/subjects", "").body())
                .isEqualTo("[\"b.events\",\"b.more\"]");
        assertThat(send("ana:tide", "GET", "/schemas/ids/1/versions", "").body())
                .doesNotContain("b.");
    }

    @Test
    void aSchemaOfNoReadableSubjectIsRefusedByItsId() throws Exception {
        String id = tree(send("root:toor", "POST", "/subjects/c.own/versions", "{\"schema\":\"\\\"string\\\"\"}"))
                .path("id")
                .asText();
        for (String path : List.of("", "/schema", "/subjects", "/versions")) {
            assertThat(send("ana:tide", "GET", "/schemas/ids/" + id + path, "").statusCode())
                    .isEqualTo(403);
        }
        assertThat(send("root:toor", "DELETE", "/subjects/c.own", "").statusCode())
                .isEqualTo(200);
        assertThat(send("root:toor", "DELETE", "/subjects/c.own?permanent=true", "")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aUserWhoIsTakenOutIsRefused() throws Exception {
        RegistryUsers before = RegistryUsers.read(file());
        before.with("eve", user("eden", "Read a.*")).write(file());
        Await.until(() -> status("eve:eden") == 200, () -> "eve is not let in");

        before.write(file());

        Await.until(() -> status("eve:eden") == 401, () -> "eve is still let in");
    }

    private int status(String login) {
        try {
            return send(login, "GET", "/subjects", "").statusCode();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @CsvSource({"pem", "p12"})
    void speaksTlsToConfluentsClient(String kind) throws Exception {
        Path own = Files.createDirectory(folder.resolve(kind));
        KeyStore keys = TestKeys.selfSigned(own);
        try (SchemaRegistryServer tls =
                SchemaRegistryServer.start(options("_schemas-" + kind, Optional.of(key(kind, keys, own))))) {
            assertThat(tls.url()).startsWith("https://127.0.0.1:");
            Map<String, String> settings = Map.of(
                    "basic.auth.credentials.source", "USER_INFO",
                    "basic.auth.user.info", "ana:tide",
                    "schema.registry.ssl.truststore.location", trust(keys, own).toString(),
                    "schema.registry.ssl.truststore.type", "PKCS12",
                    "schema.registry.ssl.truststore.password", STORE_PASSWORD);
            try (CachedSchemaRegistryClient client = new CachedSchemaRegistryClient(
                    List.of(tls.url()), 10, List.of(new AvroSchemaProvider()), settings)) {
                assertThat(client.register("a.events", new AvroSchema("\"long\"")))
                        .isEqualTo(1);
            }
            assertThatThrownBy(() -> http.send(
                            HttpRequest.newBuilder(URI.create(tls.url().replace("https", "http") + "/subjects"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString()))
                    .isInstanceOf(IOException.class);
        }
    }

    private static TlsKey key(String kind, KeyStore keys, Path own) throws Exception {
        if (kind.equals("p12")) {
            Path password = Files.writeString(own.resolve("password"), STORE_PASSWORD + "\n");
            return new TlsKey(own.resolve("keys.p12"), Optional.of(password));
        }
        Path both = own.resolve("both.pem");
        Files.writeString(
                both, Files.readString(TestKeys.pem(keys, own)) + Files.readString(TestKeys.keyPem(keys, own)));
        return new TlsKey(both, Optional.empty());
    }

    private static Path trust(KeyStore keys, Path own) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("test", keys.getCertificate("test"));
        Path file = own.resolve("trust.p12");
        try (var out = Files.newOutputStream(file)) {
            trusted.store(out, STORE_PASSWORD.toCharArray());
        }
        return file;
    }

    @Test
    void listensElsewhereThanOnLoopbackOnlyWithUsersAndTls() {
        RegistryOptions open = RegistryOptions.on(kafka.bootstrapServers());
        assertThatThrownBy(() -> open.listeningOn("192.0.2.1", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(
                        "a registry without users must listen on loopback but was to listen on 192.0.2.1");
        assertThatThrownBy(() -> options("_schemas", Optional.empty()).listeningOn("0.0.0.0", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a registry on 0.0.0.0 must have a key for TLS");
        assertThat(open.letting(new AsOpenAsItsBroker())
                        .listeningOn("192.0.2.1", 0)
                        .host())
                .isEqualTo("192.0.2.1");
    }

    @Test
    void doesNotStartWithoutItsUsersOrItsKey() {
        RegistryOptions options =
                options("_schemas-none", Optional.of(new TlsKey(Path.of("no.pem"), Optional.empty())));
        assertThatThrownBy(() -> SchemaRegistryServer.start(options))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("no.pem cannot be read");
        assertThatThrownBy(() -> SchemaRegistryServer.start(
                        options.letting(new Users(folder.resolve("none.json"), Optional.empty()))))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("the users of the registry cannot be read")
                .hasMessageContaining("none.json");
    }
}
