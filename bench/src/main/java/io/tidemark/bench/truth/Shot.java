package io.tidemark.bench.truth;

import java.util.Locale;

/**
 * One load on the paced server.
 *
 * @param arrivals as a plan names them
 * @param ratePerSecond at which requests become due
 */
record Shot(String arrivals, double ratePerSecond, int requests, int tokens, Pace pace) {
    /** Becoming due within a millisecond per thousand. */
    private static final double AT_ONCE_PER_SECOND = 1e6;

    static Shot atOnce(int streams, int tokens, Pace pace) {
        return new Shot("constant", AT_ONCE_PER_SECOND, streams, tokens, pace);
    }

    static Shot poisson(double ratePerSecond, int requests, int tokens, Pace pace) {
        return new Shot("poisson", ratePerSecond, requests, tokens, pace);
    }

    String plan() {
        return String.format(Locale.ROOT, """
                experiment: truth
                workload: {kind: synthetic, prompt_tokens: 64, output_tokens: %d}
                arrivals: %s
                steps: [{rate: %f, requests: %d}]
                limits: {schedule_lag_p99: 60s}
                """, tokens, arrivals, ratePerSecond, requests);
    }
}
