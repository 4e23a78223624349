package io.tidemark.app.cli.vllm;

import io.tidemark.app.cli.shared.OptionConverters;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.secret.SecretNames;
import io.tidemark.reports.failure.InvalidInputException;
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
                    "Path after the server's URL, perhaps with a query. Default: /v1/completions, or /v1/chat/completions for openai-chat.")
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
        return new BenchFlags.Server(
                spoken, url(spoken), requestPath(spoken), BenchFlags.Headers.of(headers), insecure, key);
    }

    private BenchFlags.Backend backend() {
        return Arrays.stream(BenchFlags.Backend.values())
                .filter(one -> one.word().equals(backend))
                .findFirst()
                .orElseThrow(
                        () -> new InvalidInputException("--backend must be vllm or openai (both for completions) or"
                                + " openai-chat but was " + backend
                                + ". vLLM's other backends are not measured: answers of"
                                + " embeddings, pooling and rerank have no tokens to time, and audio is not sent"));
    }

    /** The server without {@code /v1}: what comes before the backend's usual endpoint belongs to the server. */
    private URI url(BenchFlags.Backend spoken) {
        String server = baseUrl == null ? "http://" + listening() : baseUrl.toString();
        String path = path(spoken);
        String suffix = usualPath(spoken);
        String before = path.endsWith(suffix) ? path.substring(0, path.length() - suffix.length()) : "";
        return checked(TargetPlan.withoutSlash(server) + before);
    }

    /** Path and query of requests; empty where they are the backend's usual ones. */
    private Optional<String> requestPath(BenchFlags.Backend spoken) {
        String path = path(spoken);
        return path.endsWith(usualPath(spoken)) ? Optional.empty() : Optional.of(path);
    }

    private String path(BenchFlags.Backend spoken) {
        if (endpoint == null) {
            return usualPath(spoken);
        }
        SecretNames.inQuery(endpoint).ifPresent(name -> {
            throw new InvalidInputException("--endpoint must not have a secret such as " + name
                    + " in its query, because the plan is stored with the run and published: send it as a header, by"
                    + " --header or OPENAI_API_KEY in the environment");
        });
        String bare = endpoint.replaceFirst("\\?.*", "");
        boolean isChat = bare.endsWith("/chat/completions");
        boolean isCompletions = !isChat && bare.endsWith("/completions");
        boolean isOther = spoken == BenchFlags.Backend.OPENAI_CHAT ? isCompletions : isChat;
        if (isOther) {
            throw new InvalidInputException("--endpoint must not be the path of another API than that of --backend "
                    + spoken.word() + " but was " + endpoint);
        }
        if (!endpoint.startsWith("/") || !isPath(endpoint)) {
            throw new InvalidInputException(
                    "--endpoint must be a path such as /v3/chat/completions, perhaps with a query, but was "
                            + endpoint);
        }
        return endpoint;
    }

    private static boolean isPath(String text) {
        try {
            return URI.create("http://host" + text).getRawFragment() == null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String usualPath(BenchFlags.Backend spoken) {
        return spoken == BenchFlags.Backend.OPENAI_CHAT ? CHAT : COMPLETIONS;
    }

    private HostPort listening() {
        return OptionParser.parse("--host, --port: ", () -> new HostPort(host, port));
    }

    private URI checked(String url) {
        try {
            return OptionConverters.url(url);
        } catch (TypeConversionException e) {
            throw new InvalidInputException(
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
