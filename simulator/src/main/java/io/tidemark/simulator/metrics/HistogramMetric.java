package io.tidemark.simulator.metrics;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** What vLLM keeps histograms of, with their bounds (vllm/v1/metrics/loggers.py of 0.10 and 0.14, vllm/engine/metrics.py of 0.5 and 0.7). */
enum HistogramMetric {
    ITERATION_TOKENS,
    TIME_TO_FIRST_TOKEN,
    INTER_TOKEN_LATENCY,
    TIME_PER_OUTPUT_TOKEN,
    TIME_PER_PREFILL_TOKEN,
    END_TO_END,
    QUEUE,
    INFERENCE,
    PREFILL,
    DECODE,
    PROMPT_TOKENS,
    GENERATION_TOKENS,
    MAX_GENERATION_TOKENS,
    PREFILL_COMPUTED_TOKENS,
    PARAMS_N,
    PARAMS_MAX_TOKENS;

    private static final double[] FIRST_TOKEN = {
        .001, .005, .01, .02, .04, .06, .08, .1, .25, .5, .75, 1, 2.5, 5, 7.5, 10, 20, 40, 80, 160, 640, 2560
    };
    private static final double[] PER_TOKEN = {
        .01, .025, .05, .075, .1, .15, .2, .3, .4, .5, .75, 1, 2.5, 5, 7.5, 10, 20, 40, 80
    };
    private static final double[] LATENCY = {
        .3, .5, .8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30, 40, 50, 60, 120, 240, 480, 960, 1920, 7680
    };
    private static final double[] OLD_LATENCY = {1, 2.5, 5, 10, 15, 20, 30, 40, 50, 60};
    private static final double[] PER_PREFILL_TOKEN = {.001, .002, .005, .01, .02, .05, .1, .2, .5, 1};
    private static final double[] STEP_TOKENS = {1, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384};
    /** The sizes of batches that CUDA graphs are captured for: 1, 2, 4, 8, 16, 24, ... 256. */
    private static final double[] GRAPH_SIZES = DoubleStream.concat(
                    DoubleStream.of(1, 2, 4), IntStream.rangeClosed(1, 32).mapToDouble(i -> 8.0 * i))
            .toArray();

    private static final double[] SMALL_COUNTS = {1, 2, 5, 10, 20};

    /** An empty histogram; {@code maxModelLen} bounds those of tokens. */
    BucketHistogram histogram(VllmMetricsVersion names, int maxModelLen) {
        boolean old = names.ofOneEngine();
        return new BucketHistogram(
                switch (this) {
                    case ITERATION_TOKENS -> old ? GRAPH_SIZES : STEP_TOKENS;
                    case TIME_TO_FIRST_TOKEN -> old ? upTo(FIRST_TOKEN, 10) : FIRST_TOKEN;
                    case INTER_TOKEN_LATENCY, TIME_PER_OUTPUT_TOKEN -> old ? upTo(PER_TOKEN, 2.5) : PER_TOKEN;
                    case TIME_PER_PREFILL_TOKEN -> PER_PREFILL_TOKEN;
                    case END_TO_END, QUEUE, INFERENCE, PREFILL, DECODE -> latency(names);
                    case PARAMS_N -> SMALL_COUNTS;
                    case PROMPT_TOKENS,
                            GENERATION_TOKENS,
                            MAX_GENERATION_TOKENS,
                            PREFILL_COMPUTED_TOKENS,
                            PARAMS_MAX_TOKENS -> oneTwoFive(maxModelLen);
                });
    }

    private static double[] latency(VllmMetricsVersion names) {
        return switch (names) {
            case V1, V0_10 -> LATENCY;
            case V0_7 -> upTo(LATENCY, 60);
            case V0 -> OLD_LATENCY;
        };
    }

    /** 1, 2, 5, 10, 20, 50, ... up to the server's longest context. */
    private static double[] oneTwoFive(int most) {
        double[] all = IntStream.range(0, 10)
                .mapToDouble(power -> Math.pow(10, power))
                .flatMap(ten -> DoubleStream.of(ten, 2 * ten, 5 * ten))
                .toArray();
        return upTo(all, most);
    }

    private static double[] upTo(double[] bounds, double most) {
        return Arrays.stream(bounds).takeWhile(bound -> bound <= most).toArray();
    }
}
