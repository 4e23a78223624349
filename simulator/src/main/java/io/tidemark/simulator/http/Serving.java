package io.tidemark.simulator.http;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.metrics.ServerMetrics;
import java.util.HexFormat;
import java.util.SplittableRandom;

/** The parts of a running server that its endpoints share: those of one life, from start to restart, and those that outlive it. */
record Serving(Lasting lasting, Engines engines, ServerMetrics metrics) {
    /** What a restart does not touch. */
    record Lasting(
            ServerConfig config,
            SimulatorOptions options,
            FaultBoard faults,
            WriteLog writeLog,
            Headers headers,
            OneStalled oneStalled,
            Later later,
            Counted counted) {}

    /** Numbers and ids that never come twice. Confined to the event loop. */
    static final class Counted {
        private final SplittableRandom random;
        private long requests;

        Counted(SplittableRandom random) {
            this.random = random;
        }
    }

    ServerConfig config() {
        return lasting.config();
    }

    SimulatorOptions options() {
        return lasting.options();
    }

    FaultBoard faults() {
        return lasting.faults();
    }

    WriteLog writeLog() {
        return lasting.writeLog();
    }

    Headers headers() {
        return lasting.headers();
    }

    OneStalled oneStalled() {
        return lasting.oneStalled();
    }

    Later later() {
        return lasting.later();
    }

    /** Of a request for answers, counted from 0. Only on the event loop. */
    long nextNumber() {
        return lasting.counted().requests++;
    }

    /** 32 hexadecimal digits. Only on the event loop. */
    String nextId() {
        HexFormat hex = HexFormat.of();
        SplittableRandom random = lasting.counted().random;
        return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
    }
}
