package io.tidemark.simulator.http.engineloop;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.engine.EngineLimits;
import io.tidemark.simulator.engine.StepResult;
import io.tidemark.simulator.faults.FaultKind;
import io.tidemark.simulator.faults.ParameterOverride;
import io.tidemark.simulator.faults.ParameterOverride.Parameter;
import io.tidemark.simulator.http.faultinjection.FaultSchedule;
import java.util.Optional;

/** What decides how an engine goes in real time beside its own model: front, faults, and who watches it. Confined to the engine's thread. */
public final class EngineTiming {
    /** How often a stalled engine looks whether it may go on. */
    public static final long STALL_POLL_NANOS = 2_000_000L;

    private static final double NANOS_PER_SECOND = 1e9;

    private final ServerConfig config;
    private final FaultSchedule faults;
    private final StepListener watch;
    private EngineLimits given;

    public EngineTiming(ServerConfig config, FaultSchedule faults, StepListener watch) {
        this.config = config;
        this.faults = faults;
        this.watch = watch;
        this.given = new EngineLimits(config.maxNumBatchedTokens(), config.maxNumSeqs(), config.kvBlocks(), true);
    }

    /** From a request's arrival until the engine has it. */
    public long frontNanos() {
        return Math.round(config.cost().frontSeconds() * NANOS_PER_SECOND);
    }

    public boolean stalled() {
        return faults.active(FaultKind.STALL).isPresent();
    }

    /** How long a step takes, with what slows it. */
    public long durationNanos(StepResult step) {
        double factor = faults.stepTimeFactor()
                / faults.clockShare()
                * regression(Parameter.STEP_TIME).map(ParameterOverride::value).orElse(1.0);
        return factor == 1 ? step.durationNanos() : Math.round(step.durationNanos() * factor);
    }

    /** Gives the engine the limits that hold now. */
    public void applyLimits(InFlightJobs jobs) {
        EngineLimits now = new EngineLimits(
                limit(Parameter.MAX_NUM_BATCHED_TOKENS, config.maxNumBatchedTokens()),
                limit(Parameter.MAX_NUM_SEQS, config.maxNumSeqs()),
                kvBlocks(),
                faults.active(FaultKind.FORGET).isEmpty());
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
        double share =
                regression(Parameter.KV_SHARE).map(ParameterOverride::value).orElse(1.0);
        int least = (config.maxModelLen() + config.blockSize() - 1) / config.blockSize();
        return Math.max(least, (int) Math.round(share * config.kvBlocks()));
    }

    public void stepStarted(StepResult step, long endNanos) {
        watch.stepStarted(step, endNanos);
    }

    private Optional<ParameterOverride> regression(Parameter parameter) {
        return faults.active(
                        FaultKind.REGRESS, fault -> ParameterOverride.of(fault).parameter() == parameter)
                .map(it -> ParameterOverride.of(it.fault()));
    }
}
