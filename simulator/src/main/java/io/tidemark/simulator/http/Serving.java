package io.tidemark.simulator.http;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.metrics.ServerMetrics;
import java.util.HexFormat;
import java.util.SplittableRandom;

/** The parts of a running server that its endpoints share. */
record Serving(
        ServerConfig config,
        SimulatorOptions options,
        EngineDriver driver,
        ServerMetrics metrics,
        WriteLog writeLog,
        SplittableRandom random) {
    /** 32 hexadecimal digits. Only on the event loop. */
    String nextId() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
    }
}
