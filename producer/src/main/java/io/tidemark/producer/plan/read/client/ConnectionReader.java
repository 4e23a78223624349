package io.tidemark.producer.plan.read.client;

import io.tidemark.producer.plan.ConnectionPlan;
import io.tidemark.producer.plan.ConnectionPlan.Http;
import io.tidemark.producer.plan.ConnectionPlan.Identity;
import io.tidemark.producer.plan.ConnectionPlan.KeepAlive;
import io.tidemark.producer.plan.ConnectionPlan.Proxy;
import io.tidemark.producer.plan.ConnectionPlan.Tls;
import io.tidemark.producer.plan.ConnectionPlan.Version;
import io.tidemark.producer.plan.secret.SecretReader;
import io.tidemark.producer.plan.secret.SecretSource;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import io.tidemark.schemas.net.HostPort;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the {@code connection} section of a plan. */
public final class ConnectionReader {
    private static final int DEFAULT_STREAMS = 100;

    private final YamlSection root;
    private final Path directory;

    public ConnectionReader(YamlSection root, Path directory) {
        this.root = root;
        this.directory = directory;
    }

    public ConnectionPlan read() {
        Optional<YamlSection> section = root.section("connection");
        if (section.isEmpty()) {
            return ConnectionPlan.DEFAULT;
        }
        YamlSection connection = section.get();
        ConnectionPlan plan =
                new ConnectionPlan(tls(connection), proxy(connection), http(connection), keepAlive(connection));
        connection.refuseUnknownKeys();
        return plan;
    }

    private Tls tls(YamlSection connection) {
        Optional<Path> ca = file(connection, "ca");
        Optional<Path> certificate = file(connection, "cert");
        Optional<Path> key = file(connection, "key");
        boolean insecure = connection.optional("insecure", ValueTypes.SWITCH).orElse(false);
        if (connection.has("cert") != connection.has("key")) {
            connection.refuse("cert", "must be given together with key");
        }
        if (insecure && ca.isPresent()) {
            connection.refuse("insecure", "must not be true together with ca");
        }
        Optional<Identity> identity = certificate.flatMap(chain -> key.map(secret -> new Identity(chain, secret)));
        return new Tls(ca, identity, insecure);
    }

    private Optional<Path> file(YamlSection connection, String key) {
        return connection.optional(key, ValueTypes.readableFile(directory));
    }

    private Optional<Proxy> proxy(YamlSection connection) {
        Optional<SecretSource> user =
                connection.section("proxy_user").flatMap(secret -> SecretReader.read(secret, directory));
        Optional<URI> url = connection.optional("proxy", ConnectionReader::proxyUrl);
        if (user.isPresent() && !connection.has("proxy")) {
            connection.refuse("proxy_user", "must come with proxy");
        }
        return url.map(proxy -> new HostPort(proxy.getHost(), proxy.getPort() < 0 ? 80 : proxy.getPort()))
                .map(proxy -> new Proxy(proxy.host(), proxy.port(), user));
    }

    private static URI proxyUrl(String text) {
        URI url = ValueTypes.HTTP_URL.parse(text);
        if (!"http".equals(url.getScheme())) {
            throw new InvalidValueException("must be an HTTP proxy such as http://proxy:3128");
        }
        return url;
    }

    private static Http http(YamlSection connection) {
        Version version = connection.optional("http", ConnectionReader::version).orElse(Version.HTTP_1_1);
        Optional<Integer> streams = connection.optional("streams", ValueTypes.COUNT);
        if (version == Version.HTTP_2) {
            return new Http(version, streams.orElse(DEFAULT_STREAMS));
        }
        if (streams.isPresent()) {
            connection.refuse("streams", "must be left out unless http is 2");
        }
        return Http.ONE;
    }

    private static Version version(String text) {
        return switch (text) {
            case "1.1" -> Version.HTTP_1_1;
            case "2" -> Version.HTTP_2;
            default -> throw new InvalidValueException("must be 1.1 or 2");
        };
    }

    private static KeepAlive keepAlive(YamlSection connection) {
        boolean reuse =
                connection.optional("keep_alive", ConnectionReader::reuse).orElse(KeepAlive.DEFAULT.reuse());
        Optional<Boolean> openAhead = connection.optional("open_ahead", ValueTypes.SWITCH);
        if (!reuse && openAhead.orElse(false)) {
            connection.refuse("open_ahead", "must not be true where keep_alive is close");
        }
        return new KeepAlive(
                reuse,
                connection.optional("idle", ValueTypes.DURATION).orElse(KeepAlive.DEFAULT.idle()),
                connection.optional("requests", ValueTypes.COUNT).orElse(KeepAlive.DEFAULT.requests()),
                reuse && openAhead.orElse(KeepAlive.DEFAULT.openAhead()));
    }

    private static boolean reuse(String text) {
        return switch (text) {
            case "reuse" -> true;
            case "close" -> false;
            default -> throw new InvalidValueException("must be reuse or close");
        };
    }
}
