package io.tidemark.simulator.metrics;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** vLLM's bucket bounds (vllm/v1/metrics/loggers.py, 0.14). */
final class Buckets {
    private Buckets() {}

    static Histogram firstToken() {
        return new Histogram(
                .001, .005, .01, .02, .04, .06, .08, .1, .25, .5, .75, 1, 2.5, 5, 7.5, 10, 20, 40, 80, 160, 640, 2560);
    }

    static Histogram perToken() {
        return new Histogram(.01, .025, .05, .075, .1, .15, .2, .3, .4, .5, .75, 1, 2.5, 5, 7.5, 10, 20, 40, 80);
    }

    static Histogram latency() {
        return new Histogram(.3, .5, .8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30, 40, 50, 60, 120, 240, 480, 960, 1920, 7680);
    }

    static Histogram iterationTokens() {
        return new Histogram(1, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384);
    }

    static Histogram samples() {
        return new Histogram(1, 2, 5, 10, 20);
    }

    /** 1, 2, 5, 10, 20, 50, ... up to the server's longest context. */
    static Histogram tokens(int maxModelLen) {
        double[] all = IntStream.range(0, 10)
                .mapToDouble(power -> Math.pow(10, power))
                .flatMap(ten -> DoubleStream.of(ten, 2 * ten, 5 * ten))
                .toArray();
        return new Histogram(
                Arrays.stream(all).takeWhile(bound -> bound <= maxModelLen).toArray());
    }
}
