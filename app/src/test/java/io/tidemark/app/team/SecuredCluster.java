package io.tidemark.app.team;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.cli.Shell;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.cluster.broker.EmbeddedKafka;
import io.tidemark.cluster.broker.KafkaOptions;
import io.tidemark.cluster.registry.RegistryOptions;
import io.tidemark.cluster.registry.RegistrySecurity;
import io.tidemark.cluster.registry.access.PasswordHash;
import io.tidemark.cluster.registry.access.RegistryUser;
import io.tidemark.cluster.registry.access.RegistryUsers;
import io.tidemark.cluster.registry.http.SchemaRegistryServer;
import io.tidemark.fixtures.oauth.TokenIssuer;
import io.tidemark.fixtures.tls.TestKeys;
import io.tidemark.schemas.serde.RegistryConfig;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * A broker as an operator of many teams runs it: KRaft with StandardAuthorizer, what no rule allows is refused, clients log in over TLS with
 * SCRAM-SHA-512 or a token, or by a certificate; the controller asks for the certificate of the node. One user may do everything: {@value #ADMIN}.
 */
final class SecuredCluster implements AutoCloseable {
    static final String ADMIN = "admin";
    private static final String ADMIN_PASSWORD = "administrators-password";
    private static final String CERTIFICATE = "cert.pem"; // as TestKeys names it
    private static final String USERS = "registry-users.json";
    static final int FEW_ITERATIONS = 1_000;
    private static final String CLIENTS = "listener.name.clients.";
    private static final String ALLOWED_URLS = "org.apache.kafka.sasl.oauthbearer.allowed.urls";

    private final Path folder;
    private final Path certificate;
    private final TokenIssuer issuer;
    private final Map<String, String> admin;
    private final EmbeddedKafka kafka;
    private final SchemaRegistryServer registry;

    /**
     * @param folder with the broker's key and {@value #CERTIFICATE}
     * @param logins broker settings that say how clients log in
     */
    private SecuredCluster(
            Path folder,
            TokenIssuer issuer,
            Map<String, String> logins,
            Map<String, String> adminLogin,
            RegistrySecurity security) {
        this.folder = folder;
        this.certificate = folder.resolve(CERTIFICATE);
        this.issuer = issuer;
        this.admin = trusting(adminLogin);
        this.kafka = EmbeddedKafka.start(options(logins));
        this.registry = SchemaRegistryServer.start(RegistryOptions.on(kafka.bootstrapServers())
                .withClientSettings(admin)
                .letting(security));
    }

    static SecuredCluster start(Path folder) throws Exception {
        return start(folder, new RegistrySecurity.LoopbackOnly());
    }

    /** Its registry has users, of whom the administrator is one; {@link #said} logs in as that one. */
    static SecuredCluster withRegistryUsers(Path folder) throws Exception {
        Path users = folder.resolve(USERS);
        Path settings =
                RegistryUsersFile.makeIfMissing(users, new SecureRandom()).orElseThrow();
        hashWithFewIterations(users, List.of(settings(settings).get("basic.auth.user.info")));
        return start(folder, new RegistrySecurity.Users(users, Optional.empty()));
    }

    /**
     * The same passwords, which the registry now checks in milliseconds: tests of the passwords themselves have the product's own iterations.
     *
     * @param logins such as ana:password
     */
    static void hashWithFewIterations(Path file, Collection<String> logins) throws IOException {
        RegistryUsers users = RegistryUsers.read(file);
        for (String login : logins) {
            String name = login.substring(0, login.indexOf(':'));
            PasswordHash hash = PasswordHash.of(login.substring(name.length() + 1), FEW_ITERATIONS, new SecureRandom());
            users = users.with(
                    name, new RegistryUser(hash, users.users().get(name).rights()));
        }
        users.write(file);
    }

    /** Its clients are named by their certificates, of which one is that of {@value #ADMIN}. */
    static SecuredCluster withCertificates(Path folder, ClientCertificates clients) throws Exception {
        String own = TestKeys.pem(TestKeys.selfSigned(folder));
        Files.writeString(folder.resolve(CERTIFICATE), own);
        Path trusted = Files.writeString(folder.resolve("trusted.pem"), clients.all() + own);
        Map<String, String> logins = Map.of(
                "listener.security.protocol.map",
                "CONTROLLER:SSL,CLIENTS:SSL",
                CLIENTS + "ssl.client.auth",
                "required",
                CLIENTS + "ssl.truststore.type",
                "PEM",
                CLIENTS + "ssl.truststore.location",
                trusted.toString(),
                "super.users",
                "User:CN=" + ADMIN + ";User:CN=localhost");
        return new SecuredCluster(
                folder, TokenIssuer.start(), logins, clients.login(ADMIN), new RegistrySecurity.LoopbackOnly());
    }

    private static SecuredCluster start(Path folder, RegistrySecurity security) throws Exception {
        var unused = TestKeys.pem(TestKeys.selfSigned(folder), folder);
        TokenIssuer issuer = TokenIssuer.start();
        System.setProperty(ALLOWED_URLS, issuer.tokens() + "," + issuer.publicKeys());
        return new SecuredCluster(
                folder, issuer, passwordsAndTokens(issuer), scramLogin(ADMIN, ADMIN_PASSWORD), security);
    }

    private static Map<String, String> passwordsAndTokens(TokenIssuer issuer) {
        Map<String, String> logins = new HashMap<>(Map.of(
                "listener.security.protocol.map",
                "CONTROLLER:SSL,CLIENTS:SASL_SSL",
                "super.users",
                "User:" + ADMIN + ";User:CN=localhost",
                "sasl.enabled.mechanisms",
                "SCRAM-SHA-512,OAUTHBEARER",
                "sasl.mechanism.inter.broker.protocol",
                "SCRAM-SHA-512",
                CLIENTS + "scram-sha-512.sasl.jaas.config",
                scramModule(ADMIN, ADMIN_PASSWORD)));
        logins.putAll(Map.of(
                CLIENTS + "oauthbearer.sasl.jaas.config",
                "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required;",
                CLIENTS + "oauthbearer.sasl.server.callback.handler.class",
                "org.apache.kafka.common.security.oauthbearer.OAuthBearerValidatorCallbackHandler",
                CLIENTS + "oauthbearer.sasl.oauthbearer.jwks.endpoint.url",
                issuer.publicKeys(),
                CLIENTS + "oauthbearer.sasl.oauthbearer.expected.audience",
                TokenIssuer.AUDIENCE,
                CLIENTS + "oauthbearer.sasl.oauthbearer.expected.issuer",
                issuer.url()));
        return logins;
    }

    private KafkaOptions options(Map<String, String> logins) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "ssl.keystore.location",
                folder.resolve("keys.p12").toString(),
                "ssl.keystore.type",
                "PKCS12",
                "ssl.keystore.password",
                TestKeys.PASSWORD,
                "ssl.key.password",
                TestKeys.PASSWORD,
                "ssl.truststore.location",
                certificate.toString(),
                "ssl.truststore.type",
                "PEM",
                "listener.name.controller.ssl.client.auth",
                "required",
                "authorizer.class.name",
                "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                "allow.everyone.if.no.acl.found",
                "false"));
        settings.putAll(logins);
        KafkaOptions options = KafkaOptions.in(folder.resolve("kafka")).withFirstUser(ADMIN, ADMIN_PASSWORD);
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            options = options.overriding(setting.getKey(), setting.getValue());
        }
        return options;
    }

    Path registryUsers() {
        return folder.resolve(USERS);
    }

    String registryUrl() {
        return registry.url();
    }

    String bootstrapServers() {
        return kafka.bootstrapServers();
    }

    /** Client settings of the administrator. */
    Map<String, String> admin() {
        return admin;
    }

    /** Client settings of a user with a password. */
    Map<String, String> scram(String user, String password) {
        return trusting(scramLogin(user, password));
    }

    /** Client settings of a client of the issuer. */
    Map<String, String> oauth(String client) {
        return trusting(Map.of(
                "security.protocol",
                "SASL_SSL",
                "sasl.mechanism",
                "OAUTHBEARER",
                "sasl.login.callback.handler.class",
                "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginCallbackHandler",
                "sasl.oauthbearer.token.endpoint.url",
                issuer.tokens(),
                "sasl.jaas.config",
                "org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required clientId=\"" + client
                        + "\" clientSecret=\"" + TokenIssuer.secret(client) + "\";"));
    }

    /** Client settings from the file that {@code admin team add --secrets} wrote, with trust in this cluster. */
    Map<String, String> fromSecrets(Path secrets, String user) {
        return trusting(settings(secrets.resolve(user + ".properties")));
    }

    /** Client settings from a file that a command wrote. */
    static Map<String, String> settings(Path file) {
        return ClusterConnectionOptions.properties("file", file);
    }

    /** These client settings, with trust in this cluster. */
    Map<String, String> trusting(Map<String, String> login) {
        Map<String, String> settings = new HashMap<>(login);
        settings.putIfAbsent("security.protocol", "SSL");
        settings.put("ssl.truststore.type", "PEM");
        settings.put("ssl.truststore.location", certificate.toString());
        return settings;
    }

    private static Map<String, String> scramLogin(String user, String password) {
        return Map.of(
                "security.protocol",
                "SASL_SSL",
                "sasl.mechanism",
                "SCRAM-SHA-512",
                "sasl.jaas.config",
                scramModule(user, password));
    }

    private static String scramModule(String user, String password) {
        return "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"" + user + "\" password=\""
                + password + "\";";
    }

    ClusterConnection connection(Map<String, String> settings) {
        return new ClusterConnection(bootstrapServers(), RegistryConfig.of(registry.url()), settings);
    }

    /** Runs a verb with these client settings; returns what it printed. */
    String said(Map<String, String> settings, int expectedExit, String... verb) throws IOException {
        Path file = Files.createTempFile(folder, "client", ".properties");
        Properties properties = new Properties();
        properties.putAll(settings);
        try (Writer out = Files.newBufferedWriter(file)) {
            properties.store(out, null);
        }
        List<String> where = new ArrayList<>(List.of("--kafka", bootstrapServers(), "--registry", registry.url()));
        where.addAll(List.of("--kafka-config", file.toString()));
        if (Files.exists(registryUsers())) {
            where.addAll(List.of(
                    "--registry-config",
                    folder.resolve("admin.registry.properties").toString()));
        }
        try (Shell shell = new Shell(folder.resolve("home"))) {
            int exit =
                    shell.run(Stream.concat(Arrays.stream(verb), where.stream()).toArray(String[]::new));
            assertThat(exit)
                    .as("%s: %s%s", Arrays.asList(verb), shell.err(), shell.out())
                    .isEqualTo(expectedExit);
            return shell.out();
        }
    }

    @Override
    public void close() {
        registry.close();
        kafka.close();
        issuer.close();
    }
}
