package io.tidemark.simulator.http;

import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.Router;
import io.tidemark.simulator.metrics.ServerMetrics;
import io.tidemark.simulator.text.Tokenizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A server in virtual time from its start to its restart: engines, counters, open answers. What {@link Life} is over HTTP. */
final class VirtualLife {
    private static final double MILLIS_PER_SECOND = 1e3;

    private final Shared shared;
    private final ServerMetrics metrics;
    private final VirtualEngines engines;
    private final RequestParser parser = new RequestParser(new Tokenizer());
    private final Map<String, Generations> endpoints;
    private final Pages pages;
    private final Set<VirtualLine> open = new LinkedHashSet<>();

    /** What outlives a restart. */
    record Shared(
            ServerConfig config,
            SimulatorOptions.Extras extras,
            VirtualTime time,
            FaultBoard faults,
            OneStalled oneStalled,
            Gpus gpus) {
        long epochSecond() {
            return time.wall().instant().getEpochSecond();
        }
    }

    /** Begins now. */
    VirtualLife(Shared shared) {
        this.shared = shared;
        ServerConfig config = shared.config();
        SimulatorOptions.Replicas replicas = shared.extras().replicas();
        this.metrics = new ServerMetrics(
                config,
                new ServerMetrics.Layout(shared.extras().metricsNames(), replicas.count()),
                shared.time().wall().millis() / MILLIS_PER_SECOND);
        List<VirtualEngine> all = new ArrayList<>();
        for (int i = 0; i < replicas.count(); i++) {
            all.add(engine(i));
        }
        this.engines = new VirtualEngines(all, new Router(replicas.routing()));
        this.endpoints = Map.of(
                "/v1/chat/completions", new Generations(new ChatWire(), parser::chat, config, shared.faults()),
                "/v1/completions", new Generations(new CompletionWire(), parser::completion, config, shared.faults()));
        this.pages = new Pages(config, shared.epochSecond(), "virtual");
        shared.gpus().loaded();
    }

    private VirtualEngine engine(int index) {
        ServerConfig config = shared.config();
        Jobs jobs = new Jobs(new Engine(config.engine().withSeed(config.seed() + index)), metrics.engine(index));
        return new VirtualEngine(
                jobs, new Pace(config, shared.faults(), shared.gpus().of(index)), shared.time());
    }

    /** Who asks, and which request it is, counted from the server's first start. */
    record Asker(long number, String sentId, VirtualLine line) {}

    /**
     * Takes a request.
     *
     * @return told when the client has gone
     * @throws ApiException if it is refused
     */
    Runnable accept(String path, byte[] body, Asker asker) {
        Generations endpoint = endpoint(path);
        String id = asker.sentId().isEmpty() ? "virtual-" + asker.number() : asker.sentId();
        Generations.Asked asked = endpoint.read(
                asker.number(),
                body,
                prefix -> new Reply(
                        prefix + id, shared.epochSecond(), shared.config().servedModelName()));
        FaultyExchange.Ending ending =
                reason -> asked.generation().choices().forEach(choice -> engines.end(asked.engineId(choice), reason));
        VirtualLine line = asker.line();
        Exchange exchange = new FaultyExchange(
                asked.exchange(line),
                line,
                new FaultyExchange.Hand(shared.faults(), asker.number(), shared.oneStalled(), ending));
        open.add(line);
        line.whenOver(() -> open.remove(line));
        exchange.accepted();
        engines.submit(endpoint.jobs(asked, shared.time().nanos(), exchange));
        return () -> {
            line.leave();
            ending.as("abort");
        };
    }

    private Generations endpoint(String path) {
        Generations endpoint = endpoints.get(path);
        if (endpoint == null) {
            throw ApiException.http(404, "Not Found");
        }
        return endpoint;
    }

    String tokens(byte[] body) {
        return pages.tokens(parser.prompt(body, new AnswerPlanner(shared.config())::requireServed));
    }

    void resetPrefixCache() {
        engines.resetPrefixCache();
    }

    String metricsPage() {
        return metrics.pageInVirtualTime();
    }

    /** Ends all that a crash ends. */
    void crash() {
        engines.crash();
        List.copyOf(open).forEach(VirtualLine::cut);
        shared.gpus().unloaded();
    }
}
