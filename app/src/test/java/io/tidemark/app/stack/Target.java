package io.tidemark.app.stack;

import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.http.server.SimulatorOptions;
import io.tidemark.simulator.http.server.SimulatorServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;

/** A simulated server that knows what it was asked, and plans for it. */
final class Target implements AutoCloseable {
    static final int STEPS = 2;

    private final SimulatorServer server;

    Target() {
        this("127.0.0.1");
    }

    Target(String host) {
        server = SimulatorServer.start(
                new ServerConfigLoader().builtIn("demo-tuned"),
                SimulatorOptions.local(NanoClock.SYSTEM, InstantSource.system()).withAddress(host, 0));
    }

    /** Whether this machine has such an address. */
    static boolean canListenOn(String host) {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByName(host))) {
            return probe.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    String url() {
        return server.url();
    }

    /** Requests for an answer that have come. */
    long asked() {
        return server.writeLog().all().size();
    }

    /**
     * Two steps of the same load. The client may be as late as it likes: other builds share the machine, and what is looked
     * at is what becomes of the events.
     */
    static Path plan(Path folder, int perSecond, int stepSeconds, String objective) {
        String step = "  - { rate: " + perSecond + ", duration: " + stepSeconds + "s }\n";
        try {
            return Files.writeString(folder.resolve("plan.yaml"), """
                    experiment: review
                    workload: { kind: synthetic, prompt_tokens: 20-30, output_tokens: 8-12 }
                    arrivals: constant
                    limits: { schedule_lag_p99: 30s }
                    calibrate: false
                    first_request: false
                    slo:
                      verdict: short-run
                      objectives: [ "%s" ]
                    steps:
                    """.formatted(objective) + step.repeat(STEPS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
