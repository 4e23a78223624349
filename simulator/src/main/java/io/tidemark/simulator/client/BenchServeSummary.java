package io.tidemark.simulator.client;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * What {@code vllm bench serve} says of a run: percentiles are interpolated as numpy does, a peak is the fullest whole second
 * since the start, output is counted there in chunks, and a request is in flight in each second that it touches.
 */
public final class BenchServeSummary {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    private final List<RequestTrace> traces;
    private final long startNanos;
    private final Map<BenchServeMetric, Double> figures = new EnumMap<>(BenchServeMetric.class);

    private BenchServeSummary(List<RequestTrace> traces, long startNanos) {
        this.traces = traces;
        this.startNanos = startNanos;
    }

    /**
     * @param traces of every request of the run, at least one
     * @param startNanos when the run started
     */
    public static Map<BenchServeMetric, Double> of(List<RequestTrace> traces, long startNanos) {
        BenchServeSummary run = new BenchServeSummary(traces, startNanos);
        run.throughputs();
        run.peaks();
        run.latencies();
        return run.figures;
    }

    private void throughputs() {
        long endNanos = traces.stream().mapToLong(RequestTrace::endNanos).max().orElseThrow();
        double seconds = (endNanos - startNanos) / NANOS_PER_SECOND;
        double output = traces.stream().mapToInt(RequestTrace::outputTokens).sum();
        double input = traces.stream().mapToInt(RequestTrace::promptTokens).sum();
        figures.put(BenchServeMetric.DURATION, seconds);
        figures.put(BenchServeMetric.REQUEST_THROUGHPUT, traces.size() / seconds);
        figures.put(BenchServeMetric.OUTPUT_THROUGHPUT, output / seconds);
        figures.put(BenchServeMetric.TOTAL_THROUGHPUT, (input + output) / seconds);
    }

    private void peaks() {
        Map<Long, Integer> chunks = new HashMap<>();
        Map<Long, Integer> inFlight = new HashMap<>();
        for (RequestTrace trace : traces) {
            trace.chunks().forEach(chunk -> chunks.merge(second(chunk.atNanos()), 1, Integer::sum));
            for (long at = second(trace.sentNanos()); at <= second(trace.endNanos()); at++) {
                inFlight.merge(at, 1, Integer::sum);
            }
        }
        figures.put(BenchServeMetric.PEAK_OUTPUT, most(chunks));
        figures.put(BenchServeMetric.PEAK_CONCURRENT, most(inFlight));
    }

    private void latencies() {
        double[] ttft = sortedMillis(traces.stream().mapToDouble(RequestTrace::ttftNanos));
        figures.put(BenchServeMetric.MEAN_TTFT, mean(ttft));
        figures.put(BenchServeMetric.MEDIAN_TTFT, at(ttft, 0.5));
        figures.put(BenchServeMetric.P95_TTFT, at(ttft, 0.95));
        figures.put(BenchServeMetric.P99_TTFT, at(ttft, 0.99));
        double[] tpot = sortedMillis(traces.stream()
                .map(RequestTrace::tpotNanos)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble));
        figures.put(BenchServeMetric.MEAN_TPOT, mean(tpot));
        figures.put(BenchServeMetric.MEDIAN_TPOT, at(tpot, 0.5));
        figures.put(BenchServeMetric.P99_TPOT, at(tpot, 0.99));
        double[] itl = sortedMillis(traces.stream().flatMapToDouble(BenchServeSummary::gapsNanos));
        figures.put(BenchServeMetric.MEAN_ITL, mean(itl));
        figures.put(BenchServeMetric.MEDIAN_ITL, at(itl, 0.5));
        figures.put(BenchServeMetric.P99_ITL, at(itl, 0.99));
    }

    private long second(long atNanos) {
        return (long) Math.floor((atNanos - startNanos) / NANOS_PER_SECOND);
    }

    private static DoubleStream gapsNanos(RequestTrace trace) {
        List<ReceivedChunk> chunks = trace.chunks();
        double[] gaps = new double[chunks.size() - 1];
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = chunks.get(i + 1).atNanos() - chunks.get(i).atNanos();
        }
        return Arrays.stream(gaps);
    }

    private static double most(Map<Long, Integer> bySecond) {
        return bySecond.values().stream().mapToInt(it -> it).max().orElse(0);
    }

    private static double[] sortedMillis(DoubleStream nanos) {
        return nanos.map(it -> it / NANOS_PER_MILLI).sorted().toArray();
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }

    private static double at(double[] sorted, double q) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        double rank = (sorted.length - 1) * q;
        int below = (int) rank;
        double upper = sorted[Math.min(below + 1, sorted.length - 1)];
        return sorted[below] + (upper - sorted[below]) * (rank - below);
    }
}
