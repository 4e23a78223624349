package io.tidemark.importers.vllm.bench;

import com.google.common.primitives.ImmutableDoubleArray;

/**
 * What vLLM's client keeps of one request. A request that failed keeps its place, its prompt's length and its start; the rest
 * is 0 or empty.
 *
 * @param promptTokens by the server's usage, else as planned
 * @param outputTokens by the server's usage, else counted otherwise; 0 if it failed
 * @param error empty if it succeeded
 */
public record BenchRequest(
        boolean success, int promptTokens, int outputTokens, Timing timing, String text, String error) {
    /**
     * When things happened, in seconds.
     *
     * @param start when it was sent, by a monotonic clock
     * @param queue how long it had waited in the client by then
     * @param ttft from start to the first message with a choice, be it a role alone
     * @param itls gaps between messages with a choice, one fewer than there are
     * @param latency from start to the last message with a choice
     */
    public record Timing(double start, double queue, double ttft, ImmutableDoubleArray itls, double latency) {
        /** Of a request that failed. */
        static Timing failed(double start, double queue) {
            return new Timing(start, queue, 0, ImmutableDoubleArray.of(), 0);
        }
    }

    /** One that failed. */
    public static BenchRequest failed(int promptTokens, double start, double queue, String error) {
        return new BenchRequest(false, promptTokens, 0, Timing.failed(start, queue), "", error);
    }

    /** Time per output token after the first, seconds; 0 with one token or none. */
    double tpot() {
        return outputTokens > 1 ? (timing.latency() - timing.ttft()) / (outputTokens - 1) : 0;
    }

    double end() {
        return timing.start() + timing.latency();
    }
}
