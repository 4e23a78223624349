package io.tidemark.importers.vllm.bench;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** How "Peak concurrent requests" is found; only requests that succeeded count. */
public enum PeakConcurrencyRule {
    /** vLLM since 2026: the exact peak over half-open [start, end); one that ends makes room before one that starts. */
    EXACT {
        @Override
        int peak(List<BenchRequest> succeeded) {
            double[] starts = sorted(succeeded, false);
            double[] ends = sorted(succeeded, true);
            int ended = 0;
            int peak = 0;
            for (int started = 0; started < starts.length; started++) {
                while (ended < ends.length && ends[ended] <= starts[started]) {
                    ended++;
                }
                peak = Math.max(peak, started + 1 - ended);
            }
            return peak;
        }
    },
    /** vLLM before: the requests that touched a second, of the second touched by most; can exceed a limit that was kept. */
    SECONDS {
        @Override
        int peak(List<BenchRequest> succeeded) {
            double origin = succeeded.stream()
                    .mapToDouble(request -> request.timing().start())
                    .min()
                    .orElse(0);
            double last =
                    succeeded.stream().mapToDouble(BenchRequest::end).max().orElse(origin);
            int[] touching = new int[(int) Math.ceil(last - origin) + 1];
            for (BenchRequest request : succeeded) {
                IntStream.rangeClosed((int) (request.timing().start() - origin), (int) (request.end() - origin))
                        .forEach(second -> touching[second]++);
            }
            return Arrays.stream(touching).max().orElse(0);
        }
    };

    /** As in flags and files. */
    public String word() {
        return this == EXACT ? "exact" : "seconds";
    }

    /** 0 when none succeeded. */
    abstract int peak(List<BenchRequest> succeeded);

    private static double[] sorted(List<BenchRequest> requests, boolean ends) {
        return requests.stream()
                .mapToDouble(request -> ends ? request.end() : request.timing().start())
                .sorted()
                .toArray();
    }
}
