package io.tidemark.app.cli.vllm;

import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.UrlConverter;
import io.tidemark.reports.exit.CommandException;
import io.tidemark.schemas.net.HostPort;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The flags of {@code vllm bench serve} that say where requests go. */
final class BenchServerOptions {
    private static final String COMPLETIONS = "/v1/completions";
    private static final String CHAT = "/v1/chat/completions";

    @Option(
            names = "--backend",
            paramLabel = "NAME",
            description = "vllm, openai (completions) or openai-chat. Default: ${DEFAULT-VALUE}.")
    private String backend = "openai";

    @Option(
            names = "--base-url",
            paramLabel = "URL",
            converter = UrlConverter.class,
            description = "The server, without /v1, instead of host and port.")
    private @Nullable URI baseUrl;

    @Option(names = "--host", paramLabel = "HOST", description = "Default: ${DEFAULT-VALUE}.")
    private String host = "127.0.0.1";

    @Option(names = "--port", paramLabel = "PORT", description = "Default: ${DEFAULT-VALUE}.")
    private int port = 8000;

    @Option(
            names = "--endpoint",
            paramLabel = "PATH",
            description =
                    "Must end like the backend's endpoint. Default: /v1/completions, or /v1/chat/completions for openai-chat.")
    private @Nullable String endpoint;

    @Option(names = "--model", paramLabel = "NAME", description = "Default: the one that the server serves.")
    private String model = "";

    @Option(
            names = "--served-model-name",
            paramLabel = "NAME",
            description = "Model name in requests. Default: that of --model.")
    private String servedModelName = "";

    @Option(
            names = "--header",
            paramLabel = "KEY=VALUE",
            arity = "1..*",
            description =
                    "Headers of each request. A secret's value is kept out of plan, events and report; everybody on the"
                            + " machine sees a command line, so OPENAI_API_KEY in the environment is better.")
    private Map<String, String> headers = new LinkedHashMap<>();

    @Option(names = "--insecure", description = "Do not check the server's certificate.")
    private boolean insecure;

    @Option(
            names = "--ready-check-timeout-sec",
            paramLabel = "SECONDS",
            description =
                    "How long to wait for a server that does not answer yet; the command queries its models and sends no prompt. Default: ${DEFAULT-VALUE}.")
    private int readyCheckSeconds;

    BenchFlags.Server server(Map<String, String> environment) {
        BenchFlags.Backend spoken = backend();
        Optional<String> key = environment.getOrDefault("OPENAI_API_KEY", "").isEmpty()
                ? Optional.empty()
                : Optional.of("OPENAI_API_KEY");
        return new BenchFlags.Server(spoken, url(spoken), BenchHeaders.of(headers), insecure, key);
    }

    private BenchFlags.Backend backend() {
        return Arrays.stream(BenchFlags.Backend.values())
                .filter(one -> one.word().equals(backend))
                .findFirst()
                .orElseThrow(() -> CommandException.usage("--backend must be one of "
                        + Arrays.stream(BenchFlags.Backend.values())
                                .map(BenchFlags.Backend::word)
                                .toList()
                        + " but was " + backend));
    }

    /** The server without {@code /v1}: what comes before it in the endpoint belongs to the server. */
    private URI url(BenchFlags.Backend spoken) {
        String server = baseUrl == null ? "http://" + listening() : baseUrl.toString();
        String trimmed = server.endsWith("/") ? server.substring(0, server.length() - 1) : server;
        String suffix = spoken == BenchFlags.Backend.OPENAI_CHAT ? CHAT : COMPLETIONS;
        String path = endpoint == null ? suffix : endpoint;
        boolean fits = path.endsWith(suffix) && !(spoken != BenchFlags.Backend.OPENAI_CHAT && path.endsWith(CHAT));
        if (!fits) {
            throw CommandException.usage(
                    "--endpoint must end with " + suffix + " for --backend " + spoken.word() + " but was " + path);
        }
        return checked(trimmed + path.substring(0, path.length() - suffix.length()));
    }

    private HostPort listening() {
        return OptionParser.parse("--host, --port: ", () -> new HostPort(host, port));
    }

    private URI checked(String url) {
        try {
            return new UrlConverter().convert(url);
        } catch (TypeConversionException e) {
            throw CommandException.usage(
                    (baseUrl == null ? "--host " + host + " and --port " + port : "--base-url") + " " + e.getMessage());
        }
    }

    /** The model as it is named in results; empty: as the server names it. */
    Optional<String> model() {
        return model.isEmpty() ? Optional.empty() : Optional.of(model);
    }

    /** The model as the server is asked for it; empty: it is asked which it serves. */
    String asked() {
        return servedModelName.isEmpty() ? model : servedModelName;
    }

    Duration readyCheck() {
        return Duration.ofSeconds(readyCheckSeconds);
    }
}
