package io.tidemark.simulator.http;

import io.tidemark.schemas.time.NanoClock;
import java.time.InstantSource;

/**
 * How a simulated server runs on this machine.
 *
 * @param host address to listen on
 * @param port to listen on, 0 for a free one
 * @param nanoClock times steps and stamps writes
 * @param wallClock for creation times and the process start
 * @param writeLogRequests how many requests the write log keeps, the newest; 0 for none
 * @param serveWriteLog whether {@code GET /simulator/writes} answers
 */
public record SimulatorOptions(
        String host,
        int port,
        NanoClock nanoClock,
        InstantSource wallClock,
        int writeLogRequests,
        boolean serveWriteLog) {
    private static final int DEFAULT_WRITE_LOG_REQUESTS = 20_000;

    public SimulatorOptions {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port must be in 0..65535 but was " + port);
        }
        if (writeLogRequests < 0) {
            throw new IllegalArgumentException("writeLogRequests must be >= 0 but was " + writeLogRequests);
        }
    }

    /** Loopback only, a free port, write log kept and not served. */
    public static SimulatorOptions local(NanoClock nanoClock, InstantSource wallClock) {
        return new SimulatorOptions("127.0.0.1", 0, nanoClock, wallClock, DEFAULT_WRITE_LOG_REQUESTS, false);
    }

    public SimulatorOptions withAddress(String newHost, int newPort) {
        return new SimulatorOptions(newHost, newPort, nanoClock, wallClock, writeLogRequests, serveWriteLog);
    }

    public SimulatorOptions servingWriteLog() {
        return new SimulatorOptions(host, port, nanoClock, wallClock, writeLogRequests, true);
    }
}
