package io.tidemark.simulator.http;

import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.simulator.config.Fault;
import io.tidemark.simulator.config.FaultKind;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.metrics.MetricsNames;
import io.tidemark.simulator.metrics.ServerMetrics;
import io.tidemark.simulator.text.Tokenizer;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A simulated server in virtual time: bodies, answers, faults and pages are those of {@link SimulatorServer}, byte for byte; there
 * are no sockets and no threads. Confined to the thread of its virtual time.
 */
public final class VirtualServer {
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final int ENGINES = 1;
    private static final Set<FaultKind> OF_SOCKETS = EnumSet.of(FaultKind.RESTART, FaultKind.SKEW);

    private final ServerConfig config;
    private final VirtualTime time;
    private final FaultBoard faults;
    private final OneStalled oneStalled;
    private final Gpus gpus;
    private final ServerMetrics metrics;
    private final VirtualEngine engine;
    private final Map<String, Generations> endpoints;
    private final ErrorWords.Envelope envelope;
    private final RequestParser parser = new RequestParser(new Tokenizer());
    private final Pages pages;
    private long requests;

    /**
     * A server that starts now.
     *
     * @param more faults beside the configuration's own; their times count from now
     * @throws IllegalArgumentException for a fault that only a server with sockets can have
     */
    public VirtualServer(ServerConfig config, List<Fault> more, VirtualTime time) {
        this.config = config;
        this.time = time;
        this.faults = new FaultBoard(time, config.seed());
        this.oneStalled =
                new OneStalled((millis, task) -> time.at(time.nanos() + Math.max(1, millis) * 1_000_000, task), faults);
        this.gpus = new Gpus(config, time, ENGINES);
        this.metrics = new ServerMetrics(
                config,
                new ServerMetrics.Layout(MetricsNames.V1, ENGINES),
                time.wall().millis() / MILLIS_PER_SECOND);
        Jobs jobs = new Jobs(new Engine(config.engine()), metrics.engine(0));
        this.engine = new VirtualEngine(jobs, new Pace(config, faults, gpus.of(0)), time);
        this.pages = new Pages(config, time.wall().instant().getEpochSecond(), "virtual");
        this.endpoints = Map.of(
                "/v1/chat/completions", new Generations(new ChatWire(), parser::chat, config, faults),
                "/v1/completions", new Generations(new CompletionWire(), parser::completion, config, faults));
        this.envelope = ErrorWords.of(config.version());
        config.faults().all().forEach(this::inject);
        more.forEach(this::inject);
        gpus.loaded();
    }

    private void inject(Fault fault) {
        if (OF_SOCKETS.contains(fault.kind())) {
            throw new IllegalArgumentException(
                    "fault " + fault.text() + " needs a server over HTTP: there are no sockets in virtual time");
        }
        // Asked by its kind when it may be on.
        var unused = faults.post(fault);
    }

    /** Takes an answer: its head, parts of its body, its end. */
    public interface Client {
        void head(int status, Map<String, String> headers);

        void body(byte[] part);

        void end();

        /** In place of the rest. */
        void cut();
    }

    public ServerConfig config() {
        return config;
    }

    /**
     * Takes a request now; its answer comes from later events.
     *
     * @param headers by names in lower case
     * @return told when the client has gone
     */
    public Runnable ask(String path, Map<String, String> headers, byte[] body, Client client) {
        VirtualLine line = new VirtualLine(client);
        try {
            return accept(endpoint(path, headers), headers.getOrDefault("x-request-id", ""), body, line);
        } catch (ApiException refused) {
            time.now(() -> line.refuse(refused, envelope));
            return line::leave;
        }
    }

    private Generations endpoint(String path, Map<String, String> headers) {
        String key = config.apiKey();
        if (!key.isEmpty() && !("Bearer " + key).equals(headers.get("authorization"))) {
            throw ApiException.http(401, "Unauthorized");
        }
        Generations endpoint = endpoints.get(path);
        if (endpoint == null) {
            throw ApiException.http(404, "Not Found");
        }
        return endpoint;
    }

    private Runnable accept(Generations endpoint, String sentId, byte[] body, VirtualLine line) {
        long number = requests++;
        String id = sentId.isEmpty() ? "virtual-" + number : sentId;
        long createdSeconds = time.wall().instant().getEpochSecond();
        Generations.Asked asked =
                endpoint.read(number, body, prefix -> new Reply(prefix + id, createdSeconds, config.servedModelName()));
        FaultyExchange.Ending ending =
                reason -> asked.generation().choices().forEach(choice -> engine.end(asked.engineId(choice), reason));
        Exchange exchange = new FaultyExchange(
                asked.exchange(line), line, new FaultyExchange.Hand(faults, number, oneStalled, ending));
        endpoint.jobs(asked, time.nanos(), exchange).forEach(engine::submit);
        return () -> {
            line.leave();
            ending.as("abort");
        };
    }

    /**
     * {@code POST /tokenize}.
     *
     * @throws IllegalArgumentException if it is refused
     */
    public String tokenize(String body) {
        try {
            return pages.tokens(parser.prompt(utf8(body), new AnswerPlanner(config)::requireServed));
        } catch (ApiException refused) {
            throw new IllegalArgumentException(refused.json(envelope), refused);
        }
    }

    /** {@code POST /reset_prefix_cache}. */
    public void resetPrefixCache() {
        engine.resetPrefixCache();
    }

    /** {@code GET /metrics}, as it is now. */
    public String metricsPage() {
        return metrics.pageInVirtualTime();
    }

    /** The accelerators' exporter, as it is now. */
    public String gpuPage() {
        return gpus.page();
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
