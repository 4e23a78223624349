package io.tidemark.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.avro.AvroSchemaProvider;
import io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.SchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.fixtures.oauth.TokenIssuer;
import io.tidemark.fixtures.tls.TestKeys;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.RegistryConfig.Registration;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Our client against Apicurio with HTTPS and tokens of an OpenID provider: the settings that docs/operate/registry.md gives. */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ApicurioTokenTest {
    private static final Pattern SETTINGS =
            Pattern.compile("```properties\n([^`]*quarkus\\.oidc\\.tenant-enabled[^`]*)```");
    private static final String AUDIENCE = "quarkus.oidc.token.audience";
    private static final Set<Topic> WITH_SCHEMA = Arrays.stream(Topic.values())
            .filter(topic -> topic.schema().isPresent())
            .collect(Collectors.toUnmodifiableSet());
    private static final Team PERF = new Team("perf");
    private static final String TOKENS = Topic.TOKENS.subject(PERF);

    @TempDir
    private static Path folder;

    private TokenIssuer issuer;
    private Path trust;
    private ApicurioProcess apicurio;

    @BeforeAll
    void start() throws Exception {
        KeyStore keys = TestKeys.selfSigned(folder);
        trust = TestKeys.pem(keys, folder);
        issuer = TokenIssuer.start(TestKeys.context(keys));
        Map<String, String> settings = settings();
        settings.put("quarkus.oidc.auth-server-url", issuer.url());
        settings.put("quarkus.oidc.tls.trust-store-file", trustStore(keys).toString());
        settings.put("quarkus.oidc.tls.trust-store-password", TestKeys.PASSWORD);
        settings.put("quarkus.http.ssl-port", "0");
        settings.put(
                "quarkus.http.ssl.certificate.key-store-file",
                folder.resolve("keys.p12").toString());
        settings.put("quarkus.http.ssl.certificate.key-store-password", TestKeys.PASSWORD);
        grant("admin", "sr-admin", settings.get(AUDIENCE));
        grant("perf", "sr-readonly", settings.get(AUDIENCE));
        grant(TokenIssuer.FORGER, "sr-admin", settings.get(AUDIENCE));
        grant("nobody", "none", settings.get(AUDIENCE));
        grant(TokenIssuer.ELSEWHERE, "sr-admin", "another");
        apicurio = ApicurioProcess.startOrSkip(folder, settings);
        for (Topic topic : WITH_SCHEMA) {
            client(credentials("admin"))
                    .register(topic.subject(PERF), new AvroSchema(topic.schema().orElseThrow()));
        }
    }

    @AfterAll
    void stop() throws Exception {
        if (apicurio != null) {
            apicurio.stop();
        }
        issuer.close();
    }

    private static Map<String, String> settings() throws IOException {
        Matcher block = SETTINGS.matcher(RepositoryFiles.read("docs/operate/registry.md"));
        assertThat(block.find()).isTrue();
        Properties properties = new Properties();
        properties.load(new StringReader(block.group(1)));
        Map<String, String> settings = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> settings.put(name, properties.getProperty(name)));
        return settings;
    }

    private static Path trustStore(KeyStore keys) throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("test", keys.getCertificate("test"));
        Path file = folder.resolve("trust.p12");
        try (var out = Files.newOutputStream(file)) {
            trusted.store(out, TestKeys.PASSWORD.toCharArray());
        }
        return file;
    }

    private void grant(String client, String role, String audience) {
        issuer.grant(client, Map.of("groups", List.of(role), "aud", audience));
    }

    private Map<String, String> trusting(Map<String, String> login) {
        Map<String, String> settings = new HashMap<>(login);
        settings.put("schema.registry.ssl.truststore.location", trust.toString());
        settings.put("schema.registry.ssl.truststore.type", "PEM");
        return settings;
    }

    private Map<String, String> login(String client, String secret) {
        return Map.of(
                "bearer.auth.credentials.source",
                "OAUTHBEARER",
                "bearer.auth.issuer.endpoint.url",
                issuer.tokens(),
                "bearer.auth.client.id",
                client,
                "bearer.auth.client.secret",
                secret);
    }

    private Map<String, String> credentials(String client) {
        return trusting(login(client, TokenIssuer.secret(client)));
    }

    private Map<String, String> token(String token) {
        return trusting(Map.of("bearer.auth.credentials.source", "STATIC_TOKEN", "bearer.auth.token", token));
    }

    private SchemaRegistryClient client(Map<String, String> settings) {
        return new CachedSchemaRegistryClient(
                List.of(apicurio.confluentUrl()), 100, List.of(new AvroSchemaProvider()), settings);
    }

    private SchemaRegistry schemas(Map<String, String> settings) {
        return SchemaRegistry.connect(new RegistryConfig(apicurio.confluentUrl(), settings, Registration.LOOK_UP));
    }

    @Test
    void aReaderFindsTheSchemasByClientCredentialsOrByAToken() {
        for (Map<String, String> settings : List.of(credentials("perf"), token(issuer.ofClient("perf")))) {
            assertThat(schemas(settings).ids(PERF, WITH_SCHEMA).fingerprints()).hasSameSizeAs(WITH_SCHEMA);
        }
    }

    @Test
    void aReaderChangesNothing() {
        SchemaRegistryClient reader = client(credentials("perf"));
        assertThatThrownBy(() -> reader.register("tidemark.perf.new-value", new AvroSchema("\"long\"")))
                .isInstanceOfSatisfying(
                        RestClientException.class,
                        refusal -> assertThat(refusal.getStatus()).isEqualTo(403));
        assertThatThrownBy(() -> reader.deleteSubject(TOKENS)).isInstanceOf(RestClientException.class);
    }

    @Test
    void aWrongTokenIsRefusedWithTheSettingThatHoldsIt() {
        long past = InstantSource.system().instant().getEpochSecond() - 3_600;
        issuer.grant("late", Map.of("groups", List.of("sr-admin"), "aud", "tidemark-registry", "exp", past));
        List<String> wrong = List.of(
                issuer.ofClient(TokenIssuer.FORGER),
                issuer.ofClient(TokenIssuer.ELSEWHERE),
                issuer.ofClient("late"),
                "t");
        for (String token : wrong) {
            assertThatRefused(schemas(token(token)), "refuses these credentials: HTTP 401", "bearer.auth.token");
        }
        assertThatRefused(
                schemas(credentials(TokenIssuer.ELSEWHERE)),
                "refuses these credentials: HTTP 401",
                "bearer.auth.client.id");
    }

    @Test
    void aTokenWithoutARoleIsRefused() {
        assertThatRefused(
                schemas(credentials("nobody")), "refuses these credentials: HTTP 403", "bearer.auth.client.id");
    }

    @Test
    void withoutATokenTheSettingsThatGiveOneAreNamed() {
        assertThatRefused(
                schemas(trusting(Map.of())),
                "needs credentials and got none: HTTP 401",
                "bearer.auth.credentials.source");
    }

    @Test
    void aWrongSecretIsToldAsTheIssuerTellsIt() {
        assertThatRefused(
                schemas(trusting(login("perf", "wrong"))),
                "the token endpoint " + issuer.tokens() + " refuses the client \"perf\": HTTP 401, invalid_client",
                "bearer.auth.client.secret");
    }

    @Test
    void aCertificateThatIsNotTrustedIsRefusedWithTheSettingOfTrust() {
        Map<String, String> token =
                Map.of("bearer.auth.credentials.source", "STATIC_TOKEN", "bearer.auth.token", issuer.ofClient("perf"));
        assertThatRefused(schemas(token), "PKIX path building failed", "schema.registry.ssl.truststore.location");
        assertThatRefused(
                schemas(login("perf", TokenIssuer.secret("perf"))),
                "the token endpoint " + issuer.tokens(),
                "schema.registry.ssl.truststore.location");
    }

    private static void assertThatRefused(SchemaRegistry registry, String how, String setting) {
        assertThatThrownBy(() -> registry.ids(PERF, Set.of(Topic.TOKENS)))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining(TOKENS)
                .hasMessageContaining(how)
                .hasMessageContaining(setting);
    }
}
