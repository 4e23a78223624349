package io.tidemark.importers.vllm.bench;

import java.util.Arrays;
import java.util.List;

/**
 * "Peak output token throughput": of the seconds since the first start, the one with most messages that had a choice. A
 * message counts one however many tokens it holds, so with several tokens per message it is below the average rate.
 */
final class PeakTokenThroughput {
    private PeakTokenThroughput() {}

    static double of(List<BenchRequest> succeeded) {
        double origin = succeeded.stream()
                .mapToDouble(request -> request.timing().start())
                .min()
                .orElse(0);
        double last = succeeded.stream().mapToDouble(BenchRequest::end).max().orElse(origin);
        long[] seconds = new long[(int) Math.ceil(last - origin) + 1];
        succeeded.forEach(request -> count(request.timing(), origin, seconds));
        return Arrays.stream(seconds).max().orElse(0);
    }

    private static void count(BenchRequest.Timing timing, double origin, long[] seconds) {
        double at = timing.start() + timing.ttft();
        add(at - origin, seconds);
        for (int i = 0; i < timing.itls().length(); i++) {
            at += timing.itls().get(i);
            add(at - origin, seconds);
        }
    }

    /** Rounding may carry the last message past the last second; vLLM leaves it out. */
    private static void add(double sinceOrigin, long[] seconds) {
        int second = (int) sinceOrigin;
        if (second < seconds.length) {
            seconds[second]++;
        }
    }
}
