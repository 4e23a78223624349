package io.tidemark.simulator.virtualtime;

import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.fleet.Router;
import io.tidemark.simulator.http.engineloop.EngineTiming;
import io.tidemark.simulator.http.engineloop.GenerationService;
import io.tidemark.simulator.http.engineloop.InFlightJobs;
import io.tidemark.simulator.http.engineloop.SimulatedGpus;
import io.tidemark.simulator.http.faultinjection.FaultInjectingResponse;
import io.tidemark.simulator.http.faultinjection.FaultSchedule;
import io.tidemark.simulator.http.faultinjection.SingleStall;
import io.tidemark.simulator.http.request.ApiException;
import io.tidemark.simulator.http.request.RequestParser;
import io.tidemark.simulator.http.response.AnswerPlanner;
import io.tidemark.simulator.http.response.ChatResponseEncoder;
import io.tidemark.simulator.http.response.CompletionResponseEncoder;
import io.tidemark.simulator.http.response.GenerationResponse;
import io.tidemark.simulator.http.response.InfoResponses;
import io.tidemark.simulator.http.response.ResponseMetadata;
import io.tidemark.simulator.http.server.SimulatorOptions;
import io.tidemark.simulator.metrics.ServerMetrics;
import io.tidemark.simulator.text.Tokenizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A server in virtual time from its start to its restart: engines, counters, open answers. What {@code ServerInstance} is over HTTP. */
final class VirtualServerInstance {
    private static final double MILLIS_PER_SECOND = 1e3;

    private final SharedState shared;
    private final ServerMetrics metrics;
    private final VirtualEnginePool engines;
    private final RequestParser parser = new RequestParser(new Tokenizer());
    private final Map<String, GenerationService> endpoints;
    private final InfoResponses pages;
    private final Set<VirtualResponseChannel> open = new LinkedHashSet<>();

    /** What outlives a restart. */
    record SharedState(
            ServerConfig config,
            SimulatorOptions.Extras extras,
            VirtualTime time,
            FaultSchedule faults,
            SingleStall singleStall,
            SimulatedGpus gpus) {
        long epochSecond() {
            return time.wall().instant().getEpochSecond();
        }
    }

    /** Begins now. */
    VirtualServerInstance(SharedState shared) {
        this.shared = shared;
        ServerConfig config = shared.config();
        SimulatorOptions.Replicas replicas = shared.extras().replicas();
        this.metrics = new ServerMetrics(
                config,
                new ServerMetrics.Layout(shared.extras().metricsNames(), replicas.count()),
                shared.time().wall().millis() / MILLIS_PER_SECOND);
        List<VirtualEngineLoop> all = new ArrayList<>();
        for (int i = 0; i < replicas.count(); i++) {
            all.add(engine(i));
        }
        this.engines = new VirtualEnginePool(all, new Router(replicas.routing()));
        this.endpoints = Map.of(
                "/v1/chat/completions",
                        new GenerationService(new ChatResponseEncoder(), parser::chat, config, shared.faults()),
                "/v1/completions",
                        new GenerationService(
                                new CompletionResponseEncoder(), parser::completion, config, shared.faults()));
        this.pages = new InfoResponses(config, shared.epochSecond(), "virtual");
        shared.gpus().loaded();
    }

    private VirtualEngineLoop engine(int index) {
        ServerConfig config = shared.config();
        InFlightJobs jobs =
                new InFlightJobs(new Engine(config.engine().withSeed(config.seed() + index)), metrics.engine(index));
        return new VirtualEngineLoop(
                jobs, new EngineTiming(config, shared.faults(), shared.gpus().of(index)), shared.time());
    }

    /** Who asks, and which request it is, counted from the server's first start. */
    record RequestOrigin(long number, String sentId, VirtualResponseChannel line) {}

    /**
     * Takes a request.
     *
     * @return to be run when the client has disconnected
     * @throws ApiException if it is refused
     */
    Runnable accept(String path, byte[] body, RequestOrigin asker) {
        GenerationService endpoint = endpoint(path);
        String id = asker.sentId().isEmpty() ? "virtual-" + asker.number() : asker.sentId();
        GenerationService.ParsedRequest asked = endpoint.read(
                asker.number(),
                body,
                prefix -> new ResponseMetadata(
                        prefix + id, shared.epochSecond(), shared.config().servedModelName()));
        FaultInjectingResponse.EngineCancel ending =
                reason -> asked.generation().choices().forEach(choice -> engines.end(asked.engineId(choice), reason));
        VirtualResponseChannel line = asker.line();
        GenerationResponse exchange = new FaultInjectingResponse(
                asked.exchange(line),
                line,
                new FaultInjectingResponse.FaultContext(shared.faults(), asker.number(), shared.singleStall(), ending));
        open.add(line);
        line.onClose(() -> open.remove(line));
        exchange.accepted();
        engines.submit(endpoint.jobs(asked, shared.time().nanos(), exchange));
        return () -> {
            line.disconnect();
            ending.cancel("abort");
        };
    }

    private GenerationService endpoint(String path) {
        GenerationService endpoint = endpoints.get(path);
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
        List.copyOf(open).forEach(VirtualResponseChannel::cut);
        shared.gpus().unloaded();
    }
}
