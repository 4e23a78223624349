package io.tidemark.analysis.signal;

import com.google.errorprone.annotations.Immutable;
import io.tidemark.events.MovedSide;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The signals that are tested for a change during a breach. Public API: events and reports contain the ids. The stages are in causal order:
 * client, server availability, load, hardware, caches, engine steps, and then the results of these.
 */
public enum CorrelatedSignal {
    CLIENT_LAG(
            "client.schedule_lag_p99_nanos",
            "client's lag behind its schedule, p99,",
            UnitFormat.NANOS,
            new Rule(Stage.CLIENT, Trouble.UP, 20e6, 1)),
    CLIENT_DROPPED(
            "client.dropped_per_second",
            "requests dropped by the client",
            UnitFormat.PER_SECOND,
            new Rule(Stage.CLIENT, Trouble.UP, 0.1, 0.5)),
    SERVER_AWAY(
            "engine.away_ratio",
            "failed scrapes of the server",
            UnitFormat.SHARE,
            new Rule(Stage.AWAY, Trouble.UP, 0.3, 0)),
    RESTARTS("engine.restarts", "restarts of the server", UnitFormat.COUNT, new Rule(Stage.AWAY, Trouble.UP, 0.5, 0)),
    DUE("load.due_per_second", "requests due", UnitFormat.PER_SECOND, new Rule(Stage.LOAD, Trouble.UP, 0.5, 0.5)),
    OTHERS(
            "engine.requests.others",
            "requests of other clients on the server",
            UnitFormat.REQUESTS,
            new Rule(Stage.LOAD, Trouble.UP, 2, 0.3)),
    PROMPT_LENGTH(
            "engine.prompt_length", "prompt length", UnitFormat.TOKENS, new Rule(Stage.LOAD, Trouble.UP, 32, 0.25)),
    PROMPT_TOKENS(
            "load.prompt_tokens",
            "prompt length of ended requests",
            UnitFormat.TOKENS,
            new Rule(Stage.LOAD, Trouble.UP, 32, 0.25)),
    OUTPUT_TOKENS(
            "load.output_tokens",
            "answer length of ended requests",
            UnitFormat.TOKENS,
            new Rule(Stage.LOAD, Trouble.UP, 8, 0.4)),
    GPU_CLOCK("gpu.clock", "GPU clock", UnitFormat.MEGAHERTZ, new Rule(Stage.HARDWARE, Trouble.DOWN, 20e6, 0.05)),
    STANDSTILL(
            "engine.standstill_ratio",
            "share of seconds with requests in flight but no tokens from the server",
            UnitFormat.SHARE,
            new Rule(Stage.STOPPED, Trouble.UP, 0.6, 0)),
    PREFIX_HITS(
            "engine.prefix.hit_ratio",
            "share of prompt tokens found in the prefix cache",
            UnitFormat.SHARE,
            new Rule(Stage.CACHE, Trouble.DOWN, 0.1, 0.3)),
    CACHED_SHARE(
            "load.cached_ratio",
            "share of prompt tokens that answers report as cached",
            UnitFormat.SHARE,
            new Rule(Stage.CACHE, Trouble.DOWN, 0.1, 0.3)),
    ACCEPTED_DRAFTS(
            "engine.spec.accepted_ratio",
            "share of drafted tokens accepted",
            UnitFormat.SHARE,
            new Rule(Stage.CACHE, Trouble.DOWN, 0.1, 0)),
    GENERATION(
            "engine.generation_tokens",
            "tokens generated",
            UnitFormat.PER_SECOND,
            new Rule(Stage.SYMPTOM, Trouble.EITHER, 5, 0.3)),
    PREEMPTIONS("engine.preemptions", "preemptions", UnitFormat.PER_SECOND, new Rule(Stage.KV, Trouble.UP, 0.25, 0.5)),
    KV_USAGE("engine.kv.usage_ratio", "KV cache use", UnitFormat.SHARE, new Rule(Stage.KV, Trouble.UP, 0.1, 0)),
    STEP_SECONDS(
            "engine.step_seconds",
            "time of an engine step",
            UnitFormat.SECONDS,
            new Rule(Stage.STEPS, Trouble.UP, 1e-3, 0.4)),
    RUNNING("engine.requests.running", "running batch", UnitFormat.REQUESTS, new Rule(Stage.BATCH, Trouble.UP, 3, 0.5)),
    WAITING("engine.requests.waiting", "queue length", UnitFormat.REQUESTS, new Rule(Stage.BATCH, Trouble.UP, 2, 0.5)),
    LOST_IN_FLIGHT(
            "load.in_flight_beyond_server_ratio",
            "share of requests in flight that the server does not report",
            UnitFormat.SHARE,
            new Rule(Stage.UNSEEN, Trouble.UP, 0.25, 0.5)),
    FAILED(
            "load.failed_ratio",
            "share of requests that failed",
            UnitFormat.SHARE,
            new Rule(Stage.FAILING, Trouble.UP, 0.02, 0.5)),
    STEP_TOKENS(
            "engine.step_tokens",
            "tokens in an engine step",
            UnitFormat.TOKENS,
            new Rule(Stage.SYMPTOM, Trouble.EITHER, 4, 0.3)),
    GPU_UTIL("gpu.util_ratio", "GPU use", UnitFormat.SHARE, new Rule(Stage.SYMPTOM, Trouble.EITHER, 0.15, 0.2)),
    GPU_POWER("gpu.power", "GPU power", UnitFormat.WATTS, new Rule(Stage.SYMPTOM, Trouble.EITHER, 15, 0.15)),
    GPU_TEMP("gpu.temp", "GPU temperature", UnitFormat.CELSIUS, new Rule(Stage.SYMPTOM, Trouble.EITHER, 8, 0)),
    GPU_MEMORY(
            "gpu.mem_used",
            "GPU memory in use",
            UnitFormat.BYTES,
            new Rule(Stage.SYMPTOM, Trouble.EITHER, 1L << 28, 0.02));

