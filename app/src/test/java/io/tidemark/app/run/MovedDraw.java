package io.tidemark.app.run;

import io.tidemark.simulator.faults.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * A run drawn at random: a server, a load as a trace with shared prefixes, and what goes wrong in it, one fault or two that begin
 * within seconds of each other. Seconds are from the start of the run. The same kinds and seed make the same run.
 */
final class MovedDraw {
    static final double LASTS_SECONDS = 135;
    private static final int BLOCK_TOKENS = 512;
    private static final double MAX_APART_SECONDS = 3;

    private final List<MovedKind> kinds;
    private final long seed;
    private final SplittableRandom random;
    private final double fromSecond;
    private final int promptTokens;
    private final int outputTokens;
    private final double perSecond;
    private final int prefixes;
    private final List<Fault> faults = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();
    private Others others = new Others(0, 0, 0, 0);
    private Lag lag = new Lag(0, 0);

    private MovedDraw(List<MovedKind> kinds, long seed) {
        this.kinds = List.copyOf(kinds);
        this.seed = seed;
        this.random = new SplittableRandom(
                seed * 1_000_003 + 31L * kinds.get(0).name().hashCode() + kinds.size());
        this.fromSecond = between(72, 90);
        this.promptTokens = (int) between(150, 900);
        this.outputTokens = (int) between(30, 130);
        this.perSecond = between(4, 9);
        this.prefixes = 2 + random.nextInt(5);
        for (MovedKind kind : kinds) {
            add(kind, fromSecond + (kind == kinds.get(0) ? 0 : between(0, MAX_APART_SECONDS)));
        }
    }

    static MovedDraw of(List<MovedKind> kinds, long seed) {
        return new MovedDraw(kinds, seed);
    }

    /** From a second on the load is another one: factors on its rate and lengths. */
    private record Change(double fromSecond, double rate, double prompt, double output) {}

    /** Another client's requests, from a second on. */
    record Others(double fromSecond, double perSecond, int promptTokens, int outputTokens) {}

    /** The client keeps requests for as long, from a second on, by turns. */
    record Lag(double fromSecond, double seconds) {}

    /** A request of the trace. */
    record Row(double atSecond, int promptTokens, int outputTokens, List<Long> blocks) {
        String json() {
            return String.format(
                    Locale.ROOT,
                    "{\"at\": %.4f, \"prompt_tokens\": %d, \"output_tokens\": %d, \"hash_ids\": %s}",
                    atSecond,
                    promptTokens,
                    outputTokens,
                    blocks);
        }
    }

    List<MovedKind> kinds() {
        return kinds;
    }

    long seed() {
        return seed;
    }

    double fromSecond() {
        return fromSecond;
    }

    List<Fault> faults() {
        return List.copyOf(faults);
    }

    Others others() {
        return others;
    }

    Lag lag() {
        return lag;
    }

    /** The server, with a KV cache that the load fills to between a tenth and a third. */
    String server() {
        double streams = perSecond * outputTokens * 0.013;
        double tokens = streams * (promptTokens + 512 + outputTokens);
        long capacity = Math.round(Math.max(8_192, tokens * new SplittableRandom(seed).nextDouble(3, 8)));
        return "extends: demo-tuned\nmax-model-len: 4096\nenable-prompt-tokens-details: true\nkv-capacity-tokens: "
                + capacity / 16 * 16 + "\n";
    }

    private void add(MovedKind kind, double from) {
        switch (kind) {
            case THROTTLED_GPU -> fault("throttle=%.2f,from=%.1f", between(0.25, 0.6), from);
            case SLOW_STEPS ->
                fault(
                        random.nextBoolean() ? "slow-tokens=%.2f,from=%.1f" : "regress=step-time=%.2f,from=%.1f",
                        between(1.8, 4),
                        from);
            case KV_SHRINKS -> fault("regress=kv-share=%.3f,from=%.1f", between(0.03, 0.1), from);
            case PREFIX_LOST -> fault("forget,from=%.1f", from);
            case FEWER_SLOTS ->
                fault(
                        "regress=max-num-seqs=%d,from=%.1f",
                        Math.max(1, Math.round(perSecond * outputTokens * 0.012 * between(0.3, 0.6))), from);
            case ENGINE_STALLS -> fault("stall,from=%.1f,for=%.1f", from, between(4, 20));
            case RESTART -> fault("restart,from=%.1f,for=%.1f", from, between(4, 20));
            case OTHER_TENANT ->
                others = new Others(
                        from, perSecond * between(1.2, 3), promptTokens, (int) (outputTokens * between(0.8, 2)));
            case BURST -> changes.add(new Change(from, between(2, 4), 1, 1));
            case LONGER_PROMPTS -> changes.add(new Change(from, 1, between(2.5, 4), 1));
            case LONGER_ANSWERS -> changes.add(new Change(from, 1, 1, between(2.5, 5)));
            case ANSWERS_HANG ->
                fault("hang=%d,share=%.2f,from=%.1f", 1 + random.nextInt(10), between(0.15, 0.6), from);
            case REQUESTS_FAIL ->
                fault(
                        List.of("refuse=503", "refuse=429", "error=500", "cut=5", "break=3")
                                        .get(random.nextInt(5)) + ",share=%.2f,from=%.1f",
                        between(0.1, 0.7),
                        from);
            case SLOW_CLIENT -> lag = new Lag(from, between(0.3, 3));
            case NOTHING -> {
                // Nothing goes wrong.
            }
        }
    }

    private void fault(String format, Object... values) {
        faults.add(Fault.parse(String.format(Locale.ROOT, format, values)));
    }

    private double between(double least, double most) {
        return random.nextDouble(least, most);
    }

    /** A Poisson process of requests; most share one of a few prefixes of 512 tokens. */
    List<Row> rows() {
        SplittableRandom draws = new SplittableRandom(seed);
        List<Row> rows = new ArrayList<>();
        double at = 0.01;
        while (at < LASTS_SECONDS) {
            rows.add(row(at, draws));
            at += -Math.log(1 - draws.nextDouble()) / (perSecond * factorAt(at, 0));
        }
        return rows;
    }

    private Row row(double at, SplittableRandom draws) {
        int own = (int) (promptTokens * factorAt(at, 1) * draws.nextDouble(0.6, 1.4));
        int output = Math.max(2, (int) (outputTokens * factorAt(at, 2) * draws.nextDouble(0.6, 1.4)));
        List<Long> blocks = new ArrayList<>();
        blocks.add(draws.nextDouble() < 0.9 ? draws.nextInt(prefixes) : draws.nextLong(1L << 40));
        for (int tokens = own; tokens > 0; tokens -= BLOCK_TOKENS) {
            blocks.add(draws.nextLong(1L << 40));
        }
        return new Row(at, Math.min(3000, BLOCK_TOKENS + own), output, cut(blocks, Math.min(3000, BLOCK_TOKENS + own)));
    }

    private static List<Long> cut(List<Long> blocks, int tokens) {
        return blocks.subList(0, Math.min(blocks.size(), (tokens + BLOCK_TOKENS - 1) / BLOCK_TOKENS));
    }

    private double factorAt(double second, int which) {
        double factor = 1;
        for (Change change : changes) {
            double its = which == 0 ? change.rate : which == 1 ? change.prompt : change.output;
            factor *= second >= change.fromSecond ? its : 1;
        }
        return factor;
    }
}
