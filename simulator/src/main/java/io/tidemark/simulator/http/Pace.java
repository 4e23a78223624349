package io.tidemark.simulator.http;

import io.tidemark.simulator.config.FaultKind;
import io.tidemark.simulator.config.Regression;
import io.tidemark.simulator.config.Regression.Parameter;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.engine.EngineLimits;
import io.tidemark.simulator.engine.StepResult;
import java.util.Optional;

/** What decides how an engine goes in real time beside its own model: front, faults, and who watches it. Confined to the engine's thread. */
final class Pace {
    /** How often a stalled engine looks whether it may go on. */
    static final long LOOK_NANOS = 2_000_000L;

    private static final double NANOS_PER_SECOND = 1e9;

    private final ServerConfig config;
    private final FaultBoard faults;
    private final StepWatch watch;
    private EngineLimits given;

    Pace(ServerConfig config, FaultBoard faults, StepWatch watch) {
        this.config = config;
        this.faults = faults;
        this.watch = watch;
        this.given = new EngineLimits(config.maxNumBatchedTokens(), config.maxNumSeqs(), config.kvBlocks(), true);
    }

    /** From a request's arrival until the engine has it. */
    long frontNanos() {
        return Math.round(config.cost().frontSeconds() * NANOS_PER_SECOND);
    }

    boolean stalled() {
        return faults.on(FaultKind.STALL).isPresent();
    }

    /** How long a step takes, with what slows it. */
    long durationNanos(StepResult step) {
        double factor = faults.slowness()
                / faults.clockShare()
                * regression(Parameter.STEP_TIME).map(Regression::value).orElse(1.0);
        return factor == 1 ? step.durationNanos() : Math.round(step.durationNanos() * factor);
    }

    /** Gives the engine the limits that hold now. */
    void tune(Jobs jobs) {
        EngineLimits now = new EngineLimits(
                limit(Parameter.MAX_NUM_BATCHED_TOKENS, config.maxNumBatchedTokens()),
                limit(Parameter.MAX_NUM_SEQS, config.maxNumSeqs()),
                kvBlocks(),
                faults.on(FaultKind.FORGET).isEmpty());
        if (!now.equals(given)) {
            given = now;
            jobs.limit(now);
        }
    }

    private int limit(Parameter parameter, int otherwise) {
        return regression(parameter).map(it -> (int) it.value()).orElse(otherwise);
    }

    /** Never fewer than one request of the greatest length needs, or it could never end. */
    private int kvBlocks() {
        double share = regression(Parameter.KV_SHARE).map(Regression::value).orElse(1.0);
        int least = (config.maxModelLen() + config.blockSize() - 1) / config.blockSize();
        return Math.max(least, (int) Math.round(share * config.kvBlocks()));
    }

    void began(StepResult step, long endNanos) {
        watch.began(step, endNanos);
    }

    private Optional<Regression> regression(Parameter parameter) {
        return faults.on(FaultKind.REGRESS, fault -> Regression.of(fault).parameter() == parameter)
                .map(it -> Regression.of(it.fault()));
    }
}
