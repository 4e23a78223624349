package io.tidemark.simulator.engine.speculation;

import io.tidemark.simulator.random.SeededRandom;
import java.util.List;

/** How many of its drafts a request gets accepted: always the first ones up to some depth. */
public sealed interface DraftAcceptance {
    /** What is true of one request for its whole life. */
    DraftVerifier of(SeededRandom random);

    /**
     * Each draft is accepted with the request's own probability if the one before it was: a truncated geometric.
     *
     * @param mean of the requests' probabilities, 0..1
     * @param concentration of the Beta distribution that they are drawn from; 0: all requests have the mean
     */
    record Geometric(double mean, double concentration) implements DraftAcceptance {
        public Geometric {
            if (!(mean >= 0 && mean <= 1)) {
                throw new IllegalArgumentException("acceptance must be in 0..1 but was " + mean);
            }
            if (!(concentration >= 0) || Double.isInfinite(concentration)) {
                throw new IllegalArgumentException("concentration must be a number >= 0 but was " + concentration);
            }
        }

        @Override
        public DraftVerifier of(SeededRandom random) {
            boolean alike = concentration == 0 || mean == 0 || mean == 1;
            double own = alike ? mean : random.beta(mean * concentration, (1 - mean) * concentration);
            return new DraftVerifier(random, depth -> own);
        }
    }

    /**
     * As vLLM counts it: {@code shares[i]} of the verifications accepted the draft at position i, which is {@code
     * vllm:spec_decode_num_accepted_tokens_per_pos_total} over {@code vllm:spec_decode_num_drafts_total}. Beyond the list
     * nothing is accepted.
     *
     * @param shares each 0..1, none above the one before it
     */
    record PerPosition(List<Double> shares) implements DraftAcceptance {
        public PerPosition {
            shares = List.copyOf(shares);
            double before = 1;
            for (double share : shares) {
                if (!(share >= 0 && share <= before)) {
                    throw new IllegalArgumentException(
                            "acceptance per position must be in 0..1 and never grow but was " + shares);
                }
                before = share;
            }
        }

        @Override
        public DraftVerifier of(SeededRandom random) {
            return new DraftVerifier(random, this::afterTheOneBefore);
        }

        private double afterTheOneBefore(int depth) {
            if (depth >= shares.size()) {
                return 0;
            }
            double before = depth == 0 ? 1 : shares.get(depth - 1);
            return before == 0 ? 0 : shares.get(depth) / before;
        }
    }
}