    private static final double NOISE_DEVIATIONS = 6;

    private final String id;
    private final String description;
    private final UnitFormat figure;
    private final Rule rule;

    CorrelatedSignal(String id, String description, UnitFormat figure, Rule rule) {
        this.id = id;
        this.description = description;
        this.figure = figure;
        this.rule = rule;
    }

    /** In the order in which one moves the next. */
    public enum Stage {
        CLIENT(MovedSide.CLIENT),
        AWAY(MovedSide.SERVER),
        LOAD(MovedSide.LOAD),
        HARDWARE(MovedSide.SERVER),
        STOPPED(MovedSide.SERVER),
        FAILING(MovedSide.OUTCOME),
        KV(MovedSide.SERVER),
        CACHE(MovedSide.SERVER),
        STEPS(MovedSide.SERVER),
        BATCH(MovedSide.SERVER),
        UNSEEN(MovedSide.OUTCOME),
        RESULT(MovedSide.OUTCOME),
        SYMPTOM(MovedSide.SERVER);

        private final MovedSide side;

        Stage(MovedSide side) {
            this.side = side;
        }

        public MovedSide side() {
            return side;
        }

        /** Whether nothing that a server does moves it, so that it comes first whenever it began. */
        public boolean isGiven() {
            return compareTo(HARDWARE) <= 0;
        }
    }

    /** The direction that means trouble. */
    public enum Trouble {
        UP,
        DOWN,
        EITHER;

        public boolean is(double move) {
            return this == EITHER || (move != 0 && move > 0 == (this == UP));
        }
    }

    /**
     * What counts as a move.
     *
     * @param minMove in the mover's unit
     * @param minShare of what it was before
     */
    @Immutable
    public record Rule(Stage stage, Trouble trouble, double minMove, double minShare) {
        public double least(double before) {
            return Math.max(minMove, minShare * Math.abs(before));
        }
    }

    /** Its name in events, tables and reports. */
    public String id() {
        return id;
    }

    public static Optional<CorrelatedSignal> byId(String id) {
        return Arrays.stream(values()).filter(mover -> mover.id.equals(id)).findFirst();
    }

    /** From where to where it moved, in plain words. */
    public String describeMove(double before, double during) {
        return description + " " + figure.change(before, during);
    }

    /** What it is, in plain words. */
    public String description() {
        return description;
    }

    /** Whose it is. */
    public MovedSide side() {
        return rule.stage().side();
    }

    /** The direction that means trouble, in a word; empty for a symptom, which is listed last in either direction. */
    public String worseDirection() {
        return rule.stage() == Stage.SYMPTOM ? "" : rule.trouble().name().toLowerCase(Locale.ROOT);
    }

    /** How far the mean of so many seconds may be off by chance: those who send requests do not ask each other. */
    public double noiseBound(double before, int seconds) {
        return this == DUE ? NOISE_DEVIATIONS * Math.sqrt(Math.max(before, 1) / seconds) : 0;
    }

    /** Means over fewer seconds say nothing of it; of a standstill they do. */
    public int shortestSeconds() {
        return switch (this) {
            case STANDSTILL -> 3;
            case DUE, PROMPT_TOKENS, OUTPUT_TOKENS, PREFIX_HITS, CACHED_SHARE, PREEMPTIONS -> 10;
            default -> 5;
        };
    }

    public Rule rule() {
        return rule;
    }
}
