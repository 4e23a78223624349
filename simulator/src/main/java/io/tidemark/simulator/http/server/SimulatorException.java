package io.tidemark.simulator.http.server;

/** A simulated server that could not start; the message names the address and the cause. */
public final class SimulatorException extends RuntimeException {
    SimulatorException(String message, Throwable cause) {
        super(message, cause);
    }
}
