package io.tidemark.simulator.http.server;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.http.engineloop.EnginePool;
import io.tidemark.simulator.http.faultinjection.EventLoopTimer;
import io.tidemark.simulator.http.faultinjection.FaultSchedule;
import io.tidemark.simulator.http.faultinjection.SingleStall;
import io.tidemark.simulator.metrics.ServerMetrics;
import java.util.HexFormat;
import java.util.SplittableRandom;

/** The parts of a running server that its endpoints share: those of one life, from start to restart, and those that outlive it. */
record ServerContext(SharedState shared, EnginePool engines, ServerMetrics metrics) {
    /** What a restart does not touch. */
    record SharedState(
            ServerConfig config,
            SimulatorOptions options,
            FaultSchedule faults,
            WriteLog writeLog,
            UvicornHeaders headers,
            SingleStall singleStall,
            EventLoopTimer later,
            RequestIds requestIds) {}

    /** Numbers and ids that never come twice. Confined to the event loop. */
    static final class RequestIds {
        private final SplittableRandom random;
        private long requests;

        RequestIds(SplittableRandom random) {
            this.random = random;
        }
    }

    ServerConfig config() {
        return shared.config();
    }

    SimulatorOptions options() {
        return shared.options();
    }

    FaultSchedule faults() {
        return shared.faults();
    }

    WriteLog writeLog() {
        return shared.writeLog();
    }

    UvicornHeaders headers() {
        return shared.headers();
    }

    SingleStall singleStall() {
        return shared.singleStall();
    }

    EventLoopTimer later() {
        return shared.later();
    }

    /** Of a request for answers, counted from 0. Only on the event loop. */
    long nextNumber() {
        return shared.requestIds().requests++;
    }

    /** 32 hexadecimal digits. Only on the event loop. */
    String nextId() {
        HexFormat hex = HexFormat.of();
        SplittableRandom random = shared.requestIds().random;
        return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
    }
}
