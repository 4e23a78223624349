package io.tidemark.cluster.registry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cluster.ClusterException;
import io.tidemark.cluster.broker.EmbeddedKafka;
import io.tidemark.cluster.broker.KafkaOptions;
import io.tidemark.cluster.registry.RegistryOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The API as it looks on the wire; each test has a schema topic of its own. */
@Tag("integration")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SchemaRegistryServerTest {
    private static final String LONG = "{\"schema\":\"\\\"long\\\"\"}";
    private static final String STRING = "{\"schema\":\"\\\"string\\\"\"}";
    private static final int OK = 200;

    private final HttpClient http = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final AtomicInteger topics = new AtomicInteger();
    private EmbeddedKafka kafka;
    private RegistryOptions options;
    private SchemaRegistryServer registry;

    @BeforeAll
    void startKafka(@TempDir Path dir) {
        kafka = EmbeddedKafka.start(KafkaOptions.in(dir));
    }

    @AfterAll
    void stopKafka() {
        kafka.close();
    }

    @BeforeEach
    void startRegistry() {
        String topic = "_schemas-" + topics.incrementAndGet();
        options = new RegistryOptions("127.0.0.1", 0, kafka.bootstrapServers(), Map.of(), topic);
        registry = SchemaRegistryServer.start(options);
    }

    @AfterEach
    void stopRegistry() {
        registry.close();
    }

    @Test
    void answersAsConfluentsRegistryDoes() throws Exception {
        assertThat(ask("POST", "/subjects/a/versions", LONG)).isEqualTo(tree("{'id':1}"));
        assertThat(ask("GET", "/subjects", "")).isEqualTo(tree("['a']"));
        assertThat(ask("GET", "/subjects/a/versions", "")).isEqualTo(tree("[1]"));
        JsonNode version = tree("{'subject':'a','version':1,'id':1,'schema':'\\\"long\\\"'}");
        assertThat(ask("GET", "/subjects/a/versions/latest", "")).isEqualTo(version);
        assertThat(ask("GET", "/subjects/a/versions/-1", "")).isEqualTo(version);
        assertThat(ask("POST", "/subjects/a", LONG)).isEqualTo(version);
        assertThat(ask("GET", "/subjects/a/versions/1/schema", "")).isEqualTo(tree("'long'"));
        assertThat(ask("GET", "/schemas/ids/1", "")).isEqualTo(tree("{'schema':'\\\"long\\\"'}"));
        assertThat(ask("GET", "/schemas/ids/1/subjects", "")).isEqualTo(tree("['a']"));
        assertThat(ask("GET", "/schemas/ids/1/versions", "")).isEqualTo(tree("[{'subject':'a','version':1}]"));
        assertThat(ask("GET", "/schemas/types", "")).isEqualTo(tree("['AVRO']"));
        assertThat(ask("GET", "/mode", "")).isEqualTo(tree("{'mode':'READWRITE'}"));
        assertThat(ask("GET", "/config", "")).isEqualTo(tree("{'compatibilityLevel':'FULL'}"));
    }

    @Test
    void saysWhyASchemaIsNotCompatible() throws Exception {
        ask("POST", "/subjects/a/versions", LONG);
        JsonNode verdict = ask("POST", "/compatibility/subjects/a/versions/latest?verbose=true", STRING);
        assertThat(verdict.path("is_compatible").asBoolean()).isFalse();
        assertThat(verdict.path("messages")).isNotEmpty();
        assertThat(ask("POST", "/compatibility/subjects/new/versions/latest", STRING))
                .isEqualTo(tree("{'is_compatible':true}"));
        assertThat(ask("POST", "/compatibility/subjects/a/versions", LONG)).isEqualTo(tree("{'is_compatible':true}"));
    }

    @Test
    void answersInConfluentsContentType() throws Exception {
        assertThat(send("GET", "/subjects", "").headers().firstValue("Content-Type"))
                .contains("application/vnd.schemaregistry.v1+json");
    }

    @Test
    void takesSubjectsWithSlashesAndSpaces() throws Exception {
        ask("POST", "/subjects/a%2Fb%20c+d/versions", LONG);
        assertThat(ask("GET", "/subjects", "")).isEqualTo(tree("['a/b c+d']"));
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /subjects/none/versions, '', 40401",
        "GET, /subjects/none/versions/latest, '', 40401",
        "GET, /subjects/a/versions/9, '', 40402",
        "GET, /subjects/a/versions/newest, '', 42202",
        "GET, /subjects/a/versions/0, '', 42202",
        "GET, /schemas/ids/9, '', 40403",
        "POST, /subjects/a, '{\"schema\":\"\\\"string\\\"\"}', 40403",
        "POST, /subjects/a/versions, '{\"schema\":\"\\\"string\\\"\"}', 409",
        "POST, /subjects/a/versions, '{\"schema\":\"lung\"}', 42201",
        "POST, /subjects/a/versions, '{\"schema\":\"{}\",\"schemaType\":\"JSON\"}', 42201",
        "POST, /subjects/a/versions, '{}', 42201",
        "POST, /subjects/a/versions, 'not json', 400",
        "POST, /subjects/a/versions, '{\"schema\":\"\\\"long\\\"\",\"id\":5}', 42205",
        "POST, /subjects/%20/versions, '{\"schema\":\"\\\"long\\\"\"}', 42208",
        "PUT, /config, '{\"compatibility\":\"SOME\"}', 42203",
        "GET, /config/a, '', 40408",
        "GET, /mode/a, '', 40409",
        "PUT, /mode, '{\"mode\":\"READONLY\"}', 42204",
        "DELETE, /subjects/a?permanent=true, '', 40405",
        "DELETE, /subjects/a/versions/1?permanent=true, '', 40407",
        "GET, /nowhere, '', 404",
        "PUT, /subjects, '', 405",
    })
    void refusesWithConfluentsCodes(String method, String path, String body, int code) throws Exception {
        ask("POST", "/subjects/a/versions", LONG);
        HttpResponse<String> answer = send(method, path, body);
        assertThat(json.readTree(answer.body()).path("error_code").asInt()).isEqualTo(code);
        assertThat(json.readTree(answer.body()).path("message").asText()).isNotBlank();
        assertThat(answer.statusCode()).isEqualTo(code > 1000 ? code / 100 : code);
    }

    @Test
    void deletesSoftlyFirstAndForGoodAfterwards() throws Exception {
        ask("POST", "/subjects/a/versions", LONG);
        assertThat(ask("DELETE", "/subjects/a/versions/1", "")).isEqualTo(tree("1"));
        assertThat(code("DELETE", "/subjects/a/versions/1")).isEqualTo(40406);
        assertThat(code("DELETE", "/subjects/a")).isEqualTo(40404);
        assertThat(ask("GET", "/subjects?deleted=true", "")).isEqualTo(tree("['a']"));
        assertThat(ask("GET", "/subjects", "")).isEqualTo(tree("[]"));
        assertThat(ask("DELETE", "/subjects/a?permanent=true", "")).isEqualTo(tree("[1]"));
        assertThat(ask("GET", "/subjects?deleted=true", "")).isEqualTo(tree("[]"));
        assertThat(code("GET", "/schemas/ids/1")).isEqualTo(40403);
    }

    @Test
    void knowsEverythingAgainAfterARestart() throws Exception {
        ask("POST", "/subjects/a/versions", LONG);
        ask("POST", "/subjects/hidden/versions", STRING);
        ask("DELETE", "/subjects/hidden", "");
        ask("PUT", "/config/a", "{\"compatibility\":\"NONE\"}");
        registry.close();
        registry = SchemaRegistryServer.start(options);
        assertThat(ask("GET", "/subjects", "")).isEqualTo(tree("['a']"));
        assertThat(ask("GET", "/subjects?deletedOnly=true", "")).isEqualTo(tree("['hidden']"));
        assertThat(ask("GET", "/config/a", "")).isEqualTo(tree("{'compatibilityLevel':'NONE'}"));
        assertThat(ask("POST", "/subjects/a/versions", STRING)).isEqualTo(tree("{'id':2}"));
        assertThat(ask("POST", "/subjects/a/versions", "{\"schema\":\"\\\"int\\\"\"}"))
                .isEqualTo(tree("{'id':3}"));
    }

    @Test
    void refusesATopicThatWouldForgetSchemas() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic("aging", Optional.of(1), Optional.empty())))
                    .all()
                    .get();
        }
        RegistryOptions aging = new RegistryOptions("127.0.0.1", 0, kafka.bootstrapServers(), Map.of(), "aging");
        assertThatThrownBy(() -> SchemaRegistryServer.start(aging))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("aging")
                .hasMessageContaining("compact");
    }

    @Test
    void saysThatItsPortIsTaken() {
        int taken = URI.create(registry.url()).getPort();
        assertThatThrownBy(() -> SchemaRegistryServer.start(options.listeningOn("127.0.0.1", taken)))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("registry.port")
                .hasMessageContaining("127.0.0.1:" + taken);
    }

    private JsonNode ask(String method, String path, String body) throws Exception {
        HttpResponse<String> answer = send(method, path, body);
        assertThat(answer.statusCode())
                .as("%s %s: %s", method, path, answer.body())
                .isEqualTo(OK);
        return json.readTree(answer.body());
    }

    private int code(String method, String path) throws Exception {
        return json.readTree(send(method, path, "").body()).path("error_code").asInt();
    }

    private HttpResponse<String> send(String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(registry.url() + path))
                .method(method, BodyPublishers.ofString(body))
                .build();
        return http.send(request, BodyHandlers.ofString());
    }

    private JsonNode tree(String text) throws Exception {
        return json.readTree(text.replace('\'', '"'));
    }
}
