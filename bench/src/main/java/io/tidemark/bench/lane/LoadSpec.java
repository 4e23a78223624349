package io.tidemark.bench.lane;

import io.tidemark.bench.referenceserver.ReferencePacing;
import java.util.Locale;

/**
 * One load on the paced server.
 *
 * @param arrivals as a plan names them
 * @param ratePerSecond at which requests become due
 */
record LoadSpec(String arrivals, double ratePerSecond, int requests, int tokens, ReferencePacing pace) {
    /** Becoming due within a millisecond per thousand. */
    private static final double AT_ONCE_PER_SECOND = 1e6;

    static LoadSpec atOnce(int streams, int tokens, ReferencePacing pace) {
        return new LoadSpec("constant", AT_ONCE_PER_SECOND, streams, tokens, pace);
    }

    static LoadSpec poisson(double ratePerSecond, int requests, int tokens, ReferencePacing pace) {
        return new LoadSpec("poisson", ratePerSecond, requests, tokens, pace);
    }

    String plan() {
        return String.format(Locale.ROOT, """
                experiment: lane
                workload: {kind: synthetic, prompt_tokens: 64, output_tokens: %d}
                arrivals: %s
                steps: [{rate: %f, requests: %d}]
                limits: {schedule_lag_p99: 60s}
                """, tokens, arrivals, ratePerSecond, requests);
    }
}
