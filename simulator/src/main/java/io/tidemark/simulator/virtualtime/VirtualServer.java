package io.tidemark.simulator.virtualtime;

import io.tidemark.schemas.time.VirtualTime;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.faults.Fault;
import io.tidemark.simulator.faults.FaultKind;
import io.tidemark.simulator.http.engineloop.SimulatedGpus;
import io.tidemark.simulator.http.faultinjection.EventLoopTimer;
import io.tidemark.simulator.http.faultinjection.FaultSchedule;
import io.tidemark.simulator.http.faultinjection.MetricsFaults;
import io.tidemark.simulator.http.faultinjection.SingleStall;
import io.tidemark.simulator.http.request.ApiException;
import io.tidemark.simulator.http.request.ErrorFormat;
import io.tidemark.simulator.http.server.SimulatorOptions;
import io.tidemark.simulator.http.server.SimulatorServer;
import io.tidemark.simulator.http.server.UvicornHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A simulated server in virtual time: bodies, answers, faults and pages are those of {@link SimulatorServer}, byte for byte; there
 * are no sockets and no threads. Confined to the thread of its virtual time.
 */
public final class VirtualServer {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int NOBODY = 0;

    private final VirtualServerInstance.SharedState shared;
    private final ErrorFormat.Envelope envelope;
    private final UvicornHeaders headers;
    private Optional<VirtualServerInstance> life;
    private long requests;

    /**
     * A server that starts now.
     *
     * @param extras whose names its page has, its replicas, and faults beside the configuration's own, whose times count from now
     */
    public VirtualServer(ServerConfig config, SimulatorOptions.Extras extras, VirtualTime time) {
        FaultSchedule faults = new FaultSchedule(time, config.seed());
        EventLoopTimer later = (millis, task) -> time.at(time.nanos() + Math.max(1, millis) * 1_000_000, task);
        this.shared = new VirtualServerInstance.SharedState(
                config,
                extras,
                time,
                faults,
                new SingleStall(later, faults),
                new SimulatedGpus(config, faults, time, extras.replicas().count()));
        this.envelope = ErrorFormat.of(config.version());
        this.headers = new UvicornHeaders(time.wall(), faults);
        config.faults().all().forEach(this::inject);
        extras.faults().forEach(this::inject);
        this.life = Optional.of(new VirtualServerInstance(shared));
    }

    private void inject(Fault fault) {
        FaultSchedule.ScheduledFault posted = shared.faults().add(fault);
        if (fault.kind() == FaultKind.RESTART) {
            shared.time().at(posted.fromNanos(), () -> restart(fault));
        }
    }

    /** The server refuses connections for a while; then there is a new one with nothing but its configuration. */
    private void restart(Fault fault) {
        life.ifPresent(VirtualServerInstance::crash);
        life = Optional.empty();
        long awayNanos = Math.round(fault.forSeconds() * NANOS_PER_SECOND);
        shared.time()
                .at(shared.time().nanos() + awayNanos, () -> life = Optional.of(new VirtualServerInstance(shared)));
    }

    /** Takes an answer: its head, parts of its body, its end. */
    public interface Client {
        void head(int status, Map<String, String> headers);

        void body(byte[] part);

        void end();

        /** In place of the rest. */
        void cut();

        /** In place of all: the connection is refused. */
        void unreachable();
    }

    public ServerConfig config() {
        return shared.config();
    }

    /**
     * Takes a request now; its answer comes from later events.
     *
     * @param sent headers by names in lower case
     * @return to be run when the client has disconnected
     */
    public Runnable ask(String path, Map<String, String> sent, byte[] body, Client client) {
        VirtualResponseChannel line = new VirtualResponseChannel(client, headers);
        if (life.isEmpty()) {
            shared.time().now(line::unreachable);
            return line::disconnect;
        }
        try {
            requireKey(sent);
            VirtualServerInstance.RequestOrigin asker =
                    new VirtualServerInstance.RequestOrigin(requests++, sent.getOrDefault("x-request-id", ""), line);
            return life.get().accept(path, body, asker);
        } catch (ApiException refused) {
            shared.time().now(() -> line.refuse(refused, envelope));
            return line::disconnect;
        }
    }

    private void requireKey(Map<String, String> sent) {
        String key = config().apiKey();
        if (!key.isEmpty() && !("Bearer " + key).equals(sent.get("authorization"))) {
            throw ApiException.http(401, "Unauthorized");
        }
    }

    /**
     * {@code POST /tokenize}.
     *
     * @throws IllegalArgumentException if it is refused
     */
    public String tokenize(String body) {
        try {
            return alive().tokens(utf8(body));
        } catch (ApiException refused) {
            throw new IllegalArgumentException(refused.json(envelope), refused);
        }
    }

    /** {@code POST /reset_prefix_cache}; nothing is there to be emptied while the server is down. */
    public void resetPrefixCache() {
        life.ifPresent(VirtualServerInstance::resetPrefixCache);
    }

    private VirtualServerInstance alive() {
        return life.orElseThrow(() -> new IllegalArgumentException("the simulated server is away, restarting"));
    }

    /**
     * What {@code GET /metrics} answers.
     *
     * @param status of HTTP; 0 if the server is down
     * @param late how long the answer takes
     */
    public record MetricsAnswer(int status, Duration late, String page) {
        public boolean isReachable() {
            return status != NOBODY;
        }
    }

    /** {@code GET /metrics}, as it is now. */
    public MetricsAnswer metrics() {
        MetricsFaults broken = new MetricsFaults(shared.faults());
        return life.map(it -> new MetricsAnswer(
                        broken.status(), Duration.ofMillis(broken.delayMillis()), broken.page(it.metricsPage())))
                .orElse(new MetricsAnswer(NOBODY, Duration.ZERO, ""));
    }

    /** The accelerators' exporter, as it is now. */
    public String gpuPage() {
        return shared.gpus().page();
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
