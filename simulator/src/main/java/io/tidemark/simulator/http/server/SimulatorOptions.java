package io.tidemark.simulator.http.server;

import io.tidemark.schemas.net.HostPort;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.engine.fleet.RoutingPolicy;
import io.tidemark.simulator.faults.Fault;
import io.tidemark.simulator.metrics.ServerMetrics;
import io.tidemark.simulator.metrics.VllmMetricsVersion;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalInt;

/**
 * How a simulated server runs on this machine.
 *
 * @param address where it listens
 * @param nanoClock times steps and stamps writes
 * @param wallClock for creation times and the process start
 * @param writeLogRequests how many requests the write log keeps, the newest; 0 for none
 * @param extras what it does that no vLLM does
 */
public record SimulatorOptions(
        Address address, NanoClock nanoClock, InstantSource wallClock, int writeLogRequests, Extras extras) {
    private static final int DEFAULT_WRITE_LOG_REQUESTS = 20_000;

    /** The write log lets the oldest requests go beyond it, however few they are. */
    static final long WRITE_LOG_BYTES = 64L << 20;

    public SimulatorOptions {
        if (writeLogRequests < 0) {
            throw new IllegalArgumentException("writeLogRequests must be >= 0 but was " + writeLogRequests);
        }
        if (extras.replicas().routing() == RoutingPolicy.PREFIX_AWARE) {
            throw new IllegalArgumentException(
                    "routing must be round-robin or least-loaded: prefix-aware is there in virtual time only");
        }
    }

    /** A host, an IPv6 address without brackets, and a port, 0 for a free one. */
    public record Address(String host, int port) {
        public Address {
            host = new HostPort(host, port).host();
        }
    }

    /**
     * What no vLLM does.
     *
     * @param admin whether {@code /simulator/...} answers: write log, faults, accelerators
     * @param metricsNames whose names {@code /metrics} has
     * @param gpuPort where the accelerators' exporter listens, 0 for a free port; nowhere if empty
     * @param replicas data-parallel engines behind its one address
     * @param faults injected from the start, beside those of the profile
     */
    public record Extras(
            boolean admin,
            VllmMetricsVersion metricsNames,
            OptionalInt gpuPort,
            Replicas replicas,
            List<Fault> faults) {
        /** As a plain vLLM. */
        public static final Extras NONE =
                new Extras(false, VllmMetricsVersion.V1, OptionalInt.empty(), Replicas.ONE, List.of());

        public Extras with(List<Fault> others) {
            return new Extras(admin, metricsNames, gpuPort, replicas, others);
        }

        public Extras {
            faults = List.copyOf(faults);
            layout(metricsNames, replicas);
        }

        /** @throws IllegalArgumentException for names that cannot distinguish so many engines */
        private static ServerMetrics.Layout layout(VllmMetricsVersion names, Replicas replicas) {
            return new ServerMetrics.Layout(names, replicas.count());
        }
    }

    /** How many engines there are and who gets a request. */
    public record Replicas(int count, RoutingPolicy routing) {
        public static final Replicas ONE = new Replicas(1, RoutingPolicy.ROUND_ROBIN);

        public Replicas {
            if (count < 1) {
                throw new IllegalArgumentException("replicas must be >= 1 but was " + count);
            }
        }
    }

    /** Loopback only, a free port, write log kept and not served. */
    public static SimulatorOptions local(NanoClock nanoClock, InstantSource wallClock) {
        return new SimulatorOptions(
                new Address("127.0.0.1", 0), nanoClock, wallClock, DEFAULT_WRITE_LOG_REQUESTS, Extras.NONE);
    }

    public SimulatorOptions withAddress(String newHost, int newPort) {
        return new SimulatorOptions(new Address(newHost, newPort), nanoClock, wallClock, writeLogRequests, extras);
    }

    /** With {@code /simulator/...}. */
    public SimulatorOptions servingWriteLog() {
        return with(new Extras(true, extras.metricsNames(), extras.gpuPort(), extras.replicas(), extras.faults()));
    }

    public SimulatorOptions with(Extras newExtras) {
        return new SimulatorOptions(address, nanoClock, wallClock, writeLogRequests, newExtras);
    }
}
